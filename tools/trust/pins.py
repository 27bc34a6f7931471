"""Are the locked packages in any advisory? One question to OSV's database, where that can be reached."""

import argparse
import json
import urllib.request
from collections.abc import Callable, Iterator, Sequence
from typing import Any
from urllib.error import URLError

from tools.pins import Pin, pins
from tools.trust.lines import Line

DATABASE = "https://api.osv.dev/v1/querybatch"
PATIENCE = 20  # seconds

Ask = Callable[[dict[str, Any]], dict[str, Any]]


def arguments(parser: argparse.ArgumentParser) -> None:
    """It has none."""


def run(asked: argparse.Namespace) -> Iterator[Line]:
    """A line about all pins."""
    yield verdict(pins(), ask_database)


def ask_database(question: dict[str, Any]) -> dict[str, Any]:
    """The database's answer. Raises OSError where it cannot be had."""
    request = urllib.request.Request(DATABASE, json.dumps(question).encode(), {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=PATIENCE) as answer:  # noqa: S310 (the address above)
        found: dict[str, Any] = json.load(answer)
    return found


def verdict(locked: Sequence[Pin], ask: Ask) -> Line:
    """What the database says of these packages; no verdict where it says nothing."""
    what = f"{len(locked)} locked packages, looked for in OSV's advisories"
    try:
        answer = ask({"queries": [{"package": {"purl": pin.purl}} for pin in locked]})
        results = answer["results"]
    except (URLError, OSError, ValueError, KeyError) as failure:
        return Line(what, f"not checked: the database cannot be reached ({type(failure).__name__})")
    named = [
        f"{pin.name} {pin.version}: {each['id']}"
        for pin, result in zip(locked, results, strict=True)
        for each in result.get("vulns", [])
    ]
    return Line(what, "; ".join(named) or "none is named", "none", not named)
