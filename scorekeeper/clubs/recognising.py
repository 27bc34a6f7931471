"""Recognises the people of a club's roster by member number and name, wherever a person is typed or read.

The number comes first, without leading zeros, then the name, in either order and without accents. Whoever is not
recognised for certain may be somebody on the roster: that person is offered, and a tap decides.
"""

import re
from collections.abc import Iterable, Sequence
from datetime import date
from difflib import SequenceMatcher
from typing import NamedTuple

from sqlalchemy import select

from scorekeeper.clubs.results import players_of
from scorekeeper.games.engine.side_names import is_placeholder
from scorekeeper.ledger.names import common_name, name_key, person_key
from scorekeeper.store.club_models import Player
from scorekeeper.store.models import db
from scorekeeper.tournaments.changes.entries import number_key

MOST_OFFERED = 3
MOST_COMPARED = 100
SHORTEST = 3  # letters of a word that two names have in common
ALIKE = 0.8  # of 1: the similarity of two spellings of one name


class Known(NamedTuple):
    """A person on the roster."""

    id: int
    name: str
    number: str
    fee_until: date | None = None


class Found(NamedTuple):
    """The people that a typed name and number mean: `person` if certain, else the possible ones.

    With a person, `offers` has the holders of a number that is not this person's.
    """

    person: Known | None = None
    offers: tuple[Known, ...] = ()


class People:
    """The people of a club's roster, by number, name and shared name; also under their former names."""

    def __init__(self, club: int) -> None:
        columns = (Player.id, Player.name, Player.number, Player.fee_until, Player.name_key, Player.merged_into)
        rows = db.session.execute(select(*columns).where(Player.club_id == club)).all()
        self.by_id = {
            row.id: Known(row.id, row.name, row.number, row.fee_until) for row in rows if row.merged_into is None
        }
        self._names = {row.name_key: self.by_id[row.merged_into or row.id] for row in rows}
        self._numbers: dict[str, list[Known]] = {}
        self._keys: dict[str, list[Known]] = {}
        self._compared = 0
        self._words: dict[str, dict[int, str]] = {}  # names by id, for each word of theirs
        for person in self.by_id.values():
            if person.number:
                self._numbers.setdefault(number_key(person.number), []).append(person)
        for row in rows:
            self._know(self.by_id[row.merged_into or row.id], row.name)

    def _know(self, person: Known, name: str) -> None:
        key = person_key(common_name(name))
        bearers = self._keys.setdefault(key, [])
        if person not in bearers:
            bearers.append(person)
        for word in _long_words(key):
            self._words.setdefault(word, {}).setdefault(person.id, key)

    def named(self, name: str) -> Known | None:
        """Returns the person with exactly this name, present or former; None if there is none."""
        return self._names.get(name_key(name))

    def recognise(self, name: str, number: str = "") -> Found:
        """Returns whom a name and a member number, which may be empty, mean."""
        holders = self._holders(number)
        bearers = self.bearers(name)
        both = [person for person in bearers if person in holders]
        if len(both) == 1 or (len(holders) == 1 and not bearers and _are_alike(name, holders[0].name)):
            return Found((both or holders)[0])
        if holders and not bearers:
            return Found(None, tuple(holders[:MOST_OFFERED]))
        is_told_apart = common_name(name) != name
        person = self.named(name) if is_told_apart else bearers[0] if len(bearers) == 1 else None
        if person:
            return Found(person, tuple(holders[:MOST_OFFERED]))
        return Found(None, tuple((bearers or self._similar(name))[:MOST_OFFERED]))

    def bearers(self, name: str) -> list[Known]:
        """Returns the people who are called so, numerals aside; those with the words in this order, if there are any.

        If there are several, only a number or numeral distinguishes them.
        """
        common = common_name(name)
        bearers = self._keys.get(person_key(common), [])
        return [each for each in bearers if name_key(common_name(each.name)) == name_key(common)] or bearers

    def _holders(self, number: str) -> list[Known]:
        """Returns those with this number; one with exactly these signs alone."""
        holders = self._numbers.get(number_key(number), []) if number else []
        return [person for person in holders if person.number == number] or holders

    def _similar(self, name: str) -> list[Known]:
        """Returns people with a name that may be another spelling of this one, the most similar first.

        Of the names of one page, only MOST_COMPARED are compared with all others.
        """
        self._compared += 1
        if self._compared > MOST_COMPARED:
            return []
        key = person_key(name)
        names = {number: other for word in _long_words(key) for number, other in self._words.get(word, {}).items()}
        matcher = SequenceMatcher(b=key)
        similarities = {number: _similarity(matcher, key, other) for number, other in names.items()}
        alike = [number for number, similarity in similarities.items() if similarity >= ALIKE]
        return [self.by_id[number] for number in sorted(alike, key=lambda number: (-similarities[number], number))]

    def names_of(self, names: Iterable[str]) -> list[str]:
        """Returns the names as they are on the roster; those who are not recognised for certain as they are."""
        found = [(name, self.recognise(name).person) for name in names]
        return [person.name if person else name for name, person in found]


