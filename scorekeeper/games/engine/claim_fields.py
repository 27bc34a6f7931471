"""What may be claimed at the table, in plain words, with the fields of each claim as forms are built from them."""

from typing import Any

from ..albastini.count import COUNTING, UNDRAWN, VALUES
from ..buraco.entry import POTS
from ..tresette.count import ACES, FIGURES
from ..tresette.honours import HONOURS_FIELDS
from ..truco.claims import RANKS as TRUCO_RANKS
from ..truco.fields import WAYS as TRUCO_WAYS
from .base import Entry, Setup, _, field
from .cards import RANKS as FRENCH_RANKS

_CLAIMANT = field("side", "side", _("Who claims"), required=True)
_BY_RANK = [[rank, rank, VALUES[rank], 4] for rank in COUNTING]
_DEAL = [
    _CLAIMANT,
    field("points", "shares", _("Card points"), "ALB-2", total=120),
    field("cards", "ranks", _("Cards taken"), "ALB-1", per="side", classes=_BY_RANK),
    UNDRAWN,
]
_FULL = next(way["fields"] for way in TRUCO_WAYS if way["slug"] == "full")

WON: dict[str, Any] = {"slug": "won", "title": _("We have won the match"), "fields": [_CLAIMANT]}
CLAIMS: dict[str, list[dict[str, Any]]] = {
    "tresette": [
        {
            "slug": "target",
            "title": _("We have reached the target"),
            "fields": [
                _CLAIMANT,
                field("aces", "count", _("Aces"), "TRE-1", min=0, max=ACES, required=True),
                field("figures", "count", _("Figures"), "TRE-2", min=0, max=FIGURES, required=True),
                field("last_trick", "flag", _("The last trick is won already"), "TRE-3"),
                HONOURS_FIELDS,
            ],
        },
        {"slug": "honours", "title": _("These honours count"), "option": "honours", "fields": [HONOURS_FIELDS]},
    ],
    "truco": [
        {
            "slug": "trick",
            "title": _("We won this trick"),
            "fields": [
                field("vira", "card", _("Turned-up card"), "TRU-1", when=["manilhas", "vira"], ranks=TRUCO_RANKS),
                field(
                    "cards", "trick", _("Cards as they were played"), "TRU-1", required=True, ranks=TRUCO_RANKS, most=4
                ),
            ],
        },
        {"slug": "hand", "title": _("We won this hand"), "fields": [_CLAIMANT] + _FULL},
    ],
    "albastini": [
        {"slug": "deal", "title": _("We won this deal"), "fields": _DEAL},
        {"slug": "double", "title": _("We won it for two game points"), "fields": _DEAL},
        {
            "slug": "safe_win",
            "title": _("Nobody can catch us in this deal"),
            "fields": [
                _CLAIMANT,
                field("cards", "amounts", _("Cards taken so far"), "ALB-1", classes=_BY_RANK),
                UNDRAWN,
            ],
        },
    ],
    "buraco": [
        {
            "slug": "meld",
            "title": _("This is a meld"),
            "fields": [field("cards", "cards", _("Cards of the meld"), "BUR-16", required=True, ranks=FRENCH_RANKS)],
        },
        {
            "slug": "first_meld",
            "title": _("We may open with this"),
            "fields": [
                _CLAIMANT,
                field("melds", "melds", _("Melds laid down"), "BUR-13", required=True, ranks=FRENCH_RANKS, most=6),
                field("failed_melds", "count", _("Failed attempts before, in this hand"), "BUR-14", min=0, max=None),
            ],
        },
        {
            "slug": "go_out",
            "title": _("We may go out"),
            "fields": [
                _CLAIMANT,
                field("pot", "choice", _("Pot"), "BUR-7", choices=POTS, required=True),
                field("clean", "count", _("Clean runs"), "BUR-3", min=0, max=None),
                field("semi_clean", "count", _("Semi-clean runs"), "BUR-5", min=0, max=None, option="semi_clean"),
                field("dirty", "count", _("Dirty runs"), "BUR-4", min=0, max=None),
                field("hand", "count", _("Cards left in the player's hand"), "BUR-9", min=0, max=None, required=True),
            ],
        },
    ],
}


def claims_of(setup: Setup) -> list[dict[str, Any]]:
    """The claims that can be made in this match."""
    options = setup["options"]
    return [each for each in CLAIMS[setup["game"]] if options.get(each.get("option", ""), True)] + [WON]


def recorded_claim(entry: Entry) -> "tuple[str, dict[str, Any]] | None":
    """The claim that a hand was recorded with: its slug, and its fields as they were asked; None for any other hand."""
    if "claim" not in entry:
        return None
    fields = dict(entry["claim"])
    if "honours" in entry:
        fields["honours"] = entry["honours"]
    return "target", fields
