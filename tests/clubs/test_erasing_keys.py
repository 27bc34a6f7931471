"""Erasing people called Reason, Table or Points: a key of a stored value stays, or nothing could read it."""

from collections.abc import Iterator
from random import Random
from string import Formatter
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import JSON, select

from scorekeeper import ledger
from scorekeeper.clubs import erasing, roster, roster_import
from scorekeeper.clubs import log as club_logs
from scorekeeper.clubs.person_details import LABELS
from scorekeeper.clubs.tournaments import keeping, rounds, table_results
from scorekeeper.games.engine import history
from scorekeeper.games.engine.checks import problem
from scorekeeper.games.engine.entries import typed_entry
from scorekeeper.ledger.erasing import erase
from scorekeeper.ledger.names import Names
from scorekeeper.ledger.writing import save
from scorekeeper.store.club_models import Club
from scorekeeper.store.models import Base, Change, Sitting, db
from scorekeeper.store.tournament_models import Tournament
from scorekeeper.web.forms import PlainForm
from scorekeeper.web.views.stakes import set_stake
from tests.clubs.evenings import a_club, begin, keys
from tests.clubs.tournaments.at_tables import confirm, match_at, play
from tests.clubs.tournaments.evening import ACTOR, a_tournament, publish_next
from tests.documents import GAMES
from tests.support.matches import points, start, write

LEGS: dict[str, Any] = {"game": "truco", "variant": None, "scoring": {"kind": "match", "best_of": 3}}
OUTCOMES: list[dict[str, Any]] = [{"points": [900, 300]}, {"vp": [12, 8], "mp": [300, 0]}]


def play_a_match_of_which_everything_is_stored(club: Club) -> None:
    """A match with a clock, a confirmation, new names, a discarded change and a hand that newer rules refuse."""
    about = {"place": "Bar", "confirm": "hands"}
    match = begin(club, "Anna", "Bruno", "Carla", "Dino", game="tresette", about=about)
    write(ledger.set_clock, match, 90)
    write(ledger.record, match, points(8, 3))
    write(ledger.confirm, match, 0, 1)
    write(ledger.seat, match, 0, "Elsa")
    ledger.decline(match, "record", 2, {"way": "points", "note": "Late"}, actor="Anna", key=next(keys))
    why = {**problem("points", "TRE-1", "{who} cannot", who="Anna"), "hand": 1}
    save(match, ledger.Write("", next(keys)), lambda _match: history.change_of("rescore", {}, {"refused": why}))


def add_details_from_a_list(club: Club) -> None:
    roster.add_player(club, "Anna")
    texts = {**dict.fromkeys(LABELS, "7"), "email": "a@b.it", "fee_until": "2026"}
    planned = roster_import.plan(club, [roster_import.Entry(2, "Anna", texts)], {})
    assert roster_import.write(club, planned, "Anna").filled


def log_every_sentence(club: Club, tournament: Tournament) -> None:
    for kind, sentence in club_logs.KINDS.items():
        club_logs.note(club, "", kind, **dict.fromkeys(parameters(sentence), "7"))
    for kind, sentence in keeping.KINDS.items():
        keeping.note(tournament, "", kind, dict.fromkeys(parameters(sentence), 7))


def parameters(sentence: str) -> list[str]:
    return [name for _text, name, *_rest in Formatter().parse(sentence) if name]


def set_stakes(sitting: Sitting) -> None:
    for amount, about in (("5", {"by": "link"}), ("6", {"reason": "Forgotten"})):
        set_stake(sitting, PlainForm({"amount": amount, "unit": "€"}), "Anna", **about)


