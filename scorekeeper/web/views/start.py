"""Starting a match: at a new table, or the next one at the same table."""

import secrets
from dataclasses import asdict
from typing import Any

from flask import Blueprint, abort, flash, jsonify, render_template, request, session
from werkzeug.wrappers import Response

from scorekeeper import ledger
from scorekeeper.clubs import named_games, nights, tables
from scorekeeper.clubs.nights import next_form, next_head, table_of
from scorekeeper.clubs.tournaments import table_states
from scorekeeper.games.engine.base import Refusal, Setup
from scorekeeper.i18n import called
from scorekeeper.i18n import gettext as _
from scorekeeper.pages.home_page import names_of, tables_of
from scorekeeper.pages.start_form import StartForm, posted_form
from scorekeeper.pages.start_page import agreed, blank_form, start_page
from scorekeeper.store.models import Match, Sitting, db
from scorekeeper.web import links, sitting_access
from scorekeeper.web.card_pages.packing import fitting, unpacked
from scorekeeper.web.card_pages.sent import Sent
from scorekeeper.web.forms import sent_number
from scorekeeper.web.links import Access
from scorekeeper.web.loading import load_sitting
from scorekeeper.web.own_matches import LAST_MATCHES, names_for, newest_match, own_table, past_matches, start_key
from scorekeeper.web.rate_limits import QUESTIONS, TABLES, limiter
from scorekeeper.web.saving import to

bp = Blueprint("start", __name__)


@bp.get("/new")
def first() -> str:
    """The form for a match at a new table; `game`, `variant`, `shape` and `options.…` prefill it.

    `like` prefills it with a match that this browser has opened, `card` with rules that were sent or are kept;
    `made` after the visitor has made the card.
    """
    rules = _rules(request.args.get("card", ""))
    form = blank_form(request.args, _like(request.args.get("like", "")), asdict(rules) if rules else None)
    _show_refusal(form)
    return _page(form, made=rules if "made" in request.args else None)


def _rules(text: str) -> Sent | None:
    """Returns the rules in an address; None without any. 404 for a broken one."""
    try:
        return unpacked(text) if text else None
    except Refusal:
        abort(404)


def _like(text: str) -> Setup | None:
    """Returns the setup of a match that this browser has opened, from its link token and number (`12-abc:3`).

    None if unknown.
    """
    token, _colon, number = text.partition(":")
    if not links.is_remembered(session, token):
        return None
    _access, match = links.open_match(token, sent_number(number)) or (None, None)
    return match.setup if match else None


@bp.post("/new/share")
@limiter.limit(QUESTIONS)
def share() -> Response | tuple[str, int]:
    """POST: redirects to a page that shares the rules in the form. 422 with the form if they cannot be."""
    form = posted_form(request.form.items(multi=True))
    sent = Sent(form.game.slug, form.variant, form.house_rules)
    try:
        sent.check()
    except Refusal as refusal:
        form.refuse(refusal.problems)
        return _page(form), 422
    return to("cards.show", card=fitting(sent), share=1, _anchor="share")


@bp.post("/new")
@limiter.limit(TABLES)
def open_table() -> Response | tuple[str, int]:
    """POST: opens a table and starts its first match; redirects to the match. 422 with the form if refused."""
    form = posted_form(request.form.items(multi=True))
    if agreed(form, request.form) is None:
        return _page(form), 422 if form.problems else 200
    try:
        access = own_table(request.form.get("key", ""))
        return _start(access, links.token(access.link), form)
    except Refusal as refusal:
        db.session.rollback()
        form.refuse(refusal.problems)
        return _page(form), 422


@bp.get("/s/<token>/new")
def following(token: str) -> str:
    """The form for the next match of a sitting, prefilled with the same players.

    `card` are rules that were sent or are kept on a phone, `kept` is the id of a game that the table's club keeps.
    """
    access = load_sitting(token, write=True)
    last = newest_match(access.sitting)
    rules = _rules(request.args.get("card", ""))
    kept = _kept(access, request.args.get("kept", ""))
    form = next_form(access.sitting, request.args, last.setup if last else None, asdict(rules) if rules else kept)
    _show_refusal(form, access.sitting)
    return _page(form, access, token)


def _kept(access: Access, number: str) -> dict[str, Any] | None:
    """Returns the rules of a game that the table's club keeps, by its id; None if there is none."""
    club = tables.club_of(access.sitting) if number else None
    return named_games.kept_rules(club.id, named_games.KEPT + number) if club else None


@bp.post("/s/<token>/new")
@limiter.limit(TABLES)
def start_next(token: str) -> Response | tuple[str, int]:
    """POST: starts the next match; redirects to it. 422 with the form if refused."""
    access = load_sitting(token, write=True)
    form = posted_form(request.form.items(multi=True))
    if agreed(form, request.form) is None:
        return _page(form, access, token), 422 if form.problems else 200
    try:
        nights.check_open(access.sitting)
        table_states.check_next_leg(access.sitting)
        tables.name_seats(access.sitting, form)
        return _start(access, token, form)
    except Refusal as refusal:
        form.refuse(refusal.problems)
        return _page(form, access, token), 422


@bp.get("/s/<token>/names.json")
@limiter.limit(QUESTIONS)
def names(token: str) -> Response:
    """Names from the club's roster that match `?q=`, as JSON."""
    club = tables.club_of(load_sitting(token, write=True).sitting)
    return jsonify(names=tables.matching_names(club, request.args.get("q", "")) if club else [])


def _show_refusal(form: StartForm, sitting: Sitting | None = None) -> None:
    """Adds the reason why this visitor may not start a match, if there is one, to the top of the form."""
    refusal = sitting_access.refusal_for(sitting)
    if refusal:
        form.refuse(refusal.problems)


def _start(access: Access, token: str, form: StartForm) -> Response:
    """Starts the match and redirects to it. Raises Refusal if the visitor may not start one."""
    sitting_access.allow_match(access.sitting)
    key = start_key(request.form.get("key", ""), form.head)
    head = next_head(access.sitting, form)
    match = ledger.start_match(access.sitting, head, actor=access.link.label, key=key)
    db.session.commit()
    _warn_of_doubles(match)
    return to("matches.show", token=token, number=match.number)


def _warn_of_doubles(match: Match) -> None:
    """Flashes a warning if a player of this match also sits at another table of the same night."""
    night_table = table_of(match.sitting)
    if night_table is None:
        return
    night, table = night_table
    for name, numbers in nights.double_bookings(night):
        if table.number in numbers:
            others = ", ".join(str(number) for number in numbers if number != table.number)
            flash(_("%(name)s is also at another table: %(tables)s.", name=name, tables=others), "error")


def _page(form: StartForm, access: Access | None = None, token: str | None = None, made: Sent | None = None) -> str:
    links.own_secret(session)  # before sending, so that a retry finds the match that was started
    form.roster, more = names_for(access.sitting) if access else ([], False)
    past = past_matches(LAST_MATCHES)
    form.roster = form.roster or names_of(past)
    context = start_page(
        form,
        token=token,
        sitting_name=called(access.sitting.name) if access else "",
        key=request.form.get("key") or secrets.token_urlsafe(12),
        more_names=more,
        tables=[] if token else tables_of(past, form.game.slug),
        query=request.args,
        named=named_games.start_choices(club) if access and (club := tables.club_of(access.sitting)) else [],
    )
    context["made"] = {"card": fitting(made), "name": made.title} if made else None
    return render_template("matches/new.html", **context)
