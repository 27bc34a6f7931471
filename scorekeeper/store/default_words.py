"""The words that were stored, up to version 0.2, for sides and players whom nobody had named, by language.

Since then a sign stands in their place (`games.engine.side_names`). Needed where what was stored before is brought up
to date, and where a sheet that was printed before is compared.
"""

from typing import Any

from scorekeeper.games.engine.base import Side
from scorekeeper.games.engine.setup import numbered
from scorekeeper.games.engine.side_names import is_named, is_placeholder, name_of_players, placeholder

# Two sides; one of several teams; a single player.
WORDS = (
    (("Us", "Them"), "Team {}", "Player {}"),
    (("Noi", "Loro"), "Squadra {}", "Giocatore {}"),
    (("Nós", "Eles"), "Equipe {}", "Jogador {}"),
    (("Nosotros", "Ellos"), "Equipo {}", "Jugador {}"),
    (("Sisi", "Wao"), "Timu ya {}", "Mchezaji wa {}"),
    (("自分たち", "相手"), "チーム{}", "プレイヤー{}"),
)
Words = tuple[tuple[str, str], str, str]
NOT_NAMES = ("note", "about", "options", "reason")  # what people wrote themselves


def words_of(sides: list[Side], words: Words) -> list[str]:
    """What the sides of such a match were called in a language, where nobody had named them."""
    pair, team, player = words
    if len(sides[0]["players"]) == 1:
        return [player.format(at + 1) for at in range(len(sides))]
    return list(pair) if len(sides) == len(pair) else [team.format(at + 1) for at in range(len(sides))]


def unnamed(sides: list[Side]) -> dict[str, str]:
    """Which stored names are such words, and what stands in their place; empty where every name is somebody's."""
    found: dict[str, str] = {}
    for words in WORDS:
        for at, (side, word) in enumerate(zip(sides, words_of(sides, words), strict=True)):
            found |= _of_side(side, word, placeholder(at, (len(sides), len(side["players"]))))
    return found


def _of_side(side: Side, word: str, sign: str) -> dict[str, str]:
    if side["name"] != word:
        return {}
    if len(side["players"]) == 1:
        return {word: sign} if side["players"] == [word] else {}
    players = {player: numbered(sign, at) for at, player in enumerate(side["players"]) if player == numbered(word, at)}
    return {**players, word: name_of_players([players.get(each, each) for each in side["players"]]) or sign}


def printed_before(sides: list[Side], words: Words) -> dict[str, str]:
    """The other way: what was printed for those whom nobody has named, where the match began in that language."""
    found: dict[str, str] = {}
    for side, word in zip(sides, words_of(sides, words), strict=True):
        if not is_named(side) and (len(side["players"]) > 1 or is_placeholder(side["name"])):
            found[side["name"]] = word
            if len(side["players"]) > 1:
                found |= {each: numbered(word, at) for at, each in enumerate(side["players"]) if is_placeholder(each)}
    return found


def renamed(value: Any, names: dict[str, str]) -> Any:
    """A JSON value with every text that is one of the names replaced, but for what people wrote themselves."""
    if isinstance(value, str):
        return names.get(value, value)
    if isinstance(value, list):
        return [renamed(each, names) for each in value]
    if isinstance(value, dict):
        return {name: each if name in NOT_NAMES else renamed(each, names) for name, each in value.items()}
    return value
