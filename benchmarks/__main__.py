"""Run all benchmarks: `python -m benchmarks`."""

from benchmarks import checking, comparing, engine, fleet, loop, page, processes, rules, site, weight
from benchmarks.report import Report
from yschema_engine.evaluate.evaluator import evaluating
from yschema_engine.evaluate.limits import ChildGuard
from yschema_engine.evaluate.processes import Record

report = Report()
with evaluating(ChildGuard(Record())):
    for part in (processes, engine, rules, checking, comparing, site, fleet, loop, page, weight):
        part.main(report)
report.summary()
