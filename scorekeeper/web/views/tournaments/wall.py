"""The wall: a tournament on a projector, in pages that turn by themselves."""

import re

from flask import Blueprint, Response, abort, render_template, request, url_for

from scorekeeper.clubs.tournaments.desk import hall_of
from scorekeeper.clubs.tournaments.followed import Followed, Glance, calling, followed, glance
from scorekeeper.paper.tournaments import words
from scorekeeper.paper.tournaments.knockout import KNOCK_OUTS
from scorekeeper.store.club_models import Club
from scorekeeper.web.known_pages import unless_known
from scorekeeper.web.qr_codes import qr_code
from scorekeeper.web.tournament_address import public_address
from scorekeeper.web.views.clubs.access import Visit, load_club
from scorekeeper.web.views.tournaments import clock
from scorekeeper.web.views.tournaments.hall_plan import plan_told
from scorekeeper.web.views.tournaments.table_lines import round_title
from scorekeeper.web.views.tournaments.wall_slides import CHOICES, Slide, slides

bp = Blueprint("tournament_wall", __name__, url_prefix="/c/<club>/tournaments/<int:number>/wall")

PAGE = re.compile(r"-?[0-9]{1,4}")
DARK = "dark"
THEMES = ("light", DARK)
IN_ADDRESS = ("only", "theme", "still")  # what stays in the address while pages turn


@bp.get("")
def show(club: str, number: int) -> Response:
    """All pages, of which one is seen: `?page=` without scripts. `?only=` keeps to one kind, `?theme=light` is light.

    Without scripts the next page is loaded after a while, unless `?still=1`.
    """
    visit = load_club(club)
    summary = _glance_of(visit, number)
    waiting = calling(summary.id)
    return unless_known((summary.stamp, waiting), lambda: _page(visit.club, summary, waiting))


def _page(club: Club, summary: Glance, waiting: list[tuple[int, int]]) -> str:
    state = followed(summary)
    address = public_address(summary)
    face = clock.clock_face(summary.desk, state.round)
    only, theme = _chosen("only", CHOICES), _chosen("theme", THEMES) or DARK
    asked = {name: value for name, value in request.args.items() if name in IN_ADDRESS}
    calls = [table for number, table in waiting if number == state.round]
    plan = plan_told(hall_of(summary.desk), state, calls)
    pages = slides(state, only, plan, begun=face is not None, has_code=bool(address))
    return render_template(
        "tournaments/wall.html",
        club=club,
        number=summary.id,
        tournament=state.tournament,
        round_name=round_title(state),
        clock=face if not state.is_over else None,
        waiting=calls,
        address=address,
        pages=pages,
        at=_page_number(pages),
        asked=asked,
        only=only,
        lacking=_lacking(state, has_plan=bool(plan.rows)),
        linked=lambda **changes: _linked(club, summary.id, {**asked, **changes}),
        sides=words.lines(state.tournament),
        theme=theme,
    )


def _lacking(state: Followed, *, has_plan: bool) -> list[str]:
    """The kinds of pages that this tournament cannot have."""
    has_bracket = state.tournament.system.kind in KNOCK_OUTS
    return [kind for kind, is_there in (("hall", has_plan), ("bracket", has_bracket)) if not is_there]


def _linked(club: Club, number: int, asked: dict[str, object]) -> str:
    """This page with these questions; empty ones are left out."""
    asked = {name: value for name, value in asked.items() if value != ""}
    return url_for("tournament_wall.show", club=club.slug, number=number, **asked)  # type: ignore[arg-type]


def _glance_of(visit: Visit, number: int) -> Glance:
    summary = glance(number)
    if summary is None or summary.club_id != visit.club.id:
        abort(404)
    return summary


def _chosen(name: str, values: tuple[str, ...]) -> str:
    """What the address asks for, where it is one of these."""
    asked = request.args.get(name, "")
    return asked if asked in values else ""


def _page_number(pages: list[Slide]) -> int:
    """The page to be seen, from 0 on; after the last one comes the first."""
    asked = request.args.get("page", "")
    return int(asked) % len(pages) if pages and PAGE.fullmatch(asked) else 0


@bp.get("/code.svg")
def code(club: str, number: int) -> Response:
    """The QR code of the public page."""
    address = public_address(_glance_of(load_club(club), number))
    return qr_code(address) if address else abort(404)
