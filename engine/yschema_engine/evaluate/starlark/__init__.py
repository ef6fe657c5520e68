"""A small interface to the library `starlark`: code with `end` blocks in, values and spans out."""
