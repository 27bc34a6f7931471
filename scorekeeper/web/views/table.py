"""Changes at a table other than hands: names at the seats, clock, confirmations by both sides."""

import secrets

from flask import Blueprint, make_response, render_template, request
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper import ledger
from scorekeeper.bounded_json import SMALL
from scorekeeper.clubs import tables
from scorekeeper.clubs.recognising import names_on_roster
from scorekeeper.games.engine.base import Problem
from scorekeeper.games.engine.side_names import is_named, is_placeholder
from scorekeeper.games.json_types import ANYTHING, TEXT, listed, one_of
from scorekeeper.i18n import say
from scorekeeper.pages.home_page import names_of
from scorekeeper.store.models import Match
from scorekeeper.web import links
from scorekeeper.web.forms import sent_number
from scorekeeper.web.json_bodies import NUMBER, change
from scorekeeper.web.links import Access
from scorekeeper.web.loading import ADDRESS, load_match
from scorekeeper.web.match_page import write
from scorekeeper.web.own_matches import LAST_MATCHES, names_for, past_matches
from scorekeeper.web.programs import takes_json
from scorekeeper.web.request_limits import is_sent, json_field

MOST_SEATS = 20

bp = Blueprint("table", __name__, url_prefix=ADDRESS)


@bp.get("/table")
def show(token: str, number: int) -> str:
    """The form for seats, clock and confirmations."""
    access, match = load_match(token, number, write=True)
    return _page(access, match, _typed_names(match), [])


def _typed_names(match: Match) -> dict[str, str]:
    """Returns the names that players entered, by form field; generated names are left out."""
    seats = {f"seats.{at}": name for at, name in enumerate(match.setup["seats"]) if not is_placeholder(name)}
    return seats | {f"sides.{at}": side["name"] for at, side in enumerate(match.setup["sides"]) if is_named(side)}


def _page(access: Access, match: Match, texts: dict[str, str], problems: list[Problem]) -> str:
    roster, more = names_for(access.sitting)
    wrong: dict[str, list[Problem]] = {}
    for problem in problems:
        wrong.setdefault(problem["field"] or "", []).append(problem)
    return render_template(
        "matches/table.html",
        token=links.token(access.link),
        state=ledger.state(match, say=say),
        about=match.setup["about"],
        roster=roster or names_of(past_matches(LAST_MATCHES)),
        more_names=more,
        key=secrets.token_urlsafe(12),
        typed=texts,
        wrong=wrong,
        offers=tables.offered_at(match),
    )


@bp.post("/names")
@takes_json(change(seats=listed(TEXT, most=MOST_SEATS), sides=listed(TEXT, most=MOST_SEATS)))
def names(token: str, number: int) -> AnyResponse:
    """POST: changes all names from the next hand on.

    An empty seat keeps its name, an empty side is named by its players; without sides these keep theirs.
    """
    access, match = load_match(token, number, write=True)
    seats = _as_known(match, [request.form.get(f"seats.{at}", "") for at in range(len(match.setup["seats"]))])
    fields = [f"sides.{at}" for at in range(len(match.setup["sides"]))]
    sides = [request.form.get(field, "") for field in fields] if {*fields} & {*request.form} else None

    def again(problems: list[Problem]) -> AnyResponse:
        return make_response(_page(access, match, dict(request.form), problems), 422)

    return write(access, match, None, lambda mark: ledger.name_table(match, seats, sides, mark), again)


@bp.post("/seats/<int(max=20):seat>")
@takes_json(change("name", name=TEXT))
def seat(token: str, number: int, seat: int) -> AnyResponse:
    """POST: changes the name at one seat from the next hand on, for another player or a new name."""
    access, match = load_match(token, number, write=True)
    (name,) = _as_known(match, [request.form.get("name", "").strip()])
    return write(access, match, None, lambda mark: ledger.seat(match, seat, name, mark))


def _as_known(match: Match, names: list[str]) -> list[str]:
    """Returns typed names as the roster of the match's club has them."""
    club = tables.club_of(match.sitting)
    return names_on_roster(club.id, names) if club else names


@bp.post("/clock")
@takes_json(change("minutes", minutes=NUMBER))
def clock(token: str, number: int) -> AnyResponse:
    """POST: starts a clock of `minutes` from now; 0 or empty removes the clock."""
    access, match = load_match(token, number, write=True)
    minutes = sent_number(request.form.get("minutes", "").strip() or "0")
    return write(access, match, None, lambda mark: ledger.set_clock(match, minutes, mark))


@bp.post("/confirming")
@takes_json(change("what", what=one_of(["hands", "result", ""])))
def confirming(token: str, number: int) -> AnyResponse:
    """POST: chooses what both sides have to confirm: each hand (`hands`), the `result`, or nothing (other values)."""
    access, match = load_match(token, number, write=True)
    return write(access, match, None, lambda mark: ledger.set_confirming(match, request.form.get("what", ""), mark))


@bp.post("/side")
@takes_json(change("side", side=NUMBER))
def side(token: str, number: int) -> AnyResponse:
    """POST: sets the side that this phone plays for; never conflicts with other changes."""
    access, match = load_match(token, number, write=True)
    sits = sent_number(request.form.get("side", ""))
    return write(access, match, None, lambda mark: ledger.sit(match, sits, mark._replace(seen=None)))


@bp.post("/confirm")
@takes_json(change("side", side=NUMBER, hand=NUMBER, saw=ANYTHING))
def confirm(token: str, number: int) -> AnyResponse:
    """POST: a side confirms a hand, or without `hand` the result.

    `saw` (JSON) is the content on an offline phone's screen when its player confirmed (`ledger.confirming`).
    """
    access, match = load_match(token, number, write=True)
    side, sent = (sent_number(request.form.get(name, "")) for name in ("side", "hand"))
    hand = sent if sent > 0 else None
    saw = json_field("saw", bounds=SMALL) if is_sent("saw") else None
    return write(access, match, None, lambda mark: ledger.confirm(match, side, hand, mark, saw))
