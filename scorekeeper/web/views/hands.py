"""Changes of a match: record, correct, delete and annotate hands, undo, redo, end the match, and start a rematch.

Clients that accept JSON get 200 with the new state, 422 with the problems, or 409 with others' changes. A plain form is
redirected to the match page, or gets the page again with the typed values.
"""

from collections.abc import Callable
from typing import Any

from flask import Blueprint, abort, jsonify, make_response, redirect, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper import ledger
from scorekeeper.bounded_json import SMALL
from scorekeeper.clubs import nights
from scorekeeper.clubs.tournaments import table_states
from scorekeeper.games.engine.base import Entry, Refusal
from scorekeeper.games.engine.calls import ACTS
from scorekeeper.games.engine.entries import NOBODY, typed_entry
from scorekeeper.games.json_types import ANYTHING, FLAG, TEXT, group, one_of
from scorekeeper.i18n import say
from scorekeeper.pages.entry_form import (
    CONTESTS,
    TRIES,
    EntryForm,
    filled_form,
    posted_form,
    preview_of,
    problem_texts,
    tried,
    tried_forms,
)
from scorekeeper.store.models import Change, Hand, Match, db
from scorekeeper.web import sitting_access
from scorekeeper.web.error_pages import wants_json
from scorekeeper.web.forms import sent_number
from scorekeeper.web.json_bodies import HAND, KEY, NUMBER, STRIKE_REST, change
from scorekeeper.web.loading import ADDRESS, load_match
from scorekeeper.web.match_page import page, refused_answer, started, to_match, write
from scorekeeper.web.programs import takes_json
from scorekeeper.web.rate_limits import QUESTIONS, limiter
from scorekeeper.web.request_limits import is_sent, json_field
from scorekeeper.web.sitting_access import arbiter_here


class SentHand(EntryForm):
    """A form filled by a JSON body, whose hand needs no reading: the rules check it as they check a document's."""

    @property
    def entry(self) -> Entry:
        """The hand as it was sent; empty if this change has none."""
        hand: Entry = json_field("hand") if is_sent("hand") else {}
        return hand

    def answered(self, preview: Callable[[Entry], Any]) -> Entry:
        """Returns the hand as it was sent: a document may leave out what a form asks for. Raises Refusal."""
        return self.entry


def sent_form(match: Match, number: int | None = None) -> EntryForm:
    """Returns the form that this request has sent, to record a hand or to correct hand `number`."""
    form = posted_form(match.setup, request.form.items(multi=True), number)
    return SentHand(match.setup, form.way, form.typed, number) if request.is_json else form


bp = Blueprint("hands", __name__, url_prefix=ADDRESS)


@bp.post("/hands")
@takes_json(change("hand", hand=HAND))
def record(token: str, number: int) -> AnyResponse:
    """POST: records the next hand."""
    access, match = load_match(token, number, write=True)
    form = sent_form(match)
    return write(access, match, form, lambda mark: ledger.record(match, _entry_of(match, form, mark), mark))


@bp.get("/hands/<int(max=100000):hand>")
def correction(token: str, number: int, hand: int) -> AnyResponse | str:
    """The match page with a hand in the form, to be corrected, or contested by the side `?contests=`.

    For approved matches arbiters only.
    """
    access, match = load_match(token, number, write=True)
    row = db.session.get(Hand, (match.id, hand))
    if row is None:
        abort(404)
    if match.locked is not None and not arbiter_here(match):
        return redirect(url_for("matches.show", token=token, number=number))  # the message says who may
    form = filled_form(match.setup, hand, ledger.with_current_names(match.setup, hand, row.entry))
    form.typed[CONTESTS] = request.args.get(CONTESTS, "")
    return page(access, match, form)


@bp.post("/hands/<int(max=100000):hand>")
@takes_json(change("hand", hand=HAND, strike_rest=STRIKE_REST))
def correct(token: str, number: int, hand: int) -> AnyResponse:
    """POST: corrects a hand. `strike_rest` deletes later hands that are no longer possible."""
    access, match = load_match(token, number, write=True)
    form = sent_form(match, hand)
    rest = request.form.get("strike_rest", "0") != "0"

    def act(mark: ledger.Write) -> Change:
        return ledger.correct(match, hand, _entry_of(match, form, mark), mark, strike_rest=rest)

    return write(access, match, form, act)


@bp.post("/hands/<int(max=100000):hand>/contest")
@takes_json(change("hand", "contests", hand=HAND, contests=NUMBER, saw=ANYTHING))
def contest(token: str, number: int, hand: int) -> AnyResponse:
    """POST: contests a hand for the side `contests`, with its version in the form. The score stays.

    `saw` as for `table.confirm`.
    """
    access, match = load_match(token, number, write=True)
    form = sent_form(match, hand)
    side = -1 if form.contests is None else form.contests
    saw = json_field("saw", bounds=SMALL) if is_sent("saw") else None

    def act(mark: ledger.Write) -> Change:
        return ledger.contest(match, side, hand, _entry_of(match, form, mark), mark, saw)

    return write(access, match, form, act)


