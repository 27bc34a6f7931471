"""What the match page of a tournament's table adds: which round and table it is, and a call for the arbiter."""

from typing import NamedTuple

from flask import Blueprint, abort, flash, redirect, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper.clubs.tournaments.desk import desk_of
from scorekeeper.clubs.tournaments.next_match import has_next_leg
from scorekeeper.clubs.tournaments.results import is_open_for
from scorekeeper.i18n import _
from scorekeeper.store.club_models import Tournament, TournamentTable
from scorekeeper.store.models import Match, db, now
from scorekeeper.web.rate_limits import CALLS, limiter
from scorekeeper.web.views.matches import ADDRESS, load_match

bp = Blueprint("tournament_at_match", __name__, url_prefix=ADDRESS)


@bp.post("/arbiter")
@limiter.limit(CALLS)
def call_arbiter(token: str, number: int) -> AnyResponse:
    """Call the arbiter to this table, or with `called` 0 take the call back. Called twice it is one call."""
    access, match = load_match(token, number, write=True)
    table = db.session.get(TournamentTable, match.sitting_id) or abort(404)
    wanted = request.form.get("called") != "0"
    if wanted and not is_open_for(db.session.get_one(Tournament, table.tournament_id), table):
        abort(404)
    if wanted != (table.called_at is not None):
        table.called_at = now() if wanted else None
        db.session.commit()
    flash(_("The arbiter is called to your table.") if wanted else _("The call is taken back."))
    return redirect(url_for("matches.show", token=token, number=match.number), code=303)
