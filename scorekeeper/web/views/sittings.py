"""A sitting, the evening at one table: its matches and their tally, its name and place, its links."""

import io

import segno
from flask import Blueprint, Response, abort, flash, redirect, render_template, request, url_for
from sqlalchemy import select
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper import ledger
from scorekeeper.clubs.reckoning import reckon
from scorekeeper.games import find_game
from scorekeeper.i18n import _
from scorekeeper.paper import proof_codes
from scorekeeper.paper.settlement import blocks
from scorekeeper.store.models import Link, db
from scorekeeper.web import links
from scorekeeper.web.links import Access
from scorekeeper.web.views.access import load_sitting
from scorekeeper.web.views.matches import number_in

bp = Blueprint("sittings", __name__, url_prefix="/s/<token>")


@bp.get("")
def show(token: str) -> str:
    """The sitting. Whoever may only watch sees no other links."""
    access = load_sitting(token)
    return render_template(
        "sittings/show.html",
        access=access,
        sitting=access.sitting,
        token=token,
        matches=access.sitting.matches,
        version=f"{len(access.sitting.matches)}.{sum(match.version for match in access.sitting.matches)}",
        titles={match.game: game.title for match in access.sitting.matches if (game := find_game(match.game))},
        standings=ledger.standings(access.sitting),
        settlement=blocks(reckon([access.sitting])),
        links=[(link, links.token(link)) for link in open_links(access)],
    )


@bp.post("")
def describe(token: str) -> AnyResponse:
    """Name the evening and its place."""
    access = load_sitting(token, write=True)
    best_of = number_in(request.form.get("best_of", ""))
    ledger.describe_sitting(access.sitting, request.form.get("name", ""), request.form.get("place", ""), best_of)
    db.session.commit()
    return redirect(url_for("sittings.show", token=token), code=303)


@bp.post("/links")
def make_link(token: str) -> AnyResponse:
    """A new link to hand on; `may` is `score` or `watch`, `label` says whose it is."""
    access = load_sitting(token, write=True)
    may = request.form.get("may", "")
    if may not in links.MAY:
        abort(400)
    links.make_link(access.sitting, may, request.form.get("label", ""))
    db.session.commit()
    return _to_links(token)


@bp.post("/links/<int:number>/end")
def end_link(token: str, number: int) -> AnyResponse:
    """Revoke a link. The one that this request came by cannot be revoked, so that one link always remains."""
    access = load_sitting(token, write=True)
    link = load_link(access, number)
    if link.id == access.link.id:
        flash(_("This is the link that you are using; it cannot end itself."), "error")
    else:
        links.revoke(link)
        db.session.commit()
        flash(_("That link has ended."))
    return _to_links(token)


@bp.post("/papers/end")
def end_papers(token: str) -> AnyResponse:
    """Revoke the codes on all sheets of the sitting that were printed so far."""
    access = load_sitting(token, write=True)
    proof_codes.end_codes(access.sitting)
    db.session.commit()
    flash(_("The codes on the sheets printed so far have ended."))
    return _to_links(token)


@bp.get("/links/<int:number>/qr.svg")
def qr(token: str, number: int) -> Response:
    """A link's address as a QR code, dark on light in every theme, which all cameras read; `?m=`: that of a match."""
    link = load_link(load_sitting(token), number)
    match, may = number_in(request.args.get("m", "")), links.token(link)
    address = url_for("sittings.show", token=may, _external=True)
    if match > 0:
        address = url_for("matches.show", token=may, number=match, _external=True)
    drawn = io.BytesIO()
    segno.make(address, error="m", micro=False).save(drawn, kind="svg", border=4, light="#fff", omitsize=True)
    return Response(drawn.getvalue(), mimetype="image/svg+xml")


def open_links(access: Access) -> list[Link]:
    """The links to show: all that are not revoked for whoever scores, else only the visitor's own."""
    if not access.may_score:
        return [db.session.get_one(Link, access.link.id)]
    return list(
        db.session.scalars(
            select(Link).where(Link.sitting_id == access.sitting.id, Link.revoked_at.is_(None)).order_by(Link.id)
        )
    )


def load_link(access: Access, number: int) -> Link:
    """One of these links; 404 for any other."""
    return next((link for link in open_links(access) if link.id == number), None) or abort(404)


def _to_links(token: str) -> AnyResponse:
    return redirect(url_for("sittings.show", token=token, _anchor="links"), code=303)
