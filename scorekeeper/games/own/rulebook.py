"""A game of one's own for reading: titles, sections and worked examples."""

from typing import Any

from ..engine.base import _
from ..rulebook.pieces import GAME, LAST, Example, document, singly

TITLES = (
    ("OWN-1", _("Points of a hand")),
    ("OWN-2", _("What may be entered")),
    ("OWN-3", _("Nothing below zero")),
    ("OWN-4", _("An agreed sum")),
    ("OWN-5", _("Totals")),
    ("OWN-6", _("Playing to a target")),
    ("OWN-7", _("An agreed number of hands")),
    ("OWN-8", _("Going out at a limit")),
    ("OWN-9", _("An open match")),
    ("OWN-10", _("Whose deal it is")),
)

SECTIONS = (GAME, ("points", _("What is counted")), ("end", _("How it ends")), LAST[0], LAST[1])


def _example(caption: str, players: int, *hands: dict[str, Any], **options: Any) -> Example:
    sides = singly(*("Anna", "Bruno", "Carla")[:players])
    return {"caption": caption, "document": {**document("own", "own", sides, list(hands)), "options": options}}


_COLUMNS = [{"name": "melds", "factor": 10}, {"name": "canastas", "factor": 100}]

EXAMPLES = [
    _example(_("What one side pays, the other gets."), 2, {"points": [5, -5]}, sum=0),
    _example(_("Here somebody counted wrongly."), 2, {"points": [5, -4]}, sum=0),
    _example(
        _("Two columns: melds count 10 each, canastas 100."),
        2,
        {"columns": {"melds": [3, 0], "canastas": [1, 0]}},
        columns=_COLUMNS,
    ),
    _example(
        _("Bruno reaches 100, and the lowest total wins."),
        3,
        {"points": [60, 80, 20]},
        {"points": [10, 25, 5]},
        best="low",
        target=100,
    ),
    _example(
        _("Anna is out at 101, and Bruno is the last one in."),
        2,
        {"points": [95, 40]},
        {"points": [10, 3]},
        best="low",
        limit=101,
    ),
    _example(
        _("Both go out with the same total: a draw."),
        2,
        {"points": [95, 97]},
        {"points": [10, 8]},
        best="low",
        limit=101,
    ),
    _example(
        _("Three hands were agreed, and the totals are equal."),
        2,
        {"points": [5, 4]},
        {"points": [3, 3]},
        {"points": [4, 5]},
        hands=3,
    ),
]
