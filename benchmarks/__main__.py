"""Run all benchmarks: `python -m benchmarks`."""

from benchmarks import checking, comparing, engine, fleet, loop, page, processes, rules, site, weight

processes.main()
engine.main()
rules.main()
checking.main()
comparing.main()
site.main()
fleet.main()
loop.main()
page.main()
weight.main()