def names_on_roster(club: int, names: Sequence[str]) -> list[str]:
    """Returns the names as the roster has them, where somebody is recognised; all others as they were typed."""
    return People(club).names_of(names) if _unknown(club, names) else list(names)


def people_offered(club: int, names: Iterable[str]) -> dict[str, tuple[Known, ...]]:
    """Returns whom the names that are not on the roster may mean; those who may mean nobody are left out."""
    unknown = _unknown(club, names)
    people = People(club) if unknown else None
    found = {name: people.recognise(name) for name in unknown} if people else {}
    offers = {name: each.offers or ((each.person,) if each.person else ()) for name, each in found.items()}
    return {name: offered for name, offered in offers.items() if offered}


def _unknown(club: int, names: Iterable[str]) -> list[str]:
    """Returns the typed names that are not on the roster as they are; most are, and take one query."""
    typed = list(dict.fromkeys(filter(is_named, names)))
    known = players_of(db.session, club, typed) if typed else {}
    return [name for name in typed if name and name_key(name) not in known]


UNNAMED = re.compile(r" \d+$")


def is_named(name: str) -> bool:
    """True if somebody typed the name; False for a placeholder, or a side's name with a number."""
    return not UNNAMED.search(name) and not is_placeholder(name)


def _long_words(key: str) -> list[str]:
    return [word for word in key.split() if len(word) >= SHORTEST]


def _are_alike(name: str, other: str) -> bool:
    """True if two names may be spellings of one: they share a word, or are similar as a whole."""
    keys = person_key(name), person_key(other)
    shares_a_word = not set(_long_words(keys[0])).isdisjoint(_long_words(keys[1]))
    return shares_a_word or _similarity(SequenceMatcher(b=keys[0]), *keys) >= ALIKE


def _similarity(matcher: SequenceMatcher[str], key: str, other: str) -> float:
    """Returns how similar two names are: 1 if one has all words of the other, or initials in their place.

    The matcher's second text is `key`.
    """
    fewer, more = sorted((key.split(), other.split()), key=len)
    left = list(more)
    for word in sorted(fewer, key=len, reverse=True):
        if (match := next((each for each in left if _means(word, each)), None)) is None:
            return _ratio(matcher, other)
        left.remove(match)
    return 1.0 if len(fewer) > 1 else 0.0


def _ratio(matcher: SequenceMatcher[str], other: str) -> float:
    """Returns the ratio of equal letters; 0 if it is surely below ALIKE, which takes much less time."""
    matcher.set_seq1(other)
    may_be_alike = matcher.real_quick_ratio() >= ALIKE and matcher.quick_ratio() >= ALIKE
    return matcher.ratio() if may_be_alike else 0.0


def _means(word: str, other: str) -> bool:
    short, long = sorted((word, other), key=len)
    return short == long or (len(short) == 1 and long.startswith(short))
