"""A slow network: with it, tests fail that pass only because this machine is quick (`make slow`)."""

import os
import random
import time
from collections.abc import Iterator
from typing import Any

from werkzeug.wsgi import ClosingIterator

SLOW = os.environ.get("SCOREKEEPER_SLOW") == "1"
LATEST = 0.25  # seconds until an answer begins, and again until its second half comes


class SlowNetwork:
    """An application whose answers take a random while, and come in two halves: much may happen between them."""

    def __init__(self, app: Any) -> None:
        self.app = app

    def __call__(self, environ: dict[str, Any], start_response: Any) -> Any:
        _a_while()
        answer = self.app(environ, start_response)
        return ClosingIterator(_in_halves(answer), getattr(answer, "close", None))


def _in_halves(answer: Any) -> Iterator[bytes]:
    for piece in answer:
        yield piece[: len(piece) // 2]
        _a_while()
        yield piece[len(piece) // 2 :]


def _a_while() -> None:
    time.sleep(random.uniform(0, LATEST))
