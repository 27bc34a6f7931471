"""A Mitchell, written a second time from its rule (TOU-14): who sits where in each round, and who finds no place."""

from collections.abc import Iterable, Sequence
from math import ceil
from typing import Any

Document = dict[str, Any]
Place = list[int]  # those who have or had it, the last one latest
Seats = list[tuple[Place, Place]]  # by table: the place that stays, and the one that has moved there


def takes_part(entrant: Document, number: int) -> bool:
    """True if an entrant is there in a round."""
    return bool(entrant.get("late", 1) <= number < entrant.get("out", number + 1))


def tables_of(document: Document) -> int:
    """Returns the number of tables: half of those present in round 1."""
    return ceil(sum(takes_part(entrant, 1) for entrant in document["entrants"]) / 2)


def rounds_of(document: Document) -> int:
    """Returns the number of rounds: as many as tables, at least one."""
    return max(tables_of(document), 1)


def is_possible(document: Document) -> bool:
    """True if anybody is there, late entrants find places in their first round, and no ruling is on a later round."""
    rounds, places = rounds_of(document), 2 * tables_of(document)
    seated = [entrant for entrant in document["entrants"] if entrant.get("late", 1) == 1]
    for entrant in sorted(document["entrants"], key=lambda entrant: int(entrant.get("late", 1))):
        late = entrant.get("late", 1)
        if not 1 < late <= rounds or not takes_part(entrant, late):
            continue
        if sum(takes_part(other, late) for other in seated) >= places:
            return False
        seated.append(entrant)
    return places > 0 and all(ruling["round"] <= rounds for ruling in document["rulings"])


def pairs_of(seats: Seats, present: Sequence[int]) -> list[tuple[int, int]]:
    """Returns who meets at the tables where both places are taken."""
    both = [(_holder(one, present), _holder(other, present)) for one, other in seats]
    return [(one, other) for one, other in both if one is not None and other is not None]


def _holder(place: Place, present: Sequence[int]) -> int | None:
    return place[-1] if place and place[-1] in present else None


def seats_in(document: Document, number: int, drawn: Sequence[int]) -> Seats:
    """Returns the seats of a round; before round 1 they are taken in the order `drawn`."""
    rounds: list[Document] = document["rounds"]
    order = _as_played(rounds[0]) if rounds else drawn
    stay, move = [[one] for one in order[::2]], [[one] for one in order[1::2]]
    if len(move) < len(stay):
        move.append([])
    met: set[frozenset[int]] = set()
    seats: Seats = []
    for turn in range(1, number + 1):
        present = [entrant["id"] for entrant in document["entrants"] if takes_part(entrant, turn)]
        played = [table["sides"] for held in rounds[turn - 1 : turn] for table in held["tables"]]
        seats = _moved(stay, move, turn, present, met)
        known = [entrant for place in stay + move for entrant in place]
        _seat(seats, [entrant for entrant in present if entrant not in known], present, played)
        met |= {frozenset(sides) for sides in played}
    return seats


def _as_played(first: Document) -> list[int]:
    tables = sorted(first["tables"], key=lambda table: int(table["table"]))
    bye = first["bye"]
    byes = bye if isinstance(bye, list) else [] if bye is None else [bye]
    return [entrant for table in tables for entrant in table["sides"]] + byes


def _moved(
    stay: list[Place], move: list[Place], number: int, present: Sequence[int], met: Iterable[frozenset[int]]
) -> Seats:
    """Returns the movement's round of this number; if nobody could sit, or two would meet again, another one."""
    size = len(stay)
    turns = [[(stay[at], move[(at - turn) % size]) for at in range(size)] for turn in (number - 1, *range(size))]
    for seats in turns:
        pairs = pairs_of(seats, present)
        if pairs and not any(frozenset(pair) in met for pair in pairs):
            return seats
    return turns[0]


def _seat(seats: Seats, news: Sequence[int], present: Sequence[int], played: Sequence[Sequence[int]]) -> None:
    """Gives late entrants their places."""
    left = []
    for new in news:
        across = [other for sides in played if new in sides for other in sides if other != new]
        place = next((place for place, opposite in _free(seats, present) if opposite in across), None)
        if place is None:
            left.append(new)
        else:
            place.append(new)
    for new in left:
        free = _free(seats, present)
        best = [place for place, opposite in free if opposite is not None] or [place for place, _opposite in free]
        if best:
            best[0].append(new)


def _free(seats: Seats, present: Sequence[int]) -> list[tuple[Place, int | None]]:
    """Returns the free places, at each table the staying one first, with who sits opposite."""
    both = [sides for one, other in seats for sides in ((one, other), (other, one))]
    return [(place, _holder(opposite, present)) for place, opposite in both if _holder(place, present) is None]
