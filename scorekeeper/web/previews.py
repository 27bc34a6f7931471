"""What a chat shows of a link that somebody sends: who won, totals and picture, and only of links that watch."""

from scorekeeper.games.engine.match_state import MatchState
from scorekeeper.games.engine.words import figure
from scorekeeper.i18n import _, current_locale
from scorekeeper.pages.result_page import headline
from scorekeeper.store.models import Match
from scorekeeper.web import links
from scorekeeper.web.links import Access
from scorekeeper.web.public_address import public_url_for


def watch_address(access: Access, number: int) -> str:
    """The address of a result for who may only look; empty where every such link of the evening has ended."""
    link = access.link
    if access.may_score:
        open_links = [each for each in access.sitting.links if each.may == "watch" and each.revoked_at is None]
        if not open_links:
            return ""
        link = open_links[-1]
    return public_url_for("results.show", token=links.token(link), number=number)


def card_of(access: Access, match: Match, state: MatchState) -> dict[str, str]:
    """What a preview of the link shows, and where the picture is. Links that score tell only that there is a match."""
    token, public, number = links.token(access.link), not access.may_score, match.number
    totals = " – ".join(f"{side['name']} {figure(side['shown'])}" for side in state["sides"])
    return {
        "title": f"{headline(state)} · {state['title']}" if public else _("A match at Scorekeeper"),
        "text": totals if public else "",
        "image": public_url_for("results.drawn", token=token, number=number, lang=current_locale()) if public else "",
        "address": public_url_for("results.show", token=token, number=number) if public else "",
    }
