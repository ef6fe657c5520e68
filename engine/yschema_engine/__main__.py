"""`python -m yschema_engine`."""

from yschema_engine.cli.entry import main

main()
