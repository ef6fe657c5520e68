"""`python -m benchmarks`."""

from benchmarks import checking, engine, page, rules, site

engine.main()
rules.main()
checking.main()
site.main()
page.main()
