"""`python -m odds` is the command `odds`."""

import gc
import sys

#: objects made between two searches for rubbish: start-up makes many, and nearly all of them stay
PATIENCE = 100_000


def main() -> int:
    """The command `odds` as a process of its own; returns its exit code."""
    gc.set_threshold(PATIENCE)
    from odds.cli.app import main as run

    return run()


if __name__ == "__main__":
    sys.exit(main())
