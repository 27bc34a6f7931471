"""The check-in lists of a tournament: who is present and has paid; also the floor plan."""

from collections import Counter
from collections.abc import Collection
from typing import Any, Literal, NamedTuple

from scorekeeper.clubs.tournaments.desk import Desk, desk_of
from scorekeeper.clubs.tournaments.keeping import change_desk, note
from scorekeeper.games.engine.base import N_, refuse
from scorekeeper.ledger.log import tidy
from scorekeeper.store.models import now
from scorekeeper.store.tournament_models import Tournament
from scorekeeper.tournaments.changes.entries import find, folded, next_round
from scorekeeper.tournaments.changes.results import outcome_of
from scorekeeper.tournaments.hall import Hall, default_plan, read_hall
from scorekeeper.tournaments.model import NAME_SEPARATOR, is_still_in
from scorekeeper.tournaments.substitutes import name_in

LONGEST_FEE = 40  # characters
LONGEST_AGO = 86_400  # seconds: older ticks count as this old
AT_ONCE = 10  # seconds: among ticks this close together, the one that arrives last wins, because networks are slow
Tick = Literal["present", "paid"]


class EntrantRow(NamedTuple):
    """An entrant in a list. `players` are the names of its first players, with member numbers.

    `has_played`: a table of the entrant has a result, so it is present without a tick. `substitutes` are those of the
    document; `now` is the entrant's name in the next round.

    `late` is the first round of a late entrant, else None; `out` the first round missed after a withdrawal, else None.
    `twice` has the names of players who also play with another entrant.
    """

    id: int
    place: int
    name: str
    players: list[tuple[str, str]]
    club: str
    late: int | None
    out: int | None
    present: bool
    has_played: bool
    paid: bool
    twice: list[str]
    substitutes: list[dict[str, Any]]
    now: str

    @property
    def people(self) -> list[str]:
        """The names of the players and substitutes."""
        return [*(name for name, _number in self.players), *(substitute["in"] for substitute in self.substitutes)]

    @property
    def is_named_after_players(self) -> bool:
        """True if the entrant's name consists of the players' names only."""
        return self.name == NAME_SEPARATOR.join(name for name, _number in self.players)


def entrant_rows(tournament: Tournament, search: str = "", *, with_desk: bool = True) -> list[EntrantRow]:
    """Returns the entrants with their ticks and fees, in the order of entry.

    `search` is part of a name, club or member number, or an id. Without `with_desk`, for users who may not read it,
    member numbers and ticks are empty.
    """
    desk = desk_of(tournament)
    if not with_desk:
        desk = {**desk, "numbers": {}, "present": [], "paid": []}
    entrants = tournament.document["entrants"]
    counts = Counter(folded(name) for entrant in entrants for name in entrant["players"])
    number = next_round(tournament.document)
    played = played_ids(tournament.document) if with_desk else set()
    rows = [_row(entrant, place, desk, counts, number, played) for place, entrant in enumerate(entrants, 1)]
    return [row for row in rows if _matches(row, folded(search))]


def played_ids(document: dict[str, Any]) -> set[int]:
    """Returns the ids of the entrants at a table with a result, unless they forfeited it."""
    return {
        entrant
        for played in document.get("rounds") or []
        for table in played["tables"]
        if outcome_of(table)
        for side in table["sides"]
        for entrant in (side if isinstance(side, list) else [side])
        if table.get("forfeit") != entrant
    }


def present_ids(tournament: Tournament) -> list[int]:
    """Returns the ids of the entrants who are ticked as present or have played."""
    return sorted(played_ids(tournament.document).union(desk_of(tournament)["present"]))


def _row(
    entrant: dict[str, Any], place: int, desk: Desk, counts: Counter[str], number: int, played: set[int]
) -> EntrantRow:
    names, numbers = entrant["players"], desk["numbers"].get(str(entrant["id"]), [])
    late = entrant.get("late") or 1
    return EntrantRow(
        id=entrant["id"],
        place=place,
        name=entrant["name"],
        players=list(zip(names, [*numbers, *[""] * len(names)], strict=False)),
        club=entrant.get("club") or "",
        late=late if late > 1 else None,
        out=entrant.get("out"),
        present=entrant["id"] in desk["present"] or entrant["id"] in played,
        has_played=entrant["id"] in played,
        paid=entrant["id"] in desk["paid"],
        twice=[name for name in names if counts[folded(name)] > 1],
        substitutes=entrant.get("substitutes") or [],
        now=name_in(entrant, number),
    )


