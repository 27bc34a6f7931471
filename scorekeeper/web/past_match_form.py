"""“Is this match over?”: a match document as a file or as text, or a game with its totals."""

import json
from typing import Any

from flask_wtf import FlaskForm
from flask_wtf.file import FileField
from wtforms import StringField, TextAreaField

from scorekeeper.games import find_game
from scorekeeper.games.engine.base import Refusal, Setup, refuse
from scorekeeper.games.engine.base import _ as marked
from scorekeeper.games.engine.setup import FORMAT, begin
from scorekeeper.i18n import _

LARGEST = 1_000_000  # characters of a document
MOST_HANDS = 2_000  # of a document; twenty evenings' worth, scored in a fifth of a second


class OverForm(FlaskForm):  # type: ignore[misc]  # Flask-WTF ships no type hints
    """The document wins over the totals where both are given."""

    document = TextAreaField()
    file = FileField()
    preset = StringField()  # "game:variant"
    totals = StringField()

    def given_document(self) -> Any | None:
        """The document that was pasted or uploaded; None where there is none. Raises Refusal where it is no JSON."""
        text = self.document.data or ""
        if self.file.data:
            text = self.file.data.read(LARGEST + 1).decode("utf-8-sig", "replace")
        if not text.strip():
            return None
        if len(text) > LARGEST:
            raise refuse("document", None, TOO_LONG)
        try:
            document = json.loads(text)
        except (ValueError, RecursionError):
            raise refuse("document", None, NOT_JSON) from None
        hands = document.get("hands") if isinstance(document, dict) else None
        if isinstance(hands, list) and len(hands) > MOST_HANDS:
            raise refuse("document", None, TOO_MANY, hands=len(hands), most=MOST_HANDS)
        return document

    def given_totals(self) -> tuple[Setup, list[int]]:
        """The totals, with a match of the chosen preset to judge them by. Raises Refusal where they are no numbers."""
        words = (self.totals.data or "").replace("–", " ").replace(",", " ").replace(";", " ").split()
        if not 2 <= len(words) <= 6 or not all(_is_total(word) for word in words):
            raise refuse("totals", None, NO_TOTALS)
        slug, _colon, variant = (self.preset.data or "").partition(":")
        return _setup(slug, variant, len(words)), [int(word) for word in words]


TOO_MANY = marked("This document has {hands} hands; at most {most} are looked at here")
TOO_LONG = marked("This document is too long")
NOT_JSON = marked("This is not a match document: it is no JSON")
NO_TOTALS = marked("Type a total for each side, two to six numbers")
OTHER_SIDES = marked("This preset is not played by that many sides")


def _is_total(word: str) -> bool:
    return word.removeprefix("-").isdecimal() and len(word) <= 7


def _setup(slug: str, variant: str, sides: int) -> Setup:
    """A match of the preset between so many sides, named by their numbers."""
    game = find_game(slug)
    shapes = [] if game is None else [shape for shape in game.shapes(variant) if shape[0] == sides]
    if not shapes:
        raise refuse("totals", None, OTHER_SIDES)
    named = [
        {"name": _("Side %(number)s", number=at + 1), "players": _players(at, shapes[0][1])} for at in range(sides)
    ]
    try:
        return begin({"format": FORMAT, "game": slug, "variant": variant, "sides": named})
    except Refusal:  # a preset that is not the game's: the choice was not one of the list
        raise refuse("preset", None, OTHER_SIDES) from None


def _players(side: int, players: int) -> list[str]:
    return [f"{side + 1}.{seat + 1}" for seat in range(players)]
