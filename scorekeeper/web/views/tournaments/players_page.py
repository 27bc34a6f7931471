"""What a player's own phone shows: the table of this round, the results so far, the place in the ranking."""

from typing import Any, NamedTuple

from flask import Blueprint, Response, redirect, render_template, request, session, url_for
from werkzeug.exceptions import NotFound
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper.clubs.tournaments.desk import hall_of
from scorekeeper.clubs.tournaments.keeping import note
from scorekeeper.clubs.tournaments.snapshots import Snapshot, Summary, load_summary, snapshot
from scorekeeper.games.engine.base import _ as message
from scorekeeper.i18n import format_number, format_signed
from scorekeeper.paper.tournaments import wording
from scorekeeper.paper.tournaments.seating import byes
from scorekeeper.store.club_models import Club
from scorekeeper.store.models import db
from scorekeeper.tournaments.hall import numbers_of, place_of
from scorekeeper.tournaments.model import Entrant, Tournament
from scorekeeper.tournaments.standings import EntrantRound, rounds_of_entrant
from scorekeeper.web.error_pages import ErrorText
from scorekeeper.web.forms import number_in
from scorekeeper.web.not_modified import unless_known
from scorekeeper.web.public_address import PURPOSE, asked_nonce, row_of
from scorekeeper.web.rate_limits import FOLLOWING, limiter, was_made
from scorekeeper.web.views.clubs.club_access import load_club
from scorekeeper.web.views.tournaments import tables as tournament_tables
from scorekeeper.web.views.tournaments.door import spots
from scorekeeper.web.views.tournaments.ranking import Line, found, ranking_of, round_title, table_line
from scorekeeper.web.views.tournaments.tournament_parts import load_tournament, to_tournament


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


def mine(followed: Snapshot, number: int) -> Mine | None:
    """The page of the entrant with that id; None where there is none."""
    tournament = followed.tournament
    entrant = wording.by_id(tournament).get(number)
    if entrant is None:
        return None
    rounds = tuple(_played(tournament, entrant, turn) for turn in rounds_of_entrant(tournament, number))
    current = next((each for each in rounds if each.round == followed.round), None)
    return Mine(entrant, current, rounds, _rulings(tournament, number), _line(followed, number))


def _played(tournament: Tournament, entrant: Entrant, turn: EntrantRound) -> Played:
    known = wording.by_id(tournament)
    vp = tournament.scoring.kind == "vp"
    second = turn.score.second if turn.score and (vp or tournament.scoring.best_of > 1) else None
    if turn.score and not vp and second is None:
        second = turn.score.third
    return Played(
        turn.round,
        turn.table.number if turn.table else 0,
        turn.side,
        wording.names(known, turn.partners(entrant.id)),
        wording.names(known, turn.opponents),
        _points(turn),
        format_number(turn.score.main) if turn.score else "",
        format_signed(second) if second is not None else "",
        turn.table is None or turn.table.is_decided,
    )


def _points(turn: EntrantRound) -> str:
    """Points, else legs, the own ones first; nothing where the table was not played out."""
    both = (turn.table.legs or turn.table.points) if turn.table else None
    return wording.two((both[turn.side], both[1 - turn.side])) if both else ""


def _rulings(tournament: Tournament, number: int) -> str:
    """What the arbiter's rulings add up to; why he gave them is for the paper to say."""
    given = [each.main for each in tournament.rulings if each.entrant == number]
    return format_signed(sum(given)) if given else ""


def _line(followed: Snapshot, number: int) -> Line | None:
    if not followed.has_ranking:
        return None
    return next((line for line in ranking_of(followed).everybody.lines if line.entrant == number), None)


bp = Blueprint("tournament_following", __name__)

ME = "me"  # in the session: pairs of a tournament and the entrant that the reader is, the newest last
REMEMBERED = 8  # tournaments
LONGEST_SEARCH = 60
MOST_FOUND = 30
FIRST = 5  # places of the ranking on the first page


@bp.post("/c/<club>/tournaments/<int:number>/public")
def switch(club: str, number: int) -> AnyResponse:
    """Make an address at which anybody may follow (`public` is 1), or end the one that there is."""
    visit = load_club(club, "scorer")
    tournament = load_tournament(visit, number)
    tournament.public = asked_nonce(tournament.public)
    note(tournament, visit.account.name, "public" if tournament.public else "private", {})
    db.session.commit()
    return redirect(f"{to_tournament(visit, tournament)}#public", code=303)


