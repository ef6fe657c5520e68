"""Run all benchmarks: `python -m benchmarks`."""

from benchmarks import checking, comparing, engine, loop, page, processes, rules, site, weight

processes.main()
engine.main()
rules.main()
checking.main()
comparing.main()
site.main()
loop.main()
page.main()
weight.main()
