"""How equal ones in a ranking were parted: which criteria there are, and which of them decided (TOU-7 … TOU-9)."""

from collections.abc import Sequence
from itertools import groupby
from typing import NamedTuple

from scorekeeper.i18n import _, format_number, format_signed
from scorekeeper.paper.tournaments import words
from scorekeeper.tournaments.model import Scoring, Tournament
from scorekeeper.tournaments.ranking import Compared, Count, Placed, compared


class Level(NamedTuple):
    """A place in a list, counted from 1 by position, with who has it."""

    position: int
    placed: Placed


def criteria(scoring: Scoring) -> tuple[str, ...]:
    """What decides, in its order."""
    own_tables = _("If exactly two are equal and have met: their own result")
    lots = _("Still equal: the place is shared; lots only set the order")
    if scoring.kind == "vp":
        return (
            _("Victory points (VP)"),
            _("Match points (MP): sum of the differences of all rounds"),
            own_tables,
            _("Sum of the opponents’ victory points; a bye or an unplayed table counts 10"),
            lots,
        )
    return (
        _("Tournament points (TP)"),
        _("The difference of the legs won and lost"),
        _("The difference of the points"),
        own_tables,
        _("Sum of the opponents’ tournament points; a bye or an unplayed table counts nothing"),
        lots,
    )


def parted(tournament: Tournament, counted: Count, placed: Sequence[Placed], behind: int = 0) -> tuple[str, ...]:
    """Sentences about who is equal by the first criterion in a ranking by TOU-7 or TOU-8, `behind` so many others."""
    worth = compared(tournament, counted, (each.entrant for each in placed))
    listed = [Level(position, each) for position, each in enumerate(placed, start=behind + 1)]
    return tuple(_sentences(tournament, worth, listed, 0))


def _values(worth: Compared) -> tuple[int | tuple[int, int], ...]:
    return (*worth.sums, worth.direct, worth.opponents)


def _sentences(tournament: Tournament, worth: dict[int, Compared], equal: list[Level], criterion: int) -> list[str]:
    """About those who are equal up to a criterion, and then about those of them whom it has left equal."""
    if len(equal) < 2:
        return []
    if criterion == len(_values(worth[equal[0].placed.entrant])):
        return [_shared(tournament, equal)]
    same = [list(part) for _value, part in groupby(equal, lambda one: _values(worth[one.placed.entrant])[criterion])]
    told = [_decided(tournament, worth, equal, criterion)] if criterion and len(same) > 1 else []
    return told + [each for part in same for each in _sentences(tournament, worth, part, criterion + 1)]


def _shared(tournament: Tournament, equal: list[Level]) -> str:
    known = words.by_id(tournament)
    names = " · ".join(known[each.placed.entrant].name for each in equal)
    return _("Place %(place)s is shared, equal in everything: %(names)s", place=equal[0].position, names=names)


def _decided(tournament: Tournament, worth: dict[int, Compared], equal: list[Level], criterion: int) -> str:
    """Who was parted from whom by a criterion, and what each had."""
    known = words.by_id(tournament)
    vp = tournament.scoring.kind == "vp"
    told = []
    for _position, placed in equal:
        value = _values(worth[placed.entrant])[criterion]
        if isinstance(value, tuple):
            figure = format_number(value[0]) + (f" ({format_signed(value[1])})" if vp else "")
        else:
            figure = (
                format_number(value) if criterion == len(_values(worth[placed.entrant])) - 1 else format_signed(value)
            )
        told.append(f"{known[placed.entrant].name}\N{NO-BREAK SPACE}{figure}")
    vp_or_legs = (
        _("Places %(first)s–%(last)s by match points: %(who)s")
        if vp
        else _("Places %(first)s–%(last)s by legs: %(who)s")
    )
    sentences = {
        1: vp_or_legs,
        2: _("Places %(first)s–%(last)s by points: %(who)s"),
        3: _("Places %(first)s–%(last)s by their own matches: %(who)s"),
        4: _("Places %(first)s–%(last)s by the opponents’ points: %(who)s"),
    }
    places = {"first": equal[0].position, "last": equal[-1].position, "who": " · ".join(told)}
    return sentences[criterion] % places
