"""Synchronisation with a phone that was offline: a fresh CSRF token, uploading its matches, and copies for offline use.

Offline hands arrive at the usual addresses (`views.hands`), each with the key that the phone gave it.
"""

from collections.abc import Iterator
from typing import Any

from flask import Blueprint, Response, abort, jsonify, request, session
from flask_wtf.csrf import generate_csrf

from scorekeeper import ledger
from scorekeeper.bounded_json import HEAD, SMALL
from scorekeeper.clubs.tournaments import table_states
from scorekeeper.games.engine.base import Refusal, refuse
from scorekeeper.games.engine.figures import side_by_side
from scorekeeper.games.engine.history import scoring_of
from scorekeeper.games.engine.setup import begin
from scorekeeper.games.json_types import ANYTHING, FLAG, TEXT, group, listed
from scorekeeper.i18n import _, called, say
from scorekeeper.pages.entry_form import discarded_entry
from scorekeeper.store.models import Hand, Match, db
from scorekeeper.web import links, sitting_access
from scorekeeper.web.error_pages import refusal_answer
from scorekeeper.web.forms import sent_number
from scorekeeper.web.json_bodies import MATCH, SECRET_KEY
from scorekeeper.web.links import Access
from scorekeeper.web.loading import ADDRESS, load_match, load_sitting
from scorekeeper.web.match_page import own_side, started
from scorekeeper.web.own_matches import own_table, start_key
from scorekeeper.web.phone_engine import engine
from scorekeeper.web.programs import takes_json
from scorekeeper.web.rate_limits import TABLES, limiter
from scorekeeper.web.request_limits import MOST_HANDS, TOO_MANY, is_sent, json_field, require_slow_lane

bp = Blueprint("sync", __name__)

MOST_NUMBER = 100_000  # hands
WHOLE_MATCH = {"match": MATCH, "head": ANYTHING, "hands": listed(ANYTHING)}


@bp.get("/sync/token")
def token() -> Response:
    """A CSRF token of this session, as JSON, for phones whose page is old."""
    links.own_secret(session)  # which distinguishes this phone's matches from others'
    response = jsonify(csrf_token=generate_csrf())
    response.headers["Cache-Control"] = "no-store"
    return response


@bp.post("/sync/matches")
@limiter.limit(TABLES)
@takes_json(group({**WHOLE_MATCH, "key": SECRET_KEY, "token": TEXT, "stopped": FLAG}))
def take_in() -> Response:
    """POST: stores a match: `key`, its document's `head`, and `token` if it is played at a table that there is already.

    With `hands` (a list of entries) these are recorded; `stopped` if the players ended it. Programs may send the whole
    document as `match`. Returns `{"token", "number", "kept"}`, and the match's address as `Location`; the same key
    again returns the same.
    """
    head, entries = _document()
    key = start_key(request.form.get("key", ""), head)
    try:
        if len(entries) > MOST_HANDS:
            raise refuse("hands", None, TOO_MANY, hands=len(entries), most=MOST_HANDS)
        begin(head)
        access = _table(request.form.get("key", ""))
        sitting_access.allow_match(access.sitting)
        match = ledger.start_match(access.sitting, head, actor=access.link.label, key=key)
        _play_on(match, access, entries)
    except Refusal as refusal:
        db.session.rollback()
        return refusal_answer(refusal.problems)
    db.session.commit()
    return started(access, match, kept=ledger.offline_copy_of(match, say))


def _document() -> tuple[dict[str, Any], list[Any]]:
    """Returns the head and the hands of the match that was sent; 400 if they are not readable."""
    if request.is_json and is_sent("match"):
        match = json_field("match")
        hands = match.get("hands", [])
        head = {name: value for name, value in match.items() if name not in ("hands", "log")}
        return head, hands if isinstance(hands, list) else json_field("hands", list)
    return json_field("head", bounds=HEAD), json_field("hands", list) if is_sent("hands") else []


