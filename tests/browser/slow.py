"""A slow network: it makes tests fail that pass only because this machine is fast (`make slow`)."""

import os
import random
import time
from collections.abc import Iterator
from typing import Any

from werkzeug.wsgi import ClosingIterator

SLOW = os.environ.get("SCOREKEEPER_SLOW") == "1"
LATEST = 0.25  # most seconds before a response, and before its second half


class SlowNetwork:
    """A WSGI middleware that delays each response by a random time and sends it in two halves."""

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
