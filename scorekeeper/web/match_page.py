"""The match page, and the response to a change of the match: JSON or the page, also if refused or outdated."""

import secrets
from collections.abc import Callable
from typing import Any

from flask import Response, flash, jsonify, make_response, redirect, render_template, request, session, url_for
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper import ledger
from scorekeeper.games.engine.base import N_, Problem, Refusal, refuse
from scorekeeper.i18n import called, current_locale, say, speaking
from scorekeeper.pages.change_texts import Deal, with_dealer, with_result
from scorekeeper.pages.entry_form import EntryForm, blank_form
from scorekeeper.pages.match_page import match_page
from scorekeeper.store.models import Change, Match, db
from scorekeeper.web import links, sitting_access
from scorekeeper.web.error_pages import error_answer, refusal_answer, wants_json
from scorekeeper.web.forms import sent_number
from scorekeeper.web.links import Access
from scorekeeper.web.page_parts import card_of, change_sentence, series_here, signed_sentence, with_news
from scorekeeper.web.programs import is_program
from scorekeeper.web.sitting_access import arbiter_here, with_reason
from scorekeeper.web.table_notes import note_of

MEANWHILE = N_("Others changed this match. Look at what changed, then send yours again.")


def _write_of(access: Access, match: Match) -> ledger.Write:
    """Returns the request's author, key and device, and the version it saw: -1 if `seen` is not a number.

    Raises Refusal if a client that wants JSON sends no number, or a program a version that there is not yet.
    """
    seen = sent_number(request.form.get("seen", ""))
    if wants_json() and seen < 0:
        raise refuse("seen", None, N_("Send the version of the match that you have seen"))
    by_program = is_program(request)
    if by_program and seen > match.version:
        raise refuse("seen", None, N_("The newest version of the match is {version}"), version=match.version)
    device = links.device(session, match, access.link if by_program else None)
    return ledger.Write(access.link.label, request.form.get("key", ""), seen, device)


def write(
    access: Access,
    match: Match,
    form: EntryForm | None,
    act: Callable[[ledger.Write], Change],
    refused: Callable[[list[Problem]], AnyResponse] | None = None,
) -> AnyResponse:
    """Applies `act` to the match, commits and returns the response; `refused` renders problems as a page (422)."""
    try:
        mark = _write_of(access, match)
    except Refusal as refusal:
        return refusal_answer(refusal.problems)
    seen, before = mark.seen or 0, _deal(match)
    arbiter = arbiter_here(match) if match.locked is not None else None
    if arbiter:
        mark = mark._replace(actor=arbiter.account.name)
    try:
        sitting_access.allow_storing(match.sitting_id)
        with with_reason(match, arbiter):
            change = act(mark)
    except Refusal as refusal:
        if refused and not wants_json():
            db.session.rollback()
            response = refused(refusal.problems)
        else:
            response = refused_answer(access, match, form, refusal.problems)
        return refusal.mark(response) if isinstance(refusal, sitting_access.TooMuchStored) else response
    except ledger.Stale as stale:
        return _answer_stale(access, match, form, stale, seen)
    db.session.commit()
    return _answer(access, match, change, seen, before)


def _deal(match: Match) -> Deal:
    return match.hand_count, match.table["dealer"]


def _answer(access: Access, match: Match, change: Change, seen: int, before: Deal) -> AnyResponse:
    """Returns the response for a saved change: JSON with the new state, or a message and a redirect."""
    with speaking(current_locale()):  # shown in every message
        done = with_dealer(change_sentence(match.setup, change, own=True), match.setup, before, _deal(match))
        if change.winner_changed:
            done = with_result(done, match.setup, match.status, match.winner)
        if wants_json():
            touched = change.touched if change.number == seen + 1 else None
            state = with_news(match, ledger.state(match, max(seen, 0), touched, say))
            about = {"version": change.number, "hand": change.hand}  # the state may be a newer one
            noted = ledger.notes_between(match, max(seen, 0), change.number)
            return jsonify(state=state, said=done, winner_changed=change.winner_changed, noted=noted, **about)
    flash(done)
    return to_match(access, match)


def to_match(access: Access, match: Match) -> AnyResponse:
    return redirect(url_for("matches.show", token=links.token(access.link), number=match.number), 303)


def started(access: Access, match: Match, **more: Any) -> Response:
    """Returns the JSON response for a new match: its link's token and its number, and its address as `Location`."""
    token = links.token(access.link)
    response = jsonify(token=token, number=match.number, **more)
    response.headers["Location"] = url_for("matches.show", token=token, number=match.number)
    return response


def refused_answer(access: Access, match: Match, form: EntryForm | None, problems: list[Problem]) -> AnyResponse:
    db.session.rollback()
    if wants_json():
        return refusal_answer(problems)
    if form is None:
        for problem in problems:
            flash(say(problem["message"], problem["params"]), "error")
        return to_match(access, match)
    form.problems = problems
    return make_response(page(access, match, form), 422)


def _answer_stale(access: Access, match: Match, form: EntryForm | None, stale: ledger.Stale, seen: int) -> AnyResponse:
    sentences = [signed_sentence(match.setup, change) for change in stale.changes]
    db.session.rollback()
    if wants_json():
        text = say(MEANWHILE, {})
        state = with_news(match, ledger.state(match, max(seen, 0), say=say))
        response = error_answer(text, stale=True, changes=sentences, state=state)
        response.status_code = 409
        return response
    return make_response(page(access, match, form or blank_form(match.setup), missed=sentences), 409)


def own_side(access: Access, match: Match) -> int | None:
    """Returns the side that this phone plays for; None if it has not chosen, cannot score or need not confirm."""
    if not access.may_score or "confirm" not in match.setup["about"]:
        return None
    return ledger.side_of(match, links.device(session, match))


def page(access: Access, match: Match, form: EntryForm, **more: Any) -> str:
    """Renders the match page with a form. `more`: `scored` is the previewed hand, `missed` are others' changes."""
    state = with_news(match, ledger.state(match, say=say))
    context = match_page(
        links.token(access.link),
        sitting_name=called(access.sitting.name),
        setup=match.setup,
        state=state,
        table=ledger.table_before(match, form.number),
        form=form,
        may_score=access.may_score,
        own_side=own_side(access, match),
        key=request.form.get("key") or secrets.token_urlsafe(12),
        call=state["call"],
        series=None if state["status"] == "in_progress" else series_here(match),
    )
    if not access.may_score:
        more["card"] = card_of(access, match, state)
    more |= {"arbiter": arbiter_here(match), "match_id": match.id, "tournament": note_of(access.sitting, match)}
    return render_template("matches/match.html", **context, **more)
