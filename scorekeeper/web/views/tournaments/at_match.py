"""At a tournament's table: the address that its slip leads to, and the call for the arbiter."""

from flask import Blueprint, abort, flash, redirect, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper.clubs.tournaments.table_results import is_open_for
from scorekeeper.i18n import _
from scorekeeper.store.club_models import Tournament, TournamentTable
from scorekeeper.store.models import db, now
from scorekeeper.web.rate_limits import CALLS, limiter
from scorekeeper.web.views.access import load_sitting
from scorekeeper.web.views.matches import ADDRESS, load_match
from scorekeeper.web.views.start import newest_match

bp = Blueprint("tournament_at_match", __name__)


@bp.get("/s/<token>/play")
def play(token: str) -> AnyResponse:
    """To the match that is played at the table, the newest leg where there are several."""
    match = newest_match(load_sitting(token).sitting)
    if match is None:
        return redirect(url_for("sittings.show", token=token))
    return redirect(url_for("matches.show", token=token, number=match.number))


@bp.post(f"{ADDRESS}/arbiter")
@limiter.limit(CALLS)
def call_arbiter(token: str, number: int) -> AnyResponse:
    """Call the arbiter to this table, or with `called` 0 take the call back. Called twice it is one call."""
    _access, match = load_match(token, number, write=True)
    table = db.session.get(TournamentTable, match.sitting_id) or abort(404)
    wanted = request.form.get("called") != "0"
    if wanted and (
        table.ended_at is not None or not is_open_for(db.session.get_one(Tournament, table.tournament_id), table)
    ):
        abort(404)
    if wanted != (table.called_at is not None):
        table.called_at = now() if wanted else None
        db.session.commit()
    flash(_("Arbiter called to your table.") if wanted else _("Call withdrawn."))
    return redirect(url_for("matches.show", token=token, number=number), code=303)
