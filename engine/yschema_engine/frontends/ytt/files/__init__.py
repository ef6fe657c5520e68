"""Documents marked as schemas, and loading them."""
