"""Games with names given by a club's members: their results are counted separately, and the club may list them."""

from collections.abc import Iterable
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from scorekeeper.games import GAMES, find_game
from scorekeeper.games.card.library import SLUGS, card_named
from scorekeeper.games.engine.base import N_, Refusal, Setup, english, problem
from scorekeeper.games.engine.declared import Preset
from scorekeeper.games.engine.game import Game, game_of, title_if_missing
from scorekeeper.games.engine.side_names import own_text
from scorekeeper.i18n import gettext, say
from scorekeeper.ledger.names import name_key
from scorekeeper.pages.start_page import texts_of
from scorekeeper.store.club_models import Club, ClubGame
from scorekeeper.store.models import db

CARD = "card"
MOST_LISTED = 30
KEPT = "kept-"  # begins what stands for a preset's slug; the id of the club's game follows
FULL = N_("The list is full ({most} games); remove one first")


def custom_name(setup: Setup) -> str:
    """Returns the name that a match's players or its card gave the game; empty if it has its usual title."""
    game = game_of(setup)
    title = game.title_of(setup["options"], english)
    return title if game.installed and title != game.title else ""


def keys_of(session: Session, club: int, setups: Iterable[Setup]) -> list[str]:
    """Returns each match's key for counting results: the game's slug, or the key of a named game.

    Adds named games that are new. The caller holds the club's lock (`results.lock_results`).
    """
    return [_get_or_create(session, club, setup).key if custom_name(setup) else setup["game"] for setup in setups]


def _get_or_create(session: Session, club: int, setup: Setup) -> ClubGame:
    """Returns the club's game with the match's custom name; creates it if there is none."""
    name = custom_name(setup)
    whose = select(ClubGame).where(ClubGame.club_id == club, ClubGame.game == setup["game"])
    game = session.scalar(whose.where(ClubGame.name_key == name_key(name)))
    if game is None:
        game = ClubGame(club_id=club, game=setup["game"], name_key=name_key(name), listed=False)
        _copy_setup(game, setup)
        session.add(game)
        session.flush()
    return game


def _copy_setup(game: ClubGame, setup: Setup) -> None:
    usual = (game_of(setup).preset(setup["variant"]) or game_of(setup).presets[0])["options"]
    agreed = game_of(setup).written_options(setup)
    game.name, game.variant = custom_name(setup), setup["variant"]
    game.options = {name: value for name, value in agreed.items() if name not in usual or value != usual[name]}


def save_game(club: Club, setup: Setup) -> ClubGame:
    """Puts a match's named game on the club's list, replacing one with the same name.

    Raises Refusal if it has no name, or if the list is full. The caller holds the club's lock.
    """
    if not custom_name(setup):
        raise Refusal([problem("options.name", None, N_("Give the game a name"))])
    game = _get_or_create(db.session, club.id, setup)
    if not game.listed and len(listed(club)) >= MOST_LISTED:
        raise Refusal([problem(None, None, FULL, most=MOST_LISTED)])
    _copy_setup(game, setup)
    game.listed = True
    return game


def listed(club: Club) -> list[ClubGame]:
    """Returns the club's listed games, sorted by name."""
    query = select(ClubGame).where(ClubGame.club_id == club.id, ClubGame.listed)
    return list(db.session.scalars(query.order_by(ClubGame.name_key)))


def start_choices(club: Club) -> list[dict[str, Any]]:
    """Returns the listed games for the start page: `{"id", "slug", "title", "query", "asked"}`.

    `query` has the parameters of the start form, `asked` those of the rules page; it is empty for a card. The format is
    the same as in `scorekeeper.pages.start_page.named`, for games named on a phone.
    """
    choices = []
    for game in listed(club):
        if find_game(game.game) is None:
            continue
        is_card = game.game == CARD  # too long for an address
        query = {"kept": str(game.id)} if is_card else dict(_query(game))
        asked = {} if is_card else {name: text for name, text in query.items() if name != "game"}
        choices.append({"id": game.id, "slug": game.game, "title": title(game), "query": query, "asked": asked})
    return choices


def preset_choices(club: Club) -> list[tuple[str, str]]:
    """Returns the listed games as choices among presets: `game/kept-12` and the name."""
    return [(f"{game.game}/{KEPT}{game.id}", title(game)) for game in listed(club) if find_game(game.game)]


def kept_rules(club: int, variant: str) -> dict[str, Any] | None:
    """Returns the rules of the club's game that a variant like `kept-12` stands for; None for any other variant.

    They are `{"game", "variant", "options", "name"}`.
    """
    number = variant.removeprefix(KEPT)
    if number == variant or not (number.isascii() and number.isdecimal() and len(number) < 10):
        return None
    game = db.session.get(ClubGame, int(number))
    if game is None or game.club_id != club or find_game(game.game) is None:
        return None
    return {"game": game.game, "variant": game.variant, "options": game.options, "name": title(game)}


def kept_preset(club: int, slug: str, variant: str) -> tuple[Game, Preset] | None:
    """Returns the game and a preset as the club keeps it; `variant` is like `kept-12`. None if there is none."""
    rules = kept_rules(club, variant)
    game = find_game(slug)
    if rules is None or game is None or rules["game"] != slug:
        return None
    usual = game.preset(rules["variant"]) or game.presets[0]
    options = {**usual["options"], **rules["options"]}
    return game, {**usual, "slug": variant, "title": rules["name"], "options": options}


def _query(named: ClubGame) -> list[tuple[str, str]]:
    """Returns the parameters of the start form; empty if the game no longer exists."""
    game = find_game(named.game)
    preset = game.preset(named.variant) if game else None
    return texts_of(game, named.variant, {**preset["options"], **named.options}) if game and preset else []


def titles(club: Club) -> dict[str, str]:
    """Returns the names of the club's named games by result key."""
    games = db.session.scalars(select(ClubGame).where(ClubGame.club_id == club.id).order_by(ClubGame.name_key))
    return {game.key: title(game) for game in games}


def title(game: ClubGame) -> str:
    """Returns the game's name: in the reader's language if it is on a card that has a name in several."""
    if game.game != CARD:
        return game.name
    card = game.options.get(CARD) or (card_named(game.variant) if game.variant in SLUGS else {"name": game.name})
    return gettext(own_text(card["name"]))


class Titles(dict[str, str]):
    """The names of games by result key; for a game that is not installed, a text with that information."""

    def __missing__(self, key: str) -> str:
        return title_if_missing(key, say)


def all_titles(club: Club) -> Titles:
    """Returns the names of all games and of the club's named games by result key, in the current language.

    A shelf of games is none itself: each game on it has its own name.
    """
    return Titles({game.slug: say(game.title, {}) for game in GAMES if not game.shelf} | titles(club))


def slugs(club: Club) -> dict[str, str]:
    """Returns the slugs of the games that the club's members named, by result key."""
    return {game.key: game.game for game in db.session.scalars(select(ClubGame).where(ClubGame.club_id == club.id))}
