"""The demonstration: a club filled with invented players and matches, and its automatic evening.

The same seed fills a club with the same matches; hands follow the games' rules. The evening of `scorekeeper serve
--demo` is a night and a tournament, hand by hand: `next_step` chooses what happens next and changes nothing; `Evening`
looks at the tables and takes the step by the functions that people's phones and desks use. When a night or a tournament
is over, another one begins.
"""

import random
import secrets
from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple

from sqlalchemy import insert, select

from scorekeeper import ledger
from scorekeeper.clubs import nights, results, series
from scorekeeper.clubs.tournaments import keeping, rounds
from scorekeeper.clubs.tournaments.desk import Desk
from scorekeeper.clubs.tournaments.entries import enter
from scorekeeper.games import GAMES, demo
from scorekeeper.games.engine import play as rules
from scorekeeper.games.engine.base import Entry, Game, Refusal
from scorekeeper.games.engine.setup import FORMAT
from scorekeeper.games.engine.side_names import name_of_players
from scorekeeper.i18n.texts import table_sign
from scorekeeper.ledger import Write
from scorekeeper.store.club_models import Club, ClubSitting, Night, Player
from scorekeeper.store.models import Match, Sitting, db, today
from scorekeeper.store.tournament_models import Tournament
from scorekeeper.tournaments.changes.entries import Newcomer
from scorekeeper.tournaments.model import NAME_SEPARATOR

GIVEN = """
Anna Bruno Carla Dino Elsa Fabio Gina Hugo Ines João Keiko Luca Marta Neema Otto Paola Quim Rosa Salim Tiago Ugo Vera
Wanda Ximena Yuki Zeno Amina Baraka Chiara Davi
"""
FAMILY = """
Abe Barbosa Conti Duarte Esposito Ferrari Greco Hamisi Ito Juma Kimaro Lima Moretti Nunes Oliveira Pires Quaranta Ricci
Santos Tanaka Umeda Vieira Watanabe Xavier Yamada Zanetti
"""
FIRST_DAY = datetime(2024, 1, 2, 19, 30, tzinfo=UTC)
DAYS = 3 * 365
AT_A_TABLE = 5  # matches of one evening
AT_ONCE = 500  # matches per INSERT
FEWEST = 32  # players of the roster: enough for all tables of an evening
USUAL = (2, 2)  # sides, players of each
LUCK = 0.7  # the spread of a side's cards in a hand, beside the spread of 1 of its players' strength
PACE = timedelta(minutes=2)  # from hand to hand

Chance = random.Random


