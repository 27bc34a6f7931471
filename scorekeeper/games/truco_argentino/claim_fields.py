"""Truco argentino's claims as they are asked: the cards of players and of a trick, and the truco of a hand."""

from typing import Any

from ..engine.base import _, field
from ..engine.entries import CLAIMANT
from .cards import RANKS, SUIT_NAMES
from .claims import CARDS_OF_A_PLAYER
from .deal import DUELS
from .fields import PLAYERS_OF_SIX, TRUCO_FIELDS

_SUITS = [list(suit) for suit in SUIT_NAMES]
_MUESTRA = field(
    "muestra", "card", _("Muestra"), "TAR-3", option="muestra", required=True, ranks=list(RANKS), suits=_SUITS
)


def _hands(rule: str) -> "dict[str, Any]":
    """The three cards of each player who shows them."""
    return field(
        "hands",
        "hands",
        _("Cards of those who show them"),
        rule,
        required=True,
        ranks=list(RANKS),
        suits=_SUITS,
        most=PLAYERS_OF_SIX,
        cards=CARDS_OF_A_PLAYER,
    )


CLAIM_FIELDS: "list[dict[str, Any]]" = [
    {
        "slug": "envido",
        "title": _("The envido is ours"),
        "goes_to": _("The envido goes to {who}."),
        "fields": [CLAIMANT, _MUESTRA, _hands("TAR-11")],
    },
    {
        "slug": "flor",
        "title": _("The flor is ours"),
        "goes_to": _("The flor goes to {who}."),
        "unless": ["flor", "none"],
        "fields": [CLAIMANT, _MUESTRA, _hands("TAR-16")],
    },
    {
        "slug": "trick",
        "title": _("We won this trick"),
        "goes_to": _("The trick goes to {who}."),
        "fields": [
            _MUESTRA,
            field(
                "cards",
                "trick",
                _("Cards as they were played"),
                "TAR-4",
                required=True,
                ranks=list(RANKS),
                suits=_SUITS,
                most=PLAYERS_OF_SIX,
                backs=True,
            ),
        ],
    },
    {
        "slug": "hand",
        "title": _("We won this hand"),
        "goes_to": _("The hand goes to {who}."),
        "fields": [
            CLAIMANT,
            field("truco", "group", _("Truco"), "TAR-6", required=True, fields=TRUCO_FIELDS),
            field("duel", "count", _("Which duel"), "TAR-26", players=PLAYERS_OF_SIX, min=1, max=DUELS),
        ],
    },
]
