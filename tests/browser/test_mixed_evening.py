"""A mixed evening of sixteen pairs in Italian: three rounds of Mitchell, one of Danese, phones, slips and penalties.

By day the form is tested, and the rest in tests/tournaments/test_mixed.py and in tests/clubs/tournaments: penalties,
Mitchell's lines and slips in test_arbiter.py, results from phones in test_results_from_phones.py.
"""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from scorekeeper.clubs.tournaments import keeping
from scorekeeper.store.models import db
from tests.browser.conftest import OpenPage, Picture, Site
from tests.browser.desk import at_the_desk, enter_slips, fill_slips, paste_entries
from tests.browser.test_comforts import sit
from tests.browser.thumb import at_work
from tests.clubs.conftest import the_club
from tests.clubs.tournaments.at_tables import confirm, match_at, play

NAMES = [
    ["Anna", "Bruno", "Carla", "Dino", "Elsa", "Franco", "Gina", "Hugo", "Ida", "Ivo", "Lea", "Luca", "Mara", "Nino",
     "Olga", "Piero"],
    ["Rita", "Sandro", "Tina", "Ugo", "Vera", "Walter", "Zoe", "Aldo", "Bice", "Ciro", "Dora", "Enzo", "Fede", "Gino",
     "Ines", "Jole"],
]  # fmt: skip
PAIRS = ["{} Esposito, {} D’Amico".format(*pair) for pair in zip(*NAMES, strict=True)]
HANDS, ROUNDS, MITCHELL, TABLES = 2, 4, 3, 8
BY_PHONE = (1, 2)  # tables that play on phones
WARNED = 5  # the pair that is warned twice


@pytest.fixture
def desk(site: Site, open_page: OpenPage) -> Page:
    """Returns the arbiter's browser, in Italian and logged in, at the club's list of tournaments."""
    return at_the_desk(site, open_page, "Circolo del misto", "Titti")


@pytest.mark.night
def test_a_mixed_evening_of_sixteen_pairs(site: Site, open_page: OpenPage, desk: Page, picture: Picture) -> None:
    address = agreed(desk)
    paste_entries(desk, PAIRS)
    desk.get_by_role("link", name="Coppa di Natale").first.click()
    for number in range(1, ROUNDS + 1):
        desk.get_by_role("link", name=f"Abbina il turno {number}").click()
        expect(desk.get_by_text("Nord–Sud")).to_have_count(TABLES if number <= MITCHELL else 0)
        desk.get_by_role("button", name=f"Pubblica il turno {number}").first.click()
        expect(desk.get_by_role("heading", name="mancano 8 risultati")).to_be_visible()
        on_phones(site, number)
        if number == 1:
            confirmed_at_table(open_page, desk)
        fill_slips(desk, address, number, TABLES - len(BY_PHONE))
        enter_slips(desk, TABLES)
        if number == 2:
            warned_twice(desk, address)
    expect(desk.get_by_role("heading", name="Tutti i turni sono giocati")).to_be_visible()
    picture(desk, "mixed-evening-desk")
    desk.get_by_role("link", name="Classifica finale").click()
    expect(desk.get_by_role("heading", level=1)).to_have_text("Classifica finale")
    picture(desk, "mixed-evening-ranking")
    document = desk.request.get(f"{address}/document.json").json()
    met_by_the_rules(document)
    ranked_as_added_up(desk, document)


def test_the_form_of_a_tournament_asks_what_its_game_and_its_system_need(site: Site, open_page: OpenPage) -> None:
    desk = at_the_desk(site, open_page, "Circolo dei moduli", "Moira")
    desk.get_by_role("link", name="Nuovo torneo").click()
    expect(desk.get_by_label("Gioco")).to_be_visible()
    at_work(desk)
    game = desk.get_by_label("Gioco")
    game.select_option("truco/paulista")
    expect(desk.get_by_label("Abbinamenti")).to_have_value("knockout")
    expect(desk.locator("#f-scoring option:enabled").first).to_have_text(re.compile("Partite vinte"))
    expect(desk.get_by_label("Chi vince al tavolo")).to_be_hidden()
    game.select_option("own/own")
    expect(desk.get_by_label("Chi vince al tavolo")).to_be_visible()
    game.select_option("buraco/burraco")
    desk.get_by_label("Punteggio").select_option("vp-2")
    desk.get_by_label("Abbinamenti").select_option("danese")
    expect(desk.get_by_label("Turni", exact=True)).to_be_visible()
    desk.get_by_label("Abbinamenti").select_option("mixed")
    expect(desk.get_by_text("Alcuni turni di Mitchell")).to_be_visible()
    expect(desk.get_by_label("Turni", exact=True)).to_be_hidden()
    expect(desk.get_by_label("Turni di Mitchell")).to_have_value(str(MITCHELL))


