"""The cards that a club keeps among its own games, each by its name."""

import json
from collections.abc import Iterator
from typing import Any, NamedTuple

from sqlalchemy import select

from scorekeeper.clubs.named_games import CARD, FULL, MOST_LISTED, listed
from scorekeeper.games.card.examples import differences
from scorekeeper.games.card.fields import OWN
from scorekeeper.games.card.reading import in_english
from scorekeeper.games.engine.base import N_, Refusal, problem
from scorekeeper.ledger.names import name_key
from scorekeeper.store.club_models import Club, ClubGame
from scorekeeper.store.models import db

LARGEST = 60_000  # characters of a card's JSON

GAME = "scorekeeper-game/1"  # the format of a card as a line of the club's export


class ImportedGame(NamedTuple):
    """A card in a file: its line number from 1, and the card."""

    line: int
    card: dict[str, Any]


EXAMPLES_FAIL = N_("The examples of this card do not come out: {reason}")
TOO_LARGE = N_("This card is too long to keep")


def kept(club: Club) -> list[ClubGame]:
    """Returns the club's cards by name."""
    return [game for game in listed(club) if game.game == CARD]


def find(club: Club, card: dict[str, Any]) -> ClubGame | None:
    """Returns the club's card of the same name."""
    whose = select(ClubGame).where(ClubGame.club_id == club.id, ClubGame.game == CARD, ClubGame.listed)
    return db.session.scalar(whose.where(ClubGame.name_key == name_key(in_english(card))))


def keep(club: Club, card: dict[str, Any], *, replaces: bool = True) -> ClubGame:
    """Keeps a card that has been read; `replaces` the one of the same name, else a number is put behind the name.

    Raises Refusal as `check`, or if the list is full. The caller holds the
    club's lock.
    """
    check(card)
    game = find(club, card)
    if game is not None and not replaces:
        same = next((each for each in kept(club) if without_name(each.options[CARD]) == without_name(card)), None)
        if same is not None:
            return same
        card = {**card, "name": _free_name(club, in_english(card))}
        game = find(club, card)
    if game is None:
        if not has_room(club):
            raise Refusal([problem(None, None, FULL, most=MOST_LISTED)])
        game = _unlisted(club, in_english(card))
    game.options = {CARD: card}
    db.session.flush()
    return game


def _unlisted(club: Club, name: str) -> ClubGame:
    """Returns the game of this name that a table of the club has played, or a new one; lists it."""
    whose = select(ClubGame).where(ClubGame.club_id == club.id, ClubGame.game == CARD)
    game = db.session.scalar(whose.where(ClubGame.name_key == name_key(name)))
    if game is None:
        game = ClubGame(club_id=club.id, game=CARD, name_key=name_key(name))
        db.session.add(game)
    game.name, game.variant, game.listed = name, OWN, True
    return game


def has_room(club: Club) -> bool:
    """True if the club's list of own games may get another."""
    return len(listed(club)) < MOST_LISTED


def check(card: dict[str, Any]) -> None:
    """Raises Refusal unless the club may keep this card."""
    if len(json.dumps(card)) > LARGEST:
        raise Refusal([problem(CARD, None, TOO_LARGE)])
    wrong = differences(card)
    if wrong:
        raise Refusal([problem(CARD, None, EXAMPLES_FAIL, reason=wrong[0][1])])


def without_name(card: dict[str, Any]) -> dict[str, Any]:
    """Returns all of a card but its name."""
    return {name: value for name, value in card.items() if name != "name"}


def _free_name(club: Club, name: str) -> str:
    """Returns the name with the first number behind it that none of the club's cards has."""
    taken = {game.name_key for game in kept(club)}
    names = (f"{name[:36]} {number}" for number in range(2, MOST_LISTED + 3))
    return next(each for each in names if name_key(each) not in taken)


def lines(club: Club) -> Iterator[dict[str, Any]]:
    """Yields the club's cards as lines of its export."""
    for game in kept(club):
        yield {"format": GAME, CARD: game.options[CARD]}


def read_line(number: int, value: dict[str, Any]) -> ImportedGame:
    """Reads the card of a line, and plays its examples. Raises Refusal."""
    card = value.get(CARD)
    if set(value) != {"format", CARD} or not isinstance(card, dict):
        raise Refusal([problem(CARD, None, N_("This must be a group of named fields"))])
    check(card)
    return ImportedGame(number, card)
