"""Sheets as they come out of the printer."""

from collections.abc import Callable
from pathlib import Path

import pytest

from scorekeeper.paper.model import Sheet
from scorekeeper.paper.proof_codes import is_fingerprint
from tests.paper.papers import (
    ALL_PAPERS,
    THEM,
    US,
    albastini,
    buraco,
    empty,
    filled,
    fonts,
    match,
    texts,
    tresette,
    white_margins,
)
from tests.support.fuzzing import FUZZING

OURS = {"Archivo-Bold", "Noto-Sans", "Noto-Sans-Bold", "Noto-Sans-Symbols-2", "Noto-Sans-JP", "Noto-Sans-JP-Bold"}
LONG = [
    ("Die Unverwüstlichen vom Stammtisch Nr. 12", ["Maximiliane-Theodora von Hohenzollern-Si", "Bartholomäus"]),
    ("Ładysław żółtej gęśli jaźń, Đorđe Ξένος Ю", ["Ђорђе Петровић-Његош, кнез од Црне Горе!", "Ngũgĩ wa Thiong'o"]),
]
LONG = [(name[:40], [player[:40] for player in players]) for name, players in LONG]
JAPANESE = [("髙橋ペア", ["髙橋 美咲", "山﨑 健太郎"]), ("チーム渡邊", ["渡邊 さくら", "濵田 ゆう"])]
CARDS = {"aces": [3, 1], "figures": [12, 8], "last_trick": 0, "note": "♠ ♥ ♦ ♣"}
THREE = [("One", ["A", "B"]), ("Two", ["C", "D"]), ("Three", ["E", "F"])]


def sixty_rows(paper: str = "A4") -> Sheet:
    """The sheet of a match of more than sixty rows, half of them in words."""
    return filled(tresette(*[CARDS] * 32, options={"target": 999}), paper)


# Rows in words for all of twelve hands, as of the long names, are more than a page of A5 holds.
HARD: dict[str, Callable[[str], Sheet]] = {
    "sixty rows": sixty_rows,
    "long names": lambda paper: filled(tresette(*[CARDS] * 12, sides=LONG, options={"target": 999}), paper),
    "Japanese names": lambda paper: filled(tresette(*[CARDS] * 5, sides=JAPANESE, options={"target": 99}), paper),
    "six players": lambda paper: filled(albastini(6, 1, *[[70, 10, 10, 10, 10, 10]] * 15), paper),
    "three sides": lambda paper: filled(buraco("three-teams", THREE, 6), paper),
    "empty, six players": lambda paper: empty("albastini", paper, shape=(6, 1)),
    "empty, three sides": lambda paper: empty("buraco", paper, variant="three-teams"),
}


# By day two of them are not on the smallest paper; long names are, whose rows take a second page there.
LARGE = {"sixty rows": "A4", "Japanese names": "Letter"}


@pytest.mark.parametrize(
    "kind, paper", [(kind, paper) for kind in HARD for paper in (ALL_PAPERS if FUZZING else [LARGE.get(kind, "A5")])]
)
def test_nothing_stands_within_ten_millimetres_of_the_edge_and_all_is_set_in_the_fonts_that_are_shipped(
    kind: str, paper: str, tmp_path: Path
) -> None:
    sheet = HARD[kind](paper)
    for margins in white_margins(sheet, tmp_path):
        assert min(margins) >= 10, f"{kind} on {paper}: {margins}"
    assert fonts(sheet) <= OURS


@pytest.mark.parametrize("kind, sides", [("long names", LONG), ("Japanese names", JAPANESE)])
def test_every_name_and_sign_can_be_read_back(kind: str, sides: list[tuple[str, list[str]]]) -> None:
    sheet = HARD[kind](LARGE.get(kind, "A5"))  # as above: it is set once
    told = "".join("".join(texts(sheet)).split())
    for name, players in sides:
        for text in (name, *players):
            assert "".join(text.split()) in told
    assert "♠♥♦♣" in told
    assert "●" in told
    assert "▲" in told


def test_the_six_signs_and_truco_s_cards_print() -> None:
    told = "".join(texts(HARD["empty, six players"]("A5")))
    assert all(sign in told for sign in "●▲■◆★⬟")
    assert "4♣ 7♥ A♠ 7♦" in "".join(texts(empty("truco")))


def test_headings_and_the_fingerprint_come_again_on_every_page_and_pages_are_numbered() -> None:
    sheet = sixty_rows()
    pages = texts(sheet)
    assert len(pages) >= 2
    assert is_fingerprint(sheet.fingerprint.replace("-", ""))
    assert f"Fingerprint {sheet.fingerprint}" in pages[0]
    for number, page in enumerate(pages, 1):
        assert f"{sheet.fingerprint} · {number} / {len(pages)}" in page
    for page in pages[:2]:
        assert "Dealer" in page
        assert "Them" in page


@pytest.mark.parametrize("language", ["en", "es", "sw"])  # with narrow columns beside long headings
def test_no_number_is_broken(language: str) -> None:
    capot = {"taker": 0, "contract": "capot", "coinche": 4, "trump": "all", "points": [252, 0]}
    agreed = {"no_trump": True, "target": 99_999}
    document = match("belote", [US, THEM], [capot, capot], variant="coinche", options=agreed)
    (page, *_more) = texts(filled(document, "A5", language))
    assert [page.split().count(number) for number in ("252", "2000", "4000")] == [3, 3, 2]


def test_what_people_typed_is_never_markup() -> None:
    evil = '<img src="file:///etc/passwd"><b>'
    sheet = filled(
        tresette({"points": [7, 4], "note": "</td><script>1</script>{{ 7*7 }}"}, sides=[(evil, US[1]), THEM])
    )
    told = "".join("".join(texts(sheet)).split())
    assert "".join(evil.split()) in told
    assert "</td><script>1</script>{{7*7}}" in told