def _matches(row: EntrantRow, search: str) -> bool:
    texts = [row.name, row.club, *(text for player in row.players for text in player)]
    texts += [substitute["in"] for substitute in row.substitutes]
    return search == str(row.id) or any(search in folded(text) for text in texts)


def absent_entrants(tournament: Tournament) -> list[EntrantRow]:
    """Returns the entrants who should play the next round but are neither ticked as present nor have played."""
    number = next_round(tournament.document)
    playing = (row for row in entrant_rows(tournament) if is_still_in(row.out, number))
    return [row for row in playing if not row.present]


def set_fee(tournament: Tournament, fee: str) -> None:
    """Sets the entry fee as free text; an empty text means none. Raises Refusal for a long one."""
    text = tidy(fee)
    if len(text) > LONGEST_FEE:
        raise refuse("fee", None, N_("Enter 1 to {longest} characters"), longest=LONGEST_FEE)
    change_desk(tournament, lambda desk: {**desk, "fee": text})


def tick(tournament: Tournament, entrant: int, what: Tick, *, on: bool, actor: str, ago: int = 0) -> None:
    """Ticks an entrant as present or paid, or with `on=False` removes the tick. Repeating it changes nothing.

    `ago` is the age of the tick in seconds, for phones that were offline: the latest tick counts, not the last to
    arrive. Raises Refusal for an unknown entrant, or if the tournament is closed.
    """
    name = find(tournament.document, entrant)["name"]
    ticked_at = int(now().timestamp()) - min(max(ago, 0), LONGEST_AGO)
    key, has_changed = f"{what}-{entrant}", False

    def is_no_change(desk: Desk) -> bool:
        """True if the tick has this state already, or a later tick overrides it."""
        last = desk["ticked"].get(key, 0)
        return last > ticked_at + AT_ONCE or ((entrant in desk[what]) == on and last >= ticked_at - AT_ONCE)

    def with_tick(desk: Desk) -> Desk:
        nonlocal has_changed
        if is_no_change(desk):
            return desk
        has_changed = (entrant in desk[what]) != on
        others = [ticked for ticked in desk[what] if ticked != entrant]
        desk = {**desk, "ticked": {**desk["ticked"], key: ticked_at}}
        return {**desk, what: sorted([*others, entrant]) if on else others}  # type: ignore[misc]  # one of two keys

    if is_no_change(desk_of(tournament)):
        return
    change_desk(tournament, with_tick)
    if what == "paid" and has_changed:
        note(tournament, actor, "paid" if on else "unpaid", {"who": name})


def tick_together(tournament: Tournament, entrants: Collection[int], *, on: bool) -> None:
    """Ticks these entrants as present, or with `on=False` removes the ticks. Raises Refusal if it is closed."""
    ids = {entrant["id"] for entrant in tournament.document["entrants"]}.intersection(entrants)
    times = {f"present-{entrant}": int(now().timestamp()) for entrant in ids}

    def with_ticks(desk: Desk) -> Desk:
        before = set(desk["present"])
        present = sorted(before | ids if on else before - ids)
        return {**desk, "present": present, "ticked": {**desk["ticked"], **times}}

    change_desk(tournament, with_ticks)


def set_plan(tournament: Tournament, text: str) -> None:
    """Sets the floor plan from its text form; an empty text removes it. The caller commits. Raises Refusal."""
    hall = read_hall(text)
    change_desk(tournament, lambda desk: {**desk, "hall": hall})


def plan_of(tournament: Tournament) -> Hall:
    """Returns the floor plan; by default rows with the last round's tables, or with enough tables for the entrants."""
    return desk_of(tournament)["hall"] or default_plan(_numbers(tournament))


def _numbers(tournament: Tournament) -> list[int]:
    rounds = tournament.document.get("rounds") or []
    if rounds:
        return [table["table"] for table in rounds[-1]["tables"]]
    at_a_table = 4 if tournament.document["system"].get("singles") else 2
    return list(range(1, max(1, len(tournament.document["entrants"]) // at_a_table) + 1))
