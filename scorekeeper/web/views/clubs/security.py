"""The club's log of security, for owners: who came in or tried to, links, roles, exports."""

from flask import Blueprint, render_template, request

from scorekeeper.clubs import signing_in
from scorekeeper.web.views.clubs.access import load_club
from scorekeeper.web.views.clubs.log_search import act_sentence

bp = Blueprint("security", __name__, url_prefix="/c/<club>")

A_PAGE = 100  # lines
LARGEST = 2**31 - 1


@bp.get("/security")
def show(club: str) -> str:
    """A page of lines, newest first; `before` is the number of the last one on the page before."""
    visit = load_club(club, "owner")
    found = signing_in.newest(visit.club, _number(request.args.get("before", "")), A_PAGE + 1)
    return render_template(
        "clubs/security.html",
        visit=visit,
        lines=[(line, act_sentence(line)) for line in found[:A_PAGE]],
        more=found[A_PAGE - 1].id if len(found) > A_PAGE else None,
    )


def _number(text: str) -> int:
    return min(int(text), LARGEST) if text.isdecimal() and len(text) <= 10 else 0