def _play_on(match: Match, access: Access, entries: list[Any]) -> None:
    """Records the hands in a match that has just started, and ends it if `stopped`. Raises Refusal."""
    if match.version > 1:
        return
    for entry in entries:
        ledger.record(match, entry if isinstance(entry, dict) else {}, ledger.Write(access.link.label))
    if request.form.get("stopped", "0") not in ("", "0"):
        ledger.finish(match, ledger.Write(access.link.label))


def _table(key: str) -> Access:
    token = request.form.get("token", "")
    return load_sitting(token, write=True) if token else own_table(key)


@bp.get(f"{ADDRESS}/kept.json")
def kept(token: str, number: int) -> Response:
    """The match as JSON for offline use, with its sitting, the link's permission and this phone's side."""
    access, match = load_match(token, number)
    require_slow_lane(ledger.size_of(match))
    sitting = access.sitting
    opened = sitting.opened_at.isoformat(timespec="seconds")
    about = {"name": called(sitting.name), "place": sitting.place, "opened_at": opened, "best_of": sitting.best_of}
    about["last_here"] = table_states.plays_single_match(sitting)
    device = links.device(session, match) if access.may_score else ""
    return jsonify(
        kept=ledger.offline_copy_of(match, say, device),
        sitting=about,
        may_score=access.may_score,
        own_side=own_side(access, match),
    )


@bp.post(f"{ADDRESS}/declined")
def declined(token: str, number: int) -> Response:
    """POST: logs that an offline change was discarded in favour of others' changes.

    `entry` is the form as it was filled in; 400 if no form of this game has such an entry.
    """
    access, match = load_match(token, number, write=True)
    require_slow_lane(ledger.size_of(match))
    kind, entry = request.form.get("kind", ""), discarded_entry(match.setup, json_field("entry", bounds=SMALL))
    if kind not in ledger.DECLINED or entry is None:
        abort(400)
    sitting_access.allow_more(match.sitting_id)
    number_sent = sent_number(request.form.get("hand", ""))
    hand = number_sent if 0 < number_sent < MOST_NUMBER else None
    ledger.decline(match, kind, hand, entry, actor=access.link.label, key=request.form.get("key", ""))
    db.session.commit()
    return jsonify(kept=ledger.offline_copy_of(match, say))


@bp.post(f"{ADDRESS}/arrived")
def arrived(token: str, number: int) -> Response:
    """POST: compares the phone's scores with the server's for hands that both have with the same entries.

    `rules` is the digest of the phone's rules, `hands` are `[{"number", "points", "entry", "struck"}]`, numbered as on
    the server. Returns `{"said", "same_rules"}`: a sentence for each hand with a different score, and whether the
    rules are the same.
    """
    _access, match = load_match(token, number)
    require_slow_lane(ledger.size_of(match))
    sent = [item for item in json_field("hands", list) if isinstance(item, dict)]
    said = [_rescored(hand, item) for hand, item in _same_hands(match, sent) if hand.points != item.get("points")]
    same_rules = request.form.get("rules") == engine().rules
    if said and not same_rules:
        said.insert(0, _("The scoring rules were updated."))
    return jsonify(said=said, same_rules=same_rules)


def _same_hands(match: Match, sent: list[dict[str, Any]]) -> Iterator[tuple[Hand, dict[str, Any]]]:
    """Yields pairs of a hand and the phone's copy, up to the first hand that another client entered or changed.

    Later hands may score differently because of other earlier hands, so they prove nothing about the rules.
    """
    for hand, sent_hand in zip(ledger.hands(match), sent, strict=False):
        entry = sent_hand.get("entry")
        if (
            sent_hand.get("number") != hand.number
            or sent_hand.get("struck") is not hand.struck
            or not isinstance(entry, dict)
        ):
            return
        if scoring_of(entry) != scoring_of(ledger.with_current_names(match.setup, hand.number, hand.entry)):
            return
        yield hand, sent_hand


def _rescored(hand: Hand, sent: dict[str, Any]) -> str:
    return _(
        "Hand %(hand)s scores %(now)s; this phone had %(was)s.",
        hand=hand.number,
        was=_points(sent.get("points")),
        now=_points(hand.points),
    )


def _points(points: object) -> str:
    return side_by_side(points) if isinstance(points, list) else str(points)
