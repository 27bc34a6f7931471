"""The ranking as boards and phones show it: places, movement, names, and the one or two sums that decide first."""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from scorekeeper.clubs.tournaments.followed import KEPT, Followed
from scorekeeper.i18n import _, current_locale, format_number, format_signed, language_tag
from scorekeeper.paper.tournaments import words
from scorekeeper.paper.tournaments.ranking import group_name
from scorekeeper.tournaments.model import Tournament
from scorekeeper.tournaments.standings import Moved, Standing
from scorekeeper.tournaments.systems import is_knockout


class Line(NamedTuple):
    """A line: the place as it is read (`3=` where it is shared), places gained or lost, and the sums as texts."""

    place: str
    up: int | None
    entrant: int
    name: str
    club: str
    figures: tuple[str, ...]


class Part(NamedTuple):
    """A list of its own: everybody, one of Mitchell's lines, or a group."""

    heading: str
    lines: tuple[Line, ...]


class Ranking(NamedTuple):
    """`figures` head the columns of sums. `parts` are lines or groups, where there are any."""

    title: str
    figures: tuple[str, ...]
    everybody: Part
    parts: tuple[Part, ...]

    @property
    def wanted(self) -> tuple[Part, ...]:
        """What a wall shows: lines and groups rather than everybody."""
        return self.parts or (self.everybody,)


def ranking_of(followed: Followed, *, live: bool = False) -> Ranking:
    """The ranking after all complete rounds, or with what has come in since, in the current language."""
    return _ranking(followed, live, current_locale(), language_tag())


@lru_cache(2 * KEPT)
def _ranking(followed: Followed, live: bool, _language: str, _region: str) -> Ranking:
    tournament, standing = followed.tournament, followed.live if live else followed.standing
    in_knockout = bool(standing.rounds) and is_knockout(tournament, standing.rounds)
    lines = [_lines(tournament, rows, bare=in_knockout) for rows in (standing.everybody, *standing.parts)]
    headings = _headings(tournament, len(standing.parts))
    return Ranking(
        title_of(standing, live=live),
        () if in_knockout else _columns(tournament),
        Part("", lines[0]),
        () if in_knockout else tuple(Part(*each) for each in zip(headings, lines[1:], strict=True)),
    )


def title_of(standing: Standing, *, live: bool = False) -> str:
    """Which ranking it is."""
    if standing.finished:
        return _("Final ranking")
    if live:
        return _("Ranking during round %(number)s", number=standing.rounds)
    return _("Ranking after round %(number)s", number=standing.rounds)


def _headings(tournament: Tournament, parts: int) -> Sequence[str]:
    return words.lines(tournament) or [group_name(index) for index in range(parts)]


def _columns(tournament: Tournament) -> tuple[str, ...]:
    if tournament.scoring.kind == "vp":
        return (_("VP"), _("MP"))
    return (_("TP"), _("Legs") if tournament.scoring.best_of > 1 else _("Points"))


def _lines(tournament: Tournament, rows: tuple[Moved, ...], *, bare: bool) -> tuple[Line, ...]:
    """In a knock-out, `bare`, there is nothing but the places: whoever is still in it shares the first."""
    known = words.by_id(tournament)
    places = words.places([moved.row for moved in rows])
    return tuple(
        Line(
            place,
            None if bare else moved.up,
            moved.row["entrant"],
            moved.row["name"],
            known[moved.row["entrant"]].club or "",
            () if bare else figures(tournament, moved),
        )
        for place, moved in zip(places, rows, strict=True)
    )


def figures(tournament: Tournament, moved: Moved) -> tuple[str, str]:
    """VP and MP, or TP with the difference of legs, or of points where a match has one leg."""
    if tournament.scoring.kind == "vp":
        return format_number(moved.row["vp"]), format_signed(moved.row["mp"])
    second = "legs" if tournament.scoring.best_of > 1 else "points"
    return format_number(moved.row["tp"]), format_signed(moved.row[second])
