"""Speed, as ratios between two things measured in one run. `python -m benchmarks` prints the table."""
