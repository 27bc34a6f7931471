"""A phone under Node: MicroPython, started once for many requests, one a line."""

import json
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO

from scorekeeper.cli.check_game import SCRIPT
from scorekeeper.config import folder
from tests.support.machine import needs
from tools.install.debian import NODE
from tools.rules_library.javascript import phone_files

HERE = Path(__file__).parent


class Phone:
    """A running script that reads requests and writes responses; `errors` has its error output."""

    def __init__(self, process: subprocess.Popen[str], errors: IO[str]) -> None:
        self._process, self._errors = process, errors

    def tell(self, line: str) -> None:
        """Sends a line without waiting for a response."""
        sent = self._process.stdin
        assert sent is not None
        sent.write(line + "\n")
        sent.flush()

    def ask(self, question: str) -> str:
        """Sends a request without line breaks; returns the response."""
        self.tell(question)
        told = self._process.stdout
        assert told is not None
        answer = told.readline()
        assert answer, self._said()
        return answer.rstrip("\n")

    def _said(self) -> str:
        self._process.wait()
        self._errors.seek(0)
        return self._errors.read()[-2000:]


@contextmanager
def phone(script: str | Path, *arguments: str | Path) -> Iterator[Phone]:
    """Context manager of a running script, from this folder or an absolute path."""
    needs(NODE)
    with TemporaryFile("w+", encoding="utf-8") as errors:
        command = ["node", HERE / script, *arguments]
        pipe = subprocess.PIPE
        with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=errors, text=True, encoding="utf-8") as process:
            yield Phone(process, errors)
            process.kill()


@contextmanager
def rules_phone() -> Iterator[Phone]:
    """Context manager of a phone with the rules of all games, which runs `answers`."""
    files = {**phone_files(), "answers.py": (HERE / "answers.py").read_text("utf-8")}
    with phone(SCRIPT, folder("static")) as started:
        started.tell(json.dumps(files))
        yield started
