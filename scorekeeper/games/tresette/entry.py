"""Entries of Tresette: the ways to enter a hand, and the checks of each."""

from ..engine.base import Checks, Entry, Setup, _, side_of
from ..engine.thirds import ACES, FIGURES, thirds_of
from .fields import LESS_THAN_A_POINT


def way_of(entry: Entry) -> str:
    """Returns how a hand was entered: `decima`, `claim`, `quick` or `cards`."""
    for way, mark in (("decima", "decima"), ("claim", "claim"), ("quick", "points")):
        if mark in entry:
            return way
    return "cards"


def check_quick(checks: Checks, setup: Setup) -> None:
    """Checks a hand entered as points."""
    points, tricks = checks.mapping["points"], checks.mapping.get("tricks")
    if 0 in points and setup["options"]["special_wins"] and tricks is None:
        checks.refuse("tricks", "TRE-9", _("Enter the tricks: this may be a cappotto"))
    if tricks is not None:
        for side in (0, 1):
            if tricks[side] == 0 and points[side] > 0:
                checks.refuse("tricks", "TRE-9", _("A side without a trick cannot have points"))
    if checks.has("solo"):
        winner = None if tricks is None else side_of_cappotto(tricks)
        _check_solo(checks, setup, None if winner is None else "cappotto", winner, [ACES, ACES], [FIGURES, FIGURES])


def check_cards(checks: Checks, setup: Setup) -> None:
    """Checks a hand entered as cards."""
    entry = checks.mapping
    aces, figures, tricks = entry["aces"], entry["figures"], entry.get("tricks")
    if tricks is not None and tricks[entry["last_trick"]] == 0:
        checks.refuse("last_trick", "TRE-3", _("A side without a trick cannot have won the last one"))
    if tricks is not None:
        for side in (0, 1):
            if tricks[side] == 0 and aces[side] + figures[side] > 0:
                checks.refuse("tricks", "TRE-9", _("A side without a trick cannot have cards"))
    thirds = [thirds_of(aces[side], figures[side]) for side in (0, 1)]
    if setup["options"]["special_wins"] and tricks is None and min(thirds) <= LESS_THAN_A_POINT:
        checks.refuse("tricks", "TRE-11", _("Enter the tricks: these cards may be a cappotto or a stramazzo"))
    if checks.has("solo"):
        special, winner = special_of_cards(aces, figures, tricks)
        _check_solo(checks, setup, special, winner, aces, figures)


def _check_solo(
    checks: Checks,
    setup: Setup,
    special: "str | None",
    winner: "int | None",
    aces: list[int],
    figures: list[int],
) -> None:
    """Refuses a player with all tricks alone, unless these cards are a cappotto or stramazzo of that side."""
    solo = Checks(checks.mapping["solo"], "solo.", checks.problems)
    player = solo.mapping["player"]
    side = side_of(setup, player)
    own_cards = [solo.mapping.get("aces", aces[side]), solo.mapping.get("figures", figures[side])]
    if not setup["options"]["special_wins"]:
        solo.refuse("player", "TRE-10", _("Wins that end the match at once are not played here"))
    elif special is None or winner != side:
        solo.refuse("player", "TRE-10", _("{player}’s side made neither a cappotto nor a stramazzo"), player=player)
    else:
        _check_solo_cards(solo, special, own_cards, [aces[side], figures[side]])


def _check_solo_cards(solo: Checks, special: str, own_cards: list[int], of_side: list[int]) -> None:
    for name, mine, all_of_them in (("aces", own_cards[0], of_side[0]), ("figures", own_cards[1], of_side[1])):
        if mine > all_of_them:
            solo.refuse(name, "TRE-12", _("This can be {high} at most, as many as the side has"), high=all_of_them)
    others = thirds_of(ACES, FIGURES) - thirds_of(own_cards[0], own_cards[1])
    if special == "stramazzo" and others > LESS_THAN_A_POINT:
        solo.refuse(
            "figures",
            "TRE-12",
            _("The other three hold {thirds}/3, they may hold 2/3 at most"),
            thirds=others,
        )


def side_of_cappotto(tricks: list[int]) -> "int | None":
    """Returns the side with all tricks, or None (TRE-9)."""
    return tricks.index(max(tricks)) if 0 in tricks else None


def special_of_cards(
    aces: list[int], figures: list[int], tricks: "list[int] | None"
) -> "tuple[str | None, int | None]":
    """Returns "cappotto" (TRE-9) or "stramazzo" (TRE-11) and its side by the cards, else None for both."""
    if tricks is None:
        return None, None
    if 0 in tricks:
        return "cappotto", side_of_cappotto(tricks)
    for side in (0, 1):
        other = 1 - side
        if thirds_of(aces[other], figures[other]) <= LESS_THAN_A_POINT and tricks[other] > 0:
            return "stramazzo", side
    return None, None