@bp.post("/preview")
@limiter.limit(QUESTIONS)
@takes_json(group({"hand": HAND, "number": NUMBER}, ["hand"]))
def preview(token: str, number: int) -> AnyResponse:
    """POST: scores the form without saving it; `hand`, in JSON `number`, is the number of the hand to be corrected.

    An incomplete form is no error: JSON clients get 200 with the scored hand or the problems so far. With `tries` they
    get what each key of the pad would score (see `pages.entry_form.tried`).
    """
    access, match = load_match(token, number, write=True)
    hand = _sent_hand()
    form = sent_form(match, hand)

    def score(form: EntryForm) -> dict[str, Any]:
        return ledger.preview(match, _entry_of(match, form), hand)

    if request.form.getlist(TRIES):
        forms = tried_forms(match.setup, request.form.items(multi=True), hand)
        return jsonify(tries=[tried(each, score, lambda entry: ledger.foreseen(match, entry, hand)) for each in forms])
    try:
        scored = preview_of(score(form))
    except Refusal as refusal:
        if wants_json():
            return jsonify(problems=problem_texts(refusal.problems))
        return refused_answer(access, match, form, refusal.problems)
    return jsonify(scored) if wants_json() else make_response(page(access, match, form, scored=scored))


def _sent_hand() -> int | None:
    """Returns the number of the hand that is meant; None if it is the next one."""
    number = sent_number(request.form.get("number" if request.is_json else "hand", ""))
    return number if number > 0 else None


def _entry_of(match: Match, form: EntryForm, mark: ledger.Write | None = None) -> Entry:
    """Parses the form into an entry. Raises Refusal if required fields are missing.

    If the page is outdated, returns the entry unchecked: the ledger then raises Stale.
    """
    if mark is not None and ledger.is_overtaken(match, mark.seen):
        return form.entry
    return form.answered(lambda entry: ledger.preview(match, entry, form.number))


@bp.post("/hands/<int(max=100000):hand>/strike")
@takes_json(change(strike_rest=STRIKE_REST))
def strike(token: str, number: int, hand: int) -> AnyResponse:
    """POST: deletes a hand. `strike_rest` also deletes later hands that are no longer possible."""
    access, match = load_match(token, number, write=True)
    form = sent_form(match, hand)
    rest = request.form.get("strike_rest", "0") != "0"
    return write(access, match, form, lambda mark: ledger.strike(match, hand, mark, strike_rest=rest))


@bp.post("/hands/<int(max=100000):hand>/note")
@takes_json(change(note=TEXT))
def note(token: str, number: int, hand: int) -> AnyResponse:
    """POST: changes a hand's note only; an empty note removes it."""
    access, match = load_match(token, number, write=True)
    form = sent_form(match, hand)
    return write(access, match, form, lambda mark: ledger.annotate(match, hand, form.text("note"), mark))


@bp.post("/undo")
@takes_json(change())
def undo(token: str, number: int) -> AnyResponse:
    """POST: undoes the last change."""
    access, match = load_match(token, number, write=True)
    return write(access, match, None, lambda mark: ledger.undo(match, mark))


@bp.post("/redo")
@takes_json(change())
def redo(token: str, number: int) -> AnyResponse:
    """POST: redoes the last undone change."""
    access, match = load_match(token, number, write=True)
    return write(access, match, None, lambda mark: ledger.redo(match, mark))


@bp.post("/call")
@limiter.limit(QUESTIONS)
@takes_json(group({"act": one_of([*ACTS, "clear"]), "side": NUMBER, "number": NUMBER}, ["act", "side"]))
def call(token: str, number: int) -> AnyResponse:
    """POST: proposes a higher stake, or accepts or declines a proposal, during the hand.

    JSON clients get 200 with the current calls, even if another phone was faster.
    """
    access, match = load_match(token, number, write=True)
    side, seen = (sent_number(request.form.get(name, "")) for name in ("side", "number"))
    try:
        ledger.call(match, request.form.get("act", ""), side, seen)
    except Refusal as refusal:
        return refused_answer(access, match, None, refusal.problems)
    db.session.commit()
    return jsonify(call=ledger.called(match)) if wants_json() else to_match(access, match)


@bp.post("/bids")
@limiter.limit(QUESTIONS)
@takes_json(group({"hand": HAND, "number": NUMBER}, ["hand"]))
def bid(token: str, number: int) -> AnyResponse:
    """POST: shows bids to the table: the fields of the hand that come before the cards. JSON clients get all bids."""
    access, match = load_match(token, number, write=True)
    form = posted_form(match.setup, request.form.items(multi=True))
    typed = _typed_bids() if request.is_json else form.typed
    try:
        ledger.bid(match, typed, _sent_hand() or match.hand_count + 1)
    except Refusal as refusal:
        return refused_answer(access, match, form, refusal.problems)
    db.session.commit()
    return jsonify(bids=ledger.bids_of(match, say)) if wants_json() else to_match(access, match)


def _typed_bids() -> dict[str, str]:
    """Returns the bids in a JSON body as texts of a form; null is a bid that is not made yet."""
    typed = typed_entry(json_field("hand", bounds=SMALL))
    return {path: text for path, text in typed.items() if text != NOBODY}


@bp.post("/finish")
@takes_json(change(stands=FLAG))
def finish(token: str, number: int) -> AnyResponse:
    """POST: ends the match. In a match without target the leader wins, unless `stands` is 0."""
    access, match = load_match(token, number, write=True)
    stands = request.form.get("stands") != "0"
    return write(access, match, None, lambda mark: ledger.finish(match, mark, stands=stands))


@bp.post("/rematch")
@takes_json(group({"key": KEY}))
def rematch(token: str, number: int) -> AnyResponse:
    """POST: starts a rematch with the same players; the next player deals. Redirects to it, JSON gets its address."""
    access, match = load_match(token, number, write=True)
    try:
        nights.check_open(access.sitting)
        table_states.check_next_leg(access.sitting)
        sitting_access.allow_match(match.sitting)
        new_match = ledger.rematch(match, actor=access.link.label, key=request.form.get("key", ""))
    except Refusal as refusal:
        return refused_answer(access, match, None, refusal.problems)
    db.session.commit()
    return started(access, new_match) if request.is_json else to_match(access, new_match)
