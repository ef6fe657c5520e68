"""Evaluation of code in the inputs: limits and Starlark first, then the processes that run it."""
