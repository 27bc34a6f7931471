"""Random matches on cards of the library and on random cards."""

from functools import cache, partial
from random import Random
from typing import Any

from scorekeeper.games.card import library
from scorekeeper.games.card.fields import PLAIN
from scorekeeper.games.card.reading import Card, Entered, Setting
from scorekeeper.games.card.rules import Rules
from scorekeeper.games.engine import play
from scorekeeper.games.engine.base import Refusal, Setup, Table
from tests.documents.good import hands, who_plays
from tests.documents.pieces import Document, Entry, head, how_many, maybe
from tests.games.card.random_cards import random_card

NEVER_CITED = {f"CAR-{number}" for number in range(1, 28)} | {f"CARD-{number}" for number in range(1, 41)}
ALONE = [{"players": ["Anna"]}, {"players": ["Bruno"]}]
MATCH: Document = {"format": "scorekeeper/1", "game": "card", "sides": ALONE, "options": {"card": PLAIN}}
# With a card of its own: phones of tests fetch none of the library.
GOING_ON = ({**MATCH, "hands": [{"made": [3, 4]}]}, [3, 4])
REFUSED: list[Any] = [
    ({"sides": ALONE, "options": MATCH["options"]}, hand, None)
    for hand in ({}, {"stop": False}, {"stop": True, "note": 1}, {"stop": True, "hand": 1})
]
CLAIMS: list[Entry] = [{"type": "possible", "hand": {"made": [1, 2]}}]
BAD_OPTIONS: list[dict[str, Any]] = [{"card": {}}, {"card": {"format": "scorekeeper-card/1"}}]
MOST_HANDS = 5


@cache
def library_card(slug: str) -> Card:
    """A card of the library, read."""
    return Card(library.card_named(slug))


def good(rng: Random) -> Document:
    """A match on a card of the library, or on a random card."""
    slug = rng.choice(library.SLUGS) if maybe(rng, 0.6) else "own"
    source = (PLAIN if maybe(rng, 0.1) else random_card(rng)) if slug == "own" else {}
    card = library_card(slug) if slug != "own" else Card(source)
    options = {setting.name: _setting(rng, setting) for setting in card.settings if maybe(rng, 0.3)}
    if slug == "own":
        options["card"] = source
    shapes = Rules().shapes(slug, options if slug == "own" else None)
    document = head(rng, "card", slug, options, rng.choice(shapes), several_shapes=True)
    try:
        setup = play.begin(document)
    except Refusal:  # what agrees with no number of sides
        sides = [{"players": [name]} for name in "ABC"]
        return {"format": "scorekeeper/1", "game": "card", "variant": "wizard", "sides": sides, "hands": []}
    return document | {"hands": hands(rng, setup, min(how_many(rng), MOST_HANDS), partial(entry, card))}


def entry(card: Card, rng: Random, setup: Setup, table: Table) -> Entry:
    """A random hand on a card."""
    _back, playing = who_plays(rng, setup, table)
    return {
        field.name: value(rng, field, playing, len(setup["sides"]))
        for field in card.fields
        if field.required or maybe(rng, 0.4)
    }


def value(rng: Random, field: Entered, playing: list[int], sides: int) -> Any:
    """A value that the field may have, if its bounds allow it."""
    if field.kind == "side":
        return rng.choice(playing) if field.required or maybe(rng, 0.7) else None
    values = [_one(rng, field) if side in playing else None for side in range(sides)]
    if not field.per_side:
        return values[playing[0]]
    if field.sum is not None and maybe(rng, 0.8):
        values[rng.choice(playing)] = None
    return values


def _one(rng: Random, field: Entered) -> Any:
    if field.kind == "flag":
        return maybe(rng, 0.4)
    if field.kind == "choice":
        return rng.choice(field.choices).name
    return field.step * rng.choice([0, 0, 1, 1, 2, 3, 5, 10, 25])


def _setting(rng: Random, setting: Setting) -> Any:
    if setting.kind == "flag":
        return maybe(rng, 0.5)
    if setting.kind == "choice":
        return rng.choice(setting.choices).name
    return rng.randint(setting.least, min(setting.most, setting.least + 20))


def claim(rng: Random, document: Document) -> Entry:
    """That the match is won, or that a hand can be."""
    if maybe(rng, 0.3):
        return {"type": "won", "side": rng.randrange(len(document["sides"]))}
    hands = document["hands"] or [{"stop": True}]
    return {
        "type": "possible",
        "hand": {key: each for key, each in rng.choice(hands).items() if key not in ("note", "at")},
    }
