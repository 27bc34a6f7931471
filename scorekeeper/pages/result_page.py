"""The page of a result: who won, by what, its course, the matches of the evening, and all of it as a text to send."""

from typing import Any, TypedDict

from scorekeeper.games.engine.base import Setup, Table
from scorekeeper.games.engine.game import find_game, game_of
from scorekeeper.games.engine.match_state import HandState, MatchState
from scorekeeper.games.engine.side_names import SIGNS
from scorekeeper.games.engine.words import figure, who_won
from scorekeeper.i18n import gettext as _
from scorekeeper.i18n import ngettext, say
from scorekeeper.pages.chart import Totals, progress, thinned


class EveningMatch(TypedDict):
    """A match of the evening, as it stands: `result` says who won, empty while it goes on."""

    number: int
    title: str
    setup: Setup
    table: Table
    status: str
    winner: "int | None"
    result: str


class Series(TypedDict):
    """How the same sides stand in matches: `best_of` 0 where that was not agreed; `wins` by the sides of this match."""

    best_of: int
    wins: list[int]
    played: int
    decided: bool


def evening_match(number: int, setup: Setup, table: Table, status: str) -> EveningMatch:
    """A match of the evening, from its table after the last hand."""
    return {
        "number": number,
        "title": game_of(setup).title_of(setup["options"], say),
        "setup": setup,
        "table": table,
        "status": status,
        "winner": table["winner"],
        "result": "".join([say(message, params) for message, params in who_won(setup, table, status == "stopped")]),
    }


def series_of(setup: Setup, number: int, evening: list[EveningMatch], best_of: int) -> Series:
    """The series that match `number` belongs to: those of the same sides before it, since the last one was decided."""
    sides = _people(setup)
    wins, played = [0] * len(sides), 0
    decided = False
    for match in sorted(evening, key=lambda each: each["number"]):
        people = _people(match["setup"])
        if match["number"] > number or sorted(people) != sorted(sides):
            continue
        if decided:
            wins, played, decided = [0] * len(sides), 0, False
        played += 1
        if match["winner"] is not None:
            wins[sides.index(people[match["winner"]])] += 1
        decided = best_of > 0 and max(wins) > best_of // 2
    return {"best_of": best_of, "wins": wins, "played": played, "decided": decided}


def _people(setup: Setup) -> "list[list[str]]":
    """Who sits on each side, in an order that does not hang on their seats."""
    return [sorted(side["players"]) for side in setup["sides"]]


def series_text(series: Series) -> str:
    """How the series stands; empty where one match stands alone."""
    wins = " – ".join([str(each) for each in series["wins"]])
    if series["best_of"]:
        count = series["best_of"]
        if series["decided"]:
            return _("Best of %(count)s: %(wins)s, decided", count=count, wins=wins)
        return _("Best of %(count)s: %(wins)s", count=count, wins=wins)
    if series["played"] > 1:
        return _("Tonight %(wins)s", wins=wins)
    return ""


def chart_of(state: MatchState, course: Totals) -> str:
    """The course of the match as SVG; empty where too few hands were played."""
    game = find_game(state["game"])
    shown = [(number, game.shown(totals, state["options"]) if game else totals) for number, totals in course]
    hands = thinned(shown)
    return progress(hands, state["options"].get("target"), _("Totals after each hand")) if hands else ""


def reason_rule(state: MatchState) -> str:
    """The number of the rule by which the last hand ended the match; empty where no rule did."""
    last: HandState | None = None
    for hand in state["hands"]:
        last = last if hand["struck"] else hand
    if last is None or state["status"] != "finished":
        return ""
    own = [line for line in last["lines"] if state["winner"] in (None, line["side"])]
    return own[-1]["rule"] if own else ""


def result_text(state: MatchState, hands: int, series: Series, day: str, place: str, address: str = "") -> str:
    """The result as a text of a few lines, to be sent in a chat; `hands`: how many count."""
    totals = [f"{SIGNS[side['index']]} {side['name']} {figure(side['shown'])}" for side in state["sides"]]
    about = [state["title"], ngettext("%(num)s hand", "%(num)s hands", hands), day, place]
    lines = [
        headline(state),
        " – ".join(totals),
        ". ".join(state["ended"]),
        series_text(series),
        " · ".join([each for each in about if each]),
        address,
    ]
    return "\n".join([each for each in lines if each])


def headline(state: MatchState) -> str:
    """Who won; while the match goes on, that it does."""
    return state["result"] or _("In play")


def result_page(
    token: str,
    *,
    setup: Setup,
    state: MatchState,
    course: Totals,
    evening: list[EveningMatch],
    sitting: "dict[str, Any]",
    day: str,
    may_score: bool,
    key: str,
    address: str = "",
) -> "dict[str, Any]":
    """The page. `course`: totals after every hand that counts. `sitting`: its name, place and best_of.

    `address` is a link to watch by, where there is one.
    """
    series = series_of(setup, state["number"], evening, sitting["best_of"])
    return {
        "token": token,
        "setup": setup,
        "state": state,
        "headline": headline(state),
        "rule": reason_rule(state),
        "chart": chart_of(state, course),
        "evening": evening,
        "sitting": sitting,
        "series": series_text(series),
        "day": day,
        "may_score": may_score,
        "key": key,
        "address": address,
        "text": result_text(state, len(course), series, day, sitting["place"], address),
    }
