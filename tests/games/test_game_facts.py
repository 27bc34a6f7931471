"""A game as it is declared: what it may leave out, and what follows for titles, directions and the best total."""

from typing import Any

import pytest

from scorekeeper.games import GAMES
from scorekeeper.games.engine.base import rule, step_at
from scorekeeper.games.engine.game import Game, find_game, title_if_missing
from scorekeeper.games.engine.play import begin, first_table
from tests.games.table import document

NEEDED: dict[str, Any] = {
    "slug": "bisca",
    "title": "Bisca",
    "rules": [{"rule": "BIS-1"}, {"rule": "BIS-2"}, {"rule": "BIS-3"}],
    "presets": [{"slug": "usual", "title": "Usual", "options": {"target": 10}}],
    "options": [],
    "ways": [],
    "problems": lambda setup, table, entry: [],
    "score": lambda setup, table, entry: None,
}
# Parts that a game may leave out, each with a value that is none of the defaults.
AS_GIVEN: dict[str, Any] = {
    "installed": False, "usual_players": 5, "won_rule": "BIS-1", "call_words": {3: "three"}, "claim_fields": ["field"],
    "blurb": "Tricks", "preset_words": {"usual": "Usually"}, "clockwise": True, "tally": 7, "squares": True,
    "capped": True, "digits": 3, "pad_waits": True, "named_by": "name", "presets_at_home": {"it": ("usual",)},
    "tint": 3, "tournament_preset": "usual", "point_step": 5, "most_a_hand": {"usual": 120}, "lowest_wins": True,
    **{
        name: (lambda *_given, name=name: name)
        for name in (
            "check_options", "hands_played", "next_hand", "announced", "calls", "follow_ups", "claim_of", "told",
            "agreed", "example",
        )
    },
    "claims": {"safe": lambda *_given: None},
}  # fmt: skip


@pytest.mark.parametrize("part", AS_GIVEN)
def test_a_part_that_a_game_gives_is_used(part: str) -> None:
    assert getattr(Game(**NEEDED, **{part: AS_GIVEN[part]}), part) == AS_GIVEN[part]


def test_parts_with_more_than_one_use() -> None:
    game = Game(
        **NEEDED,
        shapes=[(2, 1)],
        special=("Most runs", ("BIS-3",)),
        endings={"last": ("On screens", "On paper"), "first": "Everywhere"},
        hands=lambda options: 7,
        limit=lambda options: 101,
    )
    assert (game.shapes("usual"), game.special_title, game.special_rules) == ([(2, 1)], "Most runs", ("BIS-3",))
    assert game.endings == {"last": "On screens", "first": "Everywhere"}
    assert game.endings_on_paper == {"last": "On paper", "first": "Everywhere"}
    assert (game.hands_of({}), game.limit_of({})) == (7, 101)


def test_what_a_game_leaves_out_means_nothing_special() -> None:
    game = Game(**NEEDED)
    assert game.installed
    assert game.won_rule == "BIS-3", "the last rule, as in most rulebooks"
    assert (game.usual_players, game.shapes("usual"), game.digits, game.point_step) == (None, [], 1, 1)
    assert (game.hands_of({"hands": 4}), game.limit_of({"limit": 101})) == (4, 101), "options of these names"
    nothing = {
        part for part in AS_GIVEN.keys() - {"installed", "won_rule", "digits", "point_step"}
        if not callable(AS_GIVEN[part]) and getattr(game, part)
    }  # fmt: skip
    assert nothing == set()
    assert (game.claims, game.endings, game.special_title, game.special_rules, game.told) == ({}, {}, "", (), None)


def test_what_a_game_leaves_out_can_be_called_all_the_same() -> None:
    game, setup = Game(**NEEDED), begin(document("truco"))
    table = {**first_table(setup), "hands": 4}
    called = [game.next_hand(setup, table), game.announced(setup, table, {}), game.calls(setup, table)]
    called += [game.follow_ups(setup, "safe", {}, None), game.agreed(setup), game.example(setup)]
    assert called == [{}, [], [], [], [], {}]
    assert (game.hands_played(table), game.claim_of({})) == (4, None)
    game.check_options(None, {}, "usual")


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


LOWEST = {"scala40": True, "chinchon": True, "own": None}  # of every preset; the players of an own game agree on it


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_the_lowest_total_wins_where_points_are_what_nobody_wants(game: Game) -> None:
    usual = LOWEST.get(game.slug, False)
    found = {preset["slug"]: game.lowest_in(preset["slug"]) for preset in game.presets}
    assert found == dict.fromkeys(found, usual) | ({"perdere": True} if game.slug == "tresette" else {})
    assert game.lowest_in("no such preset") is found[game.presets[0]["slug"]]


def test_a_preset_may_leave_the_best_total_to_its_players() -> None:
    options = [{"name": "best", "choices": [("low", "Low"), ("high", "High")], "presets": ("open",)}]
    presets = [
        {"slug": slug, "title": slug, "options": {"best": best}} for slug, best in (("down", "low"), ("open", "high"))
    ]
    game = Game(**NEEDED | {"options": options, "presets": presets}, lowest_wins=("best", ("low",)))
    assert [game.lowest_in(slug) for slug in ("down", "open")] == [True, None]
    always = Game(**NEEDED | {"options": options, "presets": presets}, lowest_wins=("best", ("low", "high")))
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
    assert Game(**NEEDED | {"slug": "seven-up"}, installed=False).title_of({}, say) == missing
    assert title_if_missing("seven-up", say) == missing


def test_an_option_overrides_the_usual_direction() -> None:
    for usual in (True, False):
        game = Game(**NEEDED, clockwise=usual)
        ways = [game.plays_clockwise(options) for options in ({}, {"direction": "cw"}, {"direction": "ccw"})]
        assert ways == [usual, True, False]