def fill_club(club: Club, matches: int, seed: int, until: datetime | None = None) -> Iterator[int]:
    """Fills a new club with players and matches; after each AT_ONCE matches commits and yields their number so far.

    The same seed makes the same club. 100,000 matches have 2,000 players and about 1,000,000 hands, all within the
    three years before the day `until`, or without it within three fixed years.
    """
    first = (until - timedelta(days=DAYS + 1)).replace(hour=19, minute=30) if until else FIRST_DAY
    chance, club_id = Chance(seed), club.id
    strength = {player: chance.gauss(0, 1) for player in _people(club_id, chance, matches)}
    people = sorted(strength)
    evenings = max(matches // AT_A_TABLE, 1)
    for start in range(0, matches, AT_ONCE):
        numbers = range(start, min(start + AT_ONCE, matches))
        _insert(
            club_id,
            [
                (number // AT_A_TABLE, _play(chance, people, strength, number, _evening(number, evenings, first)))
                for number in numbers
            ],
        )
        yield numbers.stop
    while results.rate_backlog(db.session, club_id):
        db.session.commit()
    db.session.commit()


def _people(club: int, chance: Chance, matches: int) -> list[str]:
    """Inserts the roster, of FEWEST to 2,000 players depending on `matches`. Returns their names and some guests'."""
    count = min(max(FEWEST, matches // 50), 2000)
    everybody = [f"{first} {family}" for first in GIVEN.split() for family in FAMILY.split()]
    drawn = count + max(count // 20, 1)
    if drawn > len(everybody):
        everybody += [f"{name} {number}" for number in ("II", "III") for name in everybody]
    people = chance.sample(everybody, drawn)
    roster = [
        {"club_id": club, "name": name, "name_key": results.name_key(name), "number": str(1000 + number)}
        for number, name in enumerate(people[:count], 1)
    ]
    db.session.execute(insert(Player), roster)
    db.session.commit()
    return people


def _play(
    chance: Chance, people: list[str], strength: dict[str, float], number: int, evening: datetime
) -> ledger.MatchRows:
    """Plays a match from its first hand to its last; the stronger side has better cards more often."""
    (game,) = chance.choices(GAMES, [demo.weight_of(game) for game in GAMES])
    teams = teams_of(game, chance, people)
    head = head_of(game, teams)
    setup = rules.begin(head)
    table = rules.first_table(setup)
    edges = [sum(strength[name] for name in team) / 3 for team in teams]
    entries: list[Entry] = []
    while table["status"] == "in_progress":
        luck = [chance.gauss(edge, LUCK) for edge in edges]
        better = luck.index(max(luck))
        entries.append(demo.hand(setup, table, chance, better))
        table = rules.score_hand(setup, table, entries[-1])["table"]
    starts = evening + number % AT_A_TABLE * timedelta(minutes=30)
    moments = [starts + PACE * index for index in range(len(entries) + 1)]
    return ledger.rows_from_hands(head, entries, moments, actor="demo", key=f"demo-{number}")


def head_of(game: Game, teams: list[list[str]]) -> dict[str, Any]:
    """Returns the head of a demonstration match between sides with these players."""
    sides = [{"name": name_of_players(team) or team[0], "players": team} for team in teams]
    return {"format": FORMAT, "game": game.slug, "sides": sides, "options": demo.options_of(game)}


def teams_of(game: Game, chance: Chance, people: list[str]) -> list[list[str]]:
    """Draws the players of each side: two pairs if the game allows it, else a random shape of the game."""
    shapes = game.shapes(game.presets[0]["slug"], demo.options_of(game))
    sides, players = USUAL if USUAL in shapes else chance.choice(shapes)
    seats = chance.sample(people, sides * players)
    return [seats[side * players : (side + 1) * players] for side in range(sides)]


def _evening(number: int, evenings: int, first: datetime) -> datetime:
    """Returns the start of a match's evening; the evenings are spread over three years, however many they are."""
    return first + timedelta(days=DAYS * (number // AT_A_TABLE) // evenings, minutes=number % 20)


def _insert(club: int, played: list[tuple[int, ledger.MatchRows]]) -> None:
    """Inserts matches with the sittings they were played at."""
    results.lock_results(db.session, club)
    opened: dict[int, Sitting] = {}
    for evening, rows in played:
        if evening not in opened:
            sitting = Sitting(name=table_sign(evening % 20 + 1), place="Circolo", opened_at=rows.match.started_at)
            opened[evening] = sitting
    db.session.add_all(opened.values())
    db.session.flush()
    db.session.add_all(ClubSitting(sitting_id=sitting.id, club_id=club) for sitting in opened.values())
    for evening, rows in played:
        rows.match.sitting_id = opened[evening].id
    results.add_results(db.session, club, ledger.insert_matches(db.session, [rows for _evening, rows in played]))
    db.session.commit()
    db.session.expunge_all()


TABLES = 6  # of the night, each with another game of two pairs
PAIRS_OF_PLAYERS = (2, 2)
CUPS = ("Coin Cup", "Sword Cup", "Club Cup", "Chalice Cup")
PLACE, HOUR = "Circolo", "20:45"
PAIRS = 8
MATCHES = 3  # of each table in a night
PAUSES = (2.0, 8.0)  # the least and the most seconds between two steps: a table has a hand about every 50 seconds
BEFORE = 60  # steps that are taken before the first visitor comes
TOURNAMENT = {
    "format": "scorekeeper-tournament/1",
    "scoring": {"kind": "vp", "hands": 4},
    "system": {"kind": "danese", "rounds": 5, "first": "entry"},
    "entrants": [],
    "rounds": [],
}
HAND, REMATCH, ROUND, NIGHT = "hand", "rematch", "round", "night"
Opened = Callable[[Iterable[Sitting]], object]


class Table(NamedTuple):
    """A table of the evening: the id of its newest match, True if that is over, and its number of matches."""

    match: int
    is_over: bool
    matches: int = 1

    @property
    def is_done(self) -> bool:
        """True if nothing more is played at this table of a night."""
        return self.is_over and self.matches >= MATCHES


class Scene(NamedTuple):
    """The tables of the night and of the tournament's last round."""

    night: tuple[Table, ...]
    tournament: tuple[Table, ...]


class Step(NamedTuple):
    """The next event: a HAND of a match, its REMATCH, the tournament's next ROUND, or another NIGHT."""

    kind: str
    match: int = 0


def next_step(scene: Scene, chance: Chance) -> Step:
    """Returns the next step: a round once no table of the last one plays, a night once all its tables are done."""
    in_round = [table for table in scene.tournament if not table.is_over]
    in_night = [table for table in scene.night if not table.is_done]
    if not in_round:
        return Step(ROUND)
    if not in_night:
        return Step(NIGHT)
    table = chance.choice([*in_round, *in_night])
    return Step(REMATCH if table.is_over else HAND, table.match)


class Evening:
    """The night and the tournament that move, of a club with a roster; `chance` decides everything that is random.

    `opened` is called with the sittings of new tables, which need links.
    """

    def __init__(self, club: int, chance: Chance, opened: Opened) -> None:
        """Continues the newest open night of today and the newest open tournament, if there are any."""
        self.club_id, self.chance, self.opened = club, chance, opened
        open_nights = nights.open_on(self.club, today())
        self.night = open_nights[0].id if open_nights else 0
        self.tournament = next((each.id for each in keeping.tournaments(self.club) if not each.closed_at), 0)

    @property
    def club(self) -> Club:
        """The club, of the present session."""
        return db.session.get_one(Club, self.club_id)

    def scene(self) -> Scene:
        """Returns the tables with their current matches, without tables of a closed or deleted night or tournament."""
        night, tournament = db.session.get(Night, self.night), db.session.get(Tournament, self.tournament)
        by_table = nights.matches_by_table(night) if night and not night.closed_at else {}
        of_night = [Table(matches[0].id, _is_over(matches[0]), len(matches)) for matches in by_table.values()]
        at_tables: list[Match] = []
        if tournament and not tournament.closed_at:
            sittings = keeping.sittings_of(tournament, len(tournament.document["rounds"]))
            at_tables = list(db.session.scalars(select(Match).where(Match.sitting_id.in_(sittings)).order_by(Match.id)))
        return Scene(tuple(of_night), tuple(Table(match.id, _is_over(match)) for match in at_tables))

    def move(self) -> Step:
        """Takes the next step, commits and returns it. Raises the step's error if somebody else was faster."""
        step = next_step(self.scene(), self.chance)
        if step.kind in (HAND, REMATCH):
            match = db.session.get_one(Match, step.match)
            self.hand(match) if step.kind == HAND else ledger.rematch(match, actor=_scorer(match), key="")
        elif step.kind == NIGHT:
            self.next_night()
        else:
            self.next_round()
        db.session.commit()
        return step

    def hand(self, match: Match) -> None:
        """Records a random hand; both sides have the better cards equally often."""
        better = self.chance.randrange(len(match.setup["sides"]))
        ledger.record(match, demo.hand(match.setup, match.table, self.chance, better), Write(_scorer(match)))

    def next_night(self) -> None:
        """Closes the night and begins another one, with a match at each table."""
        over = db.session.get(Night, self.night)
        if over:
            nights.close(over, closed=True)
        night = nights.plan_night(self.club, "", PLACE, today().isoformat(), HOUR)
        night.public = secrets.token_urlsafe(12)
        games = [game for game in GAMES if PAIRS_OF_PLAYERS in game.shapes(game.presets[0]["slug"])][:TABLES]
        people = self._people(4 * len(games))
        sittings = nights.add_tables(self.club, night, len(games))
        for place, (game, sitting) in enumerate(zip(games, sittings, strict=True)):
            seats = people[4 * place : 4 * place + 4]
            ledger.start_match(sitting, head_of(game, [seats[:2], seats[2:]]), actor=seats[0], key="")
        self.opened(sittings)
        self.night = night.id
        self._count_in_series()

    def next_round(self) -> None:
        """Publishes the tournament's next round; closes a tournament without one, and begins another."""
        tournament = db.session.get(Tournament, self.tournament)
        plan = None
        if tournament and not tournament.closed_at:
            try:
                plan = rounds.next_plan(tournament)
            except Refusal:  # e.g. because a visitor has cleared a result
                plan = None
            if plan is None:
                keeping.close(tournament, closed=True, actor="")
        if tournament is None or plan is None:
            tournament = self._next_tournament()
            plan = rounds.next_plan(tournament)
        assert plan is not None  # noqa: S101 (a new tournament has a first round)
        self.opened(rounds.publish(tournament, tournament.version, plan.round, actor=""))

    def _next_tournament(self) -> Tournament:
        """Begins another tournament with pairs from the roster; its players' page is on."""
        name = CUPS[len(keeping.tournaments(self.club)) % len(CUPS)]
        desk = Desk(confirm="", minutes=30)
        game = next(game for game in GAMES if game.tournament_preset)
        document = {**TOURNAMENT, "name": name, "game": game.slug, "variant": game.tournament_preset}
        tournament = keeping.make(
            self.club, document, day=today().isoformat(), hour=HOUR, place=PLACE, desk=desk, actor=""
        )
        people = self._people(2 * PAIRS)
        pairs = [tuple(people[place : place + 2]) for place in range(0, len(people), 2)]
        enter(tournament, [Newcomer(NAME_SEPARATOR.join(pair), pair) for pair in pairs], actor="")
        tournament.public = secrets.token_urlsafe(12)
        self.tournament = tournament.id
        self._count_in_series()
        return tournament

    def _people(self, count: int) -> list[str]:
        """Draws players of the roster, and guests if it has too few."""
        names = db.session.scalars(
            select(Player.name)
            .where(Player.club_id == self.club.id, Player.active, Player.merged_into.is_(None))
            .order_by(Player.id)
        ).all()
        guests = [f"Guest {number}" for number in range(1, count - len(names) + 1)]
        return self.chance.sample([*names, *guests], count)

    def _count_in_series(self) -> None:
        """Counts all tournaments and nights in the newest championship; makes the first one."""
        listed = series.list_series(self.club)
        championship = listed[0] if listed else series.make(self.club, "Four Suits League", series.Scheme())
        tournaments, all_nights = keeping.tournaments(self.club), nights.nights(self.club)
        latest = [part.id for part in tournaments[:20]], [part.id for part in all_nights[:20]]
        series.set_parts(championship, *latest)


def _is_over(match: Match) -> bool:
    return match.status != "in_progress"


def _scorer(match: Match) -> str:
    """Returns the name of the match's first player, who writes for the table."""
    return str(match.setup["seats"][0])


def begin_evening(club: Club, chance: Chance, opened: Opened) -> None:
    """Plays a tournament to its end, then begins a night and another tournament, and plays BEFORE steps of both."""
    evening = Evening(club.id, chance, opened)
    evening.next_night()
    while len(keeping.tournaments(club)) < 2:
        tables = [table for table in evening.scene().tournament if not table.is_over]
        if tables:
            evening.hand(db.session.get_one(Match, tables[0].match))
        else:
            evening.next_round()
        db.session.commit()
    for _step in range(BEFORE):
        evening.move()
