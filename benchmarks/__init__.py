"""Benchmarks that compare two measurements in the same run. `python -m benchmarks` prints the results."""
