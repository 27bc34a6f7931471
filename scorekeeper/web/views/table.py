"""What can be changed at a table besides hands: names of seats, the clock, confirmations by both sides."""

import secrets

from flask import Blueprint, make_response, render_template, request
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper import ledger
from scorekeeper.bounded_json import SMALL
from scorekeeper.games.engine.base import Problem
from scorekeeper.games.engine.side_names import is_named, is_placeholder
from scorekeeper.i18n import say
from scorekeeper.pages.home_page import names_of
from scorekeeper.store.models import Match
from scorekeeper.web import links
from scorekeeper.web.links import Access
from scorekeeper.web.request_limits import json_field
from scorekeeper.web.views.hands import write
from scorekeeper.web.views.home import past_matches
from scorekeeper.web.views.matches import ADDRESS, load_match, number_in
from scorekeeper.web.views.start import LAST_MATCHES, names_for

bp = Blueprint("table", __name__, url_prefix=ADDRESS)


@bp.get("/table")
def show(token: str, number: int) -> str:
    """The seats, the clock, and what is confirmed."""
    access, match = load_match(token, number, write=True)
    return _page(access, match, _typed_names(match), [])


def _typed_names(match: Match) -> dict[str, str]:
    """The names that somebody has given, by their fields."""
    seats = {f"seats.{at}": name for at, name in enumerate(match.setup["seats"]) if not is_placeholder(name)}
    return seats | {f"sides.{at}": side["name"] for at, side in enumerate(match.setup["sides"]) if is_named(side)}


def _page(access: Access, match: Match, typed: dict[str, str], problems: list[Problem]) -> str:
    roster, more = names_for(access.sitting)
    wrong: dict[str, list[Problem]] = {}
    for each in problems:
        wrong.setdefault(each["field"] or "", []).append(each)
    return render_template(
        "matches/table.html",
        token=links.token(access.link),
        sitting=access.sitting,
        state=ledger.state(match, say=say),
        about=match.setup["about"],
        roster=roster or names_of(past_matches(LAST_MATCHES)),
        more_names=more,
        key=secrets.token_urlsafe(12),
        typed=typed,
        wrong=wrong,
    )


@bp.post("/names")
def names(token: str, number: int) -> AnyResponse:
    """All names of the table, from the next hand on. An empty seat keeps its name, an empty side has its players'."""
    access, match = load_match(token, number, write=True)
    seats = [request.form.get(f"seats.{at}", "") for at in range(len(match.setup["seats"]))]
    sides = [request.form.get(f"sides.{at}", "") for at in range(len(match.setup["sides"]))]

    def again(problems: list[Problem]) -> AnyResponse:
        return make_response(_page(access, match, dict(request.form), problems), 422)

    return write(access, match, None, lambda mark: ledger.name_table(match, seats, sides, mark), again)


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
    """A side agrees with a hand or, where none is named, with the result.

    `saw` (JSON) comes from a phone that was without a network: what was agreed with there (`ledger.confirming`).
    """
    access, match = load_match(token, number, write=True)
    side, sent = (number_in(request.form.get(name, "")) for name in ("side", "hand"))
    hand = sent if sent > 0 else None
    saw = json_field("saw", bounds=SMALL) if "saw" in request.form else None
    return write(access, match, None, lambda mark: ledger.confirm(match, side, hand, mark, saw))
