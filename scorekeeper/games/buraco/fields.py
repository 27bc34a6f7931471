"""The fields of Buraco's entries as forms are drawn from them: a hand of sides, and a hand with a lone player."""

from typing import Any

from ..engine.base import STOP_WAY, _, field
from .entry import CARDS_OF_A_POT, CLASSES, PACK_POINTS, POTS, STEP
from .three import CARDS_OF_THE_LONE_POT

# Kinds of runs, counted in a hand as in a claim: those of an option only where they are played.
RUN_FIELDS: list[dict[str, Any]] = [
    field("clean", "count", _("Clean runs"), "BUR-3", min=0, max=None),
    field("semi_clean", "count", _("Semi-clean runs"), "BUR-5", min=0, max=None, option="semi_clean"),
    field("dirty", "count", _("Dirty runs"), "BUR-4", min=0, max=None),
    field("thirteen", "count", _("Runs of thirteen"), "BUR-28", min=0, max=None, option="thirteen"),
    field(
        "thirteen_dirty",
        "count",
        _("Runs of thirteen, with a wild card"),
        "BUR-28",
        min=0,
        max=None,
        option="thirteen_dirty",
    ),
    field("fourteen", "count", _("Runs from ace to ace"), "BUR-28", min=0, max=None, option="fourteen"),
    field("eight", "count", _("Groups of eight"), "BUR-28", min=0, max=None, option="eight"),
    field(
        "eight_dirty", "count", _("Groups of eight, with a wild card"), "BUR-28", min=0, max=None, option="eight_dirty"
    ),
]


def pot_fields(*names: str) -> "list[dict[str, Any]]":
    """What became of a pot, of these names: that it became the stock only where it can (BUR-30)."""
    named = [pot for pot in POTS if pot[0] in names]
    usual = [pot for pot in named if pot[0] != "stock"]
    return [
        field("pot", "choice", _("Pot"), "BUR-7", choices=named, required=True, option="pot_to_stock"),
        field("pot", "choice", _("Pot"), "BUR-7", choices=usual, required=True, unless=["pot_to_stock", True]),
    ]


POT_FIELDS = pot_fields("played", "unplayed", "none", "stock")


def _cards(name: str, label: str, rule: str, **more: Any) -> "dict[str, Any]":
    return field(name, "points", label, rule, min=0, step=STEP, classes=CLASSES, required=True, **more)


def _part_fields(pots: "list[dict[str, Any]]") -> "list[dict[str, Any]]":
    """What one side, or one party of a lone hand, has to say of its cards and its pot."""
    return (
        [_cards("melds", _("Melds"), "BUR-2", a_pack=PACK_POINTS)]
        + RUN_FIELDS
        + [_cards("hand", _("Cards in hand"), "BUR-6")]
        + pots
        + [
            field("pot_cards", "points", _("Cards of the pot"), "BUR-8", min=0, step=STEP),
            field("failed_melds", "count", _("Failed first melds"), "BUR-14", min=0, max=None),
        ]
    )


_OUT = field("went_out", "side", _("Went out"), "BUR-9", nullable=True, question=_("Who went out?"))

WAYS: list[dict[str, Any]] = [
    {
        "slug": "lone",
        "title": _("Lone hand"),
        "unless": ["lone_hand_until", 0],
        "known": ["pots", [CARDS_OF_THE_LONE_POT, CARDS_OF_A_POT]],
        "fields": [
            field("lone", "side", _("Who played alone"), "BUR-32", required=True),
            field(
                "alone",
                "group",
                _("The lone player"),
                "BUR-32",
                required=True,
                fields=_part_fields(pot_fields("played", "unplayed")),
            ),
            field("pair", "group", _("The two others"), "BUR-32", required=True, fields=_part_fields(POT_FIELDS)),
            _OUT,
        ],
    },
    {
        "slug": "hand",
        "title": _("Hand"),
        "fields": [
            field(
                "sides",
                "sides",
                _("Sides"),
                "BUR-2",
                required=True,
                fields=_part_fields(POT_FIELDS)
                + [field("cut_bonus", "flag", _("Exact cut"), "BUR-11", option="exact_cut")],
            ),
            _OUT,
        ],
    },
    STOP_WAY,
]
