"""“What if”: the rounds to come, as agreed and with more or fewer entrants or another system; nothing is stored."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from scorekeeper.clubs.tournaments import words
from scorekeeper.clubs.tournaments.desk import LONGEST, clock_of, desk_of
from scorekeeper.games.engine.base import N_, refuse
from scorekeeper.i18n import format_clock
from scorekeeper.store.models import now
from scorekeeper.store.tournament_models import Tournament
from scorekeeper.tournaments.changes.entries import next_round
from scorekeeper.tournaments.changes.results import Document
from scorekeeper.tournaments.forecast import Forecast, Trial, forecast, supposed, with_rounds
from scorekeeper.tournaments.options import FIRST, FORBIDDEN, MOST_ROUNDS
from scorekeeper.tournaments.system import Variant, all_variants
from scorekeeper.tournaments.systems import SYSTEMS
from scorekeeper.web.forms import PlainForm
from scorekeeper.web.tournament_pages.settings_form import usual

PAUSE = 10  # minutes between rounds, unless others are typed
QUESTIONS = ("new", "out", "system", "rounds")  # the fields that change the tournament


class Times(NamedTuple):
    """When the next round begins, the minutes of a round (None if unknown), and those between two rounds."""

    begin: datetime
    minutes: int | None
    pause: int

    def of_round(self, at: int) -> tuple[datetime, datetime] | None:
        """Returns the beginning and the end of a round, counted from the next one, 0."""
        if self.minutes is None:
            return None
        begin = self.begin + at * timedelta(minutes=self.minutes + self.pause)
        return begin, begin + timedelta(minutes=self.minutes)


class Line(NamedTuple):
    """A round to come as texts: its name, and when it begins if known; `byes` are numbers of entrants if certain."""

    name: str
    time: str
    trial: Trial
    byes: str


class Outlook(NamedTuple):
    """The rounds to come as texts: how many entrants there are, the lines, the end, and whether all were tried."""

    entrants: int
    rounds: int
    lines: tuple[Line, ...]
    end: str
    is_whole: bool

    @property
    def byes(self) -> int:
        """How many byes there will be."""
        return sum(len(line.trial.byes) for line in self.lines)

    @property
    def rematches(self) -> int:
        """At how many tables two meet again."""
        return sum(line.trial.rematches for line in self.lines)

    @property
    def forbidden(self) -> int:
        """At how many tables two meet who must not."""
        return sum(line.trial.forbidden for line in self.lines)


def as_typed(tournament: Tournament) -> dict[str, str]:
    """Returns the texts of the form before anything is typed: when the next round begins, and how long it takes."""
    desk, clock = desk_of(tournament), clock_of(tournament.desk)
    number, begin = next_round(tournament.document), now()
    if clock is not None and clock.round == number - 1 and clock.ends_at is not None:
        begin = max(begin, clock.ends_at + timedelta(minutes=PAUSE))
    texts = {"begin": f"{begin.astimezone():%H:%M}", "pause": str(PAUSE)}
    return texts | ({"minutes": str(desk["minutes"])} if desk["minutes"] else {})


def times_of(form: PlainForm) -> Times:
    """Parses the times of the form. Raises Refusal."""
    try:
        begin = datetime.strptime(form.text("begin"), "%H:%M")  # noqa: DTZ007 (a time of day)
    except ValueError:
        raise refuse("begin", None, N_("Enter a time like 20:30")) from None
    minutes = _within(form, "minutes", LONGEST) if form.text("minutes") else None
    return Times(begin, minutes, _within(form, "pause", LONGEST) if form.text("pause") else 0)


def _within(form: PlainForm, name: str, most: int) -> int:
    number = form.number(name)
    if not 0 <= number <= most:
        raise refuse(name, None, N_("Enter 0 to {most}"), most=most)
    return number


def is_asked(form: PlainForm) -> bool:
    """True if the form changes the tournament."""
    return any(form.text(name) for name in QUESTIONS)


def supposed_document(document: Document, form: PlainForm) -> Document:
    """Returns the document as the form supposes it to be. Raises Refusal."""
    new = form.number("new") if form.text("new") else 0
    return supposed(document, new, set(_out(document, form)), _system(document, form))


def _out(document: Document, form: PlainForm) -> Iterator[int]:
    """Yields the entrants who are supposed to withdraw, typed as numbers."""
    known = {str(entrant["id"]): entrant["id"] for entrant in document["entrants"]}
    for text in form.text("out").replace(",", " ").split():
        if text not in known:
            raise refuse("out", None, N_("There is no entrant {entrant}"), entrant=text[:20])
        yield known[text]


def _system(document: Document, form: PlainForm) -> dict[str, Any] | None:
    """Returns the settings of the supposed system with its usual values; None if it stays as it is."""
    before: dict[str, Any] = document["system"]
    chosen = next((variant for variant in all_variants() if variant.name == form.text("system")), None)
    rounds = _within(form, "rounds", MOST_ROUNDS) if form.text("rounds") else 0
    if chosen is None:
        return with_rounds(before, rounds) if rounds else None
    kept = FORBIDDEN.keep(before, before) | {name: before[name] for name in FIRST.names if name in before}
    system = SYSTEMS[chosen.kind].write(chosen, PlainForm(usual())) | kept
    return with_rounds(system, rounds) if rounds else system


def variants() -> list[Variant]:
    """Returns the systems to choose from."""
    return all_variants()


def outlook(document: Document, times: Times) -> Outlook:
    """Returns the rounds to come of a document. Raises Refusal."""
    result = forecast(document)
    lines = tuple(_line(result, at, times) for at in range(len(result.trials)))
    last = times.of_round(len(lines) - 1)
    return Outlook(
        len(result.after.entrants_in(next_round(document))),
        len(result.after.rounds),
        lines,
        format_clock(last[1]) if last and lines else "",
        result.is_whole,
    )


def _line(result: Forecast, at: int, times: Times) -> Line:
    trial, time = result.trials[at], times.of_round(at)
    text = format_clock(time[0]) if time else ""
    return Line(
        words.round_name(result.after, trial.number),
        text,
        trial,
        ", ".join(map(str, trial.byes)) if trial.is_certain else "",
    )
