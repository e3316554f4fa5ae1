"""The command line as the tests use it: one `run()` that gives exit code, output and parsed JSON."""

import io
import json
import os
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from unittest import mock

from odds.cli.app import main

ROOT = Path(__file__).parent.parent
CLEAN = {"COLUMNS": "80", "TERM": "xterm-256color"}


@dataclass(frozen=True)
class Result:
    """What a command left behind."""

    code: int
    out: str
    err: str

    @property
    def json(self):
        """The output as JSON."""
        return json.loads(self.out)

    @property
    def lines(self):
        """The output as JSON Lines."""
        return [json.loads(line) for line in self.out.splitlines()]


def run(*args, stdin=None, env=None, process=False):
    """Runs `odds` with these words: in this process, or in one of its own."""
    words = [str(word) for word in args]
    if process:
        done = subprocess.run(
            [sys.executable, "-m", "odds", *words],
            input=stdin,
            env={**os.environ, **CLEAN, **(env or {})},
            cwd=ROOT,
            capture_output=True,
            text=True,
            encoding="utf-8",
            check=False,
        )
        return Result(done.returncode, done.stdout, done.stderr)
    out, err = io.StringIO(), io.StringIO()
    with (
        mock.patch.dict(os.environ, {**CLEAN, **(env or {})}),
        mock.patch.object(sys, "stdin", io.StringIO(stdin or "")),
        redirect_stdout(out),
        redirect_stderr(err),
    ):
        code = main(words)
    return Result(code, out.getvalue(), err.getvalue())
