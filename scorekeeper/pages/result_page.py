"""The result page: the winner and margin, the chart, the evening's matches, a text to share, and a link to BG Stats.

BG Stats is an app that collects results of games. The page links to the app's address with the play in it; the app asks
before it saves anything (https://www.bgstatsapp.com/support/push-plays-to-bg-stats-from-other-apps-or-websites/).
"""

from typing import Any, TypedDict

from scorekeeper.games.engine.base import Setup, Table
from scorekeeper.games.engine.checks import minutes_between
from scorekeeper.games.engine.figures import figure, side_by_side
from scorekeeper.games.engine.final_result import FINAL
from scorekeeper.games.engine.game import find_game, game_of
from scorekeeper.games.engine.match_state import HandState, MatchState, PlayerState, SideState
from scorekeeper.games.engine.side_names import SIGNS
from scorekeeper.games.engine.words import who_won
from scorekeeper.i18n import gettext as _
from scorekeeper.i18n import ngettext, say
from scorekeeper.pages.chart import Totals, progress, thinned

BG_STATS = "https://app.bgstatsapp.com/createPlay.html?data="  # followed by the play as JSON, percent-encoded


class EveningMatch(TypedDict):
    """A match of the evening. `result` is a sentence about the winner, empty while the match goes on."""

    number: int
    title: str
    setup: Setup
    table: Table
    status: str
    winner: "int | None"
    result: str


class Series(TypedDict):
    """The score of a series of matches between the same sides. `best_of`: 0 if none is set; `wins`: by side."""

    best_of: int
    wins: list[int]
    played: int
    decided: bool


EVENING_SHOWN = 50  # newest matches of the evening on a result page


def evening_match(number: int, setup: Setup, table: Table, status: str) -> EveningMatch:
    """Returns a match of the evening, from its table after the last hand."""
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
    """Returns the series up to match `number`: its sides' matches since their last series was decided."""
    sides = _people(setup)
    wins, played = [0] * len(sides), 0
    decided = False
    for match in sorted(evening, key=lambda match: match["number"]):
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
    """Returns the players of each side, sorted, so that the same players in other seats are equal."""
    return [sorted(side["players"]) for side in setup["sides"]]


def series_text(series: Series) -> str:
    """Returns the score of a series in words; an empty text for a single match."""
    wins = " – ".join([str(count) for count in series["wins"]])
    if series["best_of"]:
        count = series["best_of"]
        if series["decided"]:
            return _("Best of %(count)s: %(wins)s, decided", count=count, wins=wins)
        return _("Best of %(count)s: %(wins)s", count=count, wins=wins)
    if series["played"] > 1:
        return _("Tonight %(wins)s", wins=wins)
    return ""


def chart_of(state: MatchState, course: Totals) -> str:
    """Returns the chart of the match as SVG; empty if too few hands were played."""
    game = find_game(state["game"])
    shown = [(number, game.shown(totals, state["options"]) if game else totals) for number, totals in course]
    hands = thinned(shown)
    return progress(hands, state["options"].get("target"), _("Totals after each hand")) if hands else ""


def reason_rule(state: MatchState) -> str:
    """Returns the number of the rule by which the last hand ended the match; an empty text if none did."""
    last: HandState | None = None
    for hand in state["hands"]:
        last = last if hand["struck"] else hand
    if last is None or state["status"] != "finished":
        return ""
    own = [line for line in last["lines"] if state["winner"] in (None, line["side"])]
    return own[-1]["rule"] if own else ""


def result_text(state: MatchState, hands: int, series: Series, day: str, place: str, address: str = "") -> str:
    """Returns the result as a few lines of text for a chat. `hands`: the number of hands that count."""
    totals = [f"{SIGNS[side['index']]} {side['name']} {figure(side['shown'])}" for side in state["sides"]]
    played = hands - (state["won_by"] == FINAL)  # the entry of a final result is no hand
    about = [state["title"], ngettext("%(num)s hand", "%(num)s hands", played) if played else "", day, place]
    lines = [
        headline(state),
        " – ".join(totals),
        ". ".join(state["ended"]),
        series_text(series),
        " · ".join([part for part in about if part]),
        address,
    ]
    return "\n".join([line for line in lines if line])


def headline(state: MatchState) -> str:
    """Returns a sentence about the winner, or "In play"."""
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
    """Returns the context of the result page. `course`: totals after each hand; `sitting`: name, place, best_of.

    `address` is a read-only link to the match, empty if there is none.
    """
    series = series_of(setup, state["number"], evening, sitting["best_of"])
    return {
        "token": token,
        "setup": setup,
        "state": state,
        "headline": headline(state),
        "rule": reason_rule(state),
        "chart": chart_of(state, course),
        "evening": evening[-EVENING_SHOWN:],
        "sitting": sitting,
        "series": series_text(series),
        "day": day,
        "may_score": may_score and game_of(setup).installed,
        "key": key,
        "address": address,
        "bg_stats": BG_STATS,
        "play": play_of(setup, state, sitting["place"]),
        "text": result_text(state, len(course), series, day, sitting["place"], address),
    }


LEAST_HANDS = 2  # for facts about a match


class Fact(TypedDict):
    """A statistic of a match, and the side it is about, None if about the whole match."""

    title: str
    side: "int | None"
    text: str


