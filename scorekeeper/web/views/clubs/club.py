"""A club's home page, logo and custom games, and opening its tables with their links."""

import secrets
from collections.abc import Collection, Iterable, Sequence
from typing import Any

from flask import Blueprint, Response, abort, current_app, flash, redirect, render_template, request, session, url_for
from sqlalchemy import func, insert, select, update
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper.clubs import accounts, club_settings, home_pages, log, named_games, results, tables
from scorekeeper.clubs.standings import seasons
from scorekeeper.games import find_game
from scorekeeper.games.engine.base import Refusal
from scorekeeper.games.engine.setup import begin
from scorekeeper.i18n import _, say
from scorekeeper.pages.start_page import blank_form
from scorekeeper.store.club_models import Club, ClubGame, ClubSitting
from scorekeeper.store.models import Link, Sitting, db, now, today
from scorekeeper.web import links
from scorekeeper.web.once import once
from scorekeeper.web.views.clubs.club_access import Visit, load_club
from scorekeeper.web.views.home import newest_matches

bp = Blueprint("club", __name__, url_prefix="/c/<club>")


@bp.post("/tables")
@once
def open_table(club: str) -> AnyResponse:
    """Opens a table and redirects to the form of its first match.

    `kept` is the id of a custom game to prefill, instead of the club's usual game.
    """
    visit = load_club(club, "scorer")
    sitting = tables.open_table(visit.club, request.form.get("name", ""), request.form.get("place", ""))
    link = make_links(sitting)
    db.session.commit()
    links.remember(session, link)
    saved = next(
        (choice for choice in named_games.start_choices(visit.club) if str(choice["id"]) == request.form.get("kept")),
        None,
    )
    query = saved["query"] if saved else usual_game(visit.club)
    return redirect(url_for("start.following", token=links.token(link), **query), code=303)


def usual_game(club: Club) -> dict[str, str]:
    """Returns the club's usual game as parameters of the form for a match; empty if it has none."""
    game, _slash, variant = club.usual_preset.partition("/")
    return {"game": game, "variant": variant} if find_game(game) else {}


def make_links(sitting: Sitting) -> Link:
    """Adds a watch link and a score link to a new sitting; returns the score link."""
    scoring = links.make_link(sitting, "score")
    links.make_link(sitting, "watch")
    return scoring


def make_links_of(sittings: Iterable[Sitting]) -> None:
    """Adds a watch link and a score link to each of these new sittings."""
    _insert_links([(sitting.id, may) for sitting in sittings for may in ("score", "watch")])


def _open_links(club: Club, may: Collection[str]) -> tuple[Any, ...]:
    """Returns the SQL conditions for unrevoked links of these kinds to the club's tables."""
    sittings = select(ClubSitting.sitting_id).where(ClubSitting.club_id == club.id)
    return Link.sitting_id.in_(sittings), Link.may.in_(may), Link.revoked_at.is_(None)


def tables_with_links(club: Club, may: Collection[str]) -> int:
    """Returns the number of the club's tables with active links of these kinds."""
    return db.session.scalar(select(func.count(Link.sitting_id.distinct())).where(*_open_links(club, may))) or 0


def renew_links(club: Club, may: Collection[str]) -> None:
    """Revokes all active links of these kinds to the club's tables and replaces them with new ones."""
    ended = update(Link).where(*_open_links(club, may)).values(revoked_at=now()).returning(Link.sitting_id, Link.may)
    tables_and_kinds = {(row.sitting_id, row.may) for row in db.session.execute(ended)}
    _insert_links(sorted(tables_and_kinds))


def _insert_links(pairs: Sequence[tuple[int, str]]) -> None:
    """Inserts links in one statement; a pair is a sitting's id and a kind of link (“score” or “watch”)."""
    new = [
        {"sitting_id": sitting, "may": kind, "label": "", "nonce": secrets.token_urlsafe(12), "made_at": now()}
        for sitting, kind in pairs
    ]
    if new:
        db.session.execute(insert(Link), new)


def tokens(visit: Visit, sittings: Iterable[Sitting]) -> dict[int, str]:
    """Returns link tokens by sitting id: score tokens for scorers, watch tokens for other members.

    A sitting without an active link is missing.
    """
    may = "score" if visit.may_score else "watch"
    ids = [sitting.id for sitting in sittings]
    query = select(Link).where(Link.sitting_id.in_(ids), Link.may == may, Link.revoked_at.is_(None))
    newest_first = db.session.scalars(query.order_by(Link.id.desc()))
    return {link.sitting_id: links.token(link) for link in newest_first}  # the oldest link wins


@bp.get("")
def show(club: str) -> str:
    """The club's home page: next steps, tonight's play, standings, next nights and newest tables."""
    visit = load_club(club)
    day = today()
    tournament_today = home_pages.held_today(visit.club, day)
    season = seasons(day, visit.club.season_month)[0]
    leaders, players = home_pages.leaders(visit.club, season[1])
    opened = tables.newest_tables(visit.club)
    matches, keys = newest_matches(sitting.id for sitting in opened), tokens(visit, opened)
    return render_template(
        "clubs/show.html",
        visit=visit,
        logo=club_settings.logo_of(visit.club),
        steps=home_pages.first_steps(visit.club) if visit.may_score else [],
        tonight=home_pages.tonight(visit.club, day),
        held=tournament_today,
        leaders=leaders,
        players=players,
        season=season[0],
        coming=home_pages.coming(visit.club, day, tournament_today),
        own=accounts.clubs_of(visit.account),
        tables=[(sitting, matches.get(sitting.id), keys.get(sitting.id)) for sitting in opened],
        games=named_games.start_choices(visit.club),
    )


@bp.get("/logo.png")
def logo_image(club: str) -> Response:
    """The club's logo. Its address contains a digest (`?v=`), so browsers may cache it."""
    logo = club_settings.logo_of(load_club(club).club) or abort(404)
    response = current_app.response_class(logo.picture, mimetype="image/png")
    response.headers["Cache-Control"] = "private, max-age=86400"
    response.set_etag(logo.digest)
    response.make_conditional(request)
    return response


@bp.post("/games")
@once
def add_game(club: str) -> AnyResponse:
    """POST: saves a custom game from the fields of the match form; replaces the one with the same name."""
    visit = load_club(club, "scorer")
    results.lock_results(db.session, visit.club.id)
    try:
        saved = named_games.save_game(visit.club, begin(blank_form(request.form).head))
    except Refusal as refusal:
        db.session.rollback()
        for problem in refusal.problems:
            flash(say(problem["message"], problem["params"]), "error")
        return _to_the_club(club)
    _note(visit, "game", saved)
    db.session.commit()
    flash(_("%(game)s added to the club’s games.", game=saved.name))
    return _to_the_club(club)


@bp.post("/games/<int:number>/drop")
def remove_game(club: str, number: int) -> AnyResponse:
    """POST: removes a custom game from the list; its past results are kept."""
    visit = load_club(club, "scorer")
    saved = db.session.get(ClubGame, number)
    if saved is None or saved.club_id != visit.club.id:
        abort(404)
    if saved.listed:
        saved.listed = False
        _note(visit, "no_game", saved)
        db.session.commit()
    return _to_the_club(club)


def _note(visit: Visit, kind: str, game: ClubGame) -> None:
    log.note(visit.club, visit.account.name, kind, game=game.name)


def _to_the_club(club: str) -> AnyResponse:
    return redirect(url_for("club.show", club=club, _anchor="games"), code=303)
