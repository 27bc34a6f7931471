"""Values that pages share: game files, the evening's matches, news of a match, previews, log sentences."""

from collections.abc import Iterable

from flask import Flask, url_for

from scorekeeper import ledger
from scorekeeper.clubs.tournaments import table_states
from scorekeeper.games.engine.base import N_, Setup
from scorekeeper.games.engine.figures import figure, side_by_side
from scorekeeper.games.engine.game import game_of, tint_of
from scorekeeper.games.engine.match_state import MatchState
from scorekeeper.i18n import _, current_locale, say
from scorekeeper.pages import change_texts
from scorekeeper.pages.result_page import EveningMatch, Series, evening_match, headline, series_of
from scorekeeper.paper.stored_match_sheet import author_of
from scorekeeper.store.models import Change, Match, Sitting
from scorekeeper.web import links
from scorekeeper.web.assets import is_static
from scorekeeper.web.links import Access
from scorekeeper.web.public_address import public_url_for
from scorekeeper.web.table_notes import entered_text


def init_app(app: Flask) -> None:
    """Adds what templates ask about games to their globals, and a filter."""
    app.jinja_env.globals.update(
        game_of=game_of, tint_of=tint_of, match_title=match_title, game_script=game_script, game_style=game_style
    )
    app.jinja_env.filters["side_by_side"] = side_by_side


def match_title(setup: Setup) -> str:
    """Returns the name that the players gave the game, else the game's title."""
    return game_of(setup).title_of(setup["options"], say)


def game_script(slug: str) -> str:
    """Returns the address of a game's entry form script; empty if it has none."""
    return _address(f"games/{slug}/entry.js")


def game_style(slug: str) -> str:
    """Returns the address of a game's match page style sheet; empty if it has none."""
    return _address(f"games/{slug}/match.css")


def _address(filename: str) -> str:
    return url_for("static", filename=filename) if is_static(filename) else ""


WORDS = {
    "waits": N_("Saved on this phone"),
    "waits_long": N_("Saved on this phone · waiting to send"),
    "match_too": N_("Offline: saved on this phone"),
    "kept_here": N_("Changes are sent as soon as you are online."),
    "may_go": N_("This browser may delete it after some days without a visit. Save it as a file to be sure."),
    "keep_open": N_("Keep this page open"),
    "keep_open_why": N_(
        "It goes on without a network and sends everything later. Closed, only https could open it again."
    ),
    "stay": N_("Stay here"),
    "leave": N_("Leave anyway"),
    "sent": N_("All changes sent."),
    "send": N_("Send now"),
    "export": N_("Save as a file"),
    "asked": N_("Two phones recorded different hands."),
    "decide": N_("Compare"),
    "ended": N_("This link no longer works. Save the match as a file, or keep it as a separate match."),
    "own": N_("Keep as a separate match"),
    "forget": N_("Delete from this phone"),
    "forget_sure": N_("Delete? This is the only copy."),
    "conflict_title": N_("Two phones recorded hand {number}"),
    "conflict_other": N_("Others changed this match"),
    "conflict_why": N_("This phone was offline, and others went on. Nothing is lost: choose what is right."),
    "theirs": N_("At the table"),
    "mine": N_("On this phone"),
    "same": N_("Both are the same: probably one hand, recorded twice."),
    "follows": N_("Your hand {number} ({points}) follows."),
    "keep": N_("Keep both: mine comes next"),
    "keep_other": N_("Save mine anyway"),
    "replace": N_("Replace theirs with mine"),
    "amend": N_("Change mine"),
    "drop": N_("Keep theirs, discard mine"),
    "look_again": N_("Look again"),
    "later": N_("Decide later"),
    "refused": N_("This can’t be saved now: {reason}"),
    "tick_refused": N_("The tick for no. {number} was not accepted: {reason}"),
}


def evening_of(sitting: Sitting) -> list[EveningMatch]:
    """Returns all matches of the sitting with their current scores."""
    return [evening_match(match.number, match.setup, match.table, match.status) for match in sitting.matches]


def series_here(match: Match) -> Series:
    """Returns the evening's series between the sides of this match: the number of matches won by each so far."""
    return series_of(match.setup, match.number, evening_of(match.sitting), match.sitting.best_of)


def with_news(match: Match, state: MatchState) -> MatchState:
    """Adds to the state the calls and bids of the hand, in tournaments also if time was called and what was entered.

    Both raise the match's call count (`ledger.tell_pages`), so other matches need no query about tournaments. A match
    started after the call shows it on its page only. Returns the state.
    """
    state["call"], state["bids"] = ledger.called(match), ledger.bids_of(match, say)
    if match.called:
        state["called"] = match.called
        state["time_called"] = table_states.is_time_called(match.sitting_id)
        if state["call"] is None:  # calls raise the count too: their hands need no document
            state["entered"] = entered_text(match)
    return state


def watch_address(access: Access, number: int) -> str:
    """Returns the address of the result page for watchers; empty if no watch link is left."""
    link = access.link
    if access.may_score:
        open_links = [link for link in access.sitting.links if link.may == "watch" and link.revoked_at is None]
        if not open_links:
            return ""
        link = open_links[-1]
    return public_url_for("results.show", token=links.token(link), number=number)


def card_of(access: Access, match: Match, state: MatchState) -> dict[str, str]:
    """Returns title, text, image and address of a link preview.

    Links that can score reveal only that there is a match.
    """
    token, public, number = links.token(access.link), not access.may_score, match.number
    totals = " – ".join(f"{side['name']} {figure(side['shown'])}" for side in state["sides"])
    return {
        "title": f"{headline(state)} · {state['title']}" if public else _("A match at Scorekeeper"),
        "text": totals if public else "",
        "image": public_url_for("results.drawn", token=token, number=number, lang=current_locale()) if public else "",
        "address": public_url_for("results.show", token=token, number=number) if public else "",
    }


def preview(title: str, texts: Iterable[str], address: str) -> dict[str, str]:
    """Returns title, text and address of a link preview without an image; empty texts are left out."""
    return {"title": title, "text": " · ".join(filter(None, texts)), "image": "", "address": address}


def signed_sentence(setup: Setup, change: Change) -> str:
    """Returns the change as a sentence, with its author if known: “Anna's phone: Hand 3 was recorded”."""
    text, who = change_sentence(setup, change), author_of(change)
    return f"{who}: {text}" if who else text


def change_sentence(setup: Setup, change: Change, *, own: bool = False) -> str:
    """Returns the change as a sentence, for a rescoring with its effects; `own`: made by this phone."""
    about: change_texts.Change = {
        "kind": change.kind,
        "hand": change.hand,
        "before": change.before,
        "after": change.after,
    }
    text = change_texts.change_text(setup, about, own)
    return ". ".join([text, *ledger.rescoring_texts(change, say)]) if change.kind == "rescore" else text
