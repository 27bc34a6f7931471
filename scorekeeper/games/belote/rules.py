"""Rules of Belote: the side that takes must make more points than the other; in coinche and contrée also its bid.

Sources: the rule books of the Fédération française de belote, and club and contest rules named on the rules page. Not
covered: two or three players, Tunisian and Corsican belote, rounding with 5 down, contracts of 82. Points are those
that a side writes.
"""

from typing import Any

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
    check_yes,
    end_after_hands,
    end_at_target,
    line,
    outcome,
    passed_lines,
    points_of_lines,
    stopped,
    totals_after,
    win,
)
from .fields import (
    ALL_POINTS,
    ALL_TRICKS,
    ALL_TRUMPS,
    BELOTE,
    CAPOT,
    CARRES,
    CONTRACT_ALONE,
    GENERALE,
    MOST_BELOTES,
    MOST_BID,
    MOST_SAID,
    NAMED_BIDS,
    NO_TRUMPS,
    ROW,
    RUNS,
    TRUMPS,
    WORTH,
    has_contract,
)

FAILED = 160  # with a contract, instead of the points made; also doubled
DOUBLED_CAPOT = 250
CARDS_OF_A_HAND, CARDS_OF_A_CARRE = 8, 4
# Points of a side with this carré (BEL-7): with all trumps, with none, and with any other.
LEAST_WITH: "dict[Any, tuple[str, int]]" = {"all": ("jacks", ALL_TRUMPS["J"]), "none": ("aces", NO_TRUMPS["A"])}
LEAST_WITH_JACKS = ("jacks", TRUMPS["J"])


def carried_over(table: Table) -> int:
    """Returns the points that litiges have carried over (BEL-12)."""
    return int(table.get("private", {}).get("pot", 0))


class Rules(Game):
    def hands_played(self, table: Table) -> int:
        """Returns how many deals were played, without those that all passed (BEL-22)."""
        return int(table.get("private", {}).get("deals", 0))

    def next_hand(self, setup: Setup, table: Table) -> "dict[str, Any]":
        """Returns `pot`: the points that are carried over."""
        return {"pot": carried_over(table)}

    def problems(self, setup: Setup, table: Table, entry: Entry) -> "list[Problem]":
        checks, options = Checks(entry), setup["options"]
        if "stop" in entry:
            check_stop(checks, "BEL-24", options["target"] is None and options["hands"] is None)
        elif "passed" in entry:
            check_yes(checks, "passed", "BEL-23")
        elif "fault" in entry:
            _check_contract(checks, setup)
        else:
            if has_contract(setup):
                checks.required("contract", "BEL-13")
            check_deal(checks, setup)
            _check_least(checks)
            _check_alone(checks)
        return checks.problems

    def score(self, setup: Setup, table: Table, entry: Entry) -> Outcome:
        if "stop" in entry:
            return stopped(setup, table, "BEL-24")
        if "passed" in entry:
            return outcome(setup, table, passed_lines(setup, "BEL-23"))
        pot = 0
        if "fault" in entry:
            lines = _fault_lines(setup, table, entry)
        else:
            lines = lines_of(setup, table, entry)
            if is_made(setup, entry) is None:
                pot = carried_over(table) + _rounded(setup, totals_of(entry)[entry["taker"]])
        result = outcome(setup, table, lines)
        result["private"] = {"pot": pot, "deals": self.hands_played(table) + 1}
        _end_at_target(setup, table, result, barred_by(setup, entry))
        end_after_hands(result, table, setup["options"]["hands"], "BEL-22", self.hands_played(table))
        return result


def check_deal(checks: Checks, setup: Setup) -> None:
    """Refuses contradictions between the fields of a deal, also of one that is not played to its end."""
    entry = checks.mapping
    _check_contract(checks, setup)
    if 1 in entry.get("points", []):
        checks.refuse("points", "BEL-2", _("No cards make 1 point: this was miscounted"))
    if "player" in entry and entry["player"] not in setup["sides"][entry["taker"]]["players"]:
        checks.refuse("player", "BEL-9", _("This player is not of the side that took"))
    _check_belote(checks)
    _check_announcements(checks)


