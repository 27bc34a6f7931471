"""Tries out the rounds to come with made-up results: tables, byes and rematches, before anything is decided.

A pairing depends on results, so who meets whom is not foretold; how many tables, byes and rematches there will be
rarely depends on them. In a round under way, missing results are made up first.
"""

from collections.abc import Collection
from dataclasses import replace
from random import Random
from time import thread_time
from typing import Any, NamedTuple

from scorekeeper.games.engine.base import N_, refuse
from scorekeeper.tournaments.changes import entries
from scorekeeper.tournaments.changes.entries import Newcomer
from scorekeeper.tournaments.changes.results import Document, checked
from scorekeeper.tournaments.document import read
from scorekeeper.tournaments.model import Ids, Round, Scoring, Table, Tournament
from scorekeeper.tournaments.pairing import Draft, forbidden_twos, next_number
from scorekeeper.tournaments.systems import next_round

MOST_ROUNDS = 30  # that are tried
LONGEST = 2.0  # seconds of processor time, after which no other round is tried
MOST_NEW = 20  # entrants supposed to come


class Trial(NamedTuple):
    """A round to come. `byes` are ids; `is_certain` if they do not depend on made-up results.

    `rematches` and `forbidden` are the numbers of tables where two meet again, or must not meet.
    """

    number: int
    tables: int
    byes: Ids
    is_certain: bool
    rematches: int
    forbidden: int


class Forecast(NamedTuple):
    """The rounds to come, and the tournament after them; `is_whole` unless some were too many to be tried."""

    trials: tuple[Trial, ...]
    after: Tournament
    is_whole: bool


def forecast(document: Document) -> Forecast:
    """Returns the rounds to come of a document. Raises Refusal if it is invalid, or has too few entrants."""
    tournament, rng, started = read(document, strict=True), Random(0), thread_time()  # noqa: S311 (no secret)
    begun, is_certain = len(tournament.rounds), tournament.complete == len(tournament.rounds)
    tournament = replace(tournament, rounds=tuple(_decided(tournament.scoring, one, rng) for one in tournament.rounds))
    met = {frozenset(table.ids) for played in tournament.rounds for table in played.tables}
    trials: list[Trial] = []
    while (draft := next_round(tournament)) is not None:
        if len(trials) == MOST_ROUNDS or thread_time() - started > LONGEST:
            return Forecast(tuple(trials), tournament, is_whole=False)
        trials.append(_trial(tournament, draft, met, is_certain and len(tournament.rounds) == begun))
        drawn = Round(tuple(Table(number, (one, other)) for number, one, other in draft.tables), draft.byes)
        met.update(frozenset(table.ids) for table in drawn.tables)
        tournament = replace(tournament, rounds=(*tournament.rounds, _decided(tournament.scoring, drawn, rng)))
    return Forecast(tuple(trials), tournament, is_whole=True)


def _trial(tournament: Tournament, draft: Draft, met: Collection[frozenset[int]], is_certain: bool) -> Trial:
    seats = [one + other for _table, one, other in draft.tables]
    return Trial(
        next_number(tournament),
        len(seats),
        draft.byes,
        is_certain,
        0 if tournament.system.singles else sum(frozenset(ids) in met for ids in seats),
        sum(bool(forbidden_twos(tournament.forbidden, ids)) for ids in seats),
    )


def _decided(scoring: Scoring, played: Round, rng: Random) -> Round:
    """Returns the round with a made-up result, never a draw, at each table that has none."""
    tables = [table if table.is_decided else _won(scoring, table, rng) for table in played.tables]
    return replace(played, tables=tuple(tables))


def _won(scoring: Scoring, table: Table, rng: Random) -> Table:
    first = rng.random() < 0.5
    if scoring.kind == "match":
        legs = scoring.legs_to_win
        return replace(table, legs=(legs, 0) if first else (0, legs))
    points = rng.randrange(50, 1500, 5)
    return replace(table, points=(points, 0) if first else (0, points))


def supposed(document: Document, new: int, out: Collection[int], system: dict[str, Any] | None) -> Document:
    """Returns the document with another system, without the entrants `out`, and with `new` others. Raises Refusal."""
    if not 0 <= new <= MOST_NEW:
        raise refuse("new", None, N_("Enter 0 to {most}"), most=MOST_NEW)
    if system is not None:
        document = checked({**document, "system": system})
    if out:
        leave = entries.remove if entries.next_round(document) == 1 else entries.withdraw
        document = leave(document, out)
    if new:
        first = entries.next_id(document)
        names = [f"+ {first + at}" for at in range(new)]
        document = entries.enter(document, [Newcomer(name, (name,)) for name in names])
    return document


def with_rounds(system: dict[str, Any], rounds: int) -> dict[str, Any]:
    """Returns the system's settings with another number of rounds, which a mixed one changes in its last part.

    Raises Refusal if the number follows from the entrants, or is too small for the parts.
    """
    if "parts" in system:
        *parts, last = system["parts"]
        left = rounds - sum(part["rounds"] for part in parts)
        if left < 1:
            raise refuse("rounds", "TOU-22", N_("The parts before the last one have as many rounds already"))
        return {**system, "parts": [*parts, {**last, "rounds": left}]}
    if "rounds" not in system:
        raise refuse("rounds", None, N_("In this system the number of rounds follows from the entrants"))
    return {**system, "rounds": rounds}
