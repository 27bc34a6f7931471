"""The model of a tournament: plain lists of facts. Standings and pairings are in `plain_rounds`."""

from collections.abc import Collection, Sequence
from copy import deepcopy
from typing import NamedTuple

from tests.stateful.plain_rounds import (
    Document,
    has_result,
    is_ready,
    knocked_out,
    present_in,
    results_are_possible,
    rounds_of,
)

LATE_ENTRIES = ("draw", "danese", "mitchell")
RESULT = ("points", "legs", "vp", "mp", "forfeit", "late")


class Line(NamedTuple):
    """A line of the log: its kind, the version after it, and the round and table that it changes, else 0."""

    kind: str
    version: int
    round: int = 0
    table: int = 0


class PlainTournament:
    """A tournament document and its log. Commands return False, and change nothing, if the rules refuse them."""

    def __init__(self, document: Document) -> None:
        self.document = deepcopy(document)
        self.version = 0
        self.log = [Line("made", 0)]
        self.present: set[int] = set()
        self.paid: set[int] = set()
        self.is_closed = False

    @property
    def rounds(self) -> list[Document]:
        rounds: list[Document] = self.document["rounds"]
        return rounds

    @property
    def entrants(self) -> list[Document]:
        entrants: list[Document] = self.document["entrants"]
        return entrants

    @property
    def next_round(self) -> int:
        return len(self.rounds) + 1

    def entrant(self, number: int) -> Document:
        """Returns the entrant with this id."""
        return next(entrant for entrant in self.entrants if entrant["id"] == number)

    def put(self, kind: str, number: int = 0, table: int = 0) -> bool:
        """Adds a line for a change of the document; returns True."""
        self.version += 1
        self.log.append(Line(kind, self.version, number, table))
        return True

    def is_touched(self, seen: int, number: int, tables: Collection[int]) -> bool:
        """True if one of these tables, or their round, was changed after version `seen`."""
        later = [line for line in self.log if line.version > seen]
        return any(
            line.kind == "import" or (line.round == number and (not line.table or line.table in tables))
            for line in later
        )

    def enter(self, number: int, name: str, players: Sequence[str], club: str) -> bool:
        """Adds an entrant; after the first round it enters late (TOU-10)."""
        is_late, system = bool(self.rounds), self.document["system"]
        if is_late and (system["kind"] not in LATE_ENTRIES or len(self.rounds) >= rounds_of(self.document)):
            return False
        if name in self.names:
            return False
        entrant = {"id": number, "name": name, "players": list(players), "club": club}
        return self.arrange([*self.entrants, {**entrant, "late": self.next_round} if is_late else entrant], "enter")

    def arrange(self, entrants: list[Document], kind: str) -> bool:
        """Changes who takes part when, unless a Mitchell that has begun has no place for them."""
        changed = {**self.document, "entrants": entrants}
        if self.rounds and not is_ready(changed):
            return False
        self.document = changed
        return self.put(kind)

    @property
    def names(self) -> list[str]:
        """The entrants' names."""
        return [entrant["name"] for entrant in self.entrants]

    def rename(self, number: int, name: str, players: Sequence[str], kind: str) -> bool:
        """Corrects the names of an entrant, or replaces a player who has not played."""
        entrant = self.entrant(number)
        for seat, player in enumerate(entrant["players"]):
            first = next((row for row in entrant.get("substitutes", ()) if row["out"] == player), None)
            if first:  # entrants do not return here, so every name is at one seat only
                first["out"] = players[seat]
        entrant.update(name=name, players=list(players))
        return self.put(kind)

    def substitute(self, number: int, at: int, new: str) -> bool:
        """Puts a substitute on a seat from the next round on; before the entrant's second round, for good."""
        entrant = self.entrant(number)
        if self.next_round <= entrant.get("late", 1):
            players = [new if seat == at else player for seat, player in enumerate(entrant["players"])]
            return self.rename(number, " – ".join(players), players, "substitute")
        out, last = entrant["players"][at], 0
        for row in entrant.get("substitutes", ()):
            if row["out"] == out:
                out, last = row["in"], row["round"]
        if last >= self.next_round or entrant.get("out", self.next_round + 1) <= self.next_round:
            return False
        entrant.setdefault("substitutes", []).append({"round": self.next_round, "out": out, "in": new})
        entrant["substitutes"].sort(key=lambda row: row["round"])
        return self.put("substitute_from")

    def withdraw(self, number: int) -> bool:
        """Withdraws an entrant from the next round on."""
        entrants = deepcopy(self.entrants)
        entrant = next(entrant for entrant in entrants if entrant["id"] == number)
        if "out" not in entrant:
            entrant["out"] = max(self.next_round, entrant.get("late", 1))
            staying = [row for row in entrant.pop("substitutes", ()) if row["round"] < entrant["out"]]
            entrant.update({"substitutes": staying} if staying else {})
        return self.arrange(entrants, "withdraw")

    def reinstate(self, number: int) -> bool:
        """Undoes a withdrawal, unless a round was drawn since."""
        entrant = self.entrant(number)
        if entrant.get("out", self.next_round) < self.next_round:
            return False
        rows = [{name: row[name] for name in row if name != "out" or row != entrant} for row in self.entrants]
        return self.arrange(rows, "return")

    def remove(self, number: int) -> bool:
        """Removes an entrant and its rulings before the first round."""
        if self.rounds:
            return False
        if not self.arrange([row for row in self.entrants if row["id"] != number], "remove"):
            return False
        rulings = self.document["rulings"]
        rulings[:] = [ruling for ruling in rulings if ruling["entrant"] != number]
        self.present.discard(number)
        self.paid.discard(number)
        return True

    def reorder(self, number: int, place: int) -> bool:
        """Moves an entrant to a place in the order of entry, before the first round."""
        if self.rounds or place > len(self.entrants):
            return False
        entrant = self.entrant(number)
        self.entrants.remove(entrant)
        self.entrants.insert(place - 1, entrant)
        return self.put("order")

    @property
    def is_round_open(self) -> bool:
        """True if a table has no result."""
        return any(not has_result(table) for played in self.rounds for table in played["tables"])

    def publish(self, seating: Document) -> bool:
        """Adds a round, which must be a valid one."""
        if self.is_round_open:
            return False
        self.rounds.append(deepcopy(seating))
        return self.put("publish", len(self.rounds))

    def reseat(self, seating: Document) -> bool:
        """Changes the seating of the last round; tables whose sides change must have no result."""
        before = {str(table["sides"]): table for table in self.rounds[-1]["tables"]}
        tables = [{**before.pop(str(table["sides"]), {}), **table} for table in deepcopy(seating["tables"])]
        if any(has_result(table) for table in before.values()):
            return False
        self.rounds[-1] = {"tables": tables, "bye": seating["bye"]}
        return self.put("seat", len(self.rounds))

    def undo_round(self) -> bool:
        """Removes the last round (TOU-19)."""
        if not self.rounds:
            return False
        self.rounds.pop()
        return self.put("take_back", self.next_round)

    def enter_results(self, number: int, outcomes: dict[int, Document], kind: str = "") -> bool:
        """Sets results of a round by table; an empty one clears its table. All or none are entered."""
        changed = deepcopy(self.document)
        lines = []
        for table in changed["rounds"][number - 1]["tables"]:
            if table["table"] in outcomes:
                outcome = outcomes[table["table"]]
                what = "clear" if not outcome else "correct" if has_result(table) else "result"
                lines.append((kind or what, table["table"]))
                for name in RESULT:
                    table.pop(name, None)
                table.update(outcome)
        if not results_are_possible(changed):
            return False
        seats_the_next = self.document["system"]["kind"] == "knockout" and number < len(self.rounds)
        if seats_the_next and knocked_out(changed) != knocked_out(self.document):
            return False
        self.document = changed
        self.version += 1
        order = list(outcomes)
        lines.sort(key=lambda line: order.index(line[1]))
        self.log += [Line(what, self.version, number, table) for what, table in lines]
        return True

    def rule(self, ruling: Document) -> bool:
        """Adds a ruling (TOU-5)."""
        changed = {**self.document, "rulings": [*self.document["rulings"], ruling]}
        if self.rounds and not is_ready(changed):
            return False
        self.document = changed
        return self.put("rule")

    def unrule(self, ruling: Document) -> bool:
        """Removes a ruling."""
        if ruling not in self.document["rulings"]:
            return False
        self.document["rulings"].reverse()
        self.document["rulings"].remove(ruling)
        self.document["rulings"].reverse()
        return self.put("unrule")

    def close(self, closed: bool) -> None:
        """Closes or reopens the tournament, which leaves the document as it is."""
        if closed != self.is_closed:
            self.is_closed = closed
            self.log.append(Line("closed" if closed else "opened", self.version))

    def players_in(self, number: int) -> list[int]:
        """Returns the ids of the entrants that take part in a round."""
        return present_in(self.document, number)

    def erase(self, name: str, instead: str) -> bool:
        """Replaces a player's name; False if the document did not have it."""
        rows = [row for entrant in self.entrants for row in entrant.get("substitutes", ())]
        has_it = any(name in entrant["players"] for entrant in self.entrants)
        for row in rows:
            row.update({seat: instead for seat in ("out", "in") if row[seat] == name})
        for entrant in self.entrants:
            entrant["name"] = entrant["name"].replace(name, instead)
            entrant["players"] = [instead if player == name else player for player in entrant["players"]]
        self.version += has_it
        return has_it
