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
from scorekeeper.games.engine.side_names import PAIR, SIGNS
from scorekeeper.games.engine.words import WINS_WITH, in_order, who_won
from scorekeeper.games.engine.words import ending_of as message_of_ending
from scorekeeper.i18n import gettext as _
from scorekeeper.i18n import ngettext, say
from scorekeeper.pages.chart import Totals, progress, thinned
from scorekeeper.pages.places import Place, places_of

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
    """The score of a series of matches between the same sides. `best_of`: 0 if none is set; `wins`: by side.

    `winner`: the side that won the newest of them, None if nobody did.
    """

    best_of: int
    wins: list[int]
    winner: "int | None"
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
    winner, decided = None, False
    for match in sorted(evening, key=lambda match: match["number"]):
        people = _people(match["setup"])
        if match["number"] > number or sorted(people) != sorted(sides):
            continue
        if decided:
            wins, played, decided = [0] * len(sides), 0, False
        played += 1
        winner = None if match["winner"] is None else sides.index(people[match["winner"]])
        if winner is not None:
            wins[winner] += 1
        decided = best_of > 0 and max(wins) > best_of // 2
    return {"best_of": best_of, "wins": wins, "winner": winner, "played": played, "decided": decided}


def _people(setup: Setup) -> "list[list[str]]":
    """Returns the players of each side, sorted, so that the same players in other seats are equal."""
    return [sorted(side["players"]) for side in setup["sides"]]


def series_text(series: Series) -> str:
    """Returns the score of a series in words, of two sides the winner of the match first; empty for a single match."""
    wins = " – ".join([str(series["wins"][side]) for side in in_order(len(series["wins"]), series["winner"])])
    if series["best_of"]:
        count = series["best_of"]
        if series["decided"]:
            return _("Best of %(count)s: %(wins)s, decided", count=count, wins=wins)
        return _("Best of %(count)s: %(wins)s", count=count, wins=wins)
    if series["played"] > 1:
        return _("Tonight %(wins)s", wins=wins)
    return ""


def shown_course(state: MatchState, course: Totals) -> Totals:
    """Returns the totals after each hand that charts draw, as screens show them; empty if there are too few hands.

    Includes a final result from a score sheet, but not an entry that only stops the match.
    """
    game, count = find_game(state["game"]), state["played"] + (1 if state["won_by"] == FINAL else 0)
    return thinned(
        [(number, game.shown(totals, state["options"]) if game else totals) for number, totals in course[:count]]
    )


def chart_of(state: MatchState, course: Totals) -> str:
    """Returns the chart of the match as SVG; empty if too few hands were played."""
    hands = shown_course(state, course)
    return progress(hands, state["options"].get("target"), _("Totals after each hand")) if hands else ""


def reason_rule(state: MatchState) -> str:
    """Returns the number of the rule by which the last hand ended the match; an empty text if none did."""
    last: HandState | None = None
    for hand in state["hands"]:
        last = last if hand["struck"] else hand
    if last is None or state["status"] != "finished":
        return ""
    own = [line for line in last["lines"] if state["winner"] in (None, line["side"])]
    game = find_game(state["game"])
    last_rule: str = own[-1]["rule"] if own else ""
    return game.ending_rule(last_rule) if game else last_rule


def result_text(state: MatchState, series: Series, day: str, place: str, address: str = "") -> str:
    """Returns the result as a few lines of text for a chat."""
    sides, played = [state["sides"][place["side"]] for place in standing_of(state)], state["played"]
    totals = [f"{SIGNS[side['index']]} {side['name']} {figure(side['shown'])}" for side in sides]
    about = [state["title"], ngettext("%(num)s hand", "%(num)s hands", played) if played else "", day, place]
    lines = [
        headline(state),
        " – ".join(totals),
        ". ".join(reasons(state)),
        series_text(series),
        " · ".join([part for part in about if part]),
        address,
    ]
    return "\n".join([line for line in lines if line])


def standing_of(state: MatchState) -> "list[Place]":
    """Returns the sides of a finished match in the order of their places, else in the order of the table.

    Of one or two sides all places are 0, and the winner is first.
    """
    if len(state["sides"]) > PAIR and state["status"] != "in_progress":
        return places_of(state)
    order = in_order(len(state["sides"]), state["winner"])
    return [{"place": 0, "side": side, "out": None} for side in order]


def reasons(state: MatchState) -> "list[str]":
    """Returns how the match ended, unless that says no more than the result.

    Of more than two sides without their totals, which are not in order of places.
    """
    setup: Any = state  # it has the game and the options
    message = message_of_ending(setup, state["won_by"])
    is_said = message == WINS_WITH or (len(state["sides"]) > PAIR and "{totals}" in message)
    return state["ended"][1:] if is_said and state["winner"] is not None else state["ended"]


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
        "places": standing_of(state),
        "reasons": reasons(state),
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
        "text": result_text(state, series, day, sitting["place"], address),
    }


LEAST_HANDS = 2  # for facts about a match


class Fact(TypedDict):
    """A statistic of a match, the side and the hand it is about; None if about the whole match."""

    title: str
    side: "int | None"
    hand: "int | None"
    text: str


class Band(TypedDict):
    """A side below the winner: its place, and how far it is behind, or the hand with which it went out (`gap`).

    `short` is the same in fewer words, for all bands but the first. `reached`: how much of it is filled, in percent.
    """

    place: int
    side: int
    gap: str
    short: str
    reached: "int | None"


