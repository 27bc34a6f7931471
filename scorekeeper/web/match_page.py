"""The page of a match, which a refused form shows again."""

import secrets
from typing import Any

from flask import render_template, request, session

from scorekeeper import ledger
from scorekeeper.i18n import called, say
from scorekeeper.pages.entry_form import EntryForm
from scorekeeper.pages.match_page import match_page
from scorekeeper.store.models import Match
from scorekeeper.web import links
from scorekeeper.web.links import Access
from scorekeeper.web.page_parts import card_of, note_of, series_here, with_news
from scorekeeper.web.sitting_access import arbiter_here


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
