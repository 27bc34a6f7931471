"""Rules of a game on their way to another phone: a card, or what a table agrees on in a game of ours.

Links, QR codes, files and the shelf of a phone carry both in the same way.
"""

from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from scorekeeper.games import find_game
from scorekeeper.games.card.fields import OWN
from scorekeeper.games.card.reading import FORMAT as CARD_FORMAT
from scorekeeper.games.card.reading import Card
from scorekeeper.games.engine import play
from scorekeeper.games.engine.base import N_, Refusal, Setup, refuse
from scorekeeper.games.engine.checks import is_printable
from scorekeeper.i18n import say
from scorekeeper.ledger.names import name_key
from scorekeeper.pages.start_form import StartForm
from scorekeeper.pages.start_page import form_of

FORMAT = "scorekeeper-rules/1"
KEYS = {"format", "game", "variant", "options", "from"}
LONGEST_GIVER = 40
MOST_SHAPES = 6  # numbers of sides and players that are tried
NOT_SHARED = ("about", "source", "examples")  # left out of a link, so that its QR code stays small
NO_RULES = N_("This file has no rules of a game that is known here")


@dataclass(frozen=True)
class Sent:
    """Rules that somebody has sent: game, preset and options as a match document has them, and the sender's name."""

    game: str
    variant: str
    options: dict[str, Any]
    giver: str = ""

    @property
    def card(self) -> dict[str, Any] | None:
        """The card that these rules carry; None for a game of ours."""
        card: dict[str, Any] | None = self.options.get("card")
        return card

    @property
    def form(self) -> StartForm:
        """The form of a match with these rules."""
        return form_of(self.game, self.variant, self.options)

    @cached_property
    def setup(self) -> Setup:
        """A match of nobody with these rules. Raises Refusal if the game does not take them."""
        form = self.form
        for shape in form.shapes[1:MOST_SHAPES]:  # rules may fit some numbers of players only
            with suppress(Refusal):
                return _begun(form, self.options)
            form.shape = shape
        return _begun(form, self.options)

    def check(self) -> None:
        """Raises Refusal if the game does not take these rules."""
        _ = self.setup

    @property
    def data(self) -> dict[str, Any]:
        """What is sent: a card as it is, if nothing else is said about it."""
        if self.card is not None and len(self.options) == 1 and not self.giver:
            return self.card
        whose = {"from": self.giver} if self.giver else {}
        return {"format": FORMAT, "game": self.game, "variant": self.variant, "options": self.options, **whose}

    @property
    def shared(self) -> "Sent":
        """What a link carries of it."""
        if self.card is None:
            return self
        card = {name: value for name, value in self.card.items() if name not in NOT_SHARED}
        return replace(self, options={**self.options, "card": card})

    @property
    def title(self) -> str:
        """The name of the game, in the visitor's language."""
        setup = self.setup
        return play.game_of(setup).title_of(setup["options"], say)


def _begun(form: StartForm, options: dict[str, Any]) -> Setup:
    return play.begin({**form.head, "options": options})


def of_card(card: dict[str, Any]) -> Sent:
    """Returns a card as it is sent."""
    return Sent("card", OWN, {"card": card})


def of_setup(setup: Setup) -> Sent:
    """Returns the rules of a match."""
    game = play.game_of(setup)
    preset = game.preset(setup["variant"])
    usual = preset["options"] if preset else {}
    options = game.written_options(setup)
    required = game.required_options(setup["variant"])
    agreed = {name: value for name, value in options.items() if name in required or value != usual.get(name)}
    return Sent(setup["game"], setup["variant"], agreed)


def is_same_game(one: Sent, other: Sent) -> bool:
    """True if both are rules of one game, by its name if players gave it one; False if a game takes them no longer."""
    try:
        return one.game == other.game and name_key(one.title) == name_key(other.title)
    except Refusal:
        return False


def read(data: dict[str, Any]) -> Sent:
    """Returns what somebody has sent. Raises Refusal if the game does not take it."""
    if data.get("format") == CARD_FORMAT or "format" not in data:
        Card(data)
        return of_card(data)
    slug, variant, options = data.get("game"), data.get("variant"), data.get("options")
    game = find_game(slug) if isinstance(slug, str) else None
    preset = game.preset(variant) if game and isinstance(variant, str) else None
    if data["format"] != FORMAT or not set(data) <= KEYS or not preset or not isinstance(options, dict):
        raise refuse("format", None, NO_RULES)
    sent = Sent(str(slug), preset["slug"], options, giver_of(data.get("from")))
    if sent.card is not None:
        Card(sent.card)
    sent.check()
    return sent


def giver_of(text: Any) -> str:
    """Returns the name that a sender has given, on one line and not too long; empty if it is none."""
    if not isinstance(text, str) or not is_printable(text):
        return ""
    return " ".join(text.split())[:LONGEST_GIVER].strip()
