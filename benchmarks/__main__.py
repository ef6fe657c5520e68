"""Run all benchmarks: `python -m benchmarks`."""

from benchmarks import checking, comparing, engine, fleet, loop, page, processes, rules, site, weight
from benchmarks.report import Report

report = Report()
for part in (processes, engine, rules, checking, comparing, site, fleet, loop, page, weight):
    part.main(report)
report.summary()
