"""A hand or duel as a `Deal`: totals, mano, players, and values that depend on them, e.g. the falta.

Flor, envido and truco are checked and scored with the same `Deal` (TAR-15, TAR-23, TAR-26).
"""

from typing import Any, TypedDict

from ..engine.base import Checks, Setup, Table, _, is_whole

PARTS = ("flor", "envido", "truco")  # in the order in which they are counted
DUELS = 3


class Deal(TypedDict):
    """A hand or duel: `totals` before the part to be scored, the side of the `mano`, `players` of one side."""

    options: dict[str, Any]
    totals: list[int]
    mano: int
    players: int
    is_duel: bool


def mano_seat(setup: Setup, table: Table, duel: int = 0) -> int:
    """Returns the seat of the mano: next to the dealer, and one seat further in each later duel."""
    return ((table["dealer"] or 0) + 1 + duel) % len(setup["seats"])


def deal_of(setup: Setup, table: Table, totals: "list[int]", duel: "int | None" = None) -> Deal:
    """Returns the next hand as a Deal, or its duel with this index from 0; `totals` are those before it."""
    players = len(setup["sides"][0]["players"])
    return {
        "options": setup["options"],
        "totals": totals,
        "mano": setup["seat_sides"][mano_seat(setup, table, duel or 0)],
        "players": players if duel is None else 1,
        "is_duel": duel is not None,
    }


def half_of(options: "dict[str, Any]") -> int:
    """Returns the total at which the buenas begin, rounded up for an odd target (TAR-25)."""
    return (int(options["target"]) + 1) // 2


def _capped(deal: Deal, points: int) -> int:
    """Returns these points, but at least 1, and in a duel at most the option `duel_falta` (TAR-15, TAR-26)."""
    most = deal["options"]["duel_falta"]
    return max(1, min(points, most) if deal["is_duel"] and most is not None else points)


def rest(deal: Deal) -> int:
    """Returns the points that the leading side lacks to the target, limited in a duel (TAR-14, TAR-22)."""
    return _capped(deal, deal["options"]["target"] - max(deal["totals"]))


def falta(deal: Deal, winner: int) -> int:
    """Returns the points of a falta envido for the side that wins it (TAR-15)."""
    options, totals = deal["options"], deal["totals"]
    way = options["falta"]
    half = half_of(options)
    if way == "leader" or not options["halves"] or max(totals) >= half:
        return rest(deal)
    goal = options["target"] if way == "match" else half
    return _capped(deal, goal - (max(totals) if way == "half" else totals[winner]))


def is_played(part: Any) -> bool:
    """True if a part of a hand was played: it is not None (left out or null) and not [0, 0]."""
    return part is not None and part != [0, 0]


def last_caller(calls: int, by: int) -> int:
    """Returns the side that made the last of so many calls, if `by` made the first and they alternate."""
    return by if calls % 2 else 1 - by


def won_by(deal: Deal, totals: "list[int]") -> "int | None":
    """Returns the side at the target if reaching it wins at once, else None (TAR-23)."""
    target = deal["options"]["target"]
    if not deal["options"]["ends_at_once"] or max(totals) < target:
        return None
    return 0 if totals[0] >= target else 1


ENVIDO, REAL_ENVIDO, FALTA, RESTO = "envido", "real_envido", "falta_envido", "al_resto"
VALUES = {ENVIDO: 2, REAL_ENVIDO: 3}
LEAST_CALL = 2


def value_of(call: Any) -> int:
    """Returns the points of one call; 0 for falta and resto, which depend on the totals."""
    return int(call) if type(call) is int else VALUES.get(call, 0)


def sum_of(calls: "list[Any]") -> int:
    """Returns the sum of the calls; falta and resto count 0."""
    return sum([value_of(call) for call in calls])


def worth(deal: Deal, calls: "list[Any]", winner: int) -> int:
    """Returns the points of accepted calls for the side that wins them: the falta if called, else their sum."""
    return falta(deal, winner) if FALTA in calls else sum_of(calls)


def most_free(deal: Deal) -> int:
    """Returns the highest sum of free calls: the points that the leading side lacks, or 2 for an envido (TAR-14)."""
    return max(rest(deal), LEAST_CALL)


def check_by_and_answer(part: Checks, rule: str) -> bool:
    """Refuses an invalid first caller `by` or `answer` to the last call. True if both are valid."""
    by = part.side("by", rule, 2)
    answer = part.choice("answer", rule, ("accept", "refuse"))
    return by is not None and answer is not None


def check_free_calls(part: Checks, deal: Deal, calls: "list[Any]", last: "tuple[str, ...]", rule: str) -> None:
    """Refuses invalid free calls, falling ones, too high a sum, and those in `last` unless in order at the end."""
    numbers = [call for call in calls if call not in last]
    ends = [call for call in calls if call in last]
    if calls != numbers + ends or ends != [call for call in last if call in ends]:
        part.refuse("calls", rule, _("A falta and a resto are the last calls"))
        return
    for call in numbers:
        is_named = isinstance(call, str) and call in VALUES
        if not is_named and not (is_whole(call) and call >= LEAST_CALL):
            part.refuse("calls", rule, _("A call is envido, real envido or a whole number from 2"))
            return
    values = [value_of(call) for call in numbers]
    if any(high < low for low, high in zip(values, values[1:])):
        part.refuse("calls", rule, _("No call is worth less than the one it answers"))
    elif sum(values) > rest(deal) and values != [LEAST_CALL]:
        text = _("These calls add up to {sum}, the leading side needs only {rest}")
        part.refuse("calls", rule, text, sum=sum(values), rest=rest(deal))


def calls_of(part: Checks, rule: str, at_least: int = 1) -> "list[Any] | None":
    """Returns the calls of a part; refuses and returns None if they are no list or fewer than `at_least`."""
    calls = part.mapping.get("calls", [])
    if not isinstance(calls, list) or len(calls) < at_least:
        part.refuse("calls", rule, _("This must be a list of calls"))
        return None
    return list(calls)


def check_points(checks: Checks, name: str, possible: "list[list[int]]", rule: str) -> None:
    """Refuses a part entered as points if both sides have some, or if no calls can give these points."""
    points = checks.mapping[name]
    if (
        not isinstance(points, list)
        or len(points) != 2
        or not all(is_whole(number) and number >= 0 for number in points)
    ):
        checks.refuse(name, rule, _("This must be one number for each of the {sides} sides"), sides=2)
        return
    if points[0] and points[1]:
        checks.refuse(name, rule, _("Only one side can have points for this"))
        return
    for side in (0, 1):
        if points[side] and points[side] not in possible[side]:
            checks.refuse(name + "." + str(side), rule, _("No calls give {points} points here"), points=points[side])