def play_a_tournament_in_victory_points(club: Club) -> Tournament:
    """A tournament with results of all kinds, one of them from a table's phones, a ruling and an undone round."""
    made = a_tournament(club, 4)
    publish_next(made)
    play(match_at(made, 2))
    confirm(match_at(made, 2), 0, 1)
    absent = made.document["rounds"][0]["tables"][0]["sides"][0]
    for outcome in (*OUTCOMES, {"forfeit": absent}, {"late": absent}):
        table_results.enter(made, made.version, 1, {1: outcome}, actor=ACTOR)
    table_results.add_ruling(made, {"round": 1, "entrant": 1, "vp": -1, "mp": -9, "reason": "Late"}, actor=ACTOR)
    rounds.undo(made, made.version, actor=ACTOR)
    return made


def play_a_tournament_in_legs(club: Club) -> None:
    """A tournament with another pairing, a result in legs and a ruling in table points."""
    made = a_tournament(club, 4, **LEGS)
    publish_next(made)
    (one, two), (three, four) = (table["sides"] for table in made.document["rounds"][0]["tables"])
    swapped = [{"table": 1, "sides": [one, three]}, {"table": 2, "sides": [two, four]}]
    rounds.reseat(made, made.version, {"tables": swapped, "bye": None}, actor=ACTOR)
    table_results.enter(made, made.version, 1, {1: {"legs": [2, 1]}}, actor=ACTOR)
    table_results.add_ruling(made, {"round": 1, "entrant": 1, "tp": -1, "reason": "Late"}, actor=ACTOR)


def stored() -> dict[str, Any]:
    """The values of all JSON columns, by column and row."""
    db.session.flush()
    values = {}
    for table in Base.metadata.sorted_tables:
        columns = [column for column in table.columns if isinstance(getattr(column.type, "impl", column.type), JSON)]
        for row in db.session.execute(select(table)).mappings() if columns else ():
            of = [row[column.name] for column in table.primary_key]
            values.update({f"{column} {of}": outline(row[column.name]) for column in columns})
    return values


def outline(value: Any) -> Any:
    """A JSON value without its texts and numbers: only its keys."""
    if isinstance(value, list):
        return [outline(inner) for inner in value]
    return {name: outline(inner) for name, inner in value.items()} if isinstance(value, dict) else None


def keys_in(value: Any) -> Iterator[str]:
    for inner in value.values() if isinstance(value, dict) else value or ():
        yield from keys_in(inner)
    yield from value if isinstance(value, dict) else ()


def test_people_who_are_called_like_keys_of_stored_values_are_erased_without_them(app: Flask) -> None:
    with app.app_context():
        club = a_club()
        play_a_match_of_which_everything_is_stored(club)
        add_details_from_a_list(club)
        made = play_a_tournament_in_victory_points(club)
        play_a_tournament_in_legs(club)
        set_stakes(begin(club, "Anna", "Bruno").sitting)
        log_every_sentence(club, made)
        before = stored()
        found = {key for value in before.values() for key in keys_in(value)}
        names = Names([key.title() for key in found], "N. N. 1")
        erase(db.session, erasing.sittings_of(club), names)
        erasing.sweep(db.session, club, [], [], names)
        after = stored()
        assert {of: after[of] for of in before if after[of] != before[of]} == {}


@pytest.mark.parametrize("game", [slug for slug in GAMES if slug != "card"])  # whose fields are named by players
def test_people_who_are_called_like_fields_of_a_game_are_erased_without_its_discarded_entries(
    app: Flask, game: str
) -> None:
    head = GAMES[game].good(Random(f"fields of {game}"))
    typed = {path: text for hand in head.pop("hands") for path, text in typed_entry(hand).items()}
    typed = {path: text for path, text in typed.items() if not path.startswith("columns.")}  # named by players
    with app.app_context():
        match = start(head)
        ledger.decline(match, "record", 1, typed, actor="Anna", key=next(keys))
        parts = {part.title() for path in typed for part in path.split(".")}
        erase(db.session, [match.sitting_id], Names(parts, "N. N. 1"))
        (change,) = db.session.scalars(select(Change).where(Change.match_id == match.id, Change.kind == "decline"))
        assert change.after["declined"]["entry"].keys() == typed.keys()
