"""Rules that somebody has sent, a card's or a table's: what they say in words, what differs from those here."""

from typing import Any

from scorekeeper.clubs import accounts, club_cards, named_games
from scorekeeper.games.card.reading import Card
from scorekeeper.games.engine.base import Setup
from scorekeeper.games.engine.game import game_of
from scorekeeper.games.engine.side_names import own_text
from scorekeeper.games.rulebook import agreed_words
from scorekeeper.i18n import _, format_signed, say
from scorekeeper.pages.start_page import query_of
from scorekeeper.store.club_models import Club
from scorekeeper.web.card_pages.packing import fitting, packed
from scorekeeper.web.card_pages.sent import Sent, is_same_game, of_card, of_setup
from scorekeeper.web.card_rules import worked
from scorekeeper.web.own_matches import LAST_MATCHES, past_matches
from scorekeeper.web.visitors import signed_in


def said(setup: Setup) -> tuple[list[str], list[str]]:
    """Returns what rules say, as sentences in the visitor's language, and the options that are as usual."""
    game = game_of(setup)
    sentences = [say(text, params) for _rule, text, params in game.agreed(setup, say)]
    if sentences:
        return sentences, []
    words, variant = agreed_words(setup), game.variant_title(setup["variant"], say)
    agreed = [*filter(None, [variant]), *(text for text, differs in words if differs)]
    return agreed, [text for text, differs in words if not differs]


def differences(sent: Sent, mine: Sent | None) -> "tuple[list[str], list[str]] | None":
    """Returns the sentences that only these rules say, and those that only mine say; None without rules of mine."""
    if mine is None:
        return None
    theirs, own = (agreed + usual for agreed, usual in (said(sent.setup), said(mine.setup)))
    return [text for text in theirs if text not in own], [text for text in own if text not in theirs]


def keepers() -> list[Club]:
    """Returns the clubs in which the visitor may keep games."""
    account = signed_in()
    members = accounts.clubs_of(account) if account else []
    return [member.club for member in members if accounts.is_at_least(member.role, "scorer")]


def club_games(club: Club) -> list[dict[str, Any]]:
    """Returns the cards that a club keeps: `{"id", "name", "packed"}`."""
    return [
        {"id": game.id, "name": named_games.title(game), "packed": fitting(of_card(game.options["card"]))}
        for game in club_cards.kept(club)
    ]


def _own(sent: Sent, clubs: list[Club]) -> Sent | None:
    """Returns the rules of this game that a club of the visitor keeps, else of this phone's last match; or None."""
    if sent.card is not None:
        for club in clubs:
            if kept := club_cards.find(club, sent.card):
                return of_card(kept.options["card"])
    setups = (past["match"]["setup"] for past in past_matches(LAST_MATCHES))
    played = (of_setup(setup) for setup in setups if setup["game"] == sent.game and game_of(setup).installed)
    return next((each for each in played if is_same_game(each, sent)), None)


def _numbered(card: dict[str, Any]) -> dict[str, Any]:
    """Returns what only a card has: the labels of its numbered rules, its examples and its source."""
    read = Card(card)
    labels = [line.label for line in read.lines] + [check.label for check in read.checks]
    return {
        "lines": [_(own_text(label)) for label in labels],
        "worked": worked(card),
        "source": read.source,
    }


def page_of(sent: Sent, mine: Sent | None, *, is_own: bool) -> dict[str, Any]:
    """Returns the context of the page (templates/cards/opened.html).

    `mine` are the rules of the same game that the phone keeps; else those of a club, or of the last match, are looked
    up. `is_own`: the visitor shares rules instead of opening them.
    """
    clubs, setup = keepers(), sent.setup
    if mine is None and not is_own:
        mine = _own(sent, clubs)
    sentences, usual = said(setup)
    return {
        **({"lines": [], "worked": [], "source": ""} if sent.card is None else _numbered(sent.card)),
        "sent": sent,
        "title": sent.title,
        "about": _(sent.form.about) if sent.form.about else "",
        "said": sentences,
        "usual": usual,
        "signed": format_signed,
        "differs": differences(sent, mine),
        "mine": fitting(mine) if mine else "",
        "is_own": is_own,
        "clubs": clubs if sent.card is not None or named_games.custom_name(setup) else [],
        "query": dict(query_of(setup)),
        "whole": fitting(sent),
        "link": packed(sent.shared.data),
    }
