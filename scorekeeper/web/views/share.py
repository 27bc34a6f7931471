"""Sharing a link at the table: QR codes to be scanned, one for watching and one for scoring."""

from flask import Blueprint, render_template, request

from scorekeeper.store.models import Link
from scorekeeper.web import links
from scorekeeper.web.views.access import load_sitting
from scorekeeper.web.views.matches import number_in
from scorekeeper.web.views.sittings import open_links

bp = Blueprint("share", __name__, url_prefix="/s/<token>/share")


@bp.get("")
def show(token: str) -> str:
    """The codes. `?m=` is the match to go back to."""
    access = load_sitting(token)
    chosen = [link for link in (_newest(open_links(access), may) for may in ("watch", "score")) if link]
    return render_template(
        "sittings/share.html",
        sitting=access.sitting,
        token=token,
        may_score=access.may_score,
        links=[(link, links.token(link)) for link in chosen],
        match=number_in(request.args.get("m", "")),
    )


def _newest(found: list[Link], may: str) -> Link | None:
    """The newest link with this permission."""
    return next((link for link in reversed(found) if link.may == may), None)
