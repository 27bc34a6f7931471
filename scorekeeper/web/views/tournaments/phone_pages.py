"""What a player's own phone shows: the table of this round, the results so far, the place in the ranking."""

from typing import NamedTuple

from scorekeeper.clubs.tournaments.followed import Followed
from scorekeeper.i18n import format_number, format_signed
from scorekeeper.paper.tournaments import words
from scorekeeper.tournaments.model import Entrant, Tournament
from scorekeeper.tournaments.standings import Turn, course
from scorekeeper.web.views.tournaments.ranking_lines import Line, ranking_of


class Played(NamedTuple):
    """A round of the reader's: `table` is 0 for a bye; texts are empty where there is nothing to say.

    `side` is 0 or 1, as the round's table has them. `points` are both sides', the own ones first; `main` and `second`
    are VP and MP, or TP and the difference.
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


class Mine(NamedTuple):
    """All about one entrant. `current` is the round that was published last, where the entrant is in it."""

    entrant: Entrant
    current: Played | None
    rounds: tuple[Played, ...]
    rulings: str
    line: Line | None


def mine(followed: Followed, number: int) -> Mine | None:
    """The page of the entrant with that id; None where there is none."""
    tournament = followed.tournament
    entrant = words.by_id(tournament).get(number)
    if entrant is None:
        return None
    rounds = tuple(_played(tournament, entrant, turn) for turn in course(tournament, number))
    current = next((each for each in rounds if each.round == followed.round), None)
    return Mine(entrant, current, rounds, _rulings(tournament, number), _line(followed, number))


def _played(tournament: Tournament, entrant: Entrant, turn: Turn) -> Played:
    known = words.by_id(tournament)
    vp = tournament.scoring.kind == "vp"
    second = turn.score.second if turn.score and (vp or tournament.scoring.best_of > 1) else None
    if turn.score and not vp and second is None:
        second = turn.score.third
    return Played(
        turn.round,
        turn.table.number if turn.table else 0,
        turn.side,
        words.names(known, turn.partners(entrant.id)),
        words.names(known, turn.opponents),
        _points(turn),
        format_number(turn.score.main) if turn.score else "",
        format_signed(second) if second is not None else "",
        turn.table is None or turn.table.is_decided,
    )


def _points(turn: Turn) -> str:
    """Points, else legs, the own ones first; nothing where the table was not played out."""
    both = (turn.table.legs or turn.table.points) if turn.table else None
    return words.two((both[turn.side], both[1 - turn.side])) if both else ""


def _rulings(tournament: Tournament, number: int) -> str:
    """What the arbiter's rulings add up to; why he gave them is for the paper to say."""
    given = [each.main for each in tournament.rulings if each.entrant == number]
    return format_signed(sum(given)) if given else ""


def _line(followed: Followed, number: int) -> Line | None:
    if not followed.has_ranking:
        return None
    return next((line for line in ranking_of(followed).everybody.lines if line.entrant == number), None)
