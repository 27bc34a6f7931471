"""A club's first page, its logo, its own games, and its tables with the links that open them."""

import secrets
from collections.abc import Collection, Iterable, Sequence
from datetime import datetime
from typing import Any

from flask import Blueprint, Response, abort, current_app, flash, redirect, render_template, request, session, url_for
from sqlalchemy import func, insert, select, update
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper.clubs import accounts, club_home, log, logos, named_games, results, tables
from scorekeeper.clubs.standings import seasons
from scorekeeper.games.engine.base import Refusal
from scorekeeper.games.engine.setup import begin
from scorekeeper.i18n import _, say
from scorekeeper.pages.start_page import blank_form
from scorekeeper.store.club_models import Club, ClubGame, ClubSitting
from scorekeeper.store.models import Link, Sitting, db, now
from scorekeeper.web import links
from scorekeeper.web.forms import PlainForm
from scorekeeper.web.rate_limits import limiter
from scorekeeper.web.request_limits import LARGEST_LOGO, allow_large_form
from scorekeeper.web.views.clubs.club_access import Visit, load_club
from scorekeeper.web.views.home import newest_matches

bp = Blueprint("club", __name__, url_prefix="/c/<club>")


@bp.post("/tables")
def open_table(club: str) -> AnyResponse:
    """Open a table and redirect to its first match; `kept` is the number of a game on the club's list to start with."""
    visit = load_club(club, "scorer")
    sitting = tables.open_table(visit.club, request.form.get("name", ""), request.form.get("place", ""))
    link = make_links(sitting)
    db.session.commit()
    links.remember(session, link)
    kept = next(
        (each for each in named_games.start_choices(visit.club) if str(each["id"]) == request.form.get("kept")), None
    )
    query = kept["query"] if kept else {}
    return redirect(url_for("start.following", token=links.token(link), **query), code=303)


def make_links(sitting: Sitting) -> Link:
    """Make a new sitting's two links; returns the one that scores."""
    scoring = links.make_link(sitting, "score")
    links.make_link(sitting, "watch")
    return scoring


def make_links_of(sittings: Iterable[Sitting]) -> None:
    """Make both links of many new sittings."""
    _insert_links([(sitting.id, may) for sitting in sittings for may in ("score", "watch")])


def _open_links(club: Club, may: Collection[str]) -> tuple[Any, ...]:
    """The conditions for links of these kinds to the club's tables that have not ended."""
    sittings = select(ClubSitting.sitting_id).where(ClubSitting.club_id == club.id)
    return Link.sitting_id.in_(sittings), Link.may.in_(may), Link.revoked_at.is_(None)


def tables_with_links(club: Club, may: Collection[str]) -> int:
    """How many of the club's tables have such a link."""
    return db.session.scalar(select(func.count(Link.sitting_id.distinct())).where(*_open_links(club, may))) or 0


def renew_links(club: Club, may: Collection[str]) -> None:
    """End all such links to the club's tables, and give each table a new one in their place."""
    ended = update(Link).where(*_open_links(club, may)).values(revoked_at=now()).returning(Link.sitting_id, Link.may)
    tables_and_kinds = {(row.sitting_id, row.may) for row in db.session.execute(ended)}
    _insert_links(sorted(tables_and_kinds))


def _insert_links(wanted: Sequence[tuple[int, str]]) -> None:
    """A link for each of these sittings and kinds, inserted at once."""
    new = [
        {"sitting_id": sitting, "may": kind, "label": "", "nonce": secrets.token_urlsafe(12), "made_at": now()}
        for sitting, kind in wanted
    ]
    if new:
        db.session.execute(insert(Link), new)


def tokens(visit: Visit, sittings: Iterable[Sitting]) -> dict[int, str]:
    """The tokens, by sitting id, with which the visitor opens the sittings: scorers score, members watch."""
    may = "score" if visit.may_score else "watch"
    ids = [sitting.id for sitting in sittings]
    found = select(Link).where(Link.sitting_id.in_(ids), Link.may == may, Link.revoked_at.is_(None))
    newest_first = db.session.scalars(found.order_by(Link.id.desc()))
    return {link.sitting_id: links.token(link) for link in newest_first}  # the oldest link stands last and wins


