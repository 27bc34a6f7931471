"""Every surface finds two unknown games: one in its folders and the list of games, one in a package.

Pebbles, a folder and a line, has the files that a game must have and nothing else. Lanterns, from an installed package,
has all that a game may have.
"""

import json
import os
import subprocess
import sys
from typing import Any

import pytest

from tests.made_up.tree import TOP, install, tree_with
from tests.made_up.visit import SURFACES

pytestmark = pytest.mark.night  # by day `tests/games/test_packages.py`

SLUGS = ("pebbles", "lanterns")
Seen = dict[str, Any]


@pytest.fixture(scope="module")
def seen(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Seen]:
    """The texts of every surface for each game, in an application that has both."""
    folder = tmp_path_factory.mktemp("made_up")
    tree = tree_with(["pebbles"], folder / "tree")
    install("lanterns", folder / "site")
    places = os.pathsep.join([str(tree), str(folder / "site"), str(TOP)])
    run = subprocess.run(
        [sys.executable, "-m", "tests.made_up.visit", str(folder), *SLUGS],
        cwd=tree, env={**os.environ, "PYTHONPATH": places}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert run.returncode == 0, run.stderr[-3000:]
    found: dict[str, Seen] = json.loads((folder / "seen.json").read_text("utf-8"))
    return found


def shown(seen: dict[str, Seen], slug: str, surface: str) -> Any:
    """Returns the text of a surface for a game."""
    assert "shown" in seen[slug][surface], seen[slug][surface]
    return seen[slug][surface]["shown"]


@pytest.mark.parametrize("slug", SLUGS)
def test_every_surface_takes_a_game_that_it_never_heard_of(seen: dict[str, Seen], slug: str) -> None:
    assert list(seen[slug]) == [surface.__name__ for surface in SURFACES]
    assert {surface: each for surface, each in seen[slug].items() if not each.get("shown")} == {}


@pytest.mark.parametrize("slug", SLUGS)
def test_it_is_offered_started_and_scored(seen: dict[str, Seen], slug: str) -> None:
    assert f"/new?game={slug}" in shown(seen, slug, "all_games")
    form, status, page = shown(seen, slug, "a_new_match")
    assert 'name="options.target"' in form
    assert status == 303
    assert f"game-{slug}" in page
    assert shown(seen, slug, "a_preview")["points"] == [12, 8]
    status, hands = shown(seen, slug, "recording_by_form")
    assert (status, hands[0]["points"]) == (303, [12, 8])
    assert shown(seen, slug, "recording_by_json")["state"]["hands"][-1]["points"] == [9, 11]
    assert [each["field"] for each in shown(seen, slug, "a_refusal")["problems"]] == [slug]


@pytest.mark.parametrize("slug", SLUGS)
def test_its_matches_are_judged_and_printed(seen: dict[str, Seen], slug: str) -> None:
    asked, won, _own = shown(seen, slug, "claims")
    assert "/claims/won" in asked
    assert "verdict refused" in won
    assert "verdict upheld" in shown(seen, slug, "is_it_over")
    codes, (score, claim) = shown(seen, slug, "the_command_line")
    assert codes == [0, 0, 0]
    assert (score["totals"], score["won_by"], claim["upheld"]) == ([32, 8], "shore", True)
    assert shown(seen, slug, "the_demonstration") > 0


@pytest.mark.parametrize("slug", SLUGS)
def test_its_rules_are_told_where_they_are_cited(seen: dict[str, Seen], slug: str) -> None:
    index, page, link, rule = shown(seen, slug, "the_rules")
    assert f'href="/rules/{slug}"' in index
    assert link == f"/rules/{slug}#{rule.lower()}"
    assert f'id="{rule.lower()}"' in page


@pytest.mark.parametrize("slug", SLUGS)
def test_a_phone_without_a_network_plays_it(seen: dict[str, Seen], slug: str) -> None:
    (home, match, claims, new, saved), server = shown(seen, slug, "a_phone_without_a_network")
    assert f"/new?game={slug}" in home["html"]
    assert f'name="{slug}.0"' in match["html"]
    own_script = slug == "lanterns"
    assert ("data-game-script" in match["html"], "data-game-script" in server) == (own_script, own_script)
    assert "/claims/won" in claims["html"]
    assert 'name="options.echo"' in new["html"]
    assert saved["state"]["hands"][-1]["points"] == [11, 9]


def test_a_package_brings_its_texts_in_other_languages(seen: dict[str, Seen]) -> None:
    page, texts = shown(seen, "lanterns", "in_italian")
    assert "<h1>Lanterne</h1>" in page
    assert "a text of ours" not in page
    assert texts["Lanterns taken"] == ["Lanterne prese"]
    assert "Dal pacchetto scorekeeper-lanterns, versione 1.2" in page


def test_what_a_game_leaves_out_follows_from_its_fields(seen: dict[str, Seen]) -> None:
    quick, everything = shown(seen, "pebbles", "the_match_page")
    assert 'name="last"' in quick
    of_every_kind = ("moons", "wind", "caller", "shore", "weight", "throws.2", "sizes.L.1", "splash.player")
    for name in (*of_every_kind, "finds.0.count"):
        assert f'name="{name}"' in everything, name
    assert shown(seen, "pebbles", "recording_by_form")[1][0]["short"] == ["Pebbles taken 12–8"]
    assert "data-tally" not in shown(seen, "pebbles", "the_big_screen")
    assert "Pebbles taken" in shown(seen, "pebbles", "the_rules")[1]
    blank = shown(seen, "pebbles", "a_blank_sheet")
    assert "Pebbles taken" in blank
    assert "PEB-3" in blank


def test_what_a_game_brings_itself_is_used(seen: dict[str, Seen]) -> None:
    quick, _everything = shown(seen, "lanterns", "the_match_page")
    assert "A form of its own." in quick
    assert "/games/lanterns/entry.js" in quick
    assert "Echoes so far: 0" in quick
    assert "Twenty lanterns and an echo" in shown(seen, "lanterns", "all_games")
    assert 'class="lantern"' in shown(seen, "lanterns", "all_games")
    assert "To thirty lanterns." in shown(seen, "lanterns", "a_new_match")[0]
    assert 'class="around cw"' in shown(seen, "lanterns", "a_new_match")[0]
    assert shown(seen, "lanterns", "recording_by_form")[1][0]["short"] == ["lit 12–8"]
    assert 'data-tally="30"' in shown(seen, "lanterns", "the_big_screen")
    asked = shown(seen, "lanterns", "claims")
    assert "A claim of its own." in asked[2]
    assert "The light is with Us." in asked[2]
    assert "lanterns.0=12" in asked[2]
    assert "A page of its own." in shown(seen, "lanterns", "the_rules")[1]
    assert "A bright evening." in shown(seen, "lanterns", "the_rules")[1]
    assert "Each lantern" in shown(seen, "lanterns", "a_blank_sheet")
