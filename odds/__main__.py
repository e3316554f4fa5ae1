"""`python -m odds` is the command `odds`."""

import sys

from odds.cli.app import main

sys.exit(main())
