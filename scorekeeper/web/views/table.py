"""What can be changed at a table besides hands: names of seats, the clock, confirmations by both sides."""

import secrets

from flask import Blueprint, render_template, request
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper import ledger
from scorekeeper.i18n import say
from scorekeeper.web.views.hands import write
from scorekeeper.web.views.matches import ADDRESS, load_match, number_in
from scorekeeper.web.views.start import names_for

bp = Blueprint("table", __name__, url_prefix=ADDRESS)


@bp.get("/table")
def show(token: str, number: int) -> str:
    """The seats, the clock, and what is confirmed."""
    access, match = load_match(token, number, write=True)
    roster, more = names_for(access.sitting)
    return render_template(
        "live/table.html",
        token=token,
        sitting=access.sitting,
        state=ledger.state(match, say=say),
        about=match.setup["about"],
        roster=roster,
        more_names=more,
        key=secrets.token_urlsafe(12),
    )


@bp.post("/seats/<int(max=20):seat>")
def seat(token: str, number: int, seat: int) -> AnyResponse:
    """Somebody else sits there from the next hand on, or the same person by another name."""
    access, match = load_match(token, number, write=True)
    return write(access, match, None, lambda mark: ledger.seat(match, seat, request.form.get("name", "").strip(), mark))


@bp.post("/clock")
def clock(token: str, number: int) -> AnyResponse:
    """So many minutes from now on; none takes the clock away."""
    access, match = load_match(token, number, write=True)
    minutes = number_in(request.form.get("minutes", "").strip() or "0")
    return write(access, match, None, lambda mark: ledger.set_clock(match, minutes, mark))


@bp.post("/confirming")
def confirming(token: str, number: int) -> AnyResponse:
    """What both sides confirm: hands, the result, or nothing."""
    access, match = load_match(token, number, write=True)
    return write(access, match, None, lambda mark: ledger.set_confirming(match, request.form.get("what", ""), mark))


@bp.post("/side")
def side(token: str, number: int) -> AnyResponse:
    """The side that this phone sits with: whatever others did meanwhile, that conflicts with nothing."""
    access, match = load_match(token, number, write=True)
    sits = number_in(request.form.get("side", ""))
    return write(access, match, None, lambda mark: ledger.sit(match, sits, mark._replace(seen=None)))


@bp.post("/confirm")
def confirm(token: str, number: int) -> AnyResponse:
    """A side agrees with a hand or, where none is named, with the result."""
    access, match = load_match(token, number, write=True)
    side, hand = (number_in(request.form.get(name, "")) for name in ("side", "hand"))
    return write(access, match, None, lambda mark: ledger.confirm(match, side, hand if hand > 0 else None, mark))
