"""A sitting, the evening at one table: its matches and their balance, name and place, links and their QR codes."""

from flask import Blueprint, Response, abort, flash, jsonify, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper import ledger
from scorekeeper.clubs import log, signing_in, tables
from scorekeeper.clubs.tables import reckon
from scorekeeper.games.engine.base import N_, Problem, problem, refuse
from scorekeeper.games.json_types import TEXT, group, one_of
from scorekeeper.i18n import _, called, format_date
from scorekeeper.paper import proof_codes
from scorekeeper.paper.club_sheets import blocks
from scorekeeper.store.models import Link, Match, Sitting, db
from scorekeeper.web import links
from scorekeeper.web.error_pages import refusal_answer, wants_json
from scorekeeper.web.forms import PlainForm, sent_number
from scorekeeper.web.json_bodies import NUMBER
from scorekeeper.web.links import Access, open_links
from scorekeeper.web.loading import load_sitting
from scorekeeper.web.once import once
from scorekeeper.web.programs import takes_json
from scorekeeper.web.public_address import public_url_for, qr_code
from scorekeeper.web.saving import Page, saving, to
from scorekeeper.web.sitting_access import allow_more, ruling, ruling_arbiter
from scorekeeper.web.sitting_json import sitting_at
from scorekeeper.web.table_notes import note_of

bp = Blueprint("sittings", __name__, url_prefix="/s/<token>")

MATCHES_SHOWN = 50  # on one page
MANY_LINKS = N_("At most {most} links can be open at once. Revoke one first.")


@bp.get("")
def show(token: str) -> AnyResponse | str:
    """The sitting. Watch links redirect to the match in play, unless `?evening=1`, and show no other links.

    `?before=` lists the matches before that number.
    """
    access = load_sitting(token)
    watched = None if access.may_score or "evening" in request.args else _match_to_watch(access.sitting)
    if watched is not None:
        return redirect(url_for("matches.show", token=token, number=watched.number))
    return _page(access, token)


def _page(access: Access, token: str, label: str = "", refused: Problem | None = None) -> str:
    """Renders the sitting; `refused` is the reason if no link with this `label` was created."""
    all_matches = access.sitting.matches
    before = sent_number(request.args.get("before", ""))
    matches = [match for match in all_matches if before < 1 or match.number < before]
    return render_template(
        "sittings/show.html",
        access=access,
        sitting=access.sitting,
        token=token,
        count=len(all_matches),
        matches=matches[-MATCHES_SHOWN:],
        has_older=len(matches) > MATCHES_SHOWN,
        label=label,
        refused=[refused] if refused else [],
        version=f"{len(all_matches)}.{sum(match.version for match in all_matches)}",
        standings=ledger.standings(access.sitting),
        settlement=blocks(reckon([access.sitting])),
        links=[(link, links.token(link)) for link in open_links(access)],
        approved=ledger.has_approved(access.sitting),
        arbiter=ruling_arbiter(access.sitting),
        tournament=note_of(access.sitting),
    )


def _match_to_watch(sitting: Sitting) -> Match | None:
    """Returns the match that a watch link leads to: the newest in play, or the only one; else None."""
    playing = [match for match in sitting.matches if match.status == "in_progress"]
    candidates = playing or (sitting.matches if len(sitting.matches) == 1 else [])
    return max(candidates, key=lambda match: match.number, default=None)


@bp.get("/sitting.json")
def as_json(token: str) -> Response:
    """The table as JSON: its newest matches, stake and settlement, and its links for scorers."""
    return jsonify(sitting_at(token))


def _not_described(_form: PlainForm, token: str) -> AnyResponse:
    return to("sittings.show", token=token)


@bp.post("")
@takes_json(group({"name": TEXT, "place": TEXT, "best_of": NUMBER}))
@saving(_not_described, sitting_at)
def describe(form: PlainForm, token: str) -> Page:
    """POST: changes name, place and `best_of` of the sitting; redirects to it. An error message is flashed.

    What is not sent stays.
    """
    sitting = load_sitting(token, write=True).sitting
    was = _title(sitting)
    sent = {"name": called(sitting.name), "place": sitting.place, "best_of": str(sitting.best_of), **form.typed}
    arbiter = ruling_arbiter(sitting)
    with ruling(sitting, arbiter) as reason:
        name, best_of = _typed_name(sitting, sent["name"]), sent_number(sent["best_of"])
        ledger.describe_sitting(sitting, name, sent["place"], best_of)
    if arbiter:
        about = {"was": was, "table": _title(sitting), "place": sitting.place or "–"}
        log.note(arbiter.club, arbiter.account.name, "described", **about, **reason)
    return to("sittings.show", token=token)