def _check_contract(checks: Checks, setup: Setup) -> None:
    """Refuses a contract in a variant without bids, and an impossible bid (BEL-13)."""
    options, contract = setup["options"], checks.mapping.get("contract")
    if not has_contract(setup):
        for name in ("contract", "coinche"):
            if checks.has(name):
                checks.refuse(name, "BEL-13", _("No contract is bid in this variant"))
    elif contract == GENERALE and not options["generale"]:
        checks.refuse("contract", "BEL-13", _("The générale is not played here"))
    elif isinstance(contract, int) and contract > MOST_BID and not options["announcements"]:
        checks.refuse("contract", "BEL-13", _("This can be {high} at most"), high=MOST_BID)


def _check_alone(checks: Checks) -> None:
    """Requires `alone` for a générale with all tricks, and refuses it otherwise."""
    entry = checks.mapping
    if entry.get("contract") == GENERALE and entry["points"][entry["taker"]] == ALL_TRICKS:
        checks.required("alone", "BEL-13")
    elif checks.has("alone"):
        checks.refuse("alone", "BEL-13", _("This is asked only after a générale in which the takers have all tricks"))


def _check_belote(checks: Checks) -> None:
    """Refuses belotes that the trumps do not allow (BEL-4), or four kings or queens of the other side (BEL-6)."""
    entry = checks.mapping
    belote, trump = entry.get("belote"), entry.get("trump")
    if belote is None:
        return
    if trump == "none":
        checks.refuse("belote", "BEL-4", _("Without trumps there is no belote"))
    elif isinstance(belote, list) and trump != "all":
        checks.refuse("belote", "BEL-4", _("There are several belotes with all trumps only"))
    elif isinstance(belote, list) and sum(belote) > MOST_BELOTES:
        checks.refuse("belote", "BEL-4", _("There are four belotes at most"))
    else:
        belotes = belotes_of(entry)
        for side, said in enumerate(entry.get("announcements", [])):
            if belotes[1 - side] and ("kings" in said or "queens" in said):
                checks.refuse("belote", "BEL-6", _("The other side has all kings or queens: there is no belote"))


def _check_announcements(checks: Checks) -> None:
    """Refuses announcements of both sides (BEL-5), and impossible ones by cards or points (BEL-6, BEL-7)."""
    entry = checks.mapping
    lists = entry.get("announcements", [[], []])
    if lists[0] and lists[1]:
        checks.refuse("announcements", "BEL-5", _("The announcements of one side only count"))
    for said in lists:
        if not can_be(said):
            checks.refuse("announcements", "BEL-6", _("Two hands of eight cards cannot hold these announcements"))


def _check_least(checks: Checks) -> None:
    """Refuses fewer points of a side than a carré that takes a trick has (BEL-7)."""
    entry = checks.mapping
    for side in (0, 1):
        least = least_points(entry, side)
        if entry["points"][side] < least:
            text = _("The side with this carré takes a trick with it: it has {least} points or more")
            checks.refuse("points", "BEL-7", text, least=least)


def can_be(said: "list[str]") -> bool:
    """True if two hands of eight cards can hold these announcements, no card in two of them (BEL-6)."""
    carres = [name for name in said if name in CARRES]
    if len(said) > MOST_SAID or len(set(carres)) < len(carres):
        return False
    longest = free = 0
    for rank in ROW:
        free = 0 if rank in [CARRES[name][0] for name in carres] else free + 1
        longest = max(longest, free)
    sizes = [RUNS[name][0] if name in RUNS else CARDS_OF_A_CARRE for name in said]
    if any(name in RUNS and RUNS[name][0] > longest for name in said):
        return False
    cards = {0}  # that one hand can hold, with any of these announcements
    for size in sizes:
        cards |= {held + size for held in cards}
    return any(max(held, sum(sizes) - held) <= CARDS_OF_A_HAND for held in cards)


def least_points(entry: Entry, side: int) -> int:
    """Returns the least points of a side: the points of a carré that takes a trick (BEL-7)."""
    carre, least = LEAST_WITH.get(entry.get("trump"), LEAST_WITH_JACKS)
    return least if carre in entry.get("announcements", [[], []])[side] else 0


def belotes_of(entry: Entry) -> "list[int]":
    """Returns each side's number of belotes."""
    belote = entry.get("belote")
    return list(belote) if isinstance(belote, list) else [1 if side == belote else 0 for side in (0, 1)]


def worth_said(name: str, trump: "str | None") -> int:
    """Returns the points of an announcement (BEL-5)."""
    return RUNS[name][1] if name in RUNS else int(CARRES[name][2 if trump == "none" else 1])


def points_said(entry: Entry) -> "list[int]":
    """Returns the points of each side's announcements."""
    trump, lists = entry.get("trump"), entry.get("announcements", [[], []])
    return [sum([worth_said(name, trump) for name in said]) for said in lists]


