"""Input files of the ytt front end: which are schemas, which are libraries, and loading them."""
