"""The tournament's page for the organiser: the round's tables, open ones first, and the next step."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import func, null, select

from scorekeeper.clubs.occasions import occasion_of
from scorekeeper.clubs.tournaments import rounds, words
from scorekeeper.clubs.tournaments.desk import clock_of, desk_of
from scorekeeper.clubs.tournaments.embedding import may_embed
from scorekeeper.clubs.tournaments.holding import held_from, is_held
from scorekeeper.clubs.tournaments.presence import plan_of
from scorekeeper.clubs.tournaments.registrations import are_used, count_pending
from scorekeeper.clubs.tournaments.snapshots import load_summary, snapshot
from scorekeeper.clubs.tournaments.table_states import TableState, late_changes, orphaned_matches, table_states
from scorekeeper.clubs.tournaments.withdrawals import withdrawn_by_link
from scorekeeper.i18n import _, format_clock, format_number, ngettext
from scorekeeper.store.models import Match, db, now
from scorekeeper.store.tournament_models import Tournament, TournamentTable
from scorekeeper.tournaments import model, shown_rounds
from scorekeeper.tournaments.changes.results import read_incomplete
from scorekeeper.tournaments.stages import are_known, group_rounds
from scorekeeper.tournaments.systems import is_knockout, is_over
from scorekeeper.web.loading import Visit
from scorekeeper.web.public_address import public_address
from scorekeeper.web.table_links import tokens
from scorekeeper.web.tournament_pages.entries import pending_entries
from scorekeeper.web.tournament_pages.hall import Spot, panel, spots
from scorekeeper.web.tournament_pages.ranking import Line, ranking_of, vp_of_tables
from scorekeeper.web.tournament_pages.tables import (
    FEW,
    NamedTable,
    named_sides,
    names_of,
    outcome_text,
    outcome_words,
    search_in,
)

TO_DECIDE = ("differs", "early", "unclear")  # states of a match that need the arbiter's decision
TO_CONFIRM = ("unconfirmed", "ready")  # match over, result not entered yet
ORDER = ("called", "decide", "late", "playing", "confirm", "open", "done")


class Row(NamedTuple):
    """A table of the round with its match (None if played on paper).

    `is_late` is True if the round's time is over and the result is missing. `token` is the visitor's link token for
    the match.
    """

    table: NamedTable
    match: TableState | None
    is_late: bool
    token: str | None

    @property
    def kind(self) -> str:
        """The organiser's task at the table, one of ORDER."""
        state = self.match.state if self.match else ""
        if self.match and self.match.called_at:
            return "called"
        if state in TO_DECIDE:
            return "decide"
        if self.table.outcome:
            return "done"
        if self.is_late:
            return "late"
        return "confirm" if state in TO_CONFIRM else "playing" if state == "playing" else "open"

    @property
    def score(self) -> tuple[str, str] | None:
        """The entered result, else the phones' result, else the score so far; None without figures."""
        outcome = self.table.outcome or (self.match.outcome if self.match else {})
        figures = _figures(outcome)
        if figures is None and not outcome and self.kind == "playing" and self.match:
            figures = self.match.match.table["totals"]
        return (format_number(figures[0]), format_number(figures[1])) if figures else None

    @property
    def note(self) -> str:
        """The text below the score: the points if the score is in legs; the whole result if there is no score."""
        if not self.table.outcome:
            return ""
        words = outcome_words(self.table.outcome)
        return words.main if self.score is None or "vp" in self.table.outcome else words.beside


def _figures(outcome: dict[str, Any]) -> list[int] | None:
    """Returns both sides' legs, else their points; None if there are none or the arbiter set victory points."""
    if "vp" in outcome:
        return None
    return outcome.get("legs") or outcome.get("points") or None


def most_urgent_first(rows: list[Row]) -> list[Row]:
    """Sorts the rows by urgency (see ORDER), decided tables last; by table number within each."""
    return sorted(rows, key=lambda row: (ORDER.index(row.kind), row.table.number))


def spot_state(row: Row) -> str:
    """Returns the table's state on the floor plan, see `hall.Spot`."""
    state = row.match.state if row.match else ""
    if row.kind in ("called", "late"):
        return row.kind
    if state in (*TO_DECIDE, *TO_CONFIRM):
        return "look"
    return "done" if row.table.outcome else state or "waiting"


def call_time(moment: datetime) -> str:
    """Returns the time of day at which a table called the arbiter."""
    return format_clock(moment.astimezone())


