"""The standard modules `@ytt:…`: a Starlark file each, and functions of the engine that it calls."""
