"""What an organiser does next in a tournament: one step with one key, and what comes after it."""

from collections.abc import Sequence
from typing import NamedTuple

from scorekeeper.clubs.tournaments.at_tables import AtTable
from scorekeeper.i18n import _, ngettext
from scorekeeper.web.views.tournaments.desk_rows import Row
from scorekeeper.web.views.tournaments.outcome_words import outcome_text


class Desk(NamedTuple):
    """What decides the next step. `stage` is one of `entering`, `playing`, `between` and `over`.

    `going` is how many matches are being played. `is_late`: the round's time is over. `is_called`: time was called.
    `needs_clock`: the round has minutes, and its clock was not started.
    """

    stage: str
    round: int
    is_last: bool
    entrants: int
    rows: Sequence[Row]
    going: int
    is_late: bool
    is_called: bool
    needs_clock: bool


class Step(NamedTuple):
    """A step. `act` is what its key does: `entries`, `pair`, `ranking`, `results`, `decide`, `come`, `take`, `time` or
    `clock` (see `templates/tournaments/_next.html`). `match` is the table, `then` what comes after: icons and texts.
    """

    title: str
    text: str
    act: str
    key: str
    match: AtTable | None
    then: tuple[tuple[str, str], ...]


def next_step(desk: Desk) -> Step:
    """The most urgent step, in the current language."""
    if desk.stage == "entering":
        return _entering(desk)
    if desk.stage == "between":
        title = _("Round %(number)s is complete", number=desk.round)
        pair = _pair(desk.round + 1)
        return Step(title, _("All results are in."), "pair", pair, None, (("yes", _("Then publish it")),))
    if desk.stage == "over":
        title, then = _("All rounds are played"), (("print", _("Print the papers")), ("yes", _("Close tournament")))
        return Step(title, "", "ranking", _("Final ranking"), None, then)
    return _urgent(desk) or _waiting(desk)


def _pair(number: int) -> str:
    return _("Pair round %(number)s", number=number)


def _entering(desk: Desk) -> Step:
    if desk.entrants < 2:
        then = (("swap", _pair(1)),)
        return Step(_("Enter who plays"), _("A round needs two or more."), "entries", _("Entries"), None, then)
    return Step(_("Ready for round 1"), "", "pair", _pair(1), None, (("yes", _("Then publish it")),))


def _urgent(desk: Desk) -> Step | None:
    """A table that waits for the arbiter, or a round whose time is over; None if there is none."""
    for row in desk.rows:
        if row.match and row.kind in ("called", "decide"):
            return _called(desk, row.match) if row.kind == "called" else _decide(desk, row, row.match)
    if desk.going and desk.is_late and not desk.is_called:
        text = ngettext("%(num)s table is still playing.", "%(num)s tables are still playing.", desk.going)
        return Step(_("The round’s time is over"), text, "time", _("Call time"), None, _after(desk))
    if not desk.going:
        for row in desk.rows:
            if row.match and row.kind == "confirm":
                return _confirm(desk, row.match)
    return None


def _called(desk: Desk, match: AtTable) -> Step:
    title = _("Table %(number)s calls you", number=match.number)
    return Step(title, "", "come", _("I was there"), match, _after(desk, match))


def _decide(desk: Desk, row: Row, match: AtTable) -> Step:
    said = outcome_text(match.outcome) if match.outcome else _("no winner")
    text = _("The phones say: %(result)s.", result=said)
    title = _("Table %(number)s ended early", number=match.number)
    if match.state == "unclear":
        title, text = _("Table %(number)s has no winner", number=match.number), _("The match is over.")
    elif match.state == "differs":
        title = _("Table %(number)s disagrees", number=match.number)
        text = " ".join([_("Entered: %(result)s.", result=outcome_text(row.table.outcome)), text])
    return Step(title, text, "decide", _("Decide table %(number)s", number=match.number), match, _after(desk, match))


def _confirm(desk: Desk, match: AtTable) -> Step:
    title = _("Table %(number)s is not confirmed", number=match.number)
    if len(match.missing) == 1:
        title = _("Table %(number)s: one side confirmed", number=match.number)
    elif match.state == "ready":
        title = _("Table %(number)s is confirmed", number=match.number)
    key = _("Enter result") if match.state == "ready" else _("Confirm for them")
    return Step(title, outcome_text(match.outcome), "take", key, match, _after(desk, match))


def _waiting(desk: Desk) -> Step:
    missing = sum(not row.table.outcome for row in desk.rows)
    title = ngettext("%(num)s result is missing", "%(num)s results are missing", missing)
    if desk.needs_clock and missing == len(desk.rows):
        published = _("Round %(number)s is published", number=desk.round)
        return Step(published, title, "clock", _("Start clock"), None, _after(desk))
    text = _("Time is up. The tables finish the turn, enter the hand and end their match.")
    return Step(title, text if desk.is_called else "", "results", _("Enter results"), None, _after(desk))


def _after(desk: Desk, match: AtTable | None = None) -> tuple[tuple[str, str], ...]:
    """The other open tables, and the next round or the ranking."""
    others = [str(row.table.number) for row in desk.rows if row.kind != "done" and row.match is not match]
    wait: tuple[tuple[str, str], ...] = ()
    if match and others:
        text = ngettext("Then table %(tables)s", "Then tables %(tables)s", len(others), tables=", ".join(others))
        wait = (("clock", text),)
    last = ("yes", _("Final ranking")) if desk.is_last else ("swap", _pair(desk.round + 1))
    return (*wait, last)