def totals_of(entry: Entry) -> "list[int]":
    """Returns each side's total: points, belote and announcements (BEL-8, BEL-11)."""
    taker, said = entry["taker"], points_said(entry)
    if entry["points"][taker] == ALL_TRICKS:
        said[taker], said[1 - taker] = sum(said), 0
    belotes = belotes_of(entry)
    return [entry["points"][side] + BELOTE * belotes[side] + said[side] for side in (0, 1)]


def is_made(setup: Setup, entry: Entry) -> "bool | None":
    """True if the takers made it, False if they failed, None in a litige that is carried over (BEL-9 to BEL-14)."""
    taker, totals, options = entry["taker"], totals_of(entry), setup["options"]
    contract, points = entry.get("contract"), entry["points"][entry["taker"]]
    if entry["points"][1 - taker] == ALL_TRICKS:
        return False
    if contract in (CAPOT, GENERALE):
        return bool(points == ALL_TRICKS and entry.get("alone", contract == CAPOT))
    if (contract is not None and totals[taker] < contract) or totals[taker] < totals[1 - taker]:
        return False
    if totals[taker] > totals[1 - taker] or options["litige"] == "made":
        return True
    may_carry = contract is None or (entry.get("coinche", 1) == 1 and options["scoring"] != CONTRACT_ALONE)
    return None if options["litige"] == "carry" and may_carry else False


def winner_of(setup: Setup, entry: Entry) -> "int | None":
    """Returns the side that wins a deal; None in a litige whose points are carried over."""
    made = is_made(setup, entry)
    return None if made is None else int(entry["taker"] if made else 1 - entry["taker"])


def lines_of(setup: Setup, table: Table, entry: Entry) -> "list[Line]":
    """Returns the lines that explain each side's points for a deal."""
    made, taker = is_made(setup, entry), entry["taker"]
    lines = [_verdict(entry, made)]
    if made is None:
        lines += _counted(entry, 1 - taker)
        carried = totals_of(entry)[taker]
        lines.append(line(taker, "BEL-12", _("Equal totals: {pot} are carried over"), pot=_rounded(setup, carried)))
        return lines + _roundings(setup, lines)
    winner = taker if made else 1 - taker
    if has_contract(setup) and setup["options"]["scoring"] == CONTRACT_ALONE:
        lines.append(_contract_line(entry, winner, "BEL-18"))
    elif entry.get("coinche", 1) > 1 or not made:
        lines += _all_to_the_winner(entry, winner) + _belote_lines(entry, 1 - winner)
    else:
        lines += _counted(entry, taker) + _counted(entry, 1 - taker)
        if "contract" in entry:
            lines.append(_contract_line(entry, taker, "BEL-15"))
    times = entry.get("coinche", 1)
    if times > 1:
        more = (times - 1) * points_of_lines(lines, len(setup["sides"]))[winner]
        text = _("Doubled: counts twice") if times == 2 else _("Redoubled: counts four times")
        lines.append(line(winner, "BEL-17", text, more))
    return lines + _roundings(setup, lines) + _pot_lines(table, winner)


def _verdict(entry: Entry, made: "bool | None") -> Line:
    """Returns the line “Made”, “Failed” or “Litige”, with both totals and the contract."""
    taker, totals = entry["taker"], totals_of(entry)
    contract = entry.get("contract")
    about: dict[str, Any] = {"total": totals[taker], "others": totals[1 - taker]}
    if contract is None:
        text = _("Made: {total} against {others}") if made else _("Failed: {total} against {others}")
        text = _("Litige: {total} against {others}") if made is None else text
        return line(taker, "BEL-12" if made is None else "BEL-9" if made else "BEL-10", text, **about)
    about["choice"] = NAMED_BIDS.get(contract, contract)
    text = _("{choice} made: {total} against {others}") if made else _("{choice} failed: {total} against {others}")
    text = _("{choice}, litige: {total} against {others}") if made is None else text
    return line(taker, "BEL-14", text, **about)


def _counted(entry: Entry, side: int) -> "list[Line]":
    """Returns the lines of a side's own total: points, belote, announcements."""
    points, said = entry["points"][side], points_said(entry)
    rule = "BEL-3" if points == ALL_TRICKS else "BEL-2"
    lines = [line(side, rule, _("Points: {taken}"), points, taken=points)] + _belote_lines(entry, side)
    if said[side] and entry["points"][1 - side] != ALL_TRICKS:
        lines.append(line(side, "BEL-5", _("Announcements"), said[side]))
    if said[1 - side] and points == ALL_TRICKS:
        lines.append(line(side, "BEL-11", _("Announcements of the other side"), said[1 - side]))
    return lines


