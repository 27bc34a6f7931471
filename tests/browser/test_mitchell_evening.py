"""A Mitchell evening in Italian, in which a pair comes late, another one leaves, and a third one takes its place."""

from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage, Site
from tests.browser.desk import at_the_desk, enter_slips, fill_slips, pair_and_publish, paste_entries

PAIRS = ["Anna, Bruno", "Carla, Dino", "Elsa, Franco", "Gina, Hugo", "Ida, Ivo"]
LATE, LATER = 6, 7  # the pairs who come for round 2 and for round 3


def test_a_late_pair_and_one_that_takes_a_free_place_play_in_the_lines_to_the_end(
    site: Site, open_page: OpenPage
) -> None:
    desk = at_the_desk(site, open_page, "Circolo del Mitchell", "Milva")
    address = agreed(desk)
    paste_entries(desk, PAIRS)
    desk.goto(address)
    play_a_round(desk, address, 1, tables=2)
    comes_late(desk, address, "Lea, Luca", 2)
    play_a_round(desk, address, 2, tables=3)
    first = rounds_of(desk, address)[0]
    stay = {table["sides"][0] for table in first["tables"]} | {first["bye"]}
    leaving = first["tables"][0]["sides"][0]
    desk.goto(f"{address}/entries/{leaving}")
    desk.get_by_role("button", name="Ritira").click()
    comes_late(desk, address, "Mara, Nino", 3)
    play_a_round(desk, address, 3, tables=3)
    expect(desk.get_by_role("heading", name="Tutti i turni sono giocati")).to_be_visible()
    _first, second, third = rounds_of(desk, address)
    move = {table["sides"][1] for table in first["tables"]} | {LATE}
    assert seated(second) == (stay, move)
    assert seated(third) == (stay - {leaving} | {LATER}, move)
    desk.get_by_role("link", name="Classifica finale").click()
    for line in ("Nord–Sud", "Est–Ovest"):
        expect(desk.get_by_role("region", name=line)).to_be_visible()


def agreed(desk: Page) -> str:
    """Agrees on three rounds of Mitchell; returns the tournament's address."""
    desk.get_by_role("link", name="Nuovo torneo").click()
    desk.get_by_label("Nome", exact=True).fill("Coppa dei ritardi")
    desk.get_by_label("Gioco").select_option("buraco/burraco")
    desk.get_by_label("Punteggio").select_option("vp-2")
    desk.get_by_label("Abbinamenti").select_option("mitchell")
    desk.get_by_label("Turni", exact=True).fill("3")
    desk.get_by_role("button", name="Crea").click()
    expect(desk.get_by_role("heading", level=1)).to_have_text("Coppa dei ritardi")
    return desk.url


def play_a_round(desk: Page, address: str, number: int, tables: int) -> None:
    """Publishes a round, and enters all of its results."""
    pair_and_publish(desk, number)
    fill_slips(desk, address, number, tables)
    enter_slips(desk, tables)


def comes_late(desk: Page, address: str, pair: str, number: int) -> None:
    """Enters a pair, which the page says plays from round `number` on; then nobody else can enter."""
    desk.goto(f"{address}/entries")
    expect(desk.locator("body")).to_contain_text(f"dal turno {number}")
    for at, name in enumerate(pair.split(", ")):
        desk.locator(f"[name=player-{at}]").fill(name)
    desk.get_by_role("button", name="Aggiungi", exact=True).click()
    expect(desk.locator("body")).to_contain_text("Tutti i posti sono occupati")
    desk.goto(address)


def rounds_of(desk: Page, address: str) -> list[dict[str, Any]]:
    """Returns the rounds of the tournament's document."""
    rounds: list[dict[str, Any]] = desk.request.get(f"{address}/document.json").json()["rounds"]
    return rounds


def seated(held: dict[str, Any]) -> tuple[set[int], set[int]]:
    """Returns who sat on the first and on the second side of a round's tables."""
    stay, move = ({table["sides"][side] for table in held["tables"]} for side in (0, 1))
    return stay, move
