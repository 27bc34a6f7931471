"""Hands of a game that have every field, good and wrong, and tables before the first hand."""

from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

from scorekeeper.games.engine import play
from scorekeeper.games.engine.base import Field, Game, Setup, Table
from scorekeeper.games.engine.ways import fields_of
from tests.documents import GAMES as DOCUMENTS
from tests.documents.bad import is_checked_by_the_game, wrong_entries
from tests.support.fuzzing import FUZZING, shared_out

MATCHES = 700  # random ones, in which every field occurs
ENOUGH = MATCHES if FUZZING else 120  # consecutive ones without a new field: by day the search ends then
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


def declared(fields: list[Field], path: str = "") -> Iterator[str]:
    """The names of fields that the engine checks, as `names_in` has them."""
    for field in fields:
        if not is_checked_by_the_game(field):
            yield path + field["name"]
            yield from declared(field.get("fields", []), f"{path}{field['name']}.")


def fields_of_hands(game: Game) -> set[str]:
    """The names of the fields that the engine checks in a game's hands."""
    return {name for way in game.ways if not way.get("ends") for name in declared(way["fields"])}


def fields_played(setup: Setup) -> set[str]:
    """The names of a match's fields; a hand may have others, but only empty."""
    players = len(setup["seats"])
    ways = play.game_of(setup).ways_of(setup)
    return {field["name"] for way in ways for field in fields_of(way["fields"], setup["options"], players)}


@cache
def hands_with_every_field(game: Game) -> list[Hand]:
    """Hands of good matches, each with a field that those before it do not have.

    A field counts once for each number of players, and once more where it is only left empty.
    """
    found: list[Hand] = []
    known: set[tuple[int, bool, str]] = set()
    newest = 0
    for seed in range(MATCHES):
        if seed - newest > ENOUGH and fields_of_hands(game) <= {name for _players, _played, name in known}:
            break
        document = DOCUMENTS[game.slug].good(Random(seed))
        setup = play.begin(document)
        players, fields = len(setup["seats"]), fields_played(setup)
        new_at = []
        for at, entry in enumerate(document["hands"]):
            own = {(players, name.partition(".")[0] in fields, name) for name in names_in(entry)}
            if not own <= known:
                known |= own
                new_at.append(at)
                newest = seed
        found += _with_tables(setup, document["hands"], new_at)
    return found


def _with_tables(setup: Setup, hands: list[dict[str, Any]], wanted: list[int]) -> Iterator[Hand]:
    """Some of a match's hands by their positions, each with the table before it; scores no hand after the last one."""
    table = play.first_table(setup)
    for at, entry in enumerate(hands[: max(wanted, default=-1) + 1]):
        if at in wanted:
            yield setup, table, {name: entry[name] for name in entry if name not in ("note", "at")}
        table = play.score_hand(setup, table, entry)["table"]


def wrong_hands(game: Game) -> Iterator[Hand]:
    """Hands that are refused: each wrong in one field, and those of the game's own tests.

    By day one in three of the former, all of which `test_what_is_refused_by_declaration` tries.
    """
    for turn, (setup, table, entry) in enumerate(hands_with_every_field(game)):
        yield from ((setup, table, wrong) for _path, wrong in shared_out(wrong_entries(setup, entry), turn % 3, 3))
    for match, entry in DOCUMENTS[game.slug].refused:
        setup, _hands, table = play.opened(match)
        yield setup, table, entry
