"""Match documents for tests, and their scores or refusals."""

from typing import Any

import pytest

from scorekeeper.games import find_game
from scorekeeper.games.engine import play
from scorekeeper.games.engine.base import Game, Refusal

PAIRS = [{"name": "Us", "players": ["Anna", "Bruno"]}, {"name": "Them", "players": ["Carla", "Dino"]}]
THREE_PAIRS = [*PAIRS, {"name": "Others", "players": ["Elena", "Fabio"]}]
TRIPLES = [
    {"name": "Us", "players": ["Anna", "Bruno", "Elena"]},
    {"name": "Them", "players": ["Carla", "Dino", "Fabio"]},
]
SINGLES = ["Anna", "Bruno", "Carla", "Dino", "Elena", "Fabio"]

Refused = tuple[str | None, str | None]
"""Field and rule of a problem."""


def game_in(folder: str) -> Game:
    """Returns the listed game of a folder."""
    game = find_game(folder.replace("_", "-"))
    assert game, folder
    return game


def singly(players: int) -> list[dict[str, Any]]:
    """Returns so many sides of one player each."""
    return [{"players": [name]} for name in SINGLES[:players]]


def document(game: str, *hands: Any, **head: Any) -> dict[str, Any]:
    """Returns a match document of two pairs, or of as many players as the game needs; `head` overrides parts of it."""
    usual: dict[str, Any] = {"format": "scorekeeper/1", "game": game, "sides": usual_sides(game)}
    listed = find_game(game)
    if required := listed.required_options(listed.presets[0]["slug"]) if listed else {}:
        usual["options"] = required
    return {**usual, **head, "hands": list(hands)}


def usual_sides(slug: str) -> list[dict[str, Any]]:
    """Returns two pairs, or single players if the game is not played in pairs."""
    game = find_game(slug)
    shapes = game.shapes(game.presets[0]["slug"]) if game else []
    return PAIRS if (2, 2) in shapes or not shapes else singly(shapes[0][0])


def scored(game: str, *hands: Any, **head: Any) -> dict[str, Any]:
    """Returns the result of a match."""
    return play.score(document(game, *hands, **head))


def last_hand(game: str, *hands: Any, **head: Any) -> dict[str, Any]:
    """Returns the last hand of a match's result."""
    hand: dict[str, Any] = scored(game, *hands, **head)["hands"][-1]
    return hand


def rules_of(game: str, *hands: Any, **head: Any) -> list[tuple[int, str, int]]:
    """Returns the last hand's lines as (side, rule, points)."""
    return [(line["side"], line["rule"], line["points"]) for line in last_hand(game, *hands, **head)["lines"]]


def refused(game: str, *hands: Any, **head: Any) -> list[Refused]:
    """Returns field and rule of every problem of a match, all of them in its last hand."""
    with pytest.raises(Refusal) as refusal:
        play.score(document(game, *hands, **head))
    problems = refusal.value.problems
    assert {problem["hand"] for problem in problems} == {len(hands)}
    return [(problem["field"], problem["rule"]) for problem in problems]


def head_refused(game: Any, **head: Any) -> list[str | None]:
    """Returns the fields of every problem of a match's head."""
    with pytest.raises(Refusal) as refusal:
        play.begin({"format": "scorekeeper/1", "game": game, "sides": usual_sides(game), **head})
    assert {problem["hand"] for problem in refusal.value.problems} == {None}
    return [problem["field"] for problem in refusal.value.problems]


def messages(game: str, *hands: Any, **head: Any) -> str:
    """Returns the English text of a refusal."""
    with pytest.raises(Refusal) as refusal:
        play.score(document(game, *hands, **head))
    return " | ".join(problem["message"].format(**problem["params"]) for problem in refusal.value.problems)


def judged(played: dict[str, Any], claim: dict[str, Any]) -> tuple[bool, dict[str, Any]]:
    """Returns whether a claim is upheld, and its effect; asserts that it has reasons."""
    verdict = play.claim(played, claim)
    assert sorted(verdict) == ["effect", "reasons", "upheld"]
    assert verdict["reasons"]
    assert all(sorted(reason) == ["rule", "text"] for reason in verdict["reasons"])
    return verdict["upheld"], verdict["effect"]


def reasons(played: dict[str, Any], claim: dict[str, Any]) -> str:
    """Returns the rules and texts of a verdict's reasons."""
    return " | ".join(f"{reason['rule']} {reason['text']}" for reason in play.claim(played, claim)["reasons"])


def claim_refused(played: dict[str, Any], claim: Any) -> list[Refused]:
    """Returns field and rule of every problem of a claim."""
    with pytest.raises(Refusal) as refusal:
        play.claim(played, claim)
    return [(problem["field"], problem["rule"]) for problem in refusal.value.problems]


def cards(text: str) -> list[str]:
    """Returns cards from a short text: a rank alone is a spade, `*` a joker."""
    return ["JOKER" if word == "*" else word if word[-1] in "SHDC" else word + "S" for word in text.split()]


def trick(*cards: str, first: int = 0, **details: Any) -> dict[str, Any]:
    """Returns the claim of a trick with these cards; the sides take turns."""
    return {"type": "trick", "cards": [[card, (first + seat) % 2] for seat, card in enumerate(cards)], **details}


def closes(side: int, *counts: int | None, **details: Any) -> dict[str, Any]:
    """Returns a hand that a side closes."""
    return {"closed": side, "counts": list(counts), **details}
