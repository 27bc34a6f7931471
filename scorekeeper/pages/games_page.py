"""The page with all games: the players' own, games of the reader's country, then all by name; with a search."""

from typing import Any, TypedDict

from scorekeeper.games import GAMES
from scorekeeper.games.engine.base import N_
from scorekeeper.games.engine.side_names import in_language
from scorekeeper.i18n import current_locale, say
from scorekeeper.pages.at_home import CARDS_AT_HOME, at_home

# The kinds of games in `Game.shelf`.
KINDS = (
    ("tricks", N_("Tricks")),
    ("bids", N_("Bids")),
    ("laid", N_("Laid down")),
    ("fewest", N_("Fewest points")),
    ("places", N_("Places")),
    ("lists", N_("Lists")),
)


SEARCHED = 3  # letters from which on a script searches while they are typed
TINTS = 6
LONGEST = 40  # characters that are searched


class ListedGame(TypedDict):
    """A game of the list: the parameters of its start form, its title, a few words, and its kind (`KINDS`).

    `language` is the title's, if it is not the reader's; else empty.

    `face` is the slug of the game whose icon it has; one without has the first `letter` of its title, in a `tint`.
    """

    query: dict[str, str]
    title: str
    language: str
    about: str
    kind: str
    face: str
    letter: str
    tint: int


def games_page(named: "list[dict[str, Any]]", query: "list[tuple[str, str]]") -> "dict[str, Any]":
    """Returns the context of the page. `named` are the games that players named (`start_page.named`)."""
    values = dict(query)
    sought, kind = values.get("q", "").strip()[:LONGEST], values.get("kind", "")
    games = [game for game in all_games() if _fits(game, sought, kind)]
    own = [game for game in [_of_players(each) for each in named] if _fits(game, sought, kind)]
    return {
        "sought": sought,
        "kind": kind,
        "kinds": KINDS,
        "searched": SEARCHED,
        "count": len(all_games()),
        "own": own,
        "at_home": [] if sought or kind else _played_at_home(games),
        "games": games,
    }


def all_games() -> "list[ListedGame]":
    """Returns all games that can be started without being defined first, by their titles."""
    games = [_with_folder(game) for game in GAMES if not game.named_by and not game.shelf]
    games += [_on_shelf(game.slug, each) for game in GAMES for each in game.shelf]
    return sorted(games, key=lambda game: game["title"].lower())


def _fits(game: ListedGame, sought: str, kind: str) -> bool:
    if kind and game["kind"] != kind:
        return False
    return all(word in game["title"].lower() for word in sought.lower().split())


def _with_folder(game: Any) -> ListedGame:
    about = say(game.blurb, {}) if game.blurb else ""
    return _listed({"game": game.slug}, say(game.title, {}), about, "", game.slug)


def _on_shelf(slug: str, preset: "dict[str, Any]") -> ListedGame:
    about = next(title for kind, title in KINDS if kind == preset["kind"])
    title = in_language(preset["name"], current_locale())
    listed = _listed({"game": slug, "variant": preset["variant"]}, title, say(about, {}), preset["kind"])
    listed["language"] = next(language for language, name in preset["name"].items() if name == title)
    return listed


def _of_players(named: "dict[str, Any]") -> ListedGame:
    return _listed(named["query"], named["title"], "", "")


def _listed(query: "dict[str, str]", title: str, about: str, kind: str, face: str = "") -> ListedGame:
    letter = title[:1].upper()
    tint = sum([ord(sign) for sign in title]) % TINTS
    return {
        "query": query,
        "title": title,
        "language": "",
        "about": about,
        "kind": kind,
        "face": face,
        "letter": letter,
        "tint": tint,
    }


def _played_at_home(games: "list[ListedGame]") -> "list[ListedGame]":
    """Returns the games on cards that are played most where the reader lives; home has the others."""
    by_variant = {game["query"].get("variant"): game for game in games}
    return [by_variant[slug] for slug in at_home(CARDS_AT_HOME) if slug in by_variant]
