"""Canasta's claims as they are asked, with the cards picked by thumb."""

from typing import Any

from ..engine.base import _, field
from ..engine.cards import RANKS
from ..engine.entries import CLAIMANT, melds_laid_down
from .fields import CANASTA_FIELDS

_MELDS_SHOWN = 6
_FOUR = 4  # players: only they have a partner to ask

CLAIM_FIELDS: "list[dict[str, Any]]" = [
    {
        "slug": "canasta",
        "title": _("This is a canasta"),
        "fields": [field("cards", "cards", _("Cards of the meld"), "CAN-18", required=True, ranks=RANKS, jokers=True)],
    },
    {
        "slug": "first_meld",
        "title": _("We may open with this"),
        "fields": [
            CLAIMANT,
            melds_laid_down("CAN-14", _MELDS_SHOWN, True),
            field("going_out", "flag", _("The whole hand is laid down: the player goes out"), "CAN-16"),
        ],
    },
    {
        "slug": "go_out",
        "title": _("We may go out"),
        "fields": [CLAIMANT]
        + CANASTA_FIELDS
        + [
            field("hand", "count", _("Cards left in the player's hand"), "CAN-9", min=0, max=None, required=True),
            field(
                "partner",
                "choice",
                _("“May I go out?” The partner said"),
                "CAN-23",
                choices=[["yes", _("yes")], ["no", _("no")]],
                players=_FOUR,
            ),
        ],
    },
]
