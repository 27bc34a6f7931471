"""How wide texts are in print, and where they may break."""

import pytest

from scorekeeper.paper.measure import lines, pieces, width, words


def test_letters_are_as_wide_as_the_font_says_and_japanese_ones_an_em() -> None:
    assert width("ブラコ", 10) == pytest.approx(3 * 10 * 25.4 / 72)
    assert width("iii", 10) < width("mmm", 10)
    assert width("000", 10) < width("000", 10, bold=True)
    assert width("", 10) == 0


@pytest.mark.parametrize(
    "heading, parts",
    [
        ("Last trick", ["Last ", "trick"]),
        ("Semi-clean", ["Semi-clean"]),
        ("ダーティー", ["ダーティー"]),
        ("最後のトリック", ["最後の", "トリック"]),
        ("手に残った札", ["手に", "残った札"]),
        ("計120点", ["計120点"]),
        ("", []),
    ],
)
def test_words_of_a_heading_stay_whole(heading: str, parts: list[str]) -> None:
    assert words(heading) == parts


def test_running_japanese_breaks_anywhere_but_before_signs_bound_to_what_stands_before_them() -> None:
    assert pieces("(ショー)、A") == ["(ショー)、", "A"]
    assert pieces("札を出す。") == ["札", "を", "出", "す。"]


def test_lines_are_filled_and_a_word_that_is_too_long_stands_alone() -> None:
    assert lines("one two three", width("one two", 9), 9) == ("one two", "three")
    assert lines("a incomprehensibilities b", 5, 9) == ("a", "incomprehensibilities", "b")
    assert lines("", 5, 9) == ()
