"""`python -m benchmarks`."""

from benchmarks import engine, rules, site

engine.main()
rules.main()
site.main()
