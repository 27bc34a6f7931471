"""Names in any script are printed in the shipped fonts; letters that none has become a question mark, never a box."""

import pytest

from scorekeeper.i18n import LOCALES, catalogue
from scorekeeper.paper.page import html_of_hands, words
from scorekeeper.paper.pdf import pdf_of
from scorekeeper.paper.typesetting import in_print, is_lacking, needs_japanese
from tests.paper.papers import filled, tresette
from tests.paper.test_sheets_in_every_language import NOWHERE, OURS, in_pdf, told

HAND = {"aces": [3, 1], "figures": [12, 8], "last_trick": 0}
RARE = ["髙﨑 邉", "𠮷野 琢", "栁澤 々", "ヴェ子 ゔ", "①さん ※"]
LATIN = [
    "ÀÁÂÃÄÅÆÇÈÉÊË", "ÌÍÎÏÐÑÒÓÔÕÖØ", "ÙÚÛÜÝÞßŒŠŽŸ", "ąćęłńóśźż ğış", "ăâîșț đħŧŋ", "ẤẦẨẪẬ ợụựỳ", "n̄ g̃ m̈ ʻokina",
    "Ђорђе Ωμέγα",
]  # fmt: skip
HINDI = "हिन्दी"
ARABIC = "محمد"


def of(*names: str) -> str:
    """The page of a match between sides of these names, whose columns have no widths yet."""
    sides = [(f"{names[0]} ♠♥♦♣", list(names[:2])), ("Them", ["Carla", "Dino"])]
    return html_of_hands(filled(tresette(HAND, sides=sides)))


@pytest.mark.parametrize("names", [RARE[:4], LATIN[:4], LATIN[4:]])
def test_names_read_back_from_paper(names: list[str]) -> None:
    sides = [(f"{names[0]} ♠♥♦♣", names[:2]), ("Them", names[2:])]
    text, fonts = told(pdf_of(filled(tresette(HAND, sides=sides))))
    assert fonts <= OURS
    assert NOWHERE not in text
    for wanted in (*names, "♠♥♦♣"):
        assert in_pdf(wanted) in text


def test_no_font_from_elsewhere_and_no_box_is_on_paper_whatever_somebody_is_called() -> None:
    sides = [
        (f"{HINDI} ไทย", [f"{HINDI} & co", f"{ARABIC} Ana 🎉👩\u200d👩\u200d👧"]),
        ("עברית & \U000f0000", ["עברית & co", "한글 \U000f0000"]),
    ]
    text, fonts = told(pdf_of(filled(tresette(HAND, sides=sides))))
    assert fonts <= OURS
    assert NOWHERE not in text


def test_the_foot_of_the_page_says_that_letters_could_not_be_printed() -> None:
    said = "? replaces a letter that can’t be printed here: write it in by hand."
    assert said in of(ARABIC, "Bruno")
    assert said not in of(*LATIN[:2])


@pytest.mark.parametrize(
    "typed, printed",
    [
        ("Anna", "Anna"), (ARABIC, "????"), ("Ana 🎉", "Ana ?"), (HINDI, HINDI), ("葛\U000e0100飾", "葛飾"),
        ("♥\N{VARIATION SELECTOR-16}", "♥"),
    ],
)  # fmt: skip
def test_each_letter_that_is_seen_is_printed_or_stood_in_for(typed: str, printed: str) -> None:
    assert in_print(typed) == printed
    assert is_lacking(typed) == ("?" in printed)


def test_the_large_font_is_opened_for_what_only_it_has() -> None:
    assert not needs_japanese("Łódź Ђорђе ● ▲ ⬟ ♠ – Thiong'o हिन्दी")
    assert needs_japanese("①")
    assert needs_japanese("カード")


@pytest.mark.parametrize("language", LOCALES)
def test_every_text_of_ours_can_be_printed(language: str) -> None:
    assert not is_lacking("".join("".join(forms) for forms in catalogue(language).messages.values()))


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
