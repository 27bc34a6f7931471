"""Rules of King: six games in which something is not to be taken, then a festa for each player; it adds up to 0.

Sources: the page of the northern bank workers' union (sbn.pt) and the regulations of the unions' tournaments, as far as
they could be read; Copag and wikarta.com for Brazil. What they leave open (bids, whose festa it is when the dealer has
had his, a match broken off) is a decision of this project. Not covered: the play itself, King for three players.
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
    end_after_hands,
    line,
    outcome,
    stopped,
)
from .fields import ALL_POINTS, COUNTED, FESTA, FESTAS, KEYS, MOST_BID_OF_NULOS, NEGATIVES, NULO, PAIRS, TITLES, WORTH


def negative_hands(options: "dict[str, Any]") -> "list[list[str]]":
    """Returns the negative hands of a match in their order, each as the keys of its games (KIN-5, KIN-9)."""
    if options["pairs"]:
        return [list(keys) for keys in PAIRS]
    order = [[key] for key in NEGATIVES]
    if options["order"] == "men_first":
        at = NEGATIVES.index("queens")
        order[at], order[at + 1] = order[at + 1], order[at]
    return order


class Rules(Game):
    def hands_of(self, options: "dict[str, Any]") -> int:
        """Returns the number of hands of a match: ten, or seven with two games in one hand (KIN-7, KIN-9)."""
        return len(negative_hands(options)) + FESTAS

    def problems(self, setup: Setup, table: Table, entry: Entry) -> "list[Problem]":
        checks = Checks(entry)
        if "stop" in entry:
            check_stop(checks, "KIN-10", True)
        else:
            check_hand(checks, setup, table)
        return checks.problems

    def score(self, setup: Setup, table: Table, entry: Entry) -> Outcome:
        if "stop" in entry:
            return stopped(setup, table, "KIN-10")
        result = outcome(setup, table, lines_of(setup, table, entry))
        private = table.get("private", {})
        result["private"] = {
            "played": private.get("played", []) + [key for key in NEGATIVES if key in entry],
            "owners": private.get("owners", []) + ([owner_of(setup, table, entry)] if FESTA in entry else []),
        }
        end_after_hands(result, table, self.hands_of(setup["options"]), "KIN-7")
        return result

    def next_hand(self, setup: Setup, table: Table) -> "dict[str, Any]":
        return next_hand(setup, table)


def negatives_left(setup: Setup, table: Table) -> "list[list[str]]":
    """Returns the negative hands that have not been played, in their order."""
    played = table.get("private", {}).get("played", [])
    return [keys for keys in negative_hands(setup["options"]) if keys[0] not in played]


def festas_left(setup: Setup, table: Table) -> "list[int]":
    """Returns the sides that have not had their festa (KIN-6)."""
    owners = table.get("private", {}).get("owners", [])
    return [side for side in range(len(setup["sides"])) if side not in owners]


def next_hand(setup: Setup, table: Table) -> "dict[str, Any]":
    """Returns `choice`, the hands that may be played now as lists of keys, and `owner`, the side for a festa.

    `owner` is None if no festa is possible, or if its owner has to be entered.
    """
    left, waiting, dealer = negatives_left(setup, table), festas_left(setup, table), table["dealer"]
    owner = dealer if dealer in waiting else None
    if left and setup["options"]["order"] == "free":
        return {"choice": left + ([[FESTA]] if owner is not None else []), "owner": owner}
    if left:
        return {"choice": left[:1], "owner": None}
    return {"choice": [[FESTA]], "owner": waiting[0] if len(waiting) == 1 else owner}


def check_hand(checks: Checks, setup: Setup, table: Table) -> None:
    """Refuses a hand that may not be played now, or has contradictory fields; also a hand counted up to now."""
    choice = next_hand(setup, table)["choice"]
    keys = [key for key in KEYS if key in checks.mapping]
    if sorted(keys) not in [sorted(hand) for hand in choice]:
        name = keys[0] if keys else choice[0][0]
        if len(choice) > 1:
            checks.refuse(name, "KIN-5", _("This can’t be played now"))
        else:
            checks.refuse(name, "KIN-5", _("Another game is due: {label}"), label=TITLES[",".join(choice[0])])
    elif keys == [FESTA]:
        _check_festa(checks, setup, table)
    else:
        _check_pair(checks)


def _check_pair(checks: Checks) -> None:
    """Refuses more of the last two tricks than tricks, and a taker of the king of hearts without hearts (KIN-9)."""
    entry = checks.mapping
    tricks, last_two = entry.get("tricks", []), entry.get("last_two", [])
    if any(last > all_tricks for last, all_tricks in zip(last_two, tricks)):
        checks.refuse("last_two", "KIN-9", _("A player has no more of the last two tricks than tricks"))
    if "hearts" in entry and entry.get("king") is not None and not entry["hearts"][entry["king"]]:
        checks.refuse("king", "KIN-9", _("Who has the king of hearts has a heart"))


def owner_of(setup: Setup, table: Table, entry: Entry) -> "int | None":
    """Returns the side that plays its festa in this hand; None if it has to be entered (KIN-6)."""
    owner: int | None = entry.get("owner", next_hand(setup, table)["owner"])
    return owner


def _check_festa(checks: Checks, setup: Setup, table: Table) -> None:
    """Refuses a wrong owner (KIN-6), trumps in nulos (KIN-3), a buyer or bid that cannot be (KIN-4)."""
    entry, owner = checks.mapping, owner_of(setup, table, checks.mapping)
    if owner is None:
        checks.refuse("owner", "KIN-6", _("The dealer has had a festa: whose is this one?"))
    elif owner not in festas_left(setup, table):
        checks.refuse("owner", "KIN-6", _("This player has had a festa"))
    elif owner != table["dealer"] and negatives_left(setup, table):
        checks.refuse("owner", "KIN-6", _("While negative games are left, the festa is the dealer’s"))
    nulos, sale = entry.get("nulos", False), entry.get("sale")
    if nulos and entry.get("trump", "none") != "none":
        checks.refuse("trump", "KIN-3", _("Nulos are played without trumps"))
    if sale and sale["buyer"] == owner:
        checks.refuse("sale.buyer", "KIN-4", _("The owner can’t buy the festa"))
    if sale and nulos and sale["bid"] > MOST_BID_OF_NULOS:
        checks.refuse("sale.bid", "KIN-4", _("A bid of nulos can be {high} at most"), high=MOST_BID_OF_NULOS)


def taken(key: str, entry: Entry) -> "list[int]":
    """Returns the number taken by each player in a game; for the king of hearts, 1 for its taker."""
    if key == "king":
        return [1 if side == entry[key] else 0 for side in range(FESTAS)]
    return list(entry[key])


def lines_of(setup: Setup, table: Table, entry: Entry) -> "list[Line]":
    """Returns the lines that explain the points of a hand, also of one counted so far (KIN-1 to KIN-4)."""
    if FESTA in entry:
        return _festa_lines(setup, table, entry)
    return [
        line(
            side,
            "KIN-1",
            _("{label}: {count} × −{each}"),
            count * WORTH[key],
            label=COUNTED[key],
            count=count,
            each=-WORTH[key],
        )
        for key in NEGATIVES
        if key in entry
        for side, count in enumerate(taken(key, entry))
        if count
    ]


def _festa_lines(setup: Setup, table: Table, entry: Entry) -> "list[Line]":
    nulos, each = entry.get("nulos", False), WORTH[FESTA]
    lines = []
    for side, count in enumerate(entry[FESTA]):
        if nulos:
            text, points = _("Nulos: {all} − {count} × {each}"), ALL_POINTS - count * NULO
            lines.append(line(side, "KIN-3", text, points, all=ALL_POINTS, count=count, each=NULO))
        elif count:
            text = _("{label}: {count} × {each}")
            lines.append(line(side, "KIN-2", text, count * each, label=COUNTED[FESTA], count=count, each=each))
    owner = owner_of(setup, table, entry)
    if "sale" in entry and owner is not None:
        buyer, bid, price = entry["sale"]["buyer"], entry["sale"]["bid"], NULO if nulos else each
        lines.append(line(owner, "KIN-4", _("Sold: {bid} × {each}"), bid * price, bid=bid, each=price))
        lines.append(line(buyer, "KIN-4", _("Bought: {bid} × −{each}"), -bid * price, bid=bid, each=price))
    return lines
