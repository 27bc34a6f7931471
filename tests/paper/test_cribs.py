"""The rules in short at the foot of a sheet."""

import re

import pytest

from scorekeeper.games import GAMES, find_game
from scorekeeper.games.engine import play
from scorekeeper.games.paper import form
from scorekeeper.i18n import speaking
from scorekeeper.paper import blank
from scorekeeper.paper.agreed import crib
from scorekeeper.paper.model import PAPERS
from scorekeeper.paper.page import html_of_hands
from tests.paper.papers import THEM, US, boxes_of_html
from tests.paper.papers import match as document

PRESETS = [(game.slug, preset["slug"]) for game in GAMES for preset in game.presets]


def lines(game: str, variant: str, **options: object) -> dict[str, str]:
    """The worth of each rule in short."""
    shape = next(each for each in GAMES if each.slug == game).shapes(variant)[0]
    sides = [(f"S{side}", [f"{side}.{player}" for player in range(shape[1])]) for side in range(shape[0])]
    listed = find_game(game)
    required = listed.required_options(variant) if listed else {}
    setup = play.begin(document(game, sides, [], variant=variant, options=required | options))
    return {line.rule: line.worth for column in crib(setup, PAPERS["A4"]) for line in column}


@pytest.mark.parametrize("game, variant", PRESETS)
def test_every_line_names_a_rule_of_its_game_in_order(game: str, variant: str) -> None:
    rules = list(lines(game, variant))
    known = next(each for each in GAMES if each.slug == game).rules
    assert set(rules) <= set(known)
    numbers = [int(re.sub(r"\D", "", rule)) for rule in rules]
    assert numbers == sorted(numbers)


def test_the_numbers_are_those_that_were_agreed() -> None:
    assert lines("tresette", "mcleod", target=51)["TRE-5"] == "51"
    assert lines("truco", "mineiro")["TRU-6"] == "2 4 6 10 12"
    assert lines("truco", "mineiro")["TRU-13"] == "4"
    assert lines("buraco", "us", failed_meld_increment=20)["BUR-14"] == "20"
    assert lines("albastini", "standard", target=7)["ALB-8"] == "7"


def test_what_is_not_played_is_not_said() -> None:
    assert "TRE-14" not in lines("tresette", "parlett")
    assert "TRE-9" not in lines("tresette", "parlett", special_wins=False)
    assert "TRU-14" not in lines("truco", "brazilian")
    assert "TRU-12" not in lines("truco", "brazilian")
    assert "TRU-10" not in lines("truco", "paulista")
    assert "BUR-5" not in lines("buraco", "us")
    assert "BUR-13" not in lines("buraco", "burraco")


def test_columns_are_split_by_the_length_of_their_lines() -> None:
    """In Spanish the first rules of Truco are the longer ones: five of them are as high as the other six."""
    setup = play.begin(document("truco", [US, THEM], [], variant="brazilian"))
    with speaking("es"):
        assert [len(column) for column in crib(setup, PAPERS["A5"])] == [5, 6]


@pytest.mark.parametrize("language, paper", [("sw", "A5"), ("ja", "A4")])
def test_no_word_of_a_rule_in_short_breaks(language: str, paper: str) -> None:
    """What a line may not break at spaces has to fit into its column: “joker: 30” stays whole.

    Lines that several variants have are laid out once: all columns of a paper are equally wide.
    """
    pages = []
    for game, variant in PRESETS:
        setup = play.begin(blank._head(game, variant, None, None))
        with speaking(language):
            pages.append(html_of_hands(blank._without_rows(setup, form(setup), PAPERS[paper], language, None)))
    cribs = [re.search(r'<div class="crib">.*?</table>\s*</div>', page, re.DOTALL) for page in pages]
    rule_lines: list[str] = []

    def once(line: re.Match[str]) -> str:
        rule_lines.append(line[0])
        return "" if line[0] in rule_lines[:-1] else line[0]

    columns = "".join(re.sub(r"<p>.*?</p>", once, crib[0], flags=re.DOTALL) for crib in cribs if crib)
    head = pages[0].partition('<table class="head">')[0]
    whole_words = "<style>body { overflow-wrap: normal }</style>"
    html = head.replace("</head>", f"{whole_words}</head>") + columns
    rules = [box for page in boxes_of_html(html) for box in page if box.tag == "p" and "footer" not in box.kind]
    assert len(rule_lines) >= 5 * len(PRESETS)
    assert len(rules) == len(set(rule_lines))
    assert [rule.text for rule in rules if rule.overflow > 0.01] == []
