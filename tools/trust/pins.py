"""Checks the locked packages for known vulnerabilities with one query to OSV, if it can be reached."""

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
    """Adds no options."""


def run(options: argparse.Namespace) -> Iterator[Line]:
    """Returns a line about all packages."""
    yield verdict(pins(), ask_database)


def ask_database(question: dict[str, Any]) -> dict[str, Any]:
    """Returns the database's response. Raises OSError if it cannot be reached."""
    request = urllib.request.Request(DATABASE, json.dumps(question).encode(), {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=PATIENCE) as answer:  # noqa: S310 (the address above)
        response: dict[str, Any] = json.load(answer)
    return response


def verdict(locked: Sequence[Pin], ask: Ask) -> Line:
    """Returns the line about these packages; without a verdict if the database does not respond."""
    what = f"{len(locked)} locked packages, looked for in OSV's advisories"
    try:
        answer = ask({"queries": [{"package": {"purl": pin.purl}} for pin in locked]})
        results = answer["results"]
    except (URLError, OSError, ValueError, KeyError) as failure:
        return Line(what, f"not checked: the database cannot be reached ({type(failure).__name__})")
    named = [
        f"{pin.name} {pin.version}: {advisory['id']}"
        for pin, result in zip(locked, results, strict=True)
        for advisory in result.get("vulns", [])
    ]
    return Line(what, "; ".join(named) or "none is named", "none", not named)
