"""Runs `scorekeeper` as a user does: bytes in, lines of JSON and an exit status out."""

import json
from typing import Any

from click.testing import CliRunner

from scorekeeper.cli import main

SIDES = [{"name": "Us", "players": ["Anna", "Bruno"]}, {"name": "Them", "players": ["Carla", "Dino"]}]


def tresette(*hands: Any, **head: Any) -> dict[str, Any]:
    """A Tresette match document."""
    return {"format": "scorekeeper/1", "game": "tresette", "sides": SIDES, **head, "hands": list(hands)}


def one_line(document: Any) -> bytes:
    """The document as a line of JSON."""
    return json.dumps(document).encode() + b"\n"


GOOD = one_line(tresette({"points": [7, 4]}))


def run(command: str, given: bytes, *arguments: str) -> tuple[int, list[Any]]:
    """The exit status and the printed results; a traceback fails the test."""
    result = CliRunner().invoke(main, [command, *arguments], input=given)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result.exit_code, [json.loads(line) for line in result.stdout_bytes.splitlines()]
