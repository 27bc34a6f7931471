"""Games that a club's members named themselves: each counts apart from all others, and may be kept to start from."""

from collections.abc import Iterable
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from scorekeeper.games import find_game
from scorekeeper.games.engine.base import Refusal, Setup, _, english, problem
from scorekeeper.games.engine.game import game_of
from scorekeeper.ledger.names import name_key
from scorekeeper.pages.start_page import texts_of
from scorekeeper.store.club_models import Club, ClubGame
from scorekeeper.store.models import db

MOST_LISTED = 30


def name_in(setup: Setup) -> str:
    """What a match's players named its game; empty where the game has its own title."""
    game = game_of(setup)
    title = game.title_of(setup["options"], english)
    return title if game.named_by and title != game.title else ""


def keys_of(session: Session, club: int, setups: Iterable[Setup]) -> list[str]:
    """What each match's results are counted under: its game's slug, or the key of the game that its players named.

    Games that were not heard of before are added. The caller holds the club's lock (`results.lock_results`).
    """
    return [_named(session, club, setup).key if name_in(setup) else setup["game"] for setup in setups]


def _named(session: Session, club: int, setup: Setup) -> ClubGame:
    """The club's game of that name, new where there was none."""
    name = name_in(setup)
    whose = select(ClubGame).where(ClubGame.club_id == club, ClubGame.game == setup["game"])
    found = session.scalar(whose.where(ClubGame.name_key == name_key(name)))
    if found is None:
        found = ClubGame(club_id=club, game=setup["game"], name_key=name_key(name), listed=False)
        _take_over(found, setup)
        session.add(found)
        session.flush()
    return found


def _take_over(kept: ClubGame, setup: Setup) -> None:
    usual = game_of(setup).preset(setup["variant"]) or game_of(setup).presets[0]
    kept.name, kept.variant = name_in(setup), setup["variant"]
    kept.options = {name: value for name, value in setup["options"].items() if value != usual["options"][name]}


def keep(club: Club, setup: Setup) -> ClubGame:
    """Put what was agreed on the club's list, in the place of what it had under that name.

    Raises Refusal where it has no name, and where the list is full. The caller holds the club's lock.
    """
    if not name_in(setup):
        raise Refusal([problem("options.name", None, _("Give the game a name"))])
    kept = _named(db.session, club.id, setup)
    if not kept.listed and len(listed(club)) >= MOST_LISTED:
        raise Refusal([problem(None, None, _("The list is full ({most} games); remove one first"), most=MOST_LISTED)])
    _take_over(kept, setup)
    kept.listed = True
    return kept


def listed(club: Club) -> list[ClubGame]:
    """The games that members may start from, by name."""
    found = select(ClubGame).where(ClubGame.club_id == club.id, ClubGame.listed)
    return list(db.session.scalars(found.order_by(ClubGame.name_key)))


def offered(club: Club) -> list[dict[str, Any]]:
    """As `scorekeeper.pages.start_page.named` gives a phone's, with the number under which each is kept.

    `{"id", "slug", "title", "query", "asked"}`: `asked` has the parameters of the rules page that tells it.
    """
    found = []
    for each in listed(club):
        if query := dict(_query(each)):
            asked = {name: text for name, text in query.items() if name != "game"}
            found.append({"id": each.id, "slug": each.game, "title": each.name, "query": query, "asked": asked})
    return found


def _query(kept: ClubGame) -> list[tuple[str, str]]:
    """The parameters of the form; none where there is no such game any more."""
    game = find_game(kept.game)
    preset = game.preset(kept.variant) if game else None
    return texts_of(game, kept.variant, {**preset["options"], **kept.options}) if game and preset else []


def titles(club: Club) -> dict[str, str]:
    """The names of all games that the club's members named, by the keys of their results."""
    found = db.session.scalars(select(ClubGame).where(ClubGame.club_id == club.id).order_by(ClubGame.name_key))
    return {each.key: each.name for each in found}
