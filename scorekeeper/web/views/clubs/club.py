"""A club's home page, logo and custom games, and opening its tables with their links."""

from flask import Blueprint, Response, abort, current_app, flash, render_template, request, session
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper.clubs import accounts, club_settings, home_pages, named_games, results, tables
from scorekeeper.clubs.standings import seasons
from scorekeeper.games import find_game
from scorekeeper.games.engine.setup import begin
from scorekeeper.i18n import _
from scorekeeper.pages.start_page import blank_form
from scorekeeper.store.club_models import Club, ClubGame
from scorekeeper.store.models import db, today
from scorekeeper.web import links
from scorekeeper.web.card_pages.opened import club_games
from scorekeeper.web.forms import PlainForm
from scorekeeper.web.loading import Visit, of_club
from scorekeeper.web.once import once
from scorekeeper.web.own_matches import newest_matches
from scorekeeper.web.saving import Page, saving, to
from scorekeeper.web.table_links import make_links, tokens

bp = Blueprint("club", __name__, url_prefix="/c/<club>")


@bp.post("/tables")
@once
@of_club("scorer")
def open_table(visit: Visit) -> AnyResponse:
    """Opens a table and redirects to the form of its first match.

    `kept` is the id of a custom game to prefill, instead of the club's usual game.
    """
    sitting = tables.open_table(visit.club, request.form.get("name", ""), request.form.get("place", ""))
    link = make_links(sitting)
    db.session.commit()
    links.remember(session, link)
    saved = next(
        (choice for choice in named_games.start_choices(visit.club) if str(choice["id"]) == request.form.get("kept")),
        None,
    )
    query = saved["query"] if saved else usual_game(visit.club)
    return to("start.following", token=links.token(link), **query)


def usual_game(club: Club) -> dict[str, str]:
    """Returns the club's usual game as parameters of the form for a match; empty if it has none."""
    game, _slash, variant = club.usual_preset.partition("/")
    return {"game": game, "variant": variant} if find_game(game) else {}


@bp.get("")
@of_club()
def show(visit: Visit) -> str:
    """The club's home page: next steps, tonight's play, standings, next nights and newest tables."""
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
        cards={card["id"]: card["packed"] for card in club_games(visit.club)},
    )


@bp.get("/logo.png")
@of_club()
def logo_image(visit: Visit) -> Response:
    """The club's logo. Its address contains a digest (`?v=`), so browsers may cache it."""
    logo = club_settings.logo_of(visit.club) or abort(404)
    response = current_app.response_class(logo.picture, mimetype="image/png")
    response.headers["Cache-Control"] = "private, max-age=86400"
    response.set_etag(logo.digest)
    response.make_conditional(request)
    return response


def _refused(visit: Visit, _form: PlainForm) -> AnyResponse:
    return _to_games(visit)


@bp.post("/games")
@once
@of_club("scorer")
@saving(_refused)
def add_game(visit: Visit, _form: PlainForm) -> Page:
    """POST: saves a custom game from the fields of the match form; replaces the one with the same name."""
    results.lock_results(db.session, visit.club.id)
    saved = named_games.save_game(visit.club, begin(blank_form(request.form).head))
    visit.note("game", game=saved.name)
    flash(_("%(game)s added to the club’s games.", game=saved.name))
    return _to_games(visit)


@bp.post("/games/<int:number>/drop")
@of_club("scorer")
def remove_game(visit: Visit, number: int) -> AnyResponse:
    """POST: removes a custom game from the list; its past results are kept."""
    saved = db.session.get(ClubGame, number)
    if saved is None or saved.club_id != visit.club.id:
        abort(404)
    if saved.listed:
        saved.listed = False
        visit.note("no_game", game=saved.name)
        db.session.commit()
    return _to_games(visit)


def _to_games(visit: Visit) -> AnyResponse:
    return to("club.show", club=visit.club.slug, _anchor="games")
