"""Changes of a tournament: entries, rounds and their results, matches at its tables, rulings, another server."""

import json
from collections.abc import Iterable
from typing import Any, Literal

from hypothesis import strategies as st
from hypothesis.stateful import precondition, rule

from scorekeeper.clubs import accounts, erasing, exporting, importing
from scorekeeper.clubs.standings import Period
from scorekeeper.clubs.tournaments import entries, keeping, presence, rounds, table_results
from scorekeeper.clubs.tournaments.substituting import add_substitute
from scorekeeper.games.engine.base import Refusal
from scorekeeper.store.models import Sitting, db
from scorekeeper.store.tournament_models import Tournament
from scorekeeper.tournaments import api
from scorekeeper.tournaments.changes.results import seating_of
from tests.clubs.tournaments.at_tables import HAND, confirm, do, play
from tests.stateful.plain_rounds import Document, byes_of, has_result, is_ready
from tests.stateful.plain_tournament import Line
from tests.stateful.running import emptied
from tests.stateful.tournament_base import DONE, PICKS, REFUSED, STALE, TournamentBase, newcomer

BEHIND = st.sampled_from([0, 0, 0, 0, 1, 3])
MOST_ENTRANTS = 9
SWAPPED = {**HAND, "sides": HAND["sides"][::-1], "went_out": 1}
AT_THE_TABLE = [(HAND, [2400, -240]), (SWAPPED, [-240, 2400])]  # a hand, and the result of four of it
POINTS = [[1850, 1210], [300, 0], [0, 0], [0, 40], [1000, 2000], [500, 2600], [-100, 1901], [305, 0]]
LEGS = {1: [[1, 0], [0, 1]], 3: [[2, 0], [1, 2], [0, 2]]}  # by best_of


class Entries(TournamentBase):
    """Changes of those who play."""

    @precondition(lambda self: len(self.plain.entrants) < MOST_ENTRANTS)
    @rule()
    def enter(self) -> None:
        """Adds an entrant, late after the first round; sent twice, the second is refused."""
        new = self.somebody()
        number = 1 + max([0, *(entrant["id"] for entrant in self.plain.entrants)])
        for _time in range(2):
            self.write(
                lambda tournament, _seen: entries.enter(tournament, [new], "Sam"),
                lambda: self.plain.enter(number, new.name, new.players, new.club),
            )

    @precondition(lambda self: self.plain.entrants)
    @rule(pick=PICKS, at=st.integers(0, 1), is_late=st.booleans())
    def replace_a_player(self, pick: int, at: int, is_late: bool) -> None:
        """A substitute plays on; who saw the names from before is refused."""
        number, new = self.id_of(pick), self.somebody().players[0]
        was = self.plain.entrant(number)["name"]
        for turn in range(1 + is_late):
            self.write(
                lambda tournament, _seen: add_substitute(tournament, number, was, at, newcomer(new), "Sam"),
                lambda turn=turn: not turn and self.plain.substitute(number, at, new),
            )

    @precondition(lambda self: self.plain.entrants)
    @rule(pick=PICKS)
    def rename(self, pick: int) -> None:
        """Corrects the name of an entrant."""
        number, new = self.id_of(pick), self.somebody()
        was, club = self.plain.entrant(number)["name"], self.plain.entrant(number)["club"]
        corrected = new._replace(club=club)
        self.write(
            lambda tournament, _seen: entries.rename(tournament, number, was, corrected, "Sam"),
            lambda: self.plain.rename(number, new.name, new.players, "rename"),
        )

    @precondition(lambda self: self.plain.entrants and not self.is_knockout)
    @rule(pick=PICKS)
    def withdraw(self, pick: int) -> None:
        """Withdraws an entrant."""
        number = self.id_of(pick)
        self.write(
            lambda tournament, _seen: entries.withdraw(tournament, [number], "Sam"),
            lambda: self.plain.withdraw(number),
        )

    @precondition(lambda self: self.plain.entrants)
    @rule(pick=PICKS)
    def reinstate(self, pick: int) -> None:
        """Takes back the withdrawal of an entrant."""
        left = [entrant["id"] for entrant in self.plain.entrants if "out" in entrant]
        number = left[pick % len(left)] if left else self.id_of(pick)
        self.write(
            lambda tournament, _seen: entries.reinstate(tournament, number, "Sam"),
            lambda: self.plain.reinstate(number),
        )

    @precondition(lambda self: self.plain.rounds and len(self.plain.entrants) < MOST_ENTRANTS and not self.is_knockout)
    @rule(pick=PICKS)
    def take_a_place(self, pick: int) -> None:
        """An entrant withdraws, and another one comes late; the first can come back unless its place is taken."""
        self.withdraw(pick)
        self.enter()
        self.reinstate(pick)

    @precondition(lambda self: self.plain.entrants)
    @rule(pick=PICKS, place=st.integers(1, 9))
    def reorder(self, pick: int, place: int) -> None:
        """Moves an entrant to another place of the list."""
        number = self.id_of(pick)
        self.write(
            lambda tournament, _seen: entries.reorder(tournament, number, place, "Sam"),
            lambda: self.plain.reorder(number, place),
        )

    @precondition(lambda self: self.plain.entrants)
    @rule(pick=PICKS)
    def remove(self, pick: int) -> None:
        """Deletes an entrant, mostly one with a ruling."""
        ruled = [ruling["entrant"] for ruling in self.plain.document["rulings"]]
        number = ruled[pick % len(ruled)] if ruled and pick % 4 else self.id_of(pick)
        self.write(
            lambda tournament, _seen: entries.remove(tournament, [number], "Sam"), lambda: self.plain.remove(number)
        )

    @precondition(lambda self: self.plain.entrants)
    @rule(pick=PICKS, what=st.sampled_from(["present", "paid"]))
    def tick(self, pick: int, what: Literal["present", "paid"]) -> None:
        """Ticks an entrant at the door, or removes the tick; sent twice, it counts once."""
        number = self.id_of(pick)
        ticked = self.plain.present if what == "present" else self.plain.paid
        is_on = number not in ticked

        def call(tournament: Tournament, _seen: int) -> None:
            for _time in range(2):
                presence.tick(tournament, number, what, on=is_on, actor="Sam")

        def is_possible() -> bool:
            ticked.symmetric_difference_update([number])
            if what == "paid":
                self.plain.log.append(Line("paid" if is_on else "unpaid", self.plain.version))
            return True

        self.write(call, is_possible)


