"""Plays the examples of a card, and says which of them do not come out (CAR-5)."""

from typing import Any

from scorekeeper.i18n import _

from ..engine import play
from ..engine.base import N_, Refusal, refuse
from ..engine.checks import told
from ..engine.setup import FORMAT
from . import shapes
from .fields import OWN
from .reading import Card
from .rules import without_examples
from .shapes import inside

MOST_HANDS = 300  # of all examples together, which are played while somebody waits
KEYS = ("sides", "options", "hands", "points", "totals", "winner")


def differences(card: "dict[str, Any]") -> "list[tuple[int, str]]":
    """Returns the examples that do not come out: their places in the list, with a sentence each.

    Raises Refusal if it is no card.
    """
    read = Card(card)
    _check_size(card)
    found = []
    for at, example in enumerate(card.get("examples", [])):
        try:
            sentence = _difference(card, read, example, inside("examples", at))
        except Refusal as refusal:
            sentence = str(refusal)
        if sentence:
            found.append((at, sentence))
    return found


def _check_size(card: "dict[str, Any]") -> None:
    hands = [example.get("hands") for example in card.get("examples", [])]
    if sum(len(each) for each in hands if isinstance(each, list)) > MOST_HANDS:
        raise refuse("examples", None, N_("All examples together have at most {most} hands"), most=MOST_HANDS)


def _difference(card: "dict[str, Any]", read: Card, example: "dict[str, Any]", place: str) -> str:
    """Returns how an example does not come out; empty if it does. Raises Refusal for one that is not well-formed."""
    shapes.group(example, place, ("hands", "points"), KEYS)
    hands = shapes.listed(example["hands"], inside(place, "hands"), 0, 200)
    rows = shapes.listed(example["points"], inside(place, "points"), len(hands), len(hands))
    sides = shapes.whole(example.get("sides", read.sides[0]), inside(place, "sides"), *read.sides)
    setup = play.begin(document_of(card, read, example, sides))
    table = play.first_table(setup)
    for number, (entry, agreed) in enumerate(zip(hands, rows, strict=True), 1):
        try:
            hand = play.score_hand(setup, table, entry)
        except Refusal as refusal:
            if agreed is not None:
                return _("Hand %(number)s is refused: %(why)s", number=number, why=told(refusal.problems[0])["message"])
            continue
        if agreed is None:
            return _("Hand %(number)s is not refused: %(points)s", number=number, points=hand["points"])
        if not _agrees(hand["points"], agreed):
            return _("Hand %(number)s gives %(points)s", number=number, points=hand["points"])
        table = hand["table"]
    for key in ("totals", "winner"):
        if key in example and not _agrees(table[key], example[key]):
            return _("At the end: %(key)s %(value)s", key=key, value=table[key])
    return ""


def _agrees(scored: Any, agreed: Any) -> bool:
    """True if these are the same whole numbers, of which 1.0 and true are none."""
    return repr(scored) == repr(agreed)


def document_of(card: "dict[str, Any]", read: Card, example: "dict[str, Any]", sides: int) -> "dict[str, Any]":
    """Returns the match of an example, without its hands."""
    options = dict(example["options"]) if isinstance(example.get("options", {}), dict) and "options" in example else {}
    options["card"] = without_examples(card)
    names = [[f"{side + 1}.{seat + 1}" for seat in range(read.team[0])] for side in range(sides)]
    seated = [{"name": f"{side + 1}", "players": players} for side, players in enumerate(names)]
    return {"format": FORMAT, "game": "card", "variant": OWN, "options": options, "sides": seated}
