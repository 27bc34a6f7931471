"""A game as it is declared: what it may leave out, and what follows for titles, directions and the best total."""

from typing import Any

import pytest

from scorekeeper.games.engine.base import Checks, english, rule, step_at
from scorekeeper.games.engine.game import Game, find_game, title_if_missing
from scorekeeper.games.engine.play import begin, first_table
from scorekeeper.games.engine.setup import preset
from tests.games.table import document

RULES = [{"rule": "BIS-1"}, {"rule": "BIS-2"}, {"rule": "BIS-3"}]
PRESETS = [preset("usual", "Usual", target=10)]


def bisca(**parts: Any) -> Game:
    """Returns a game with these attributes, and some that every game has."""
    made: Game = type(
        "Bisca", (Game,), {"slug": "bisca", "title": "Bisca", "rulebook": RULES, "presets": PRESETS, **parts}
    )()
    return made


def test_a_match_is_won_by_the_last_rule_unless_the_game_names_another() -> None:
    assert (bisca().won_rule, bisca(won_rule="BIS-1").won_rule) == ("BIS-3", "BIS-1")


def test_an_ending_is_one_text_or_one_for_screens_and_one_for_paper() -> None:
    game = bisca(endings={"last": ("On screens", "On paper"), "first": "Everywhere"})
    assert [game.ending(way) for way in ("last", "first", "other")] == ["On screens", "Everywhere", ""]
    assert [game.ending_on_paper(way) for way in ("last", "first", "other")] == ["On paper", "Everywhere", ""]


def test_what_a_game_leaves_out_means_nothing_special() -> None:
    game, setup = bisca(), begin(document("truco"))
    table = {**first_table(setup), "hands": 4}
    assert (game.hands_of({"hands": 4}), game.limit_of({"limit": 101})) == (4, 101), "options of these names"
    said = [game.next_hand(setup, table), game.announced(setup, table, {}), game.calls(setup, table)]
    said += [
        game.follow_ups(setup, "safe", {}, None),
        game.agreed(setup, english),
        game.example(setup),
        game.shapes("usual"),
    ]
    assert said == [{}, [], [], [], [], {}, []]
    assert (game.hands_played(table), game.claim_of({}), game.told(setup, {})) == (4, None, None)
    game.check_options(Checks({}), {}, "usual")


def test_a_rule_has_a_title_and_nothing_on_paper_unless_it_says_so() -> None:
    assert rule("BIS-1") == {"rule": "BIS-1", "title": "", "on_paper": "", "worth": ""}
    described = rule("BIS-2", "Target", "Play goes on", "{} points", agreed="target", unless=["open", True])
    assert (described["title"], described["on_paper"], described["worth"]) == ("Target", "Play goes on", "{} points")
    assert (described["agreed"], described["unless"]) == ("target", ["open", True])


@pytest.mark.parametrize(
    "total, due", [(-20, 0), (99, 0), (100, 50), (1499, 50), (1500, 90), (5000, 90)]
)  # fmt: skip
def test_what_is_due_grows_with_the_total(total: int, due: int) -> None:
    assert step_at([[100, 50], [1500, 90]], total) == due
    assert step_at([[0, 15], [100, 50], [1500, 90]], total) == (due or 15), "a first step at 0 also counts below it"
    assert step_at([], total) == 0
    assert step_at([[1, 15]], 0) == 0


def test_a_preset_may_leave_the_best_total_to_its_players() -> None:
    options = [{"name": "best", "choices": [("low", "Low"), ("high", "High")], "presets": ("open",)}]
    presets = [
        {"slug": slug, "title": slug, "options": {"best": best}} for slug, best in (("down", "low"), ("open", "high"))
    ]
    game = bisca(options=options, presets=presets, lowest_wins=("best", ("low",)))
    assert [game.lowest_in(slug) for slug in ("down", "open")] == [True, None]
    always = bisca(options=options, presets=presets, lowest_wins=("best", ("low", "high")))
    assert always.lowest_in("open") is True, "all choices mean the lowest"


def test_totals_above_the_target_are_shown_as_the_target_in_capped_games() -> None:
    shown = {slug: game_of(slug).shown([13, 4], {"target": 12}) for slug in ("truco", "truco-argentino", "sueca")}
    assert shown == {"truco": [12, 4], "truco-argentino": [12, 4], "sueca": [13, 4]}
    assert game_of("truco").shown([13, 4], {}) == [13, 4]


def game_of(slug: str) -> Game:
    """Returns the game with that slug."""
    game = find_game(slug)
    assert game is not None
    return game


def say(message: str, params: dict[str, Any]) -> str:
    """Returns a message as a translation would be."""
    return f"«{message.format(**params)}»"


UNNAMED = [("albastini", "standard"), ("truco", None), ("truco", "no such preset"), ("belote", "classic")]


def test_a_preset_is_named_only_beside_others_and_if_its_game_is_called_otherwise() -> None:
    assert game_of("terziglio").variant_title("difference", say) == "«By the difference»"
    assert [game_of(slug).variant_title(preset, say) for slug, preset in UNNAMED] == [""] * len(UNNAMED)


def test_a_match_is_called_by_its_game_or_by_the_players_own_name() -> None:
    assert game_of("sueca").title_of({}, say) == "«Sueca»"
    assert game_of("own").title_of({"name": "Zioga"}, say) == "Zioga"
    missing = "«Seven up (not installed)»"
    assert bisca(slug="seven-up", installed=False).title_of({}, say) == missing
    assert title_if_missing("seven-up", say) == missing


def test_an_option_overrides_the_usual_direction() -> None:
    for usual in (True, False):
        game = bisca(clockwise=usual)
        ways = [game.plays_clockwise(options) for options in ({}, {"direction": "cw"}, {"direction": "ccw"})]
        assert ways == [usual, True, False]
