"""A phone under Node: MicroPython, started once and asked many questions, one a line."""

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO

from tests.support.machine import needs
from tools.install.debian import NODE

HERE = Path(__file__).parent


class Phone:
    """Answers questions; `errors` is where it says what went wrong."""

    def __init__(self, process: subprocess.Popen[str], errors: IO[str]) -> None:
        self._process, self._errors = process, errors

    def ask(self, question: str) -> str:
        """What it answers to a question without line breaks."""
        sent, told = self._process.stdin, self._process.stdout
        assert sent is not None
        assert told is not None
        sent.write(question + "\n")
        sent.flush()
        answer = told.readline()
        assert answer, self._said()
        return answer.rstrip("\n")

    def _said(self) -> str:
        self._process.wait()
        self._errors.seek(0)
        return self._errors.read()[-2000:]


@contextmanager
def phone(script: str, *arguments: str | Path) -> Iterator[Phone]:
    """One of the scripts of this folder, running."""
    needs(NODE)
    with TemporaryFile("w+", encoding="utf-8") as errors:
        command = ["node", HERE / script, *arguments]
        pipe = subprocess.PIPE
        with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=errors, text=True, encoding="utf-8") as process:
            yield Phone(process, errors)
            process.kill()