def agreed(desk: Page) -> str:
    """Agrees on the system; returns the tournament's address."""
    desk.get_by_role("link", name="Nuovo torneo").click()
    desk.get_by_label("Nome", exact=True).fill("Coppa di Natale")
    desk.get_by_label("Gioco").select_option("buraco/burraco")
    desk.get_by_label("Punteggio").select_option("vp-2")
    desk.get_by_label("Abbinamenti").select_option("mixed")
    desk.get_by_role("button", name="Crea").click()
    expect(desk.get_by_role("heading", level=1)).to_have_text("Coppa di Natale")
    return desk.url


def on_phones(site: Site, number: int) -> None:
    """Plays all hands of the tables with phones; in the first round table 1 is not confirmed yet."""
    with site.app.test_request_context():
        club = the_club("circolo-del-misto")
        (made,) = keeping.tournaments(club)
        for table in BY_PHONE:
            match = match_at(made, table, number)
            play(match, HANDS)
            if (table, number) != (1, 1):
                confirm(match, 0, 1)
        db.session.commit()


def confirmed_at_table(open_page: OpenPage, desk: Page) -> None:
    """Both sides of table 1 confirm the result, each on its own phone."""
    table = desk.get_by_role("link", name="Tavolo 1: la partita").get_attribute("href")
    address = desk.url.partition("/c/")[0] + str(table)
    for side in (0, 1):
        phone = open_page(f"{address}?lang=it")
        expect(phone.locator("body")).to_contain_text("Turno 1 · Tavolo 1")
        sit(phone, side)
        phone.locator(f"[data-agreed-side='{side}'] [data-agree]").click()
        expect(phone.locator("[data-agreed-yes]").locator("visible=true")).to_have_count(side + 1)


def warned_twice(desk: Page, address: str) -> None:
    """Warns a pair twice, each with one tap."""
    desk.goto(f"{address}/rulings")
    desk.get_by_label("Chi").select_option(str(WARNED))
    desk.get_by_role("button", name="Ammonizione: ritardo o lentezza").click()
    expect(desk.get_by_label("Chi").locator(f"option[value='{WARNED}']")).to_contain_text("(1 ammonizione)")
    desk.get_by_label("Chi").select_option(str(WARNED))
    desk.get_by_role("button", name="Seconda ammonizione").click()
    expect(desk.locator(".ruling")).to_have_count(2)
    expect(desk.locator(".ruling").last).to_contain_text("−1 VP, −45 MP")
    desk.goto(address)


def met_by_the_rules(document: dict[str, Any]) -> None:
    """Asserts that the lines stay apart in the Mitchell, and that nobody meets anybody twice."""
    rounds = [[tuple(table["sides"]) for table in turn["tables"]] for turn in document["rounds"]]
    stay = [one for one, _other in rounds[0]]
    for turn in rounds[:MITCHELL]:
        assert [one for one, _other in turn] == stay
    meetings = [frozenset(pair) for turn in rounds for pair in turn]
    assert len(meetings) == len(set(meetings)) == ROUNDS * TABLES


def ranked_as_added_up(desk: Page, document: dict[str, Any]) -> None:
    """Asserts that the ranking shows each pair once, by VP and MP, with the penalty, and says how ties were broken."""
    rows = desk.locator("table.ranking tbody tr")
    expect(rows).to_have_count(len(PAIRS))
    sums = [tuple(map(_number, row.locator("td").all_inner_texts()[2:4])) for row in rows.all()]
    assert sums == sorted(sums, reverse=True)
    assert sum(vp for vp, _mp in sums) == 20 * TABLES * ROUNDS - 1
    tables = [table for turn in document["rounds"] for table in turn["tables"] if WARNED in table["sides"]]
    leads = [(table["points"][0] - table["points"][1]) * (-1) ** table["sides"].index(WARNED) for table in tables]
    warned = rows.filter(has_text=PAIRS[WARNED - 1].partition(",")[0])
    assert _number(warned.locator("td").nth(3).inner_text()) == sum(leads) - 45
    expect(desk.locator("body")).to_contain_text("Seconda ammonizione")
    expect(desk.get_by_role("heading", name="Ordine degli spareggi")).to_be_visible()


def _number(text: str) -> int:
    return int(re.sub(r"[^0-9−]", "", text).replace("−", "-"))