class NotFollowed(NotFound):
    """The players' page is turned off, the tournament was deleted, or the address is wrong."""

    error_text = ErrorText(
        message("This page is off"),
        message("The club has turned it off or deleted the tournament, or the link is incomplete."),
    )


def _glance_of(code: str) -> Summary:
    try:
        return row_of(code, PURPOSE, load_summary)
    except NotFound:
        raise NotFollowed from None


@bp.get("/t/<code>")
@limiter.limit(FOLLOWING, deduct_when=was_made)
def show(code: str) -> Response:
    """The reader's table, results and place; else a search by name (`?q=`), which says where somebody sits."""
    summary = _glance_of(code)
    me = _me(summary)
    return unless_known((summary.stamp, me), lambda: _first_page(code, summary, me))


def _first_page(code: str, summary: Summary, me: int) -> str:
    state = snapshot(summary)
    looked_for = request.args.get("q", "")[:LONGEST_SEARCH]
    return _render(
        "tournaments/players_page.html",
        code,
        summary,
        state,
        mine=(own := mine(state, me)),
        **_my_place(summary, own),
        looked_for=looked_for,
        found=found(state, looked_for, MOST_FOUND),
        ranking=ranking_of(state) if state.has_ranking else None,
        first=FIRST,
    )


def _my_place(summary: Summary, own: Mine | None) -> dict[str, Any]:
    """The plan of the hall with the reader's table, and its row and place there; nothing where the plan has it not."""
    hall, table = hall_of(summary.desk), own.current.table if own and own.current else 0
    at = place_of(hall, table) if table else None
    return {"at": at, "plan": spots(hall, {**dict.fromkeys(numbers_of(hall), ""), table: "mine"}) if at else []}


@bp.get("/t/<code>/me/<entrant:entrant>")
def remember(code: str, entrant: int) -> AnyResponse:
    """Remember on this phone which entrant the reader is; 0 forgets it."""
    summary = _glance_of(code)
    known = [[number, each] for number, each in session.get(ME, []) if number != summary.id]
    if entrant in snapshot(summary).tournament.id_set:
        known.append([summary.id, entrant])
    session[ME] = known[-REMEMBERED:]
    return redirect(url_for("tournament_following.show", code=code), code=303)


def _me(summary: Summary) -> int:
    """Which entrant the reader is; 0 where nobody has said so."""
    return next((each for number, each in session.get(ME, []) if number == summary.id), 0)


@bp.get("/t/<code>/tables")
@limiter.limit(FOLLOWING, deduct_when=was_made)
def tables(code: str) -> Response:
    """Who sits where in a round (`?round=`, else the last one), and what has come out."""
    summary = _glance_of(code)
    return unless_known(summary.stamp, lambda: _tables_page(code, summary))


def _tables_page(code: str, summary: Summary) -> str:
    state = snapshot(summary)
    asked = number_in(request.args.get("round", ""), 5) or state.round
    number = min(asked, state.round)
    return _render(
        "tournaments/players_tables.html",
        code,
        summary,
        state,
        shown=number,
        shown_name=round_title(state, number),
        tables=[table_line(state.tournament, table) for table in state.tables(number)],
        notes=byes(state.tournament, state.tournament.rounds[number - 1].byes) if number else (),
    )


@bp.get("/t/<code>/ranking")
@limiter.limit(FOLLOWING, deduct_when=was_made)
def ranking(code: str) -> Response:
    """The whole ranking after the last complete round, or with what has come in since (`?live=1`)."""
    summary = _glance_of(code)
    me = _me(summary)
    return unless_known((summary.stamp, me), lambda: _ranking_page(code, summary, me))


def _ranking_page(code: str, summary: Summary, me: int) -> str:
    state = snapshot(summary)
    live = request.args.get("live") == "1" and state.has_news
    shown = ranking_of(state, live=live) if live or state.has_ranking else None
    return _render("tournaments/players_ranking.html", code, summary, state, ranking=shown, live=live, me=me)


def _render(template: str, code: str, summary: Summary, state: Snapshot, **values: Any) -> str:
    return render_template(
        template,
        code=code,
        club=db.session.get_one(Club, summary.club_id),
        summary=summary,
        state=state,
        round_name=round_title(state),
        clock=tournament_tables.clock_face(summary.desk, state.round) if state.under_way else None,
        **values,
    )
