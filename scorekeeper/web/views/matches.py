"""The match page."""

import secrets
from typing import Any

from flask import Blueprint, abort, render_template, request, session

from scorekeeper import ledger
from scorekeeper.games.engine.play import next_hand
from scorekeeper.i18n import called, say
from scorekeeper.pages.entry_form import EntryForm
from scorekeeper.pages.match_page import match_page, needs_page, next_form
from scorekeeper.store.models import Hand, Match, db
from scorekeeper.web import links
from scorekeeper.web.links import Access
from scorekeeper.web.page_parts import card_of, note_of, series_here, with_news
from scorekeeper.web.views.sitting_access import arbiter_here

ADDRESS = "/s/<token>/m/<int(max=100000):number>"
bp = Blueprint("matches", __name__, url_prefix=ADDRESS)


def load_match(token: str, number: int, write: bool = False) -> tuple[Access, Match]:
    """Returns the link's access and the match with this number; 404 and 403 as in `load_sitting`.

    A match that was scored by older rules is scored again first.
    """
    access, match = links.open_match(token, number) or (None, None)
    if access is None or match is None:
        abort(404)
    if write and not access.may_score:
        abort(403)
    if not ledger.needs_no_rescoring(match):  # on the first request after an upgrade
        ledger.rescore(match)
        db.session.commit()
    return access, match


@bp.get("")
def show(token: str, number: int) -> str:
    """The match page; `?way=` selects how the next hand is entered. Remembers the link in the session."""
    access, match = load_match(token, number)
    links.remember(session, access.link)
    links.own_secret(session)  # else kept.json does it: its late response would overwrite the session's list of links
    last = db.session.get(Hand, (match.id, match.hand_count)) if match.hand_count else None
    next_of_match = next_hand(match.setup, match.table)
    form = next_form(match.setup, next_of_match, last.entry if last else None, request.args.items(multi=True))
    return page(access, match, form)


@bp.get("/needs")
def needs(token: str, number: int) -> str:
    """The points that each side needs in the next hand: to win, to lead, to reach the next step."""
    _access, match = load_match(token, number)
    return render_template(
        "matches/needs.html", **needs_page(token, match.setup, match.table, ledger.state(match, say=say))
    )


@bp.get("/older")
def older(token: str, number: int) -> str:
    """The hands of a long match that its page omits: those before `?before=`."""
    access, match = load_match(token, number)
    before = number_in(request.args.get("before", ""))
    state = ledger.state(match, say=say, before=before if before > 0 else match.hand_count + 1)
    arbiter = arbiter_here(match)
    return render_template("matches/older.html", token=token, state=state, may_score=access.may_score, arbiter=arbiter)


def number_in(text: str) -> int:
    """Parses a number of at most nine digits; -1 for any other text."""
    return int(text) if text.isdecimal() and len(text) <= 9 else -1


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