def _all_to_the_winner(entry: Entry, winner: int) -> "list[Line]":
    """Returns the winner's lines after a failed or doubled deal: fixed points, contract, belote, all announcements."""
    failed, all_tricks = winner != entry["taker"], entry["points"][winner] == ALL_TRICKS
    if "contract" not in entry:
        points = ALL_TRICKS if all_tricks else ALL_POINTS
        lines = [line(winner, "BEL-10", _("The takers failed: {taken}"), points, taken=points)]
    else:
        points = DOUBLED_CAPOT if all_tricks and not failed else FAILED
        text = _("The takers failed: {taken}") if failed else _("Doubled and made: {taken}")
        lines = [line(winner, "BEL-16" if failed else "BEL-17", text, points, taken=points)]
        lines.append(_contract_line(entry, winner, "BEL-16" if failed else "BEL-17"))
    lines += _belote_lines(entry, winner)
    said = sum(points_said(entry))
    return lines + ([line(winner, "BEL-5", _("Announcements"), said)] if said else [])


def _contract_line(entry: Entry, side: int, rule: str) -> Line:
    contract = entry["contract"]
    is_named = contract in NAMED_BIDS
    worth, choice = (WORTH[contract], NAMED_BIDS[contract]) if is_named else (contract, contract)
    return line(side, rule, _("Contract: {choice}"), worth, choice=choice)


def _belote_lines(entry: Entry, side: int) -> "list[Line]":
    belotes = belotes_of(entry)[side]
    return [line(side, "BEL-4", _("Belote"), BELOTE * belotes)] if belotes else []


def _rounded(setup: Setup, points: int) -> int:
    """Returns points as they are written: to the nearest ten where they are rounded, 5 up (BEL-19)."""
    return (points + 5) // 10 * 10 if setup["options"]["rounding"] else points


def _roundings(setup: Setup, lines: "list[Line]") -> "list[Line]":
    """Returns a line for each side whose points are rounded."""
    rounded = []
    for side, points in enumerate(points_of_lines(lines, len(setup["sides"]))):
        written = _rounded(setup, points)
        if written != points:
            rounded.append(line(side, "BEL-19", _("Rounded: {taken}"), written - points, taken=written))
    return rounded


def _pot_lines(table: Table, winner: int) -> "list[Line]":
    pot = carried_over(table)
    return [line(winner, "BEL-12", _("Carried over: {pot}"), pot, pot=pot)] if pot else []


def _fault_lines(setup: Setup, table: Table, entry: Entry) -> "list[Line]":
    """Returns the lines of a deal that a fault ended (BEL-25)."""
    winner = 1 - entry["fault"]
    points = FAILED if has_contract(setup) else ALL_POINTS
    lines = [line(winner, "BEL-25", _("The other side was at fault: {taken}"), points, taken=points)]
    if "contract" in entry:
        lines.append(_contract_line(entry, winner, "BEL-25"))
    return lines + _roundings(setup, lines) + _pot_lines(table, winner)


def barred_by(setup: Setup, entry: Entry) -> "int | None":
    """Returns the side that cannot win the match with this deal (BEL-21); None if both can."""
    if not has_contract(setup):
        return None
    if "fault" in entry:
        return int(entry["fault"])
    winner = winner_of(setup, entry)
    if winner is None:
        return None
    has_no_trick = entry["points"][winner] == ALL_TRICKS
    return 1 - winner if winner != entry["taker"] or has_no_trick else None


def _end_at_target(setup: Setup, table: Table, result: Outcome, barred: "int | None") -> None:
    """Ends the match at the target, but not for a barred side."""
    target, totals = setup["options"]["target"], totals_after(table, result["points"])
    if barred is None:
        end_at_target(result, table, target, "BEL-20")
    elif target is not None:
        if totals[barred] >= target:
            text = _("At {total}, but does not win the match without making a deal or taking a trick")
            result["lines"].append(line(barred, "BEL-21", text, total=totals[barred]))
        if totals[1 - barred] >= target:
            text = _("Reaches {target} with {total}")
            result["lines"].append(line(1 - barred, "BEL-20", text, target=target, total=totals[1 - barred]))
            win(result, 1 - barred, "target")
