"""The page that answers “What do we need?” before a hand: for each side, and for the match."""

from typing import Any, TypedDict

from scorekeeper.games.engine.base import Setup, Table
from scorekeeper.games.engine.match_state import MatchState
from scorekeeper.games.engine.needs import needs
from scorekeeper.i18n import say


class NeedText(TypedDict):
    """What is needed, in a sentence, and its rule's number."""

    text: str
    rule: str


def needs_page(token: str, setup: Setup, table: Table, state: MatchState) -> "dict[str, Any]":
    """The page: `of_sides` by side, `of_match` for all of them; both empty once the match is over."""
    found = [(each["side"], _told(each)) for each in needs(setup, table)] if state["status"] == "in_progress" else []
    sides = range(len(setup["sides"]))
    return {
        "token": token,
        "state": state,
        "of_match": [text for side, text in found if side is None],
        "of_sides": [[text for whose, text in found if whose == side] for side in sides],
    }


def _told(each: Any) -> NeedText:
    return {"text": say(each["message"], each["params"]), "rule": each["rule"]}
