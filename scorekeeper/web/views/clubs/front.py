"""A club's first page."""

from datetime import datetime

from flask import Blueprint, render_template

from scorekeeper.clubs import accounts, club_home, logos, named_games, tables
from scorekeeper.clubs.standings import seasons
from scorekeeper.web.plain_form import PlainForm
from scorekeeper.web.views.clubs.access import Visit, load_club
from scorekeeper.web.views.clubs.tables import tokens
from scorekeeper.web.views.home import newest_matches

bp = Blueprint("club", __name__, url_prefix="/c/<club>")


@bp.get("")
def show(club: str) -> str:
    """What is on tonight, the standings, what comes next, the newest tables, and the club's pages."""
    return front_page(load_club(club), PlainForm())


def front_page(visit: Visit, form: PlainForm) -> str:
    """The page; `form` is that of the logo."""
    today = datetime.now().astimezone().date()
    season = seasons(today)[0]
    leaders, players = club_home.leaders(visit.club, season[1])
    opened = tables.newest(visit.club)
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
        games=named_games.offered(visit.club),
    )
