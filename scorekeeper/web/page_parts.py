"""Values that the templates of several pages need: the game's parts, the evening and the tournament."""

from typing import NamedTuple

from flask import Flask, url_for

from scorekeeper import ledger
from scorekeeper.clubs.tournaments import table_states
from scorekeeper.clubs.tournaments.desk import desk_of
from scorekeeper.clubs.tournaments.rounds import table_of
from scorekeeper.clubs.tournaments.table_results import accepts_results
from scorekeeper.clubs.tournaments.table_states import has_next_leg, plays_legs
from scorekeeper.config import folder
from scorekeeper.games import find_game
from scorekeeper.games.engine.base import Setup, _
from scorekeeper.games.engine.game import game_of
from scorekeeper.games.engine.match_state import MatchState
from scorekeeper.i18n import say
from scorekeeper.pages.result_page import EveningMatch, Series, evening_match, series_of
from scorekeeper.store.club_models import Tournament, TournamentTable
from scorekeeper.store.models import Match, Sitting
from scorekeeper.tournaments.changes.results import outcome_of
from scorekeeper.web.public_address import public_address


def init_app(app: Flask) -> None:
    """Give templates `find_game`, `match_title`, `game_script` and `game_style`."""
    app.jinja_env.globals.update(
        find_game=find_game, match_title=match_title, game_script=game_script, game_style=game_style
    )


def match_title(setup: Setup) -> str:
    """What a match's game is called: as its players called it, else by its title."""
    return game_of(setup).title_of(setup["options"], say)


def game_script(slug: str) -> str:
    """The address of the script for a game's entry form; empty where it has none."""
    return _address(script_of(slug))


def game_style(slug: str) -> str:
    """The address of the style sheet for a game's match page; empty where it has none."""
    return _address(f"games/{slug}/match.css")


def _address(filename: str) -> str:
    return url_for("static", filename=filename) if (folder("static") / filename).is_file() else ""


def script_of(slug: str) -> str:
    """Where in the static folder a game's script would stand."""
    return f"games/{slug}/entry.js"


WORDS = {
    "waits": _("Saved on this phone"),
    "waits_long": _("Saved on this phone · waiting to send"),
    "match_too": _("Offline: saved on this phone"),
    "kept_here": _("Changes are sent as soon as you are online."),
    "may_go": _("This browser may delete it after some days without a visit. Save it as a file to be sure."),
    "sent": _("All changes sent."),
    "send": _("Send now"),
    "export": _("Save as a file"),
    "asked": _("Two phones recorded different hands."),
    "decide": _("Compare"),
    "ended": _("This link no longer works. Save the match as a file, or keep it as a separate match."),
    "own": _("Keep as a separate match"),
    "forget": _("Delete from this phone"),
    "forget_sure": _("Delete? This is the only copy."),
    "conflict_title": _("Two phones recorded hand {number}"),
    "conflict_other": _("Others changed this match"),
    "conflict_why": _("This phone was offline, and others went on. Nothing is lost: choose what is right."),
    "theirs": _("At the table"),
    "mine": _("On this phone"),
    "same": _("Both are the same: probably one hand, recorded twice."),
    "follows": _("Your hand {number} ({points}) follows."),
    "keep": _("Keep both: mine comes next"),
    "keep_other": _("Save mine anyway"),
    "replace": _("Replace theirs with mine"),
    "amend": _("Change mine"),
    "drop": _("Keep theirs, discard mine"),
    "look_again": _("Look again"),
    "later": _("Decide later"),
    "refused": _("This can’t be saved now: {reason}"),
    "tick_refused": _("The tick for no. {number} was not accepted: {reason}"),
}


class TournamentNote(NamedTuple):
    """`address` is where everybody may follow the tournament, empty where nobody may.

    `is_open`: it is a table of the round that is being played; `called`: it has called the arbiter; `is_time`: the
    arbiter has called time; `is_entered`: the round has its result; `next_leg`: another match may follow this one.
    """

    name: str
    round: int
    table: int
    address: str
    is_open: bool
    called: bool
    is_time: bool
    is_entered: bool
    next_leg: bool


def note_of(sitting: Sitting, match: Match | None = None) -> TournamentNote | None:
    """What to say at a sitting, and of a match of it; None where it is no tournament's table."""
    found = table_of(sitting)
    if found is None:
        return None
    tournament, table = found
    is_open = accepts_results(tournament, table) and table.ended_at is None
    tables = tournament.document["rounds"][table.round - 1]["tables"] if is_open else ()
    return TournamentNote(
        name=tournament.document.get("name") or "",
        round=table.round,
        table=table.number,
        address=public_address(tournament),
        is_open=is_open,
        called=table.called_at is not None,
        is_time=is_open and desk_of(tournament)["time"] == table.round,
        is_entered=any(each["table"] == table.number and outcome_of(each) for each in tables),
        next_leg=match is not None and _next_leg(tournament, table, match),
    )


def _next_leg(tournament: Tournament, table: TournamentTable, match: Match) -> bool:
    """It is not known yet of a match that goes on, whose page stays as it is; what is wrong is refused."""
    follows = plays_legs if match.status == "in_progress" else has_next_leg
    return follows(tournament, table)


def evening_of(sitting: Sitting) -> list[EveningMatch]:
    """All matches of a sitting, each as it stands."""
    return [evening_match(each.number, each.setup, each.table, each.status) for each in sitting.matches]


def series_here(match: Match) -> Series:
    """How the sides of a match stand in matches tonight."""
    return series_of(match.setup, match.number, evening_of(match.sitting), match.sitting.best_of)


def with_news(match: Match, state: MatchState) -> MatchState:
    """The state with that.

    Whoever calls time has it counted in the match (`ledger.tell_pages`), so all others ask nothing about tournaments;
    a match that was started after it says nothing of it here, its page does.
    """
    state["call"] = ledger.called(match)
    if match.called:
        state["called"] = match.called
        state["time_called"] = table_states.is_time_called(match.sitting_id)
    return state
