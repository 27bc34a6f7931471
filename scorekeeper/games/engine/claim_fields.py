"""What may be claimed at the table, in plain words, with the fields of each claim as forms are drawn from them."""

from typing import Any

from .base import Entry, Setup, _, field
from .cards import RANKS
from .entry_fields import is_played
from .match import game_of

CLAIMANT = field("side", "side", _("Who claims"), required=True)
WON: dict[str, Any] = {"slug": "won", "title": _("We have won the match"), "fields": [CLAIMANT]}


def melds_laid_down(rule: str, most: int, jokers: "bool | str") -> "dict[str, Any]":
    """The field for the melds of one turn: `most` of them are offered, `jokers` as for every field of cards."""
    return field("melds", "melds", _("Melds laid down"), rule, required=True, ranks=RANKS, most=most, jokers=jokers)


def claims_of(setup: Setup) -> list[dict[str, Any]]:
    """The claims that can be made in this match: the game's own, and that it is won."""
    options = setup["options"]
    return [each for each in game_of(setup).claim_fields if is_played(each, options)] + [WON]


def recorded_claim(setup: Setup, entry: Entry) -> "tuple[str, dict[str, Any]] | None":
    """The claim that a hand was recorded with: its slug, and its fields as they were asked; None for any other hand."""
    return game_of(setup).claim_of(entry)
