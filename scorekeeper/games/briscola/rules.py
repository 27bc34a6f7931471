"""Rules of Briscola and of the chiamata, with its caller, partner and payments that add up to 0 (BRI-9 to BRI-14)."""

from ..engine.base import (
    Checks,
    Entry,
    Game,
    Line,
    Outcome,
    Problem,
    Setup,
    Table,
    _,
    check_stop,
    end_after_hands,
    end_at_target,
    highest,
    line,
    outcome,
    stopped,
)
from ..engine.counting import ALL_POINTS
from .fields import CHIAMATA, COUNTED, LOWEST_BID

CALLER, PARTNER, ALONE = 2, 1, 4  # points that they win with a hand; each opponent loses one


def is_chiamata(setup: Setup) -> bool:
    """True if the match is a chiamata: five single players, one of whom calls in every hand."""
    return setup["variant"] == CHIAMATA


def check_parties(checks: Checks) -> None:
    """Refuses a caller who is also the partner."""
    if checks.mapping["partner"] == checks.mapping["caller"]:
        checks.refuse("partner", "BRI-10", _("The caller cannot be his own partner: he plays alone"))


def bid_of(entry: Entry) -> int:
    """Returns the card points that the caller's party needs to win; 61 if no bid was entered."""
    return int(entry.get("bid", LOWEST_BID))


def party_of(entry: Entry) -> "list[int]":
    """Returns the caller's party: the caller and the partner, or only the caller if alone."""
    return [entry["caller"]] if entry["partner"] is None else [entry["caller"], entry["partner"]]


def is_made(entry: Entry, points: "list[int]") -> bool:
    """True if the caller's party has at least the points that were bid (BRI-11)."""
    return points[0] >= bid_of(entry)


def payments(setup: Setup, entry: Entry, points: "list[int]", cappotto: int) -> "list[Line]":
    """Returns a line on whether the bid was made, and one for each player with the points won or lost."""
    party = party_of(entry)
    bid_made = is_made(entry, points)
    doubled = cappotto if ALL_POINTS in points else 1
    text = (
        _("The caller’s party has {taken} of {bid}: made")
        if bid_made
        else _("The caller’s party has {taken} of {bid}: lost")
    )
    lines = [line(entry["caller"], "BRI-11", text, taken=points[0], bid=bid_of(entry))]
    for player in range(len(setup["sides"])):
        pays, message = _payment(entry, party, player)
        pays = pays * doubled if bid_made else -pays * doubled
        rule = "BRI-13" if len(party) == 1 else "BRI-12"
        lines.append(line(player, "BRI-14" if doubled > 1 else rule, message, pays, pays=pays))
    return lines


def _payment(entry: Entry, party: "list[int]", player: int) -> "tuple[int, str]":
    """Returns a player's payment for a bid that is made, before doubling, and a text that names the role."""
    if player == entry["caller"]:
        return (ALONE, _("Caller, alone: {pays}")) if len(party) == 1 else (CALLER, _("Caller: {pays}"))
    return (PARTNER, _("Partner: {pays}")) if player in party else (-1, _("Opponent: {pays}"))


CAPPOTTO = {1: _("All 120 points: one game"), 2: _("All 120 points: two games")}


class Rules(Game):
    def problems(self, setup: Setup, table: Table, entry: Entry) -> "list[Problem]":
        checks = Checks(entry)
        if "stop" in entry:
            options = setup["options"]
            check_stop(checks, "BRI-7", options["target"] is None and options["hands"] is None)
        else:
            check_game(checks, setup)
        return checks.problems

    def score(self, setup: Setup, table: Table, entry: Entry) -> Outcome:
        if "stop" in entry:
            return stopped(setup, table, "BRI-7")
        result = outcome(setup, table, lines_of(setup, entry))
        end_at_target(result, table, setup["options"]["target"], "BRI-15" if is_chiamata(setup) else "BRI-6")
        end_after_hands(result, table, setup["options"]["hands"], "BRI-7")
        return result


def check_game(checks: Checks, setup: Setup) -> None:
    """Checks the points or cards of a hand; in the chiamata also caller and partner."""
    if is_chiamata(setup):
        check_parties(checks)
    COUNTED.check(checks)


def lines_of(setup: Setup, entry: Entry) -> "list[Line]":
    """Returns the lines that explain how every side scores in a hand."""
    cappotto = setup["options"]["cappotto"]
    if is_chiamata(setup):
        return payments(setup, entry, COUNTED.points_of(entry, 2), cappotto)
    points = COUNTED.points_of(entry, len(setup["sides"]))
    lines = [line(side, "BRI-1", _("Card points: {taken}"), taken=taken) for side, taken in enumerate(points)]
    rule = "BRI-3" if len(points) == 2 else "BRI-4"
    winner = highest(points)
    if winner is None:
        text = _("Shares the most, {most}: the game is drawn")
        most = max(points)
        return lines + [line(side, rule, text, most=most) for side, taken in enumerate(points) if taken == most]
    if points[winner] == ALL_POINTS:
        return lines + [line(winner, "BRI-5", CAPPOTTO[cappotto], cappotto)]
    return lines + [line(winner, rule, _("Has the most card points, {most}: one game"), 1, most=points[winner])]
