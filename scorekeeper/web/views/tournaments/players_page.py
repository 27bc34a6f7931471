"""The public players' page: a player's own table, results and place; all tables; the ranking."""

from typing import Any, NamedTuple

from flask import Blueprint, Response, redirect, render_template, request, session, url_for
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper.clubs.tournaments import words
from scorekeeper.clubs.tournaments.desk import hall_of
from scorekeeper.clubs.tournaments.keeping import note
from scorekeeper.clubs.tournaments.snapshots import Snapshot, Summary, load_summary, snapshot
from scorekeeper.clubs.tournaments.words import byes
from scorekeeper.i18n import _, format_date, format_number, format_signed
from scorekeeper.store.club_models import Club
from scorekeeper.store.models import db
from scorekeeper.tournaments.hall import numbers_of, place_of
from scorekeeper.tournaments.model import Entrant, Tournament
from scorekeeper.tournaments.standings import EntrantRound, rounds_of_entrant
from scorekeeper.web.forms import number_in
from scorekeeper.web.loading import load_club
from scorekeeper.web.not_modified import page_or_not_modified
from scorekeeper.web.page_parts import preview
from scorekeeper.web.public_address import PURPOSE, followed_row, nonce_of_form, public_url_for
from scorekeeper.web.rate_limits import FOLLOWING, limiter, was_made
from scorekeeper.web.views.tournaments import tables as tournament_tables
from scorekeeper.web.views.tournaments.door import spots
from scorekeeper.web.views.tournaments.ranking import (
    Line,
    Mark,
    explained,
    found,
    marks_of,
    ranking_of,
    round_title,
    table_lines,
)
from scorekeeper.web.views.tournaments.tournament_parts import load_tournament, tournament_address


class Played(NamedTuple):
    """A round as its entrant sees it; `table` is 0 for a bye, texts are empty if there is nothing to show.

    `side` is the player's side (0 or 1) at the table. `points` lists the player's own points first; `main` and `second`
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
    name: str


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
    rounds = tuple(_played_round(tournament, entrant, turn) for turn in rounds_of_entrant(tournament, number))
    current = next((played for played in rounds if played.round == followed.round), None)
    return Mine(
        entrant,
        entrant.name_in(followed.round),
        marks_of(entrant),
        current,
        rounds,
        _rulings(tournament, number),
        _line(followed, number),
    )


def _played_round(tournament: Tournament, entrant: Entrant, turn: EntrantRound) -> Played:
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


bp = Blueprint("tournament_following", __name__)

ME = "me"  # session key: pairs of a tournament's id and the entrant that the reader chose, newest last
REMEMBERED = 8  # most remembered tournaments
LONGEST_SEARCH = 60
MOST_FOUND = 30
FIRST = 5  # places of the ranking on the player's own page
PREVIEWED = 3  # places of the ranking in a link preview


@bp.post("/c/<club>/tournaments/<int:number>/public")
def switch(club: str, number: int) -> AnyResponse:
    """POST: turns the players' page on (`public` is 1) or off; redirects."""
    visit = load_club(club, "scorer")
    tournament = load_tournament(visit, number)
    tournament.public = nonce_of_form(tournament.public)
    note(tournament, visit.account.name, "public" if tournament.public else "private", {})
    db.session.commit()
    return redirect(f"{tournament_address(visit, tournament)}#public", code=303)


@bp.get("/t/<code>")
@limiter.limit(FOLLOWING, deduct_when=was_made)
def show(code: str) -> Response:
    """The chosen player's table, results and place; `?q=` searches players by name."""
    summary = followed_row(code, PURPOSE, load_summary)
    me = _chosen_entrant(summary)
    return page_or_not_modified((summary.stamp, me), lambda: _first_page(code, summary, me))


def _first_page(code: str, summary: Summary, me: int) -> str:
    state = snapshot(summary)
    looked_for = request.args.get("q", "")[:LONGEST_SEARCH].strip()
    own = mine(state, me)
    is_short = not own and len(state.tournament.entrants) <= MOST_FOUND  # everybody can be listed
    return _render(
        "tournaments/players_page.html",
        code,
        summary,
        state,
        mine=own,
        **_my_place(summary, own),
        looked_for=looked_for,
        found=found(state, looked_for, MOST_FOUND) if looked_for or is_short else [],
        ranking=ranking_of(state) if state.has_ranking else None,
        first=FIRST,
    )


