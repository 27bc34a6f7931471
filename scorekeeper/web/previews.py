"""What a chat shows of a link that somebody sends: who won, totals and picture, and only of links that watch."""

from typing import Any

from flask import url_for

from scorekeeper.games.engine.match_state import MatchState
from scorekeeper.i18n import _, current_locale
from scorekeeper.pages.chart import figure
from scorekeeper.pages.result_page import headline
from scorekeeper.store.models import Match
from scorekeeper.web import links
from scorekeeper.web.links import Access


def watch_address(access: Access, number: int) -> str:
    """The address of a result for who may only look; empty where every such link of the evening has ended."""
    link = access.link
    if access.may_score:
        open_links = [each for each in access.sitting.links if each.may == "watch" and each.revoked_at is None]
        if not open_links:
            return ""
        link = open_links[-1]
    return url_for("results.show", token=links.token(link), number=number, _external=True)


def card_of(access: Access, match: Match, state: MatchState) -> dict[str, str]:
    """What a preview of the link shows, and where the picture is. Links that score tell only that there is a match."""
    token, public = links.token(access.link), not access.may_score
    totals = " – ".join(f"{side['name']} {figure(side['total'])}" for side in state["sides"])
    return {
        "title": f"{headline(state)} · {state['title']}" if public else _("A match at Scorekeeper"),
        "text": totals if public else "",
        "image": _address_of_picture(token, match, _external=True, lang=current_locale()) if public else "",
        "picture": _address_of_picture(token, match),
        "file": f"{match.game}-{match.number}.png",
        "address": url_for("results.show", token=token, number=match.number, _external=True) if public else "",
    }


def _address_of_picture(token: str, match: Match, **more: Any) -> str:
    return url_for("results.drawn", token=token, number=match.number, **more)
