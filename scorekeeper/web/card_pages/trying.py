"""A hand tried on a card that is being made: its points line by line, or what is wrong with the card or the hand."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from scorekeeper.games.card.fields import OWN, ways_of
from scorekeeper.games.card.reading import Card
from scorekeeper.games.card.rules import without_examples
from scorekeeper.games.engine import play
from scorekeeper.games.engine.base import Refusal
from scorekeeper.games.engine.entries import entry_typed
from scorekeeper.games.engine.setup import FORMAT
from scorekeeper.pages.entry_form import ProblemText, preview_of, problem_texts

NAMES = ("Anna", "Bruno", "Carla", "Dario", "Elena", "Fabio")
USUAL_SIDES = 3
PREFIX = "try."


class Tried(NamedTuple):
    """What a tried hand gives: `points` and `lines` if it works, else `problem`; `is_blank` before all is entered.

    `wrong_line` is the number of the line in which the card is wrong, from 1; 0 if it is wrong elsewhere, or right.
    """

    fields: list[Any]
    names: list[str]
    entry: dict[str, Any]
    points: list[int] | None = None
    lines: Sequence[Any] = ()
    problem: ProblemText | None = None
    wrong_line: int = 0
    is_blank: bool = False
    asks_hand: bool = False


def names_for(card: dict[str, Any]) -> list[str]:
    """Returns who plays the tried hand: three, or as many as must."""
    least, most = card["sides"]
    count = max(2, min(max(least, min(USUAL_SIDES, most)), 12))
    return [NAMES[at] if count <= len(NAMES) else str(at + 1) for at in range(count)]


def tried(card: dict[str, Any], form: dict[str, str]) -> Tried:
    """Returns what the hand in a form gives by a card as it is written so far."""
    names = names_for(card)
    try:
        read = Card(without_examples(card))
    except Refusal as refusal:
        problem = problem_texts(refusal.problems)[0]
        parts = (problem["field"] or "").split(".")
        wrong = int(parts[1]) + 1 if parts[0] == "points" and len(parts) > 1 else 0
        return Tried(card["fields"], names, {}, problem=problem, wrong_line=wrong)
    typed = {name.removeprefix(PREFIX): text.strip()[:12] for name, text in form.items() if name.startswith(PREFIX)}
    fields = ways_of(read)[0]["fields"]
    seen = [each.used for each in _formulas(read)]
    asks_hand = any("hand" in used for used in seen)
    entry = entry_typed(fields, typed, len(names))
    result = Tried(card["fields"], names, entry, asks_hand=asks_hand)
    if not any(text and text != "null" for name, text in typed.items() if name != "hand"):
        return result._replace(is_blank=True)
    try:
        setup = play.begin(_document(card, read, names))
        table = play.first_table(setup)
        table["hands"] = hand_number(form) - 1
        scored = play.score_hand(setup, table, entry)
    except Refusal as refusal:
        problem = problem_texts(refusal.problems)[0]
        if _is_missing(entry, problem["field"] or ""):
            return result._replace(is_blank=True)
        return result._replace(problem=problem)
    return result._replace(points=scored["points"], lines=preview_of(scored)["lines"])


def _is_missing(entry: dict[str, Any], place: str) -> bool:
    """True if nothing is entered yet at a place of a hand: of one side, or once."""
    name, _dot, side = place.partition(".")
    value = entry.get(name, "")
    if isinstance(value, list) and side.isdecimal():
        value = value[int(side)]
    return value is None


def hand_number(form: dict[str, str]) -> int:
    """Returns which hand is tried: from 1 to 60."""
    text = form.get("try.hand", "")
    return min(max(int(text), 1), 60) if text.isdecimal() and len(text) < 4 else 1


def _formulas(card: Card) -> list[Any]:
    bounds = [bound for field in card.fields for bound in (field.least, field.most, field.sum) if bound]
    lines = [formula for line in card.lines for formula in (line.worth, line.when) if formula]
    return [*bounds, *lines, *(value.worth for value in card.values), *(check.unless for check in card.checks)]


def _document(card: dict[str, Any], read: Card, names: list[str]) -> dict[str, Any]:
    players = [[f"{name} {seat + 1}" for seat in range(read.team[0])] for name in names]
    seated = [{"name": name, "players": each} for name, each in zip(names, players, strict=True)]
    options = {"card": without_examples(card)}
    return {"format": FORMAT, "game": "card", "variant": OWN, "options": options, "sides": seated}


def example_of(result: Tried, form: dict[str, str]) -> dict[str, Any] | None:
    """Returns a tried hand that works as an example of the card; None for another hand than the first."""
    if result.points is None or hand_number(form) != 1:
        return None
    return {"sides": len(result.names), "hands": [result.entry], "points": [result.points]}