def _my_place(summary: Summary, own: Mine | None) -> dict[str, Any]:
    """Returns the floor plan with the player's table, and the table's row and position; empty if not on it."""
    hall, table = hall_of(summary.desk), own.current.table if own and own.current else 0
    at = place_of(hall, table) if table else None
    return {"at": at, "plan": spots(hall, {**dict.fromkeys(numbers_of(hall), ""), table: "mine"}) if at else []}


@bp.get("/t/<code>/me/<entrant:entrant>")
def remember(code: str, entrant: int) -> AnyResponse:
    """Stores in the session which entrant the reader is (0 for none); redirects to the page."""
    summary = followed_row(code, PURPOSE, load_summary)
    remembered = [[number, chosen] for number, chosen in session.get(ME, []) if number != summary.id]
    if entrant in snapshot(summary).tournament.id_set:
        remembered.append([summary.id, entrant])
    session[ME] = remembered[-REMEMBERED:]
    return redirect(url_for("tournament_following.show", code=code), code=303)


def _chosen_entrant(summary: Summary) -> int:
    """Returns the id of the entrant that the reader chose as “me” (kept in the session); 0 if none."""
    return next((chosen for number, chosen in session.get(ME, []) if number == summary.id), 0)


@bp.get("/t/<code>/tables")
@limiter.limit(FOLLOWING, deduct_when=was_made)
def tables(code: str) -> Response:
    """The tables of a round (`?round=`, by default the last one) with their results."""
    summary = followed_row(code, PURPOSE, load_summary)
    return page_or_not_modified(summary.stamp, lambda: _tables_page(code, summary))


def _tables_page(code: str, summary: Summary) -> str:
    state = snapshot(summary)
    wanted = number_in(request.args.get("round", ""), 5) or state.round
    number = min(wanted, state.round)
    return _render(
        "tournaments/players_tables.html",
        code,
        summary,
        state,
        shown=number,
        shown_name=round_title(state, number),
        tables=table_lines(state, number),
        notes=byes(state.tournament, number, state.tournament.rounds[number - 1].byes) if number else (),
    )


@bp.get("/t/<code>/ranking")
@limiter.limit(FOLLOWING, deduct_when=was_made)
def ranking(code: str) -> Response:
    """The whole ranking after the last complete round, or with current results (`?live=1`)."""
    summary = followed_row(code, PURPOSE, load_summary)
    me = _chosen_entrant(summary)
    return page_or_not_modified((summary.stamp, me), lambda: _ranking_page(code, summary, me))


def _ranking_page(code: str, summary: Summary, me: int) -> str:
    state = snapshot(summary)
    live = request.args.get("live") == "1" and state.has_news
    shown = ranking_of(state, live=live) if live or state.has_ranking else None
    paper = explained(state, live=live) if shown else None
    return _render(
        "tournaments/players_ranking.html", code, summary, state, ranking=shown, paper=paper, live=live, me=me
    )


def _card(code: str, summary: Summary, state: Snapshot, club: Club) -> dict[str, str]:
    """Returns the link preview: of the ranking its title and first places, of other pages the round."""
    name, address = state.tournament.name or _("Tournament"), public_url_for(request.endpoint or "", code=code)
    if request.endpoint == "tournament_following.ranking" and state.has_ranking:
        ranking = ranking_of(state)
        places = [f"{line.place}. {line.name}" for line in ranking.wanted[0].lines[:PREVIEWED]]
        return preview(f"{name}{_(': ')}{ranking.title}", places, address)
    texts = [round_title(state)] if state.under_way else [format_date(summary.day, "long"), summary.place]
    return preview(f"{name} · {club.name}", texts, address)


def _render(template: str, code: str, summary: Summary, state: Snapshot, **values: Any) -> str:
    club = db.session.get_one(Club, summary.club_id)
    return render_template(
        template,
        code=code,
        club=club,
        card=_card(code, summary, state, club),
        summary=summary,
        state=state,
        round_name=round_title(state),
        clock=tournament_tables.clock_face(summary.desk, state.round) if state.under_way else None,
        **values,
    )
