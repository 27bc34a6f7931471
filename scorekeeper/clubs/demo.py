"""A club made up from a seed: the same seed, the same players, matches and hands. Played through the ledger."""

import random
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

from scorekeeper import ledger, results
from scorekeeper.club_models import Club, ClubSitting
from scorekeeper.clubs import roster
from scorekeeper.games import match as rules
from scorekeeper.games.base import Entry
from scorekeeper.models import Match, Sitting, db

GIVEN = """
Anna Bruno Carla Dino Elsa Fabio Gina Hugo Ines João Keiko Luca Marta Neema Otto Paola Quim Rosa Salim Tiago Ugo Vera
Wanda Ximena Yuki Zeno Amina Baraka Chiara Davi
"""
FAMILY = """
Abe Barbosa Conti Duarte Esposito Ferrari Greco Hamisi Ito Juma Kimaro Lima Moretti Nunes Oliveira Pires Quaranta Ricci
Santos Tanaka Umeda Vieira Watanabe Xavier Yamada Zanetti
"""
FIRST_DAY = datetime(2024, 1, 2, 19, 30, tzinfo=UTC)
AT_A_TABLE = 5  # matches of one evening
AT_ONCE = 100  # matches that are written together

Chance = random.Random


def fill_club(club: Club, matches: int, seed: int) -> Iterator[int]:
    """Give a new club its players and matches, AT_ONCE at a time; yields how many there are. Commits as it goes."""
    chance, club_id = Chance(seed), club.id
    strength = {player: chance.gauss(0, 1) for player in _people(club, chance, matches)}
    evenings = max(matches // AT_A_TABLE, 1)
    played: list[Match] = []
    opened: list[Sitting] = []
    for number in range(matches):
        if number % AT_A_TABLE == 0:
            opened.append(_open(number // AT_A_TABLE, evenings))
        played.append(_play(opened[-1], chance, strength, number))
        if len(played) == AT_ONCE or number == matches - 1:
            _keep(club_id, opened, played)
            opened, played = [opened[-1]] if (number + 1) % AT_A_TABLE else [], []
            yield number + 1


def _people(club: Club, chance: Chance, matches: int) -> list[str]:
    """Some for few matches, 2,000 for 100,000; every tenth seat or so is a guest's, who is on no roster."""
    count = min(max(12, matches // 50), 2000)
    everybody = [f"{given} {family}" for given in GIVEN.split() for family in FAMILY.split()]
    everybody += [f"{name} {number}" for number in ("II", "III") for name in everybody]
    people = chance.sample(everybody, count + max(count // 20, 1))
    for number, name in enumerate(people[:count], 1):
        roster.add_player(club, name, str(1000 + number))
    db.session.commit()
    return people


def _open(number: int, evenings: int) -> Sitting:
    """The table of an evening; all evenings lie in three years, whatever their number."""
    sitting = ledger.open_sitting(f"Table {number % 20 + 1}", "Circolo")
    sitting.opened_at = FIRST_DAY + timedelta(days=3 * 365) * (number / evenings)
    return sitting


def _play(sitting: Sitting, chance: Chance, strength: dict[str, float], number: int) -> Match:
    game, hand = chance.choice(GAMES)
    seats = chance.sample(sorted(strength), 4)
    sides = [{"name": "Us", "players": seats[:2]}, {"name": "Them", "players": seats[2:]}]
    head: dict[str, Any] = {"format": "scorekeeper/1", "game": game, "sides": sides}
    if game == "albastini":
        head["options"] = {"target": 7}
    match = ledger.start_match(sitting, head, actor="demo", key=f"demo-{number}")
    match.started_at = sitting.opened_at + timedelta(minutes=30 * (match.number - 1))
    edge = sum(strength[name] for name in seats[:2]) - sum(strength[name] for name in seats[2:])
    while match.status == "in_progress":
        better = 0 if chance.gauss(edge / 3, 1) > 0 else 1
        key = f"hand-{match.hand_count + 1}"
        ledger.record(match, hand(match, chance, better), actor="demo", key=key, seen=match.version)
    return match


def _keep(club: int, opened: list[Sitting], played: list[Match]) -> None:
    """Only now do the sittings belong to the club, so that the results of all these matches are made at once."""
    for sitting in opened:
        if db.session.get(ClubSitting, sitting.id) is None:
            db.session.add(ClubSitting(sitting_id=sitting.id, club_id=club))
    db.session.flush()
    results.enter(db.session, club, played)
    db.session.commit()
    kept = opened[-1]
    db.session.expunge_all()
    db.session.add(kept)


def _shared(chance: Chance, better: int, whole: int) -> list[int]:
    more = chance.randint(whole // 2 + 1, whole - 1)
    return [more, whole - more] if better == 0 else [whole - more, more]


def _tresette(_match: Match, chance: Chance, better: int) -> Entry:
    return {"points": _shared(chance, better, 11)}


def _truco(match: Match, _chance: Chance, better: int) -> Entry:
    stakes: list[int] = rules.next_hand(match.setup, match.table)["stakes"]
    return {"winner": better, "stake": stakes[0]}


def _albastini(_match: Match, chance: Chance, better: int) -> Entry:
    return {"points": _shared(chance, better, 120)}


def _buraco(_match: Match, chance: Chance, better: int) -> Entry:
    won = {"melds": 5 * chance.randint(50, 90), "clean": 1, "dirty": chance.randint(0, 1), "hand": 0, "pot": "played"}
    lost = {"melds": 5 * chance.randint(10, 40), "hand": 5 * chance.randint(2, 15), "pot": "played"}
    return {"sides": [won, lost] if better == 0 else [lost, won], "went_out": better}


GAMES: tuple[tuple[str, Callable[[Match, Chance, int], Entry]], ...] = (
    ("tresette", _tresette),
    ("truco", _truco),
    ("albastini", _albastini),
    ("buraco", _buraco),
)