def _typed_name(sitting: Sitting, name: str) -> str:
    """Returns the name to store: the typed name, or the stored one if it was not changed."""
    return sitting.name if name == called(sitting.name) else name


def _title(sitting: Sitting) -> str:
    return called(sitting.name) or format_date(sitting.opened_at)


@bp.post("/links")
@takes_json(group({"may": one_of(links.MAY), "label": TEXT}, ["may"]))
@once
def make_link(token: str) -> AnyResponse:
    """POST: creates a link; `may` is `score` or `watch`, `label` names its holder. Redirects to the list of links.

    422 with the page if the sitting has as many open links as it may have.
    """
    access = load_sitting(token, write=True)
    may, label = request.form.get("may", ""), request.form.get("label", "")
    if may not in links.MAY:
        abort(400)
    allow_more(access.sitting.id)
    if not links.may_make_link(access.sitting):
        db.session.rollback()
        refused = problem("label", None, MANY_LINKS, most=links.MOST_OPEN)
        return refusal_answer([refused]) if wants_json() else make_response(_page(access, token, label, refused), 422)
    links.make_link(access.sitting, may, label)
    _note_in_club_log(access, "link")
    db.session.commit()
    return as_json(token) if wants_json() else _to_links(token)


def _link_stays(_form: PlainForm, token: str, **_address: object) -> AnyResponse:
    return _to_links(token)


@bp.post("/links/<int:number>/end")
@takes_json(group({}))
@saving(_link_stays, sitting_at)
def end_link(_form: PlainForm, token: str, number: int) -> Page:
    """POST: revokes a link. The link in use cannot be revoked, so that one always remains."""
    access = load_sitting(token, write=True)
    link = load_link(access, number)
    if link.id == access.link.id:
        raise refuse("", None, N_("You can’t revoke the link you are using."))
    links.revoke(link)
    _note_in_club_log(access, "no_link")
    flash(_("Link revoked."))
    return _to_links(token)


@bp.post("/papers/end")
@takes_json(group({}))
@saving(_link_stays, sitting_at)
def end_papers(_form: PlainForm, token: str) -> Page:
    """POST: revokes the codes on all sheets of the sitting printed so far."""
    sitting = load_sitting(token, write=True).sitting
    arbiter = ruling_arbiter(sitting)
    with ruling(sitting, arbiter) as reason:
        proof_codes.end_codes(sitting)
    if arbiter:
        log.note(arbiter.club, arbiter.account.name, "sheet_codes", table=_title(sitting), **reason)
    flash(_("Codes on printed sheets revoked."))
    return _to_links(token)


@bp.get("/links/<int:number>/qr.svg")
def qr(token: str, number: int) -> Response:
    """The QR code of a link as SVG; with `?m=` it opens the match with that number."""
    link = load_link(load_sitting(token), number)
    match, may = sent_number(request.args.get("m", "")), links.token(link)
    if match > 0:
        return qr_code(public_url_for("matches.show", token=may, number=match))
    return qr_code(public_url_for("sittings.show", token=may))


def load_link(access: Access, number: int) -> Link:
    """Returns the link with this number from `open_links`; 404 if there is none."""
    return next((link for link in open_links(access) if link.id == number), None) or abort(404)


def _note_in_club_log(access: Access, kind: str) -> None:
    """Adds a line to the log of the sitting's club, if it has one."""
    club = tables.club_of(access.sitting)
    if club is not None:
        signing_in.log_event(kind, [club])
        log.note(club, access.link.label, kind, table=_title(access.sitting))


def _to_links(token: str) -> AnyResponse:
    return to("sittings.show", token=token, _anchor="links")


@bp.get("/share")
def share(token: str) -> str:
    """The page with the QR codes of a watch link and a score link; `?m=` is the match to return to."""
    access = load_sitting(token)
    chosen = [link for link in (_newest(open_links(access), may) for may in ("watch", "score")) if link]
    return render_template(
        "sittings/share.html",
        sitting=access.sitting,
        token=token,
        may_score=access.may_score,
        links=[(link, links.token(link)) for link in chosen],
        match=sent_number(request.args.get("m", "")),
    )


def _newest(candidates: list[Link], may: str) -> Link | None:
    """Returns the newest link with this permission, or None."""
    return next((link for link in reversed(candidates) if link.may == may), None)
