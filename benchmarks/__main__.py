"""`python -m benchmarks`."""

from benchmarks import engine, site

engine.main()
site.main()
