"""A card that somebody has sent: what it says in words, what differs from the one that is already here."""

import json
from typing import Any, NamedTuple

from scorekeeper.clubs import accounts, club_cards
from scorekeeper.games.card.reading import Card
from scorekeeper.games.card.rules import without_examples
from scorekeeper.games.card.words import in_words
from scorekeeper.games.engine.side_names import own_text
from scorekeeper.i18n import _, format_signed, say
from scorekeeper.store.club_models import Club
from scorekeeper.web.card_pages.packing import LONGEST_PACKED, packed, shared
from scorekeeper.web.visitors import signed_in


def said(card: dict[str, Any]) -> list[str]:
    """Returns what a card says, as sentences in the visitor's language."""
    return [say(text, params) for text, params in in_words(Card(card))]


def differences(card: dict[str, Any], mine: dict[str, Any] | None) -> "tuple[list[str], list[str]] | None":
    """Returns the sentences that only this card says, and those that only mine says; None without a card of mine."""
    if mine is None:
        return None
    theirs, own = said(card), said(mine)
    return [text for text in theirs if text not in own], [text for text in own if text not in theirs]


def keepers() -> list[Club]:
    """Returns the clubs in which the visitor may keep games."""
    account = signed_in()
    members = accounts.clubs_of(account) if account else []
    return [member.club for member in members if accounts.is_at_least(member.role, "scorer")]


def club_games(club: Club) -> list[dict[str, Any]]:
    """Returns the cards that a club keeps: `{"id", "name", "packed"}`."""
    return [
        {"id": game.id, "name": game.name, "packed": packed(game.options["card"])} for game in club_cards.kept(club)
    ]


def _labels(card: Card) -> list[Any]:
    return [line.label for line in card.lines] + [check.label for check in card.checks]


class Worked(NamedTuple):
    """A hand of an example: what is entered, as (label, values), and its points; None if the hand is refused."""

    entered: list[tuple[str, str]]
    points: list[int] | None


def worked(card: dict[str, Any]) -> list[list[Worked]]:
    """Returns the examples of a card that has been read; those that are not well-formed are left out."""
    labels = {field["name"]: _(own_text(field["label"])) for field in card["fields"]}
    found = []
    for example in card.get("examples", []):
        hands, rows = example.get("hands"), example.get("points")
        if isinstance(hands, list) and isinstance(rows, list) and len(hands) == len(rows):
            found.append([_worked(hand, row, labels) for hand, row in zip(hands, rows, strict=True) if _is_hand(hand)])
    return found


def _is_hand(hand: Any) -> bool:
    return isinstance(hand, dict) and "stop" not in hand


def _worked(hand: dict[str, Any], row: Any, labels: dict[str, str]) -> Worked:
    entered = [(labels[name], _value_text(value)) for name, value in hand.items() if name in labels]
    return Worked(entered, row if isinstance(row, list) and all(type(points) is int for points in row) else None)


def _value_text(value: Any) -> str:
    if isinstance(value, list):
        return "  ".join(map(_value_text, value))
    if value is None:
        return "–"
    return ("✓" if value else "–") if isinstance(value, bool) else str(value)


def page_of(card: dict[str, Any], mine: dict[str, Any] | None, *, is_made: bool) -> dict[str, Any]:
    """Returns the context of the page (templates/cards/opened.html).

    `mine` is the card of the same name that the phone has; else that of a club is looked up. `is_made` after the
    visitor has made the card.
    """
    clubs, read = keepers(), Card(card)
    same = next((found for club in clubs if (found := club_cards.find(club, card))), None)
    if mine is None and same is not None and not is_made:
        mine = same.options["card"]
    whole = packed(card)
    return {
        "card_text": json.dumps(without_examples(card), ensure_ascii=False),
        "title": _(own_text(card["name"])),
        "about": _(own_text(card["about"])) if "about" in card else "",
        "said": said(card),
        "lines": [_(own_text(label)) for label in _labels(read)],
        "worked": worked(card),
        "source": read.source,
        "signed": format_signed,
        "differs": differences(card, mine),
        "is_made": is_made,
        "clubs": clubs,
        "whole": whole if len(whole) <= LONGEST_PACKED else packed(shared(card)),
        "link": packed(shared(card)),
    }