class Desk(NamedTuple):
    """The tournament's state that decides the next step; `stage` is `entering`, `playing`, `between` or `over`.

    `going` is how many matches are being played. `is_late`: the round's time is over. `is_called`: time was called.
    `needs_clock`: the round has a time limit, and its clock was not started.
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
    """The next step for the organiser, with its button.

    `act` is the button's action: `entries`, `pair`, `ranking`, `results`, `decide`, `come`, `take`, `time` or `clock`
    (see `templates/tournaments/_next.html`). `match` is the table it concerns, `then` the following steps as icons and
    texts.
    """

    title: str
    text: str
    act: str
    key: str
    match: TableState | None
    then: tuple[tuple[str, str], ...]


def next_step(desk: Desk) -> Step:
    """Returns the most urgent step, in the current language."""
    if desk.stage == "entering":
        return _entering(desk)
    if desk.stage == "between":
        title = _("Round %(number)s is complete", number=desk.round)
        pair = _pair(desk.round + 1)
        return Step(title, _("All results are in."), "pair", pair, None, (("yes", _("Then publish it")),))
    if desk.stage == "over":
        return _disputed_step(desk) or Step(_("All rounds are played"), "", "ranking", _("Final ranking"), None, ())
    return _urgent_step(desk) or _waiting(desk)


def _pair(number: int) -> str:
    return _("Pair round %(number)s", number=number)


def _entering(desk: Desk) -> Step:
    if desk.entrants < 2:
        then = (("swap", _pair(1)),)
        return Step(_("Enter who plays"), _("A round needs two or more."), "entries", _("Entries"), None, then)
    return Step(_("Ready for round 1"), "", "pair", _pair(1), None, (("yes", _("Then publish it")),))


def _disputed_step(desk: Desk) -> Step | None:
    """Returns the step for a table that needs the arbiter; None if there is none."""
    for row in desk.rows:
        if row.match and row.kind in ("called", "decide"):
            return _called(desk, row.match) if row.kind == "called" else _decide(desk, row, row.match)
    return None


def _urgent_step(desk: Desk) -> Step | None:
    """Returns the step for a table that needs the arbiter, or for a round whose time is over; None if there is none."""
    if disputed := _disputed_step(desk):
        return disputed
    if desk.going and desk.is_late and not desk.is_called:
        text = ngettext("%(num)s table is still playing.", "%(num)s tables are still playing.", desk.going)
        return Step(_("The round’s time is over"), text, "time", _("Call time"), None, _after(desk))
    if not desk.going:
        for row in desk.rows:
            if row.match and row.kind == "confirm":
                return _confirm(desk, row.match)
    return None


def _called(desk: Desk, match: TableState) -> Step:
    title = _("Table %(number)s calls you", number=match.number)
    return Step(title, "", "come", _("I was there"), match, _after(desk, match))


def _decide(desk: Desk, row: Row, match: TableState) -> Step:
    said = outcome_text(match.outcome) if match.outcome else _("no winner")
    text = _("The phones say: %(result)s.", result=said)
    title = _("Table %(number)s ended early", number=match.number)
    if match.state == "unclear":
        title, text = _("Table %(number)s has no winner", number=match.number), _("The match is over.")
    elif match.state == "differs":
        title = _("Table %(number)s disagrees", number=match.number)
        text = " ".join([_("Entered: %(result)s.", result=outcome_text(row.table.outcome)), text])
    return Step(title, text, "decide", _("Decide table %(number)s", number=match.number), match, _after(desk, match))


def _confirm(desk: Desk, match: TableState) -> Step:
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


def _after(desk: Desk, match: TableState | None = None) -> tuple[tuple[str, str], ...]:
    """Returns the following steps: other open tables, then the next round or the ranking."""
    others = [str(row.table.number) for row in desk.rows if row.kind != "done" and row.match is not match]
    wait: tuple[tuple[str, str], ...] = ()
    if match and others:
        text = ngettext("Then table %(tables)s", "Then tables %(tables)s", len(others), tables=", ".join(others))
        wait = (("clock", text),)
    last = ("yes", _("Final ranking")) if desk.is_last else ("swap", _pair(desk.round + 1))
    return (*wait, last)


FIRST = 6  # places of the ranking on this page


def stamp(visit: Visit, tournament: Tournament) -> tuple[object, ...]:
    """Returns a value that changes whenever anything on the page changes, for its ETag."""
    query = select(func.count(Match.id), func.sum(Match.version), func.sum(Match.called), func.max(Match.changed_at))
    query = query.join(TournamentTable, TournamentTable.sitting_id == Match.sitting_id)
    played = db.session.execute(query.where(TournamentTable.tournament_id == tournament.id)).one()
    calls = select(TournamentTable.sitting_id, TournamentTable.called_at).where(
        TournamentTable.tournament_id == tournament.id, TournamentTable.called_at.is_not(None)
    )
    settled = select(func.count()).where(
        TournamentTable.tournament_id == tournament.id, TournamentTable.settled.is_not(null())
    )
    calling = [tuple(row) for row in db.session.execute(calls.order_by(TournamentTable.sitting_id))]
    own = (tournament.version, tournament.desk_version, tournament.closed_at, tournament.public)
    tables = (tuple(played), calling, db.session.scalar(settled))
    from_home = (count_pending(tournament), are_used(tournament))
    return (own, occasion_of(tournament), visit.role, *tables, *from_home, _is_time_over(tournament))


def _is_time_over(tournament: Tournament) -> bool:
    running = clock_of(tournament.desk)
    last = len(tournament.document.get("rounds") or [])
    if running is None or running.round != last or running.ends_at is None:
        return False
    return running.ends_at <= now()


def values(visit: Visit, tournament: Tournament) -> dict[str, Any]:
    """Returns the template values of `tournaments/show.html` besides `visit` and `tournament`."""
    read = read_incomplete(tournament.document)
    number = len(read.rounds)
    is_seen = visit.may_score or not is_held(tournament, number)
    rows = most_urgent_first(_rows(visit, tournament, number)) if is_seen else []
    sought, found = search_in(rows)
    clock = panel(tournament)
    desk = _desk(tournament, read, rows, has_clock=clock["clock"] is not None)
    game = words.game(read, desk_of(tournament)["options"])
    return {
        "about": [text for text in (game, _system(read), words.scoring(read.scoring)) if text],
        "round": number,
        "rounds": max(_rounds(read), number),
        "round_name": words.round_name(read, number) if number else "",
        "stage": desk.stage,
        "rows": rows,
        "shown_rows": found,
        "sought": sought,
        "is_long": len(rows) > FEW,
        "lines": words.short_lines(read, number) if number else [],
        "vp": vp_of_tables(read, number) if number and is_seen else {},
        "plan": _plan(tournament, rows),
        "done": sum(bool(row.table.outcome) for row in rows),
        "going": desk.going,
        "time_called": desk.is_called,
        "step": next_step(desk),
        "pending": pending_entries(tournament),
        "from_home": not number or are_used(tournament),
        "ranking": _ranking(tournament, everything=visit.may_score),
        "hold": held_from(tournament.desk),
        "embedded": may_embed(tournament.desk),
        "bye": names_of(tournament.document, tournament.document["rounds"][-1].get("bye"), number) if number else [],
        "news": late_changes(tournament) if is_seen else [],
        "left": orphaned_matches(tournament) if is_seen else [],
        "gone": names_of(tournament.document, withdrawn_by_link(tournament), number),
        "clock_time": call_time,
        "address": public_address(tournament),
        **clock,
    }


def _desk(tournament: Tournament, read: model.Tournament, rows: list[Row], has_clock: bool) -> Desk:
    """Returns the tournament's state, from which the next step follows."""
    number, settings = len(read.rounds), desk_of(tournament)
    return Desk(
        stage=_stage(read),
        round=number,
        is_last=_is_last(read, number),
        entrants=len(tournament.document["entrants"]),
        rows=rows,
        going=sum(row.match is not None and row.match.state == "playing" for row in rows),
        is_late=_is_time_over(tournament),
        is_called=settings["time"] == number,
        needs_clock=bool(settings["minutes"]) and not has_clock,
    )