class Rounds(TournamentBase):
    """Rounds and results."""

    @rule(behind=BEHIND, pick=PICKS, other=PICKS, by_hand=st.booleans())
    def publish(self, behind: int, pick: int, other: int, by_hand: bool) -> None:
        """The next round is published, perhaps with two entrants swapped; sent twice, it counts once."""
        seating = self.next_seating()
        if seating is None:
            return
        if by_hand and not self.is_knockout:
            seating = self.swapped(seating, pick, other)
        self.publish_as(seating, self.seen(behind))

    def next_seating(self) -> Document | None:
        """Returns the next round, while one is open that one again; None if no round is left."""
        if self.plain.is_round_open:
            return seating_of(self.plain.rounds[-1])
        try:
            answer = api.pair(self.stored.document)
        except Refusal:
            assert not is_ready(self.plain.document)
            return None
        return seating_of(answer) if answer["tables"] else None

    def swapped(self, seating: Document, pick: int, other: int) -> Document:
        """Returns a round with two of its entrants swapped."""
        ids = [entrant for table in seating["tables"] for entrant in table["sides"]] + byes_of(seating)
        return seating_of(rounds.swap_entrants(seating, ids[pick % len(ids)], ids[other % len(ids)]))

    def publish_as(self, seating: Document, seen: int) -> None:
        """Publishes a round; a page with an old version may publish the last round once more."""
        plain = self.plain
        is_again = bool(plain.rounds) and seating_of(plain.rounds[-1]) == seating
        if seen < plain.version:
            expected = DONE if is_again else STALE
        else:
            expected = DONE if not plain.is_closed and plain.publish(seating) else REFUSED

        def call(tournament: Tournament, seen: int) -> None:
            self.take_sittings(rounds.publish(tournament, seen, seating, actor="Sam"), seating)

        assert self.outcome(call, self.first_version + seen) == expected
        if seen < plain.version and expected == DONE:
            assert self.outcome(call, self.first_version + seen) == DONE

    def take_sittings(self, sittings: list[Sitting], seating: Document) -> None:
        """Notes the sittings of a round's new tables, which have a place in the round as tables without one."""
        number = len(self.plain.rounds)
        free = [table["table"] for table in seating["tables"] if (number, table["table"]) not in self.sittings]
        if sittings:
            self.sittings.update({(number, table): sitting.id for table, sitting in zip(free, sittings, strict=True)})

    def leave_sittings(self, number: int, tables: Iterable[int]) -> None:
        """Notes that the sittings of tables are of no round any longer."""
        left = [self.sittings.pop((number, table), None) for table in tables]
        self.old_sittings += [sitting for sitting in left if sitting]

    @precondition(lambda self: self.plain.rounds and not self.is_knockout)
    @rule(behind=BEHIND, pick=PICKS, other=PICKS)
    def reseat(self, behind: int, pick: int, other: int) -> None:
        """Two entrants of the last round are swapped, if their tables have no results."""
        last, number = self.plain.rounds[-1], len(self.plain.rounds)
        open_tables = [table for table in last["tables"] if not has_result(table)]
        changed = self.swapped({**last, "tables": open_tables or last["tables"]}, pick, other)
        new_tables = {table["table"]: table for table in changed["tables"]}
        tables = [new_tables.get(table["table"], table) for table in seating_of(last)["tables"]]
        seating = {"tables": tables, "bye": changed["bye"]}
        was = {table["table"]: table["sides"] for table in last["tables"]}
        new: list[Sitting] = []
        if self.write(
            lambda tournament, seen: new.extend(rounds.reseat(tournament, seen, seating, actor="Sam")),
            lambda: self.plain.reseat(seating),
            self.seen(behind),
        ):
            self.leave_sittings(
                number, [row["table"] for row in seating["tables"] if row["sides"] != was[row["table"]]]
            )
            self.take_sittings(new, seating)

    @rule(behind=BEHIND, is_published=st.booleans())
    def undo(self, behind: int, is_published: bool) -> None:
        """The last round is removed, and perhaps published again."""
        number = len(self.plain.rounds)
        if self.write(
            lambda tournament, seen: rounds.undo(tournament, seen, actor="Sam", reason="A mistake"),
            self.plain.undo_round,
            self.seen(behind),
        ):
            self.leave_sittings(number, [table for turn, table in self.sittings if turn == number])
            seating = self.next_seating()
            if is_published and seating:
                self.publish_as(seating, self.plain.version)

    @precondition(lambda self: self.plain.rounds)
    @rule(behind=BEHIND, turn=st.sampled_from([0, 0, 0, 1, 2]), table=PICKS, others=st.integers(0, 2), what=PICKS)
    def enter_results(self, behind: int, turn: int, table: int, others: int, what: int) -> None:
        """Results of one or more tables are entered, corrected or cleared, mostly in the last round."""
        number = len(self.plain.rounds) - turn % len(self.plain.rounds)
        tables = self.plain.rounds[number - 1]["tables"]
        chosen = [tables[(table + more) % len(tables)] for more in range(1 + others)]
        self.send(number, {row["table"]: self.result(row, what + at) for at, row in enumerate(chosen)}, behind)

    def send(self, number: int, outcomes: dict[int, Document], behind: int = 0) -> None:
        """Sends results of a round."""
        self.write(
            lambda tournament, seen: table_results.enter(tournament, seen, number, outcomes, actor="Sam"),
            lambda: self.plain.enter_results(number, outcomes),
            self.seen(behind),
            lambda seen: self.plain.is_touched(seen, number, outcomes),
        )

    def result(self, table: Document, what: int) -> Document:
        """Returns one of the results that a table can have; the last two are a forfeit, and none."""
        scoring, (one, other) = self.plain.document["scoring"], table["sides"]
        results: list[Document] = [{"points": points} for points in POINTS]
        if scoring["kind"] == "match":
            legs = LEGS[scoring.get("best_of", 1)]
            results = [{"legs": pair} for pair in legs] + [{"legs": legs[-1], "points": [10, 30]}, *results]
        else:
            results = [{"late": one}, {"vp": [13, 7], "mp": [210, -10]}, *results]
        return [*results[:10], {"forfeit": other}, {}][what % 12] if what % 12 != 11 else {}

    @rule(picks=st.tuples(PICKS, PICKS, PICKS, PICKS))
    def play_a_round(self, picks: tuple[int, ...]) -> None:
        """A round is published, and all of its results are entered."""
        seating = self.next_seating()
        if not self.plain.is_round_open and seating:
            self.publish_as(seating, self.plain.version)
        if self.plain.is_round_open:
            number = len(self.plain.rounds)
            tables = [table for table in self.plain.rounds[-1]["tables"] if not has_result(table)]
            chosen = {table["table"]: self.result(table, pick % 11) for table, pick in zip(tables, picks, strict=False)}
            if chosen:
                self.send(number, chosen)


