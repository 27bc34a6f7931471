"""A club's tournament beside its plain model, the sending of changes to both, and the invariants."""

import json
from collections.abc import Callable
from typing import Any

from flask import Flask
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant

from scorekeeper.clubs import accounts
from scorekeeper.clubs.tournaments import keeping
from scorekeeper.clubs.tournaments.desk import desk_of
from scorekeeper.clubs.tournaments.keeping import Stale
from scorekeeper.games.engine.base import Refusal
from scorekeeper.i18n import ENGLISH, speaking
from scorekeeper.store.models import db
from scorekeeper.store.tournament_models import Tournament, TournamentChange
from scorekeeper.tournaments import api
from scorekeeper.tournaments.changes.entries import Newcomer
from tests.clubs.test_erasing import traces
from tests.stateful.match_steps import NAMES
from tests.stateful.plain_rounds import (
    Document,
    complete_rounds,
    fault_counter,
    has_met,
    is_complete,
    is_over,
    is_ready,
    paired,
    standings,
)
from tests.stateful.plain_tournament import PlainTournament
from tests.stateful.running import emptied

DONE, REFUSED, STALE = "done", "refused", "stale"
CLUBS = ("Lecce", "Bari")
PICKS = st.integers(0, 11)
SCORINGS: list[Document] = [
    {"kind": "vp", "hands": 2},
    {"kind": "vp", "hands": 3, "bye": {"vp": 12, "mp": 0}},
    {"kind": "vp", "hands": 4},
    {"kind": "vp", "hands": 4},
    {"kind": "match"},
    {"kind": "match", "best_of": 3, "win": 2, "draw": 1},
]
SYSTEMS: list[Document] = [
    {"kind": "danese"},
    {"kind": "danese", "rematch": True},
    {"kind": "danese", "apart": "club", "apart_rounds": 2},
    {"kind": "draw"},
    {"kind": "mitchell"},
    {"kind": "mitchell"},
    {"kind": "knockout"},
]


def newcomer(*players: str, club: str = "") -> Newcomer:
    """Returns a new entrant, named after its players."""
    return Newcomer(" – ".join(players), players, club)


def tidy(document: Document) -> Document:
    """Returns a document without the difference between an empty list and none."""
    return {**document, "rounds": document.get("rounds") or [], "rulings": document.get("rulings") or []}


