"""Code of the inputs: limits and Starlark below the readers, processes above the checks that they run."""
