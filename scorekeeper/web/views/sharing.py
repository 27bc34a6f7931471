"""Where files go that a phone shares with the installed app: photographs of slips to a tournament, exports to a club.

The service worker receives them and keeps them on the phone (`static/js/phone/sw.js`), so nothing is sent before
somebody chooses, and they wait while one logs in. The forms of the chosen page send them, with their own bounds.
"""

from typing import NamedTuple

from flask import Blueprint, redirect, render_template, request, url_for
from sqlalchemy import select
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper.clubs import accounts
from scorekeeper.clubs.tournaments.keeping import IS_OPEN
from scorekeeper.i18n import _
from scorekeeper.store.club_models import Account
from scorekeeper.store.models import db
from scorekeeper.store.tournament_models import Tournament
from scorekeeper.web.views.clubs.club_access import signed_in

bp = Blueprint("sharing", __name__, url_prefix="/share")

MOST = 10  # newest open tournaments
SHARED = "shared"  # the anchor by which a form takes the shared files (static/js/shared/take-shared.js)


class Place(NamedTuple):
    """A page whose form takes shared files: its name, what it belongs to, and its address."""

    name: str
    of: str
    address: str


@bp.get("")
def show() -> str:
    """The pages that the shared files can go to; for visitors without an account the way to log in."""
    account = signed_in()
    return render_template(
        "home/shared.html",
        account=account,
        rounds=_rounds(account) if account else [],
        imports=_imports(account) if account else [],
        again="again" in request.args,
    )


@bp.post("")
def receive() -> AnyResponse:
    """POST: reads nothing, and asks to choose the files again: this browser has no service worker yet. Redirects."""
    return redirect(url_for("sharing.show", again=1), code=303)


def _rounds(account: Account) -> list[Place]:
    """Returns the current rounds of the newest open tournaments in which the account may read slips."""
    clubs = {row.club_id: row.club for row in accounts.clubs_of(account) if accounts.is_at_least(row.role, "scorer")}
    query = select(Tournament).where(Tournament.club_id.in_(clubs), IS_OPEN)
    places = []
    for made in db.session.scalars(query.order_by(Tournament.day.desc(), Tournament.id.desc()).limit(MOST)):
        club, number = clubs[made.club_id], len(made.document.get("rounds") or [])
        if number:
            name = f"{made.document.get('name') or _('Tournament')} · {_('Round %(number)s', number=number)}"
            where = url_for("tournament_photographs.ask", club=club.slug, number=made.id, round=number, _anchor=SHARED)
            places.append(Place(name, club.name, where))
    return places


def _imports(account: Account) -> list[Place]:
    """Returns the imports of the clubs that the account owns."""
    return [
        Place(row.club.name, "", url_for("import_export.show", club=row.club.slug, _anchor=SHARED))
        for row in accounts.clubs_of(account)
        if row.role == "owner"
    ]
