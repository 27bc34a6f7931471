"""The final result of a match that was kept on paper: which totals the rules accept, and how its form is read."""

from typing import Any

import pytest

from scorekeeper.games.engine import play
from scorekeeper.games.engine.base import Entry, Refusal
from scorekeeper.games.engine.final_result import WAY
from scorekeeper.pages.entry_form import posted_form
from tests.games.table import document, game_in, messages, refused, scored

OWN = play.begin(document("own"))


def corrected(**texts: str) -> list[int]:
    """Returns the totals after the form that corrects a final result was sent with these texts. Raises Refusal."""
    texts = {name.replace("_", "."): text for name, text in texts.items()} | {"way": "final"}
    entry = posted_form(OWN, texts.items(), 1).answered(scored_first)
    totals: list[int] = scored_first(entry)["table"]["totals"]
    return totals


def scored_first(entry: Entry) -> dict[str, Any]:
    """Returns the score of an entry as the first one of a match. Raises Refusal."""
    return play.score_hand(OWN, play.first_table(OWN), entry)


@pytest.mark.parametrize(
    "wrong",
    ["55", 5, None, {}, {"0": 5, "1": 5}, [], [5], [5, 5, 5], [5, None], [None, 5], [5, "5"], [5, True], [5, 10**30]],
    ids=repr,
)
def test_a_final_result_is_a_total_of_each_side(wrong: Any) -> None:
    assert refused("own", {"final": wrong}) == [("final", game_in("own").won_rule)]
    assert messages("own", {"final": wrong}) == "Enter the final points of each side"


def test_totals_are_as_the_game_gives_them() -> None:
    assert scored("buraco", {"final": [-5, 1210], "note": "from paper"})["totals"] == [-5, 1210]
    for wrong in ([12, 10], [10, 12], [-1, 0]):
        assert refused("buraco", {"final": wrong}) == [("final", game_in("buraco").won_rule)], wrong
        assert messages("buraco", {"final": wrong}) == "The game gives no such number of points", wrong


@pytest.mark.parametrize(
    "game, good, wrong, words",
    [
        ("king", [100, 50, 50, -200], [100, 50, 50, -205], "All totals together are 0"),
        ("king", [100, 50, 50, -200], [101, 50, 49, -200], "no such number"),
        ("terziglio", [7, -3, -4], [7, -3, -3], "All totals together are 0"),
        ("truco", [12, 11], [12, 12], "Only the winner has the target or more"),
        ("truco", [0, 14], [15, 12], "Only the winner has the target or more"),
        ("truco", [12, 0], [12, -1], "no such number"),
        ("truco-argentino", [30, 29], [30, 31], "Only the winner has the target or more"),
        ("canasta", [5005, 4995], [5005, 4993], "no such number"),
    ],
)
def test_totals_that_a_game_cannot_give_together_are_refused(
    game: str, good: list[int], wrong: list[int], words: str
) -> None:
    assert scored(game, {"final": good})["totals"] == good
    assert refused(game, {"final": wrong}) == [("final", game_in(game).won_rule)]
    assert words in messages(game, {"final": wrong})


def test_a_final_result_has_nothing_of_a_hand_beside_it() -> None:
    assert refused("own", {"final": [5, 10], "points": [5, 10], "stop": True}) == [("points", None), ("stop", None)]


def test_its_form_asks_for_totals_and_not_for_a_hand() -> None:
    assert corrected(final_0="1850", final_1="−20") == [1850, -20]
    with pytest.raises(Refusal) as refusal:
        corrected()
    assert [(problem["field"], problem["message"]) for problem in refusal.value.problems] == [("final", "Fill this in")]


def test_the_number_pad_types_all_totals_up_to_a_number_of_digits_with_either_sign() -> None:
    (total,) = WAY["fields"]
    assert (set(str(total["max"])), total["min"]) == ({"9"}, -total["max"])
    assert scored("own", {"final": [total["max"], total["min"]]})["totals"] == [total["max"], total["min"]]


@pytest.mark.parametrize(
    "totals, best, winner",
    [([500, 450], "high", 0), ([450, 500], "high", 1), ([500, 500], "high", None), ([500, 450], "low", 1)],
)
def test_it_scores_what_the_hands_before_it_lack_and_the_best_total_wins(
    totals: list[int], best: str, winner: int | None
) -> None:
    result = scored("own", {"points": [100, 300]}, {"final": totals}, options={"best": best})
    assert result["hands"][1]["points"] == [totals[0] - 100, totals[1] - 300]
    assert (result["totals"], result["status"], result["winner"]) == (totals, "finished", winner)
