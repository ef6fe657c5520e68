"""Run all benchmarks: `python -m benchmarks`."""

from benchmarks import checking, engine, loop, page, processes, rules, site

processes.main()
engine.main()
rules.main()
checking.main()
site.main()
loop.main()
page.main()
