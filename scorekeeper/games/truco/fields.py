"""Truco's presets and options, and the fields of its entries as forms are built from them."""

from typing import Any

from ..engine.base import _, field
from ..engine.setup import choice, flag, whole

TRICKS_IN_A_HAND = 3
PLAYERS = 2  # of a side, where nobody says how many
SHAPES = [(2, PLAYERS), (2, 1), (2, 3)]  # two sides of two players; also of one or of three (TRU-17)

PRESETS: list[dict[str, Any]] = [
    {
        "slug": "brazilian",
        "title": _("Brazilian"),
        "options": {
            "stakes": [1, 3, 6, 9, 12],
            "target": 12,
            "match_point": 11,
            "match_point_stake": 3,
            "match_point_fold": False,
            "truco_scope": "trick",
            "manilhas": "fixed",
        },
    },
    {
        "slug": "paulista",
        "title": _("Paulista"),
        "options": {
            "stakes": [1, 3, 6, 9, 12],
            "target": 12,
            "match_point": 11,
            "match_point_stake": 3,
            "match_point_fold": True,
            "truco_scope": "hand",
            "manilhas": "vira",
        },
    },
    {
        "slug": "mineiro",
        "title": _("Mineiro"),
        "options": {
            "stakes": [2, 4, 6, 10, 12],
            "target": 12,
            "match_point": 10,
            "match_point_stake": 4,
            "match_point_fold": True,
            "truco_scope": "hand",
            "manilhas": "fixed",
        },
    },
]

OPTIONS: list[dict[str, Any]] = [
    {"name": "stakes", "kind": "increasing", "most": 12, "label": _("Stakes"), "rule": "TRU-6"},
    whole("target", _("Target"), "TRU-16", 1, 999),
    whole("match_point", _("Match point"), "TRU-13", 1, 999),
    whole("match_point_stake", _("Stake at match point"), "TRU-13", 1, 999),
    flag("match_point_fold", _("The side at match point may give up"), "TRU-14"),
    choice(
        "truco_scope",
        _("An accepted truco is decided by"),
        "TRU-10",
        ("trick", _("the trick in which it was called")),
        ("hand", _("the whole hand")),
    ),
    choice("manilhas", _("Manilhas"), "TRU-1", ("fixed", _("fixed")), ("vira", _("by the turned-up card (vira)"))),
]

_FOLD = field(
    "fold",
    "flag",
    _("The side at match point gives up"),
    "TRU-14",
    required=True,
    option="match_point_fold",
    unplayed=_("Giving up at match point is not played here"),
)
WAYS: list[dict[str, Any]] = [
    {
        "slug": "quick",
        "title": _("Winner and stake"),
        "fields": [
            field("winner", "side", _("Winner"), "TRU-2", required=True, nullable=True),
            field("stake", "count", _("Stake"), "TRU-6", min=1, max=None),
        ],
    },
    {
        "slug": "full",
        "title": _("Tricks and calls"),
        "mark": "tricks",
        "fields": [
            field("tricks", "tricks", _("Tricks"), "TRU-2", required=True, most=TRICKS_IN_A_HAND),
            field(
                "truco",
                "group",
                _("Truco"),
                "TRU-6",
                fields=[
                    field(
                        "trick",
                        "count",
                        _("Called in trick"),
                        "TRU-6",
                        min=1,
                        max=TRICKS_IN_A_HAND,
                        required=True,
                    ),
                    field("side", "side", _("Who called truco"), "TRU-6", required=True),
                    field("proposals", "count", _("Proposals"), "TRU-7", min=1, max=None, required=True),
                    field(
                        "answer",
                        "choice",
                        _("Last answer"),
                        "TRU-7",
                        required=True,
                        choices=[["accept", _("accepted")], ["run", _("ran")]],
                    ),
                    field("tied_card_before_call", "flag", _("The tied card lay before the call"), "TRU-11"),
                ],
            ),
        ],
    },
    {
        "slug": "fold",
        "title": _("Give up at match point"),
        "option": "match_point_fold",
        "known": "may_fold",
        "fields": [_FOLD],
    },
]


def shapes(variant: str) -> "list[tuple[int, int]]":
    """The sides and players of every preset."""
    return list(SHAPES)
