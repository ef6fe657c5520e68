"""`python -m yschema_engine`."""

import sys

from yschema_engine.cli.main import main

sys.exit(main())
