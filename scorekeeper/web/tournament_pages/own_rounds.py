"""A tournament as one entrant sees it: rounds, rulings, and line of the ranking."""

from typing import NamedTuple

from scorekeeper.clubs.tournaments import words
from scorekeeper.clubs.tournaments.snapshots import Snapshot
from scorekeeper.i18n import format_number, format_signed
from scorekeeper.tournaments.model import Entrant, Tournament
from scorekeeper.tournaments.standings import EntrantRound, rounds_of_entrant
from scorekeeper.web.tournament_pages.ranking import Line, Mark, marks_of, ranking_of


class Played(NamedTuple):
    """A round as one entrant sees it; `table` is 0 for a bye, texts are empty if there is nothing to show.

    `side` is the player's side (0 or 1) at the table. `points` lists the player's own points first. `main` and `second`
    are the score: VP and MP (victory and match points), or TP (tournament points) and the difference.
    `line` is the player's line in a Mitchell, else empty. `is_held`: the round's results are held back.
    """

    round: int
    table: int
    side: int
    partners: str
    opponents: str
    points: str
    main: str
    second: str
    is_decided: bool
    name: str
    line: str
    is_held: bool


class Mine(NamedTuple):
    """An entrant's marks, rounds, rulings and line of the ranking.

    `current` is the last published round, or None if the entrant is not in it; `name` is of those who sit in it.
    """

    entrant: Entrant
    name: str
    marks: tuple[Mark, ...]
    current: Played | None
    rounds: tuple[Played, ...]
    rulings: str
    line: Line | None


def mine(followed: Snapshot, number: int) -> Mine | None:
    """Returns rounds, rulings and ranking line of the entrant with this id; None if there is none."""
    tournament = followed.tournament
    entrant = words.by_id(tournament).get(number)
    if entrant is None:
        return None
    turns = rounds_of_entrant(followed.shown, number)
    rounds = tuple(_played_round(tournament, entrant, turn, is_held=followed.holds(turn.round)) for turn in turns)
    current = next((played for played in rounds if played.round == followed.round), None)
    return Mine(
        entrant,
        entrant.name_in(followed.round),
        marks_of(entrant),
        current,
        rounds,
        _rulings(followed.shown, number),
        _line(followed, number),
    )


def _played_round(tournament: Tournament, entrant: Entrant, turn: EntrantRound, *, is_held: bool) -> Played:
    by_id = words.sitting(tournament, turn.round)
    vp = tournament.scoring.kind == "vp"
    second = turn.score.second if turn.score and (vp or tournament.scoring.best_of > 1) else None
    if turn.score and not vp and second is None:
        second = turn.score.third
    return Played(
        turn.round,
        turn.table.number if turn.table else 0,
        turn.side,
        words.names(by_id, turn.partners(entrant.id)),
        words.names(by_id, turn.opponents),
        _points(turn),
        format_number(turn.score.main) if turn.score else "",
        format_signed(second) if second is not None else "",
        turn.table is None or turn.table.is_decided,
        words.names_of_round(tournament, turn.round).get(turn.table.number, "") if turn.table else "",
        (words.lines(tournament, turn.round) or ("", ""))[turn.side] if turn.table else "",
        is_held,
    )


def _points(turn: EntrantRound) -> str:
    """Returns both sides' legs, else their points, the player's own first; empty if the table was not played."""
    figures = (turn.table.legs or turn.table.points) if turn.table else None
    return words.two((figures[turn.side], figures[1 - turn.side])) if figures else ""


def _rulings(tournament: Tournament, number: int) -> str:
    """Returns the sum of the arbiter's rulings on the entrant.

    Empty if there are none. Reasons are printed on paper only.
    """
    points = [ruling.main for ruling in tournament.rulings if ruling.entrant == number]
    return format_signed(sum(points)) if points else ""


def _line(followed: Snapshot, number: int) -> Line | None:
    if not followed.has_ranking:
        return None
    return next((line for line in ranking_of(followed).everybody.lines if line.entrant == number), None)