def ending_of(setup: Setup, state: MatchState, series: "Series | None") -> "dict[str, Any]":
    """Returns the end of a match: a `sentence` about the margin, empty without a win by points, and `facts`.

    `order`: the sides, the winner first, then by their totals; `next_dealer`: the dealer of a rematch; `evening`: the
    matches won by each side and the same as a text, None if this is their only match.

    There are no facts if the page shows only the newest hands of a long match.
    """
    counted = [hand for hand in state["hands"] if not hand["struck"] and FINAL not in hand["entry"]]
    whole = state["first"] <= 1 and len(counted) >= LEAST_HANDS
    seats, best = state["seats"], 1 if game_of(setup).is_lowest_best(setup["options"]) else -1
    totals = [best * side["total"] for side in state["sides"]]
    text = series_text(series) if series else ""
    return {
        "order": sorted(range(len(totals)), key=lambda side: (side != state["winner"], totals[side])),
        "sentence": _sentence(state, counted if whole else []),
        "facts": _facts(counted) if whole else [],
        "next_dealer": seats[(setup["first_dealer"] + 1) % len(seats)],
        "evening": {"wins": series["wins"], "text": text} if series and text else None,
    }


def _sentence(state: MatchState, counted: "list[HandState]") -> str:
    winner = state["winner"]
    if winner is None or len(state["sides"]) < 2 or not state["sides"][winner]["leads"] or state["won_by"] == FINAL:
        return ""  # for example, a failed claim is won by the side with fewer points
    others = [side["shown"] for side in state["sides"] if side["index"] != winner]
    own = state["sides"][winner]["shown"]
    margin = min([abs(own - other) for other in others])
    hands = state["hand"] - 1
    text = ngettext("By %(margin)s after one hand.", "By %(margin)s after %(num)s hands.", hands, margin=margin)
    behind = _furthest_behind(winner, counted) if len(state["sides"]) == 2 else ""
    return text + " " + _("They were %(score)s behind.", score=behind) if behind else text


def _furthest_behind(winner: int, counted: "list[HandState]") -> str:
    """Returns the score at the winner's largest deficit, winner first; empty if never behind. For two sides."""
    worst, score = 0, ""
    for hand in counted:
        own, other = hand["totals"][winner], hand["totals"][1 - winner]
        if hand["best"] == other and abs(other - own) > worst:
            worst, score = abs(other - own), side_by_side([own, other])
    return score


def _facts(counted: "list[HandState]") -> "list[Fact]":
    facts: list[Fact] = []
    points, side = max([(points, -side) for hand in counted for side, points in enumerate(hand["points"])])
    if points > 0:
        facts.append({"title": _("Biggest hand"), "side": -side, "text": "+" + str(points)})
    length, leader = _longest_lead(counted)
    if length:
        text = ngettext("one hand", "%(num)s hands", length)
        facts.append({"title": _("Longest lead"), "side": leader, "text": text})
    minutes = minutes_of(counted)
    if minutes is not None:
        facts.append({"title": _("Time"), "side": None, "text": _("%(minutes)s min", minutes=minutes)})
    return facts


def _longest_lead(counted: "list[HandState]") -> "tuple[int, int]":
    """Returns the longest run of hands in which one side led alone, as (hands, side); 0 hands if there was none."""
    longest, leader, run, last = 0, 0, 0, -1
    for hand in counted:
        ahead = [side for side, total in enumerate(hand["totals"]) if total == hand["best"]]
        run = run + 1 if ahead == [last] else 1 if len(ahead) == 1 else 0
        last = ahead[0] if len(ahead) == 1 else -1
        if run > longest:
            longest, leader = run, last
    return longest, leader


LONGEST_PLAY = 600  # minutes: a match that took longer was interrupted, so its time is not shown


def minutes_of(counted: "list[HandState]") -> "int | None":
    """Returns the minutes from the first to the last hand; None if they are unknown, 0 or too many."""
    minutes = minutes_between(counted[0]["at"], counted[-1]["at"]) if counted else None
    return minutes if minutes is not None and 0 < minutes <= LONGEST_PLAY else None


def play_of(setup: Setup, state: MatchState, place: str) -> "dict[str, Any] | None":
    """Returns a finished match as BG Stats reads it; None for any other match, or one without a hand.

    `winner` is always given, because the app for Android fails without it. The player after the first dealer begins.
    """
    counted = [hand for hand in state["hands"] if not hand["struck"]]
    if state["status"] != "finished" or not counted:
        return None
    last, lowest = counted[-1]["at"], game_of(setup).is_lowest_best(setup["options"])
    first_seat = (setup["first_dealer"] + 1) % len(state["seats"])
    places = [(not side["won"], side["total"] if lowest else -side["total"]) for side in state["sides"]]
    play: dict[str, Any] = {
        "sourceName": "Scorekeeper",
        "sourcePlayId": counted[0]["at"][:19] + " " + str(state["number"]),
        "playDate": last[:10] + " " + last[11:19],  # in UTC
        "game": {
            "name": state["title"],
            "sourceGameId": state["game"],
            "highestWins": not lowest,
            "noPoints": False,
        },
        "players": [
            _player(side, player, len([other for other in places if other < places[side["index"]]]), first_seat)
            for side in state["sides"]
            for player in side["players"]
        ],
        "comments": ". ".join(state["ended"]),
    }
    minutes = minutes_of(counted) if state["first"] <= 1 else None
    if minutes is not None:
        play["durationMin"] = minutes
    if place:
        play["location"] = place
    return play


def _player(side: SideState, player: PlayerState, better: int, first_seat: int) -> "dict[str, Any]":
    """Returns a player with the points of the side, which `better` sides are ahead of."""
    return {
        "name": player["name"],
        "sourcePlayerId": player["name"],
        "startPlayer": player["seat"] == first_seat,
        "score": side["total"],
        "rank": better + 1,
        "winner": side["won"],
        "team": side["name"] if len(side["players"]) > 1 else "",
    }
