"""`python -m yschema_engine`."""

import sys

from yschema_engine.cli.entry import main

sys.exit(main())
