"""What is announced before the cards of a hand are played, such as bids: every phone at the table shows it at once.

It is part of the hand's entry, in fields that are entered `before` (see `declared.Details`), and kept beside the match
until the hand is recorded: `{"hand": its number, "typed": {path: text}}`, with the texts of a form.
"""

from typing import Any, TypeAlias, TypedDict

from .checks import Refusal, _, problem
from .declared import Field
from .entries import entry_typed
from .game import game_of
from .shapes import Entry, Say, Setup, Table

Kept: TypeAlias = "dict[str, Any]"
LONGEST = 20  # characters of a bid


class Bids(TypedDict):
    """The bids before hand `hand`: `typed` are the texts of a form by path, `cards` the text of each side's card.

    `label` names the bids; it is empty if sides do not bid. `turn` is the side that bids next, None once nobody does.
    `refused` are bids that this side may not make, with the reason each. `bid` is the sum of the bids and `most` the
    sum to which the hand adds up; both None where they are no numbers of that kind. `words` say what is announced for
    the hand as a whole, and how far the bids are from that sum. `complete`: the cards can be played. `number` counts
    the changes on the server, so that older bids do not replace newer ones; 0 on a phone.
    """

    hand: int
    typed: dict[str, str]
    label: str
    cards: list[str]
    turn: "int | None"
    refused: dict[str, str]
    bid: "int | None"
    most: "int | None"
    words: list[str]
    asks: bool
    complete: bool
    number: int


def fields_before(setup: Setup) -> "list[Field]":
    """Returns the fields that are entered before the cards are played."""
    ways = game_of(setup).ways_of(setup)
    return [field for way in ways for field in way["fields"] if field.get("before")]


def typed_now(kept: "Kept | None", hand: int) -> "dict[str, str]":
    """Returns what has been announced of this hand, as the texts of a form."""
    return dict(kept["typed"]) if kept and kept["hand"] == hand and "typed" in kept else {}


def announced(setup: Setup, table: Table, hand: int, kept: "Kept | None", sent: "dict[str, str]") -> Kept:
    """Returns what is announced once these texts of a form are added; empty ones take something back. Raises Refusal.

    Texts of other fields are ignored. Refused in games without such fields, which keep calls there.
    """
    if not fields_before(setup):
        raise Refusal([problem(None, None, _("Nothing is bid before the cards in this game"))])
    typed = typed_now(kept, hand)
    for path in _paths(setup):
        text = sent.get(path, typed.get(path, ""))
        typed.pop(path, None)
        if len(text) > LONGEST:
            raise Refusal([problem(path, None, _("This value cannot be chosen"))])
        if text:
            typed[path] = text
    game_of(setup).bids(setup, table, typed)
    return {"hand": hand, "typed": typed}


def _paths(setup: Setup) -> "list[str]":
    """Returns the paths of all fields entered before: of each side, or of the hand."""
    paths = []
    for field in fields_before(setup):
        paths.append(field["name"])
        paths += [field["name"] + "." + str(side) for side in range(len(setup["sides"]))]
    return paths


def entry_before(setup: Setup, typed: "dict[str, str]") -> Entry:
    """Returns the announced part of a hand's entry."""
    return entry_typed(fields_before(setup), typed, len(setup["sides"]))


def shown(setup: Setup, table: Table, hand: int, kept: "Kept | None", say: Say, number: int = 0) -> "Bids | None":
    """Returns the bids of the next hand as pages show them; None in games without any, and once the match is over."""
    if table["status"] != "in_progress":
        return None
    typed = typed_now(kept, hand)
    try:
        bids = game_of(setup).bids(setup, table, typed)
    except Refusal:  # hands before it have changed: the bids no longer fit
        typed = {}
        bids = game_of(setup).bids(setup, table, typed)
    if bids is None:
        return None
    label = bids["label"]
    return {
        "hand": hand,
        "typed": typed,
        "label": say("{label}", {"label": label}) if label else "",
        "cards": bids["cards"],
        "turn": bids["turn"],
        "refused": {text: say("{label}", {"label": reason}) for text, reason in bids["refused"].items()},
        "bid": bids["bid"],
        "most": bids["most"],
        "words": [say(message, params) for message, params in bids["words"]],
        "asks": bids["asks"],
        "complete": bids["complete"],
        "number": number,
    }
