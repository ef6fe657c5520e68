"""`python -m benchmarks`."""

from benchmarks import checking, engine, rules, site

engine.main()
rules.main()
checking.main()
site.main()
