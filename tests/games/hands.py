"""Hands of a game that have every field, good and wrong, and tables before the first hand."""

from collections.abc import Iterator
from functools import cache
from itertools import product
from random import Random
from typing import Any

from scorekeeper.games.engine import play
from scorekeeper.games.engine.base import Game, Refusal, Setup, Table
from scorekeeper.games.engine.fields_in_use import fields_of
from tests.documents import GAMES as DOCUMENTS
from tests.documents.bad import wrong_entries

SIDES = ("Us", "Them", *"ABCDEFGHIJ")
MATCHES = 700  # random ones, in which every field occurs
Hand = tuple[Setup, Table, dict[str, Any]]


def names_in(value: Any, path: str = "") -> Iterator[str]:
    """The names of a hand's fields, those inside groups behind a dot: `points`, `sides.melds`."""
    if isinstance(value, dict):
        for name, inner in value.items():
            yield path + name
            yield from names_in(inner, f"{path}{name}.")
    elif isinstance(value, list):
        for inner in value:
            yield from names_in(inner, path)


def played_in(setup: Setup, name: str) -> tuple[int, bool]:
    """How many players there are, and if a field that they may leave empty anyway is one that they play with."""
    ways, players = play.game_of(setup).ways, len(setup["seats"])
    fields = [field for way in ways for field in fields_of(way["fields"], setup["options"], players)]
    return players, name.partition(".")[0] in [field["name"] for field in fields]


@cache
def hands_with_every_field(game: Game) -> list[Hand]:
    """Hands of good matches, each with a field that those before it do not have."""
    found: list[Hand] = []
    known: set[str] = set()
    for seed in range(MATCHES):
        document = DOCUMENTS[game.slug].good(Random(seed))
        setup = play.begin(document)
        table = play.first_table(setup)
        for entry in document["hands"]:
            own = {f"{played_in(setup, name)} {name}" for name in names_in(entry)}
            if not own <= known:
                known |= own
                found.append((setup, table, {name: entry[name] for name in entry if name not in ("note", "at")}))
            table = play.score_hand(setup, table, entry)["table"]
    return found


def first_tables(game: Game) -> Iterator[tuple[Setup, Table]]:
    """Before the first hand, of every preset and shape, without house rules and with those that hands may break."""
    house_rules: list[dict[str, Any]] = [{}]
    house_rules += [each for each in DOCUMENTS[game.slug].bad_options if each not in house_rules]
    for preset, options in product(game.presets, house_rules):
        for sides, players in game.shapes(preset["slug"]):
            named = [
                {"name": side, "players": [f"{side} {seat + 1}" for seat in range(players)]} for side in SIDES[:sides]
            ]
            head = {"format": "scorekeeper/1", "game": game.slug, "variant": preset["slug"], "sides": named}
            try:
                setup = play.begin({**head, "options": options})
            except Refusal:  # these are no house rules
                continue
            yield setup, play.first_table(setup)


def wrong_hands(game: Game) -> Iterator[Hand]:
    """Hands that are refused: each wrong in one field, and those of the game's own, on every table."""
    for setup, table, entry in hands_with_every_field(game):
        yield from ((setup, table, wrong) for _path, wrong in wrong_entries(setup, entry))
    for (setup, table), entry in product(first_tables(game), DOCUMENTS[game.slug].bad_hands):
        yield setup, table, entry
