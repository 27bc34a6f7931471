"""A member's own page: next table, entries, places, calendar; and the link between an account and the roster."""

from flask import Blueprint, flash, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper.clubs import home_pages, log
from scorekeeper.clubs.home_pages import Entered
from scorekeeper.clubs.tournaments.snapshots import load_summary, snapshot
from scorekeeper.games.engine.base import Refusal
from scorekeeper.i18n import _
from scorekeeper.store.models import db, today
from scorekeeper.web.forms import first_problem
from scorekeeper.web.public_address import calendar_address
from scorekeeper.web.views.clubs.club_access import load_club
from scorekeeper.web.views.clubs.people import load_member
from scorekeeper.web.views.tournaments.players_page import Played, mine

bp = Blueprint("own_page", __name__, url_prefix="/c/<club>")


@bp.get("/me")
def show(club: str) -> str:
    """The page of the member who is logged in."""
    visit, day = load_club(club), today()
    player = home_pages.player_of(visit.club, visit.account)
    entered = home_pages.entered(visit.club, player, day) if player else []
    own = {("tournament", entry.tournament.id) for entry in entered}
    return render_template(
        "clubs/me.html",
        visit=visit,
        player=player,
        tonight=home_pages.table_tonight(visit.club, player, day) if player else None,
        entered=[(entry, _now(entry)) for entry in entered],
        places=home_pages.places(visit.club, player) if player else [],
        coming=[event for event in home_pages.coming(visit.club, day, None) if (event.kind, event.number) not in own],
        calendar=calendar_address(visit.club),
    )


def _now(entry: Entered) -> Played | None:
    """Returns the entrant's table in the round published last; None without one."""
    summary = load_summary(entry.tournament.id)
    own = mine(snapshot(summary), entry.entrant) if summary else None
    return own.current if own else None


@bp.post("/people/<int:account>/player")
def link(club: str, account: int) -> AnyResponse:
    """POST: links the account to the player named in `player`, or to none; redirects to the accounts."""
    visit = load_club(club, "owner")
    member, name = load_member(visit, account), request.form.get("player", "").strip()
    try:
        home_pages.set_player(member, name)
        log.note(visit.club, visit.account.name, "linked" if name else "unlinked", who=member.account.name, player=name)
        db.session.commit()
        flash(_("Saved."))
    except Refusal as refusal:
        db.session.rollback()
        flash(first_problem(refusal), "error")
    return redirect(url_for("people.show", club=visit.club.slug), code=303)
