"""Demo data: fills a club with invented players and matches from a seed; hands follow the games' rules."""

import random
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import insert

from scorekeeper import ledger
from scorekeeper.clubs import results
from scorekeeper.games import GAMES, demo
from scorekeeper.games.engine import play as rules
from scorekeeper.games.engine.base import Entry, Game
from scorekeeper.games.engine.setup import FORMAT
from scorekeeper.games.engine.side_names import name_of_players
from scorekeeper.i18n.texts import table_sign
from scorekeeper.store.club_models import Club, ClubSitting, Player
from scorekeeper.store.models import Sitting, db

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
    teams = _teams(chance, people, game.shapes(game.presets[0]["slug"]))
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


def _teams(chance: Chance, people: list[str], shapes: list[tuple[int, int]]) -> list[list[str]]:
    """Draws the players of each side: two pairs if the game allows it, else a random shape of the game."""
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
