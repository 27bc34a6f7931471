"""Default names of sides and players, by language, as stored up to version 0.2.

Later versions store signs instead (`games.engine.side_names`). The names are needed to migrate and import data
of earlier versions, and to verify their printed sheets.
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
NOT_NAMES = ("note", "about", "options", "reason")  # keys of values and of free text, not of names


def words_of(sides: list[Side], words: Words) -> list[str]:
    """Returns the default names of these sides in a language."""
    pair, team, player = words
    if len(sides[0]["players"]) == 1:
        return [player.format(at + 1) for at in range(len(sides))]
    return list(pair) if len(sides) == len(pair) else [team.format(at + 1) for at in range(len(sides))]


def unnamed(sides: list[Side]) -> dict[str, str]:
    """Returns the sign for each default name among these sides, by name; empty if people chose all names."""
    signs: dict[str, str] = {}
    for words in WORDS:
        for at, (side, word) in enumerate(zip(sides, words_of(sides, words), strict=True)):
            signs |= _of_side(side, word, placeholder(at, (len(sides), len(side["players"]))))
    return signs


def _of_side(side: Side, word: str, sign: str) -> dict[str, str]:
    if side["name"] != word:
        return {}
    if len(side["players"]) == 1:
        return {word: sign} if side["players"] == [word] else {}
    players = {player: numbered(sign, at) for at, player in enumerate(side["players"]) if player == numbered(word, at)}
    return {**players, word: name_of_players([players.get(player, player) for player in side["players"]]) or sign}


def printed_before(sides: list[Side], words: Words) -> dict[str, str]:
    """Returns the default names that were printed in a language for these sides, by sign or stored name."""
    printed: dict[str, str] = {}
    for side, word in zip(sides, words_of(sides, words), strict=True):
        if not is_named(side) and (len(side["players"]) > 1 or is_placeholder(side["name"])):
            printed[side["name"]] = word
            if len(side["players"]) > 1:
                players = enumerate(side["players"])
                printed |= {name: numbered(word, at) for at, name in players if is_placeholder(name)}
    return printed


def renamed(value: Any, names: dict[str, str]) -> Any:
    """Returns a JSON value with all texts that equal a name replaced, except under the keys in NOT_NAMES."""
    if isinstance(value, str):
        return names.get(value, value)
    if isinstance(value, list):
        return [renamed(item, names) for item in value]
    if isinstance(value, dict):
        return {name: item if name in NOT_NAMES else renamed(item, names) for name, item in value.items()}
    return value