class TournamentBase(RuleBasedStateMachine):
    """A tournament in a club, and its plain model."""

    def __init__(self, app: Flask) -> None:
        super().__init__()
        self.context = app.app_context()
        self.context.push()
        emptied()
        self.erased: list[str] = []
        self.checked: Any = None
        self.model: PlainTournament | None = None
        self.newcomers = 0
        self.sittings: dict[tuple[int, int], int] = {}  # of the tables, by round and number
        self.old_sittings: list[int] = []  # of rounds that were undone or changed

    def teardown(self) -> None:
        """Leaves the database without a transaction."""
        db.session.rollback()
        self.context.pop()

    @initialize(
        system=st.sampled_from(SYSTEMS),
        scoring=st.sampled_from(SCORINGS),
        first=st.sampled_from(["lots", "entry", "seeded"]),
        entrants=st.integers(2, 8),
        rounds=st.integers(2, 5),
        seed=st.integers(0, 99),
        played=st.lists(st.tuples(PICKS, PICKS, PICKS, PICKS), max_size=4),
    )
    def start(self, played: list[tuple[int, ...]], **agreed: Any) -> None:
        """A tournament of which some rounds are played."""
        self.make(**agreed)
        for picks in played:
            self.play_a_round(picks)

    def play_a_round(self, picks: tuple[int, ...]) -> None:
        """A round is published, and results are entered."""
        raise NotImplementedError

    def make(self, system: Document, scoring: Document, first: str, entrants: int, rounds: int, seed: int) -> None:
        """Agrees on a tournament with so many entrants; with four hands a round it is one of burraco."""
        is_mitchell = system["kind"] == "mitchell"
        own = {"first": "lots" if first == "seeded" and (is_mitchell or "apart" in system) else first}
        document: Document = {
            "format": "scorekeeper-tournament/1",
            "name": "Autumn cup",
            "entrants": [
                {"id": number, "name": new.name, "players": list(new.players), "club": new.club}
                for number, new in ((number, self.somebody()) for number in range(1, entrants + 1))
            ],
            "scoring": scoring,
            "system": {**system, **own, **({} if system["kind"] in ("knockout", "mitchell") else {"rounds": rounds})},
            "seed": seed,
            "rounds": [],
            "rulings": [],
        }
        if scoring.get("hands") == 4:
            document |= {"game": "buraco", "variant": "burraco"}
        club = accounts.create_club("Bocce e Carte")
        made = keeping.make(club, document, day="2026-11-27", place="Bar", desk={}, actor="Sam")
        self.club, self.number = club.id, made.id
        db.session.commit()
        self.first_version = made.version
        self.model = PlainTournament(document)

    def somebody(self) -> Newcomer:
        """Returns a pair that was never here before, of one of two clubs."""
        self.newcomers += 1
        name = NAMES[self.newcomers % len(NAMES)] + self.newcomers // len(NAMES) * "x"
        return newcomer(name, f"Player {self.newcomers}", club=CLUBS[self.newcomers % 2])

    @property
    def plain(self) -> PlainTournament:
        assert self.model is not None
        return self.model

    @property
    def the_club(self) -> Any:
        return db.session.get_one(accounts.Club, self.club)

    @property
    def stored(self) -> Tournament:
        """The tournament in the database."""
        return db.session.get_one(Tournament, self.number, populate_existing=True)

    @property
    def is_knockout(self) -> bool:
        return bool(self.plain.document["system"]["kind"] == "knockout")

    @property
    def is_scheduled(self) -> bool:
        """True if no rematch is avoided when a round is paired."""
        return bool(self.plain.document["system"]["kind"] in ("knockout", "mitchell"))

    def id_of(self, pick: int) -> int:
        """Returns the id of an entrant."""
        entrants = self.plain.entrants
        return int(entrants[pick % len(entrants)]["id"])

    def seen(self, behind: int) -> int:
        """Returns the version on a page that has missed so many changes."""
        return self.plain.version - min(behind, self.plain.version)

    def write(
        self,
        call: Callable[[Tournament, int], Any],
        is_possible: Callable[[], bool],
        seen: int | None = None,
        is_touched: Callable[[int], bool] = lambda _seen: True,
    ) -> bool:
        """Sends a change, which is accepted or refused as by the model; True if it is accepted."""
        plain = self.plain
        if seen is not None and seen < plain.version and is_touched(seen):
            expected = STALE
        else:
            expected = DONE if not plain.is_closed and is_possible() else REFUSED
        real = self.first_version + (plain.version if seen is None else seen)
        assert self.outcome(call, real) == expected
        if seen is not None and expected == DONE and is_touched(seen):
            assert self.outcome(call, real) == STALE  # when it is sent again
        return expected == DONE

    def outcome(self, call: Callable[[Tournament, int], Any], seen: int) -> str:
        """Makes a change; returns its outcome."""
        try:
            call(self.stored, seen)
        except (Stale, Refusal) as problem:
            db.session.rollback()
            return STALE if isinstance(problem, Stale) else REFUSED
        db.session.commit()
        return DONE

    @invariant()
    def everything_agrees(self) -> None:
        """Compares the database with the model, if anything was changed."""
        if self.model is None:
            return
        stored, plain = self.stored, self.model
        assert stored.version == self.first_version + plain.version
        assert (stored.closed_at is not None) == plain.is_closed
        assert tidy(stored.document) == plain.document
        desk = desk_of(stored)
        assert (desk["present"], desk["paid"]) == (sorted(plain.present), sorted(plain.paid))
        if self.checked != (plain.version, len(plain.log), self.number):
            self.checked = (plain.version, len(plain.log), self.number)
            self.check_log(stored)
            self.check_standings(stored.document)
            self.check_next_round(stored.document)
            self.check_rounds_by_hand(stored.document)

    def check_log(self, stored: Tournament) -> None:
        """The log has a line for each change, with the version after it."""
        rows = db.session.query(TournamentChange).filter_by(tournament_id=stored.id).order_by(TournamentChange.id)
        lines = [(row.kind, row.detail.get("round", 0), row.detail.get("table", 0)) for row in rows]
        about = ("publish", "seat", "take_back", "result", "correct", "clear", "phone")
        expected = [(line.kind, line.round, line.table) for line in self.plain.log]
        assert [line if line[0] in about else (line[0], 0, 0) for line in lines] == expected

    def check_standings(self, document: Document) -> None:
        """The standings are the model's, after the complete rounds and with all results."""
        if not is_ready(document):
            return
        for live in (False, True):
            result = api.standings_of(document, live)
            rows = [{name: row[name] for name in row if name != "name"} for row in result["standings"]]
            assert rows == standings(self.plain.document, live)
        is_last = complete_rounds(document) == len(document["rounds"]) and is_over(document)
        assert result["finished"] == is_last

    def check_next_round(self, document: Document) -> None:
        """The next round is the model's; while a round is open, there is none."""
        if not is_ready(document):
            return
        try:
            answer = api.pair(document)
        except Refusal:
            assert self.plain.is_round_open
            return
        assert not self.plain.is_round_open
        if is_over(document):
            assert (answer["tables"], answer["bye"], answer["rematches"]) == (None, None, [])
            return
        pairs, byes = paired(document)
        assert [tuple(table["sides"]) for table in answer["tables"]] == pairs
        is_list = (self.is_knockout and not document["rounds"]) or len(byes) > 1
        assert answer["bye"] == (byes if is_list else byes[0] if byes else None)
        met, may_meet = has_met(document), document["system"].get("rematch") or self.is_scheduled
        again = [list(pair) for pair in pairs if frozenset(pair) in met]
        assert answer["rematches"] == ([] if may_meet else again)

    def check_rounds_by_hand(self, document: Document) -> None:
        """`check` names who meets again, or meets its own club, in rounds where the rule avoids it (TOU-20)."""
        if self.is_knockout or not is_ready(document):
            return
        expected = []
        for number, played in enumerate(document["rounds"], 1):
            before = {**document, "rounds": document["rounds"][: number - 1]}
            pairs, count = [tuple(table["sides"]) for table in played["tables"]], fault_counter(before)
            faults = count(pairs)
            is_paired = (
                not self.is_scheduled
                and any(faults)
                and all(map(is_complete, before["rounds"]))
                and not is_over(before)
            )
            allowed = count(paired(before)[0]) if is_paired else (0, 0)
            for kind, at in (("rematch", 0), ("same_club", 1)):
                if faults[at] > allowed[at]:
                    expected += [(number, kind, list(pair)) for pair in pairs if count([pair])[at]]
        differs = api.check(document)["differs"]
        faults_of_pairs = [row for row in differs if row["kind"] in ("rematch", "same_club")]
        found = [(row["round"], row["kind"], row["entrants"]) for row in faults_of_pairs]
        assert sorted(found) == sorted(expected)

    def check_erased(self) -> None:
        """No table has a name that was erased."""
        with speaking(ENGLISH):
            assert traces(*(name.casefold() for name in self.erased)) == []
            assert not any(name in json.dumps(self.stored.document, ensure_ascii=False) for name in self.erased)