@bp.get("")
def show(club: str) -> str:
    """What is on tonight, the standings, what comes next, the newest tables, and the club's pages."""
    return front_page(load_club(club), PlainForm())


def front_page(visit: Visit, form: PlainForm) -> str:
    """The page; `form` is that of the logo."""
    today = datetime.now().astimezone().date()
    season = seasons(today)[0]
    leaders, players = club_home.leaders(visit.club, season[1])
    opened = tables.newest_tables(visit.club)
    matches, keys = newest_matches(sitting.id for sitting in opened), tokens(visit, opened)
    return render_template(
        "clubs/show.html",
        visit=visit,
        form=form,
        logo=logos.logo_of(visit.club),
        tonight=club_home.tonight(visit.club, today),
        leaders=leaders,
        players=players,
        season=season[0],
        coming=club_home.coming(visit.club, today),
        own=accounts.clubs_of(visit.account),
        tables=[(sitting, matches.get(sitting.id), keys.get(sitting.id)) for sitting in opened],
        games=named_games.start_choices(visit.club),
    )


PICTURES = "10 per minute; 60 per hour"


@bp.get("/logo.png")
def logo_image(club: str) -> Response:
    """The picture; its address changes with its content (`?v=`), so browsers may cache it."""
    found = logos.logo_of(load_club(club).club) or abort(404)
    response = current_app.response_class(found.picture, mimetype="image/png")
    response.headers["Cache-Control"] = "private, max-age=86400"
    response.set_etag(found.digest)
    response.make_conditional(request)
    return response


@bp.post("/logo")
@limiter.limit(PICTURES)
def save_logo(club: str) -> AnyResponse | tuple[str, int]:
    """Replace the logo, or remove it (`drop`)."""
    visit = load_club(club, "owner")
    allow_large_form(LARGEST_LOGO)
    if "drop" in request.form:
        logos.remove_logo(visit.club)
    else:
        sent = request.files.get("logo")
        try:
            logos.set_logo(visit.club, sent.read(logos.LARGEST + 1) if sent else b"")
        except Refusal as refusal:
            db.session.rollback()
            form = PlainForm(request.form)
            form.refuse(refusal)
            return front_page(load_club(club, "owner"), form), 422
    db.session.commit()
    flash(_("Logo removed.") if "drop" in request.form else _("Logo saved."))
    return redirect(url_for("club.show", club=visit.club.slug), code=303)


@bp.post("/games")
def add_game(club: str) -> AnyResponse:
    """Keep an agreement, sent as the fields of a new match's form, in the place of what the list has under its name."""
    visit = load_club(club, "scorer")
    results.lock_results(db.session, visit.club.id)
    try:
        kept = named_games.save_game(visit.club, begin(blank_form(request.form).head))
    except Refusal as refusal:
        db.session.rollback()
        for each in refusal.problems:
            flash(say(each["message"], each["params"]), "error")
        return _to_the_club(club)
    _note(visit, "game", kept)
    db.session.commit()
    flash(_("%(game)s added to the club’s games.", game=kept.name))
    return _to_the_club(club)


@bp.post("/games/<int:number>/drop")
def remove_game(club: str, number: int) -> AnyResponse:
    """Take a game off the list; what was played of it still counts under its name."""
    visit = load_club(club, "scorer")
    kept = db.session.get(ClubGame, number)
    if kept is None or kept.club_id != visit.club.id:
        abort(404)
    if kept.listed:
        kept.listed = False
        _note(visit, "no_game", kept)
        db.session.commit()
    return _to_the_club(club)


def _note(visit: Visit, kind: str, kept: ClubGame) -> None:
    log.note(visit.club, visit.account.name, kind, game=kept.name)


def _to_the_club(club: str) -> AnyResponse:
    return redirect(url_for("club.show", club=club, _anchor="games"), code=303)
