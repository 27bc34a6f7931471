"""A club's tournaments: the list, a new one, and the page of each."""

import secrets

from flask import Blueprint, Response, redirect, render_template, request
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper.clubs import log
from scorekeeper.clubs.tournaments import keeping
from scorekeeper.games.engine.base import Refusal
from scorekeeper.store.models import db, now
from scorekeeper.tournaments.document import FORMAT
from scorekeeper.web.known_pages import unless_known
from scorekeeper.web.plain_form import PlainForm
from scorekeeper.web.views.clubs.access import Visit, load_club
from scorekeeper.web.views.clubs.night_forms import default_choices
from scorekeeper.web.views.tournaments import overview
from scorekeeper.web.views.tournaments.access import load_tournament, to_tournament
from scorekeeper.web.views.tournaments.agreed_form import USUAL, choices, read_agreed, show_problems

bp = Blueprint("tournaments", __name__, url_prefix="/c/<club>/tournaments")
SEEDS = 1_000_000  # of the lots; short enough to be read out


@bp.get("")
def index(club: str) -> str:
    """The club's tournaments."""
    visit = load_club(club)
    return render_template("tournaments/index.html", visit=visit, tournaments=keeping.tournaments(visit.club))


@bp.get("/new")
def new(club: str) -> str:
    """The form for a new one: whoever sends it as it is gets a usual evening."""
    return _form(load_club(club, "scorer"), PlainForm(USUAL | {"day": now().date().isoformat()}))


def _form(visit: Visit, form: PlainForm) -> str:
    return render_template("tournaments/new.html", visit=visit, form=form, **choices(), **default_choices())


@bp.post("/new")
def make(club: str) -> AnyResponse | tuple[str, int]:
    """Make it."""
    visit, form = load_club(club, "scorer"), PlainForm(request.form)
    try:
        agreed, desk = read_agreed(form)
        document = {"format": FORMAT, **agreed, "entrants": [], "seed": secrets.randbelow(SEEDS), "rounds": []}
        made = keeping.make(
            visit.club, document, day=form.text("day"), place=form.text("place"), desk=desk, actor=visit.account.name
        )
    except Refusal as refusal:
        db.session.rollback()
        show_problems(form, refusal)
        return _form(visit, form), 422
    log.note(visit.club, visit.account.name, "tournament", name=agreed["name"], day=made.day)
    db.session.commit()
    return redirect(to_tournament(visit, made), code=303)


@bp.get("/<int:number>")
def show(club: str, number: int) -> Response:
    """The tournament as it stands; 304 where nothing has changed."""
    visit = load_club(club)
    tournament = load_tournament(visit, number)
    return unless_known(
        overview.stamp(visit, tournament),
        lambda: render_template(
            "tournaments/show.html", visit=visit, tournament=tournament, **overview.values(visit, tournament)
        ),
    )