def _is_last(read: model.Tournament, number: int) -> bool:
    """True if no round follows round `number`: in a knock-out the final, else the last of the planned rounds."""
    if is_knockout(read, number + 1):
        return number > 0 and is_knockout(read, number) and shown_rounds.places_in_round(read, number) == 2
    return number >= _rounds(read) and are_known(read)


def _rounds(read: model.Tournament) -> int:
    """Returns the number of planned rounds; 0 before the first one, or if it depends on the results."""
    if not read.rounds or is_knockout(read, len(read.rounds)):
        return 0
    if read.system.has_groups:
        return group_rounds(read) if are_known(read) else 0
    return read.system.planned_rounds(read)


def _ranking(tournament: Tournament, *, everything: bool) -> tuple[str, list[Line]] | None:
    """Returns the title and first lines of the ranking, including the current round; None before the first result.

    Held results count only with `everything`.
    """
    summary = load_summary(tournament.id)
    state = snapshot(summary, everything=everything) if summary else None
    if state is None or not (state.has_ranking or state.has_news):
        return None
    ranking = ranking_of(state, live=state.has_news)
    return ranking.title, list(ranking.everybody.lines[:FIRST])


def _system(read: model.Tournament) -> str:
    """Returns the system as text; empty before the first round, when too few entrants may make it undefined."""
    return words.system(read) if read.rounds else ""


def _stage(read: model.Tournament) -> str:
    """Returns the tournament's stage: `entering`, `playing` (during a round), `between` (rounds) or `over`."""
    if not read.rounds:
        return "entering"
    if read.complete < len(read.rounds):
        return "playing"
    return "over" if is_over(read) else "between"


def _rows(visit: Visit, tournament: Tournament, number: int) -> list[Row]:
    if not number:
        return []
    matches, over = table_states(tournament, number), _is_time_over(tournament)
    sittings = rounds.tables_of(tournament, number)
    keys = tokens(visit, [sitting for _table, sitting in sittings.values()])
    table_rows = []
    for table in named_sides(tournament.document, number, tournament.document["rounds"][number - 1]["tables"]):
        match = matches.get(table.number)
        key = keys.get(match.sitting) if match else None
        table_rows.append(Row(table, match, over and not table.outcome, key))
    return table_rows


def _plan(tournament: Tournament, rows: list[Row]) -> list[list[Spot]]:
    """Returns the floor plan with the state of every table; empty for few tables without a plan of the room."""
    if not rows or not (desk_of(tournament)["hall"] or len(rows) > FEW):
        return []
    return spots(plan_of(tournament), {row.table.number: spot_state(row) for row in rows})
