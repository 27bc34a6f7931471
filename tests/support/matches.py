"""Helpers that start a match and write to it, with documents of each game."""

from collections.abc import Callable
from itertools import count
from typing import Any

from scorekeeper import ledger
from scorekeeper.store.models import Change, Match

FOUR = [{"name": "Us", "players": ["Anna", "Bruno"]}, {"name": "Them", "players": ["Carla", "Dino"]}]
TRESETTE = {"format": "scorekeeper/1", "game": "tresette", "sides": FOUR}
TRUCO = {"format": "scorekeeper/1", "game": "truco", "sides": FOUR}
ALBASTINI = {"format": "scorekeeper/1", "game": "albastini", "sides": FOUR}
BURACO = {"format": "scorekeeper/1", "game": "buraco", "sides": FOUR}

keys = (f"key-{number}" for number in count())


def start(head: dict[str, Any], *entries: dict[str, Any]) -> Match:
    """Returns a new match in a new sitting, with these hands recorded."""
    match = ledger.start_match(ledger.open_sitting(), head, actor="Anna", key=next(keys))
    for entry in entries:
        write(ledger.record, match, entry)
    return match


def write(act: Callable[..., Change], match: Match, *about: Any, **options: Any) -> Change:
    """Calls `act` with a new idempotency key and the match's current version."""
    return act(match, *about, ledger.Write("Anna", next(keys), match.version), **options)


def points(ours: int, theirs: int) -> dict[str, Any]:
    """Returns Tresette's quick entry; eleven to nothing includes that the losers took a trick, so it is no cappotto."""
    shared: dict[str, Any] = {"points": [ours, theirs]}
    if 11 in shared["points"]:
        shared["tricks"] = [9 if side else 1 for side in shared["points"]]
    return shared


def won(side: int | None, stake: int = 1) -> dict[str, Any]:
    """Returns Truco's quick entry."""
    return {"winner": None} if side is None else {"winner": side, "stake": stake}


def totals(match: Match) -> list[int]:
    """Returns the match's totals."""
    return match.table["totals"]


def shown(match: Match) -> dict[str, Any]:
    """Returns everything that pages show of a match, without its version and corrected marks."""
    state = ledger.state(match)
    return {name: value for name, value in state.items() if name not in {"version", "can", "started"}}
