"""The library `starlark` behind a small interface: code with `end` blocks in, values and spans out."""
