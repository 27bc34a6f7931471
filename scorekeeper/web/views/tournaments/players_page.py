"""The public players' page: a player's own table, results and place; all tables; the ranking."""

from typing import Any

from flask import Blueprint, Response, flash, render_template, request, session
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper.clubs.tournaments.desk import hall_of
from scorekeeper.clubs.tournaments.holding import hold_back
from scorekeeper.clubs.tournaments.keeping import note
from scorekeeper.clubs.tournaments.snapshots import Snapshot, Summary, load_summary, snapshot
from scorekeeper.clubs.tournaments.words import byes, lines
from scorekeeper.games.engine.base import Refusal
from scorekeeper.i18n import _, format_date
from scorekeeper.store.club_models import Club
from scorekeeper.store.models import db
from scorekeeper.store.tournament_models import Tournament
from scorekeeper.tournaments.hall import numbers_of, place_of
from scorekeeper.web.forms import PlainForm, first_problem, number_in, typed_number
from scorekeeper.web.loading import Visit, of_club
from scorekeeper.web.not_modified import page_or_not_modified
from scorekeeper.web.page_parts import preview
from scorekeeper.web.public_address import PURPOSE, followed_row, nonce_of_form, public_url_for
from scorekeeper.web.rate_limits import FOLLOWING, limiter, was_made
from scorekeeper.web.saving import to
from scorekeeper.web.tournament_pages.hall import clock_face, spots
from scorekeeper.web.tournament_pages.own_rounds import Mine, mine
from scorekeeper.web.tournament_pages.ranking import explained, found, held_text, ranking_of, round_title, table_lines
from scorekeeper.web.tournament_pages.tables import to_tournament

bp = Blueprint("tournament_following", __name__)

ME = "me"  # session key: pairs of a tournament's id and the entrant that the reader chose, newest last
REMEMBERED = 8  # most remembered tournaments
LONGEST_SEARCH = 60
MOST_FOUND = 30
FIRST = 5  # places of the ranking on the player's own page
PREVIEWED = 3  # places of the ranking in a link preview


@bp.post("/c/<club>/tournaments/<int:number>/public")
@of_club("scorer", Tournament)
def switch(visit: Visit, tournament: Tournament) -> AnyResponse:
    """POST: turns the players' page on (`public` is 1) or off; redirects."""
    tournament.public = nonce_of_form(tournament.public)
    note(tournament, visit.account.name, "public" if tournament.public else "private", {})
    db.session.commit()
    return to_tournament(visit, tournament, "public")


@bp.post("/c/<club>/tournaments/<int:number>/hold")
@of_club("scorer", Tournament)
def hold(visit: Visit, tournament: Tournament) -> AnyResponse:
    """POST: holds back the results from round `since` on; without a number reveals all. Redirects."""
    since = PlainForm(request.form).text("since")
    try:
        hold_back(tournament, typed_number(since, "since") if since else None, visit.account.name)
        db.session.commit()
    except Refusal as refusal:
        db.session.rollback()
        flash(first_problem(refusal), "error")
    return to_tournament(visit, tournament, "hold")


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
    return to("tournament_following.show", code=code)


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
        sides=lines(state.tournament, number),
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
    texts = [round_title(state)] if state.under_way else [format_date(summary.day, "long", summary.hour), summary.place]
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
        clock=clock_face(summary.desk, state.round) if state.under_way else None,
        held=held_text(state),
        **values,
    )
