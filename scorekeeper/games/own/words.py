"""A game of one's own in words: its preset, who is out before a hand, hands and endings."""

from typing import Any

from ..engine.base import Entry, Setup, Table, Words, _
from ..engine.summary import each_share, shares

BLURB = _("Any other game: you agree how it is counted")
PRESET_WORDS = {
    "own": _("Open the house rules to say what the game is called, who wins, when it ends and what is counted.")
}
ENDINGS = {
    "hands_played": _("The agreed hands are played, the best total wins: {totals}"),
    "hands_played_drawn": _("The agreed hands are played: a draw"),
    "last_in": _("Won by the last side in"),
    "last_in_drawn": _("All went out together: a draw"),
}


def announced(setup: Setup, table: Table, known: "dict[str, Any]") -> Words:
    """Who is out, where sides can go out."""
    return [[_("{who} is out"), {"who": setup["sides"][side]["name"]}] for side in known.get("out", [])]


def told(setup: Setup, entry: Entry) -> Words:
    """What was entered for a hand: each column, then the points."""
    words: Words = []
    for column in setup["options"]["columns"]:
        name = column["name"]
        if name in entry.get("columns", {}):
            words.append(["{name} {shares}", {"name": name, "shares": shares(entry["columns"][name])}])
    return words + each_share(entry, (("points", _("points {shares}")),))
