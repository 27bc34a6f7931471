"""Who came and who has paid, as ticked at the door, and the floor plan of the hall."""

from collections import Counter
from typing import Any, Literal, NamedTuple

from scorekeeper.clubs.tournaments.desk import Desk, desk_of
from scorekeeper.clubs.tournaments.keeping import change_desk, note
from scorekeeper.games.engine.base import _, refuse
from scorekeeper.ledger.log import tidy
from scorekeeper.store.club_models import Tournament
from scorekeeper.store.models import now
from scorekeeper.tournaments.changes.entries import NAME_SEPARATOR, find, folded, next_round
from scorekeeper.tournaments.hall import Hall, default_plan, read_hall

LONGEST_FEE = 40  # characters
LONGEST_AGO = 86_400  # seconds: what was ticked earlier counts as ticked then
AT_ONCE = 10  # seconds: of ticks so close together the one that arrives last is the last; networks take their time
Tick = Literal["present", "paid"]


class Listed(NamedTuple):
    """An entrant as lists show it. `players` are names with member numbers; `late` is empty for who was there at first.

    `twice` are those of the players who play with another entrant too.
    """

    id: int
    place: int
    name: str
    players: list[tuple[str, str]]
    club: str
    late: int | None
    out: int | None
    present: bool
    paid: bool
    twice: list[str]

    @property
    def is_named_after_players(self) -> bool:
        """Whether the name says no more than the players do."""
        return self.name == NAME_SEPARATOR.join(name for name, _number in self.players)


def listed(tournament: Tournament, search: str = "") -> list[Listed]:
    """The entrants in the order of entry; `search` is part of a name, a club or a member number, or an id."""
    desk = desk_of(tournament)
    entrants = tournament.document["entrants"]
    often = Counter(folded(name) for each in entrants for name in each["players"])
    found = [_listed(each, place, desk, often) for place, each in enumerate(entrants, 1)]
    return [each for each in found if _is_meant(each, folded(search))]


def _listed(entrant: dict[str, Any], place: int, desk: Desk, often: Counter[str]) -> Listed:
    names, numbers = entrant["players"], desk["numbers"].get(str(entrant["id"]), [])
    late = entrant.get("late") or 1
    return Listed(
        id=entrant["id"],
        place=place,
        name=entrant["name"],
        players=list(zip(names, [*numbers, *[""] * len(names)], strict=False)),
        club=entrant.get("club") or "",
        late=late if late > 1 else None,
        out=entrant.get("out"),
        present=entrant["id"] in desk["present"],
        paid=entrant["id"] in desk["paid"],
        twice=[name for name in names if often[folded(name)] > 1],
    )


def _is_meant(each: Listed, search: str) -> bool:
    texts = [each.name, each.club, *(text for player in each.players for text in player)]
    return search == str(each.id) or any(search in folded(text) for text in texts)


def absent(tournament: Tournament) -> list[Listed]:
    """Who is to play the next round and was not ticked off as present."""
    number = next_round(tournament.document)
    there = (each for each in listed(tournament) if each.out is None or each.out > number)
    return [each for each in there if not each.present]


def ask_fee(tournament: Tournament, fee: str) -> None:
    """Say what each entrant pays, in words; empty: nothing. Raises Refusal."""
    told = tidy(fee)
    if len(told) > LONGEST_FEE:
        raise refuse("fee", None, _("Enter 1 to {longest} characters"), longest=LONGEST_FEE)
    change_desk(tournament, lambda desk: {**desk, "fee": told})


def tick(tournament: Tournament, entrant: int, what: Tick, *, on: bool, actor: str, ago: int = 0) -> None:
    """Say that an entrant is present, or has paid, or that it is not so. Said again it changes nothing.

    `ago` is how many seconds before that was ticked, on a phone without a network: of several the last tick counts,
    whichever arrives last. Raises Refusal for an entrant that is not there, or where the tournament is closed.
    """
    name = find(tournament.document, entrant)["name"]
    ticked_at = int(now().timestamp()) - min(max(ago, 0), LONGEST_AGO)
    key, has_changed = f"{what}-{entrant}", False

    def is_known(desk: Desk) -> bool:
        """Whether nothing follows from it: so it stands already, or it was ticked otherwise later."""
        last = desk["ticked"].get(key, 0)
        return last > ticked_at + AT_ONCE or ((entrant in desk[what]) == on and last >= ticked_at - AT_ONCE)

    def ticked(desk: Desk) -> Desk:
        nonlocal has_changed
        if is_known(desk):
            return desk
        has_changed = (entrant in desk[what]) != on
        others = [each for each in desk[what] if each != entrant]
        desk = {**desk, "ticked": {**desk["ticked"], key: ticked_at}}
        return {**desk, what: sorted([*others, entrant]) if on else others}  # type: ignore[misc]  # one of two keys

    if is_known(desk_of(tournament)):
        return
    change_desk(tournament, ticked)
    if what == "paid" and has_changed:
        note(tournament, actor, "paid" if on else "unpaid", {"who": name})


def lay_out(tournament: Tournament, text: str) -> None:
    """Say which tables there are and where they stand; an empty text forgets it. The caller commits. Raises Refusal."""
    hall = read_hall(text)
    change_desk(tournament, lambda desk: {**desk, "hall": hall})


def plan_of(tournament: Tournament) -> Hall:
    """The plan; where nobody has laid one out, rows of the last round's tables, or of as many as who entered needs."""
    return desk_of(tournament)["hall"] or default_plan(_numbers(tournament))


def _numbers(tournament: Tournament) -> list[int]:
    rounds = tournament.document.get("rounds") or []
    if rounds:
        return [each["table"] for each in rounds[-1]["tables"]]
    at_a_table = 4 if tournament.document["system"].get("singles") else 2
    return list(range(1, max(1, len(tournament.document["entrants"]) // at_a_table) + 1))