class Arbiter(TournamentBase):
    """Rulings, closing, matches at the tables, and the tournament elsewhere."""

    @precondition(lambda self: self.plain.entrants)
    @rule(pick=PICKS, points=st.sampled_from([-2, -1, 1]), number=st.integers(1, 2), with_mp=st.booleans())
    def rule_on(self, pick: int, points: int, number: int, with_mp: bool) -> None:
        """Adds an arbiter's ruling on an entrant, perhaps for a round that is not played yet."""
        is_vp = self.plain.document["scoring"]["kind"] == "vp"
        added = ({"vp": points} | ({"mp": 100} if with_mp else {})) if is_vp else {"tp": points}
        ruling = {"round": number, "entrant": self.id_of(pick), **added, "reason": "second warning"}
        self.write(
            lambda tournament, _seen: table_results.add_ruling(tournament, ruling, actor="Sam"),
            lambda: self.plain.rule(ruling),
        )

    @precondition(lambda self: self.plain.document["rulings"])
    @rule(pick=PICKS)
    def remove_ruling(self, pick: int) -> None:
        """A ruling is removed."""
        rulings = self.plain.document["rulings"]
        ruling = dict(rulings[pick % len(rulings)])
        self.write(
            lambda tournament, _seen: table_results.remove_ruling(tournament, ruling, actor="Sam"),
            lambda: self.plain.unrule(ruling),
        )

    @rule(closed=st.sampled_from([True, False, False]))
    def close(self, closed: bool) -> None:
        """The tournament is closed or reopened; twice is as once."""
        for _time in range(2):
            keeping.close(self.stored, closed=closed, actor="Sam")
            db.session.commit()
        self.plain.close(closed)

    @precondition(lambda self: self.sittings or self.old_sittings)
    @rule(pick=PICKS, which=st.integers(0, 1), approved=st.booleans(), is_old=st.booleans())
    def table_plays(self, pick: int, which: int, approved: bool, is_old: bool) -> None:
        """A table plays its match, and both sides or an arbiter confirm it.

        The result is entered if the round is the last one, and the table has no result.
        """
        number = len(self.plain.rounds)
        last = [sitting for (turn, _table), sitting in self.sittings.items() if turn == number]
        sittings = (self.old_sittings if is_old else last) or [*self.sittings.values(), *self.old_sittings]
        sitting = sittings[pick % len(sittings)]
        match, (hand, points) = db.session.get_one(Sitting, sitting).matches[-1], AT_THE_TABLE[which]
        if match.hand_count:
            return
        play(match, entry=hand)
        if approved:
            do(table_results.approve_match, match)
        else:
            confirm(match, 0, 1)
        db.session.commit()
        for table in self.plain.rounds[-1]["tables"] if number else []:
            is_here = self.sittings.get((number, table["table"])) == sitting
            if is_here and not self.plain.is_closed and not has_result(table):
                self.plain.enter_results(number, {table["table"]: {"points": points}}, "phone")

    @rule()
    def move_to_another_server(self) -> None:
        """Exports the club and imports it into an empty database, which is used from then on."""
        exported = self.exported()
        lines = [json.dumps(line).encode() for line in exported]
        emptied()
        self.club = accounts.create_club("Elsewhere").id
        importing.import_matches(self.the_club, lines, actor="Ida")
        db.session.commit()
        again = self.exported()
        assert again[0]["log"].pop()["kind"] == "import"
        assert again == exported
        self.number = db.session.query(Tournament).one().id
        self.first_version = self.stored.version - self.plain.version
        self.plain.log.append(Line("import", self.plain.version))
        numbers = range(1, len(self.plain.rounds) + 1)
        tables = [(number, rounds.tables_of(self.stored, number)) for number in numbers]
        self.sittings = {(number, table): row[1].id for number, rows in tables for table, row in rows.items()}
        self.old_sittings = []

    def exported(self) -> list[Any]:
        """Returns the lines of the club's export: the tournament, then its matches."""
        return [json.loads(line) for line in exporting.lines(self.the_club, Period())]

    @precondition(lambda self: self.plain.entrants)
    @rule(pick=PICKS)
    def erase(self, pick: int) -> None:
        """Erases a player of the tournament."""
        name = self.plain.entrant(self.id_of(pick))["players"][0]
        if name.startswith("N. N."):
            return
        person = erasing.find_person(self.the_club, name)
        instead = erasing.erase_person(self.the_club, person).instead
        db.session.commit()
        self.plain.erase(name, instead)
        self.erased.append(name)
        self.check_erased()