def ending_of(setup: Setup, state: MatchState, series: "Series | None") -> "dict[str, Any]":
    """Returns the end of a match: a `sentence` about the margin, empty without a win by points, and `facts`.

    `order`: the sides by their places; `first`: the winner, or the sides that are equal in a draw; `bands`: the others,
    if there are more than two sides. `reasons`: how it ended, where neither totals nor `sentence` say so.
    `next_dealer`: the dealer of a rematch; `evening`: the matches won by each side and the same as a text, None if this
    is their only match.

    There are no facts if the page shows only the newest hands of a long match.
    """
    counted = [hand for hand in state["hands"] if hand["counts"]]
    whole = state["first"] <= 1 and len(counted) >= LEAST_HANDS
    seats, places = state["seats"], places_of(state)
    first = [place["side"] for place in places if place["place"] == 1]
    if state["winner"] is None and (state["status"] == "stopped" or len(first) == 1):
        first = []  # abandoned
    several, text = len(places) > PAIR, series_text(series) if series else ""
    best = first[0] if first and (len(first) > 1 or state["sides"][first[0]]["leads"]) else None
    return {
        "order": [place["side"] for place in places],
        "first": first,
        "bands": [_band(state, place, best) for place in places if place["side"] not in first] if several else [],
        "sentence": _sentence(state, places, counted if whole else []),
        "reasons": state["ended"][1:] if state["won_by"] == "target" and len(first) == 1 else reasons(state),
        "facts": _facts(counted) if whole else [],
        "next_dealer": seats[(setup["first_dealer"] + 1) % len(seats)],
        "evening": {"wins": series["wins"], "text": text} if series and text else None,
    }


def _band(state: MatchState, place: Place, best: "int | None") -> Band:
    """Returns a band; `best`: the side with the best total, None if the winner is another one or there is no result."""
    side = state["sides"][place["side"]]
    band: Band = {"place": place["place"], "side": side["index"], "gap": "", "short": "", "reached": side["reached"]}
    if place["out"] is not None:
        band["reached"] = None
        if place["out"]:
            band["gap"] = _("out in hand %(hand)s", hand=place["out"])
            band["short"] = _("hand %(hand)s", hand=place["out"])
    elif best is not None:
        behind = abs(side["shown"] - state["sides"][best]["shown"])
        band["gap"], band["short"] = _("%(points)s behind", points=behind), str(behind)
    return band


def _sentence(state: MatchState, places: "list[Place]", counted: "list[HandState]") -> str:
    winner = state["winner"]
    if winner is None or len(state["sides"]) < 2 or not state["sides"][winner]["leads"] or state["won_by"] == FINAL:
        return ""  # for example, a failed claim is won by the side with fewer points
    if len(places) > PAIR and places[1]["out"] is not None:
        return ""  # the last side in wins, whatever the margin
    others = [side["shown"] for side in state["sides"] if side["index"] != winner]
    own = state["sides"][winner]["shown"]
    margin = min([abs(own - other) for other in others])
    hands = state["played"]
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
    best = max([max(hand["points"]) for hand in counted])
    if best > 0:
        biggest = next(hand for hand in counted if best in hand["points"])
        text = _("+%(points)s in hand %(hand)s", points=best, hand=biggest["number"])
        side = biggest["points"].index(best)
        facts.append({"title": _("Biggest hand"), "side": side, "hand": biggest["number"], "text": text})
    length, leader = _longest_lead(counted)
    if length:
        text = ngettext("one hand", "%(num)s hands", length)
        facts.append({"title": _("Longest lead"), "side": leader, "hand": None, "text": text})
    minutes = minutes_of(counted)
    if minutes is not None:
        text = _("%(minutes)s min", minutes=minutes)
        facts.append({"title": _("Time"), "side": None, "hand": None, "text": text})
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
    entered = [hand for hand in state["hands"] if not hand["struck"]]  # the final result too
    if state["status"] != "finished" or not entered:
        return None
    last = entered[-1]["at"]
    first_seat = (setup["first_dealer"] + 1) % len(state["seats"])
    places = {place["side"]: place["place"] for place in places_of(state)}
    play: dict[str, Any] = {
        "sourceName": "Scorekeeper",
        # The app replaces a play of the same id: what is corrected, struck or undone must not change it.
        "sourcePlayId": (state["started"] or state["hands"][0]["at"])[:19] + " " + str(state["number"]),
        "playDate": last[:10] + " " + last[11:19],  # in UTC
        "game": {
            "name": state["title"],
            "sourceGameId": state["game"],
            "highestWins": not game_of(setup).is_lowest_best(setup["options"]),
            "noPoints": False,
        },
        "players": [
            _player(side, player, places[side["index"]], first_seat)
            for side in state["sides"]
            for player in side["players"]
        ],
        "comments": ". ".join(reasons(state)),
    }
    minutes = minutes_of([hand for hand in entered if hand["counts"]]) if state["first"] <= 1 else None
    if minutes is not None:
        play["durationMin"] = minutes
    if place:
        play["location"] = place
    return play


def _player(side: SideState, player: PlayerState, place: int, first_seat: int) -> "dict[str, Any]":
    """Returns a player with the points and the place of the side."""
    return {
        "name": player["name"],
        "sourcePlayerId": player["name"],
        "startPlayer": player["seat"] == first_seat,
        "score": side["total"],
        "rank": place,
        "winner": side["won"],
        "team": side["name"] if len(side["players"]) > 1 else "",
    }
