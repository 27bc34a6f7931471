"""A burraco evening of nine pairs in Italian, step by step as its organiser goes through it.

By day each step is asserted in tests/clubs: entries, the door, cash and prizes in test_tournament_entries.py,
tournaments/test_door.py, test_cash.py and test_prizes.py there, results and their corrections in test_typing_results.py
and test_arbiter.py, substitutes in test_substituting.py, papers in test_papers.py, the championship in test_series.py.
"""

import csv
import io
from typing import NamedTuple

import pytest
from playwright.sync_api import Locator, Page, expect
from pypdf import PdfReader

from scorekeeper.clubs import roster
from scorekeeper.clubs.series import USUAL_POINTS
from scorekeeper.clubs.tournaments import keeping
from scorekeeper.store.models import db
from tests.browser.conftest import OpenPage, Picture, Site
from tests.browser.desk import (
    at_the_desk,
    enter_slips,
    fill_slips,
    pair_and_publish,
    paste_entries,
)
from tests.browser.test_comforts import sit
from tests.clubs.conftest import the_club
from tests.clubs.tournaments.at_tables import confirm, match_at, play

NAME, ROUNDS = "Burraco d’autunno", 5
MEMBERS = (
    "Anna Rizzo", "Bruno Greco", "Carla Longo", "Dino Serra", "Gina Monti", "Ugo Fabbri", "Ida Costa", "Lea Bruni",
    "Luca Sala", "Mara Testa", "Nino Leone", "Olga Neri", "Tina Moro", "Zoe Carli",
)  # fmt: skip
PAIRS = (
    "Anna Rizzo, Bruno Greco", "Carla Longo, Dino Serra", "Elsa Conti, Franco Villa; Lecce; 9001, 9002",
    "Gina Monti, Ugo Fabbri", "Ida Costa, Ivo Gallo", "Lea Bruni, Luca Sala", "Mara Testa, Nino Leone",
    "Olga Neri, Piero Riva", "Rita Bassi, Sandro Pace",
)  # fmt: skip
OWES, LEAVES, LATE = 5, 9, 10  # pairs
STAYS, GOES, COMES = "Anna Rizzo", "Bruno Greco", "Zoe Carli"  # of pair 1
PRIZES = ["61 €", "35 €", "25 €"]  # 70 percent of 174 €, by fives
DOUBTED = 2  # a table of round 1


@pytest.mark.night
def test_an_evening_of_nine_pairs(site: Site, open_page: OpenPage, picture: Picture) -> None:
    desk = at_the_desk(site, open_page, "Circolo dei nove", "Nora")
    with site.app.app_context():
        club = the_club("circolo-dei-nove")
        for at, name in enumerate(MEMBERS, 1001):
            roster.add_player(club, name, str(at))
        db.session.commit()
    address = agreed(desk)
    paste_entries(desk, PAIRS)
    expect(entry(desk, 1).locator(".particulars span")).to_have_text(["1001", "1002"])  # from the roster
    fees(desk, address)
    all_here(desk, address)
    first_round(desk, address)
    late_pair(desk, address)
    second_round(desk, address)
    withdrawn(desk, address)
    substituted(desk, address)
    third_round(site, open_page, desk, address)
    corrected(desk, address)
    desk.goto(address)
    for number in (4, 5):
        pair_and_publish(desk, number)
        fill_slips(desk, address, number, 4)
        enter_slips(desk, 4)
    desk.get_by_role("link", name="Classifica finale").click()
    ranking = ranked(desk)
    picture(desk, "nine-pairs-ranking", full_page=True)
    printed_ranking(desk, address, as_table(desk, ranking))
    settled(desk, address)
    printed_prizes(desk, address, ranking)
    counted_in_championship(desk, address, ranking)


def agreed(desk: Page) -> str:
    """Agrees on five rounds of Danese; returns the tournament's address."""
    desk.get_by_role("link", name="Nuovo torneo").click()
    desk.get_by_label("Nome", exact=True).fill(NAME)
    desk.get_by_label("Gioco").select_option("buraco/burraco")
    desk.get_by_label("Abbinamenti").select_option("danese")
    desk.get_by_label("Turni", exact=True).fill(str(ROUNDS))
    desk.get_by_text("Altre impostazioni").click()
    desk.get_by_label("Primo turno").select_option("entry")
    desk.get_by_role("button", name="Crea").click()
    expect(desk.get_by_role("heading", level=1)).to_have_text(NAME)
    return desk.url


def entry(desk: Page, pair: int) -> Locator:
    """The line of a pair on the page of entries."""
    return desk.locator("section[aria-labelledby=all] ul.lines > li").nth(pair - 1)


def fees(desk: Page, address: str) -> None:
    desk.goto(f"{address}/cash")
    typed = {"I soci pagano": "8", "Gli ospiti pagano": "10", "Valuta": "€", "Ai premi (percento)": "70",
             "Quote dei premi (percento)": "50 30 20"}  # fmt: skip
    for label, text in typed.items():
        desk.get_by_label(label).fill(text)
    desk.get_by_label("Quota per").select_option(label="giocatore")
    desk.get_by_label("Arrotonda a").select_option("5")
    desk.get_by_role("button", name="Salva", exact=True).click()
    expect(desk.locator(".cash-sum")).to_have_text("Soci: 12 × 8 €, ospiti: 6 × 10 €. 0 € di 156 €")


def all_here(desk: Page, address: str) -> None:
    """Marks all as present with one tap, and ticks who has paid: one pair has not."""
    desk.goto(f"{address}/door")
    desk.get_by_role("button", name="Tutti presenti").click()
    expect(desk.locator("[data-what=present][aria-pressed=true]")).to_have_count(len(PAIRS))
    for pair in range(1, len(PAIRS) + 1):
        if pair != OWES:
            desk.locator(f"#e{pair} [data-what=paid]").click()
    expect(desk.locator("[data-count=paid]")).to_have_text("8")
    expect(desk.locator("[data-cash]")).to_contain_text("138 € di 156 €")


def first_round(desk: Page, address: str) -> None:
    """The ninth pair has the bye; a result that cannot be right is asked about once, then taken."""
    desk.goto(address)
    pair_and_publish(desk, 1)
    expect(desk.locator(".desk-main")).to_contain_text("Riposo: 9 Rita Bassi – Sandro Pace")
    fill_slips(desk, address, 1, 4)
    desk.locator(f"[name=points-{DOUBTED}-0]").fill("1203")
    desk.get_by_role("button", name="Inserisci risultati").click()
    expect(desk.locator("[role=alert] a")).to_have_text([f"Tavolo {DOUBTED}"])
    expect(desk.get_by_text("1.203 non è un multiplo di 5.")).to_be_visible()
    enter_slips(desk, 4)
    desk.goto(f"{address}/rounds/1/tables/{DOUBTED}")
    expect(desk.get_by_text("1.203 non è un multiplo di 5.")).to_have_count(0)


def late_pair(desk: Page, address: str) -> None:
    desk.goto(f"{address}/door")
    desk.locator("#enter summary").click()
    expect(desk.locator("#enter summary")).to_have_text("Nuova iscrizione gioca dal turno 2")
    desk.get_by_label("Giocatore 1").fill("Tina Moro")
    desk.get_by_label("Giocatore 2").fill("Vito Fiore")
    desk.locator("#enter [name=paid]").check()
    desk.get_by_role("button", name="Aggiungi e segna presente").click()
    expect(desk.locator(f"#e{LATE}")).to_contain_text("1013")
    expect(desk.locator("[data-cash]")).to_contain_text("Soci: 13 × 8 €, ospiti: 7 × 10 €. 156 € di 174 €")


def second_round(desk: Page, address: str) -> None:
    """Ten pairs now: nobody has a bye, and the newcomers sit at a table."""
    desk.goto(address)
    pair_and_publish(desk, 2)
    expect(desk.locator(".desk-main")).to_contain_text("Tina Moro – Vito Fiore")
    expect(desk.get_by_text("Riposo")).to_have_count(0)
    fill_slips(desk, address, 2, 5)
    enter_slips(desk, 5)


def withdrawn(desk: Page, address: str) -> None:
    desk.goto(f"{address}/entries/{LEAVES}")
    form = desk.locator("section[aria-labelledby=leaving]")
    form.get_by_label("Motivo").fill("malore")
    form.get_by_role("button", name="Ritira").click()
    expect(desk.locator("body")).to_contain_text("Ritirato dal turno 3")


def substituted(desk: Page, address: str) -> None:
    desk.goto(f"{address}/entries/1")
    desk.locator("#substitutes summary").click()
    form = desk.locator("#substitutes form").last
    form.get_by_label("Al posto di").select_option(label=GOES)
    form.get_by_label("Sostituto", exact=True).fill(COMES)
    form.get_by_role("button", name="Aggiungi sostituto").click()
    expect(entry(desk, 1)).to_contain_text(f"{COMES} per {GOES} dal turno 3")
    expect(entry(desk, LEAVES)).to_contain_text("ritirato dal turno 3")


def third_round(site: Site, open_page: OpenPage, desk: Page, address: str) -> None:
    """The substitute's table plays on phones, which name her and nobody who has gone; the others have slips."""
    desk.goto(address)
    pair_and_publish(desk, 3)
    expect(desk.locator(".desk-main")).not_to_contain_text(GOES)
    expect(desk.locator(".desk-main")).not_to_contain_text("Rita Bassi")
    row = desk.locator(".desk-tables tbody tr").filter(has_text=COMES)
    table = int(row.locator("th").inner_text())
    side = int(COMES in row.locator("td.side-1").inner_text())
    with site.app.test_request_context():
        club = the_club("circolo-dei-nove")
        (made,) = keeping.tournaments(club)
        play(match := match_at(made, table, 3))
        confirm(match, 1 - side)
        db.session.commit()
    link = row.get_by_role("link", name=f"Tavolo {table}: la partita").get_attribute("href")
    phone = open_page(f"{site.address}{link}?lang=it")
    expect(phone.locator("body")).to_contain_text(COMES)
    expect(phone.locator("body")).not_to_contain_text(GOES)
    sit(phone, side)
    phone.locator(f"[data-agreed-side='{side}'] [data-agree]").click()
    expect(phone.locator("[data-agreed-yes]").locator("visible=true")).to_have_count(2)
    fill_slips(desk, address, 3, 3)
    enter_slips(desk, 4)


def corrected(desk: Page, address: str) -> None:
    """A slip of round 1 was read the wrong way round: the page shows what changes, and just that has changed then."""
    before = places(desk, address)
    desk.goto(f"{address}/rounds/1/tables/{DOUBTED}")
    fields = desk.locator("form.panel input.figure-input")
    for field, text in zip(fields.all(), ("930", "1205"), strict=True):
        field.fill(text)
    desk.get_by_role("button", name="Inserisci risultato").click()
    changes = desk.locator("section[aria-labelledby=changes]")
    expect(changes).to_contain_text("I turni 2, 3 sono stati abbinati con il vecchio risultato e restano come sono.")
    shown = {}
    for line in changes.locator("tbody tr").all():
        place, points, _mp = line.locator("td").all_inner_texts()
        shown[int(line.locator("th span").inner_text())] = both(place), both(points)
    assert [points[1] - points[0] for _place, points in (shown[3], shown[4])] == [-2, 2]
    changes.get_by_label("Motivo").fill("referto letto al contrario")
    changes.get_by_role("button", name="Cambia risultato").click()
    expect(desk.get_by_text("930")).to_be_visible()
    after = places(desk, address)
    assert {pair: (before[pair], after[pair]) for pair in shown} == {
        pair: place for pair, (place, _vp) in shown.items()
    }
    assert {pair for pair in before if before[pair] != after[pair]} <= shown.keys()


def both(text: str) -> tuple[int, int]:
    """Returns what was and what will be, from “4 → 2”, or from “4” if nothing changes."""
    was, _arrow, becomes = text.partition(" → ")
    return int(was), int(becomes or was)


def places(desk: Page, address: str) -> dict[int, int]:
    """The place of each pair."""
    desk.goto(f"{address}/standings")
    return {row.pair: row.place for row in rows_of(desk)}


class Row(NamedTuple):
    """A pair in the ranking; `who` is its name, with what is said about it in small type."""

    place: int
    pair: int
    who: str
    points: int


def rows_of(desk: Page) -> list[Row]:
    cells = [row.locator("th, td").all_inner_texts()[:4] for row in desk.locator("table.ranking tbody tr").all()]
    return [Row(int(place), int(pair), " ".join(who.split()), int(vp)) for place, pair, who, vp in cells]


def ranked(desk: Page) -> list[Row]:
    """The final ranking: the points of all tables and byes, and who came, went, or was replaced."""
    expect(desk.get_by_role("heading", level=1)).to_have_text("Classifica finale")
    ranking = rows_of(desk)
    tables, byes = 4 + 5 + 4 + 4 + 4, 4
    assert sum(row.points for row in ranking) == 20 * tables + 12 * byes
    who = {row.pair: row.who for row in ranking}
    assert who[1] == f"{STAYS} – {GOES} {COMES} (dal turno 3)"
    assert who[LEAVES] == "Rita Bassi – Sandro Pace ritirato dal turno 3"
    assert who[LATE] == "Tina Moro – Vito Fiore dal turno 2"
    return ranking


def as_table(desk: Page, ranking: list[Row]) -> dict[int, dict[str, str]]:
    """The CSV beside the ranking: the same places and points, with member numbers; returns the row of each pair."""
    with desk.expect_download() as saving:
        desk.get_by_role("link", name="Classifica (CSV)").click()
    rows = list(csv.DictReader(io.StringIO(saving.value.path().read_text("utf-8-sig")), delimiter=";"))
    figures = [(int(row["Posizione"]), int(row["N."]), int(row["VP"])) for row in rows]
    assert figures == [(row.place, row.pair, row.points) for row in ranking]
    of_pairs = {int(row["N."]): row for row in rows}
    numbers = [(row["Tessera 1"], row["Tessera 2"]) for _pair, row in sorted(of_pairs.items())]
    assert numbers == [
        ("1001", "1002"), ("1003", "1004"), ("9001", "9002"), ("1005", "1006"), ("1007", ""), ("1008", "1009"),
        ("1010", "1011"), ("1012", ""), ("", ""), ("1013", ""),
    ]  # fmt: skip
    assert of_pairs[1]["Sostituzioni"] == f"{COMES} per {GOES} dal turno 3 (1014)"
    assert [pair for pair, row in of_pairs.items() if row["Ritirato dal turno"]] == [LEAVES]
    return of_pairs


def printed_ranking(desk: Page, address: str, rows: dict[int, dict[str, str]]) -> None:
    """The PDF has the points of each round as in the table, and what a federation wants to know about each pair."""
    text = paper(desk, address, "standings")
    for pair, small in (
        (1, f"1001, 1002, {COMES} (dal turno 3) 1014"),
        (3, "9001, 9002 · Lecce"),
        (LEAVES, "ritirato dal turno 3"),
        (LATE, "1013, – · dal turno 2"),
    ):
        row = rows[pair]
        points = [row[f"VP {number}"] or "–" for number in range(1, ROUNDS + 1)]
        assert packed(row["Posizione"], row["N."], row["Nome"], small, *points, row["VP"]) in text


def paper(desk: Page, address: str, kind: str) -> str:
    """Returns the text of a paper in Italian, without spaces."""
    answer = desk.request.get(f"{address}/papers/{kind}.pdf?lang=it")
    return packed(*(page.extract_text() for page in PdfReader(io.BytesIO(answer.body())).pages))


def packed(*texts: str) -> str:
    """Returns texts as one without spaces, which a PDF also has within words."""
    return "".join("".join(texts).split())


def settled(desk: Page, address: str) -> None:
    """The page leads to the pair that owes its fee; then all is paid, and the whole pool is in prizes."""
    desk.goto(f"{address}/cash")
    unpaid = desk.locator("section[aria-labelledby=unpaid] a")
    expect(unpaid.locator("span")).to_have_text([str(OWES), "Ida Costa – Ivo Gallo", "18 €"])
    unpaid.click()
    desk.locator(f"#e{OWES} [data-what=paid]").click()
    expect(desk.locator("[data-cash]")).to_contain_text("174 € di 174 €")
    desk.locator("[data-cash]").click()
    expect(desk.locator("dl.figures dd")).to_have_text(["174 €", "0 €", "121 €"])
    expect(desk.locator(".cash-prizes b")).to_have_text(PRIZES)


def printed_prizes(desk: Page, address: str, ranking: list[Row]) -> None:
    text = paper(desk, address, "prize-list")
    for row, prize in zip(ranking, PRIZES, strict=False):
        assert packed(str(row.place), str(row.pair), row.who, str(row.points), prize) in text


def counted_in_championship(desk: Page, address: str, ranking: list[Row]) -> None:
    """Each player has the points of the place; those of the seat go to the substitute, who sat there in most rounds."""
    desk.goto(f"{address.partition('/tournaments')[0]}/series")
    desk.get_by_text("Nuovo campionato").click()
    desk.get_by_label("Nome", exact=True).fill("Campionato sociale")
    desk.get_by_role("button", name="Crea campionato").click()
    desk.get_by_label(NAME).check()
    desk.get_by_role("button", name="Salva", exact=True).click()
    expect(desk.locator("caption")).to_have_text("Dopo una serata")
    cells = [row.locator("th, td").all_inner_texts() for row in desk.locator("table.championship tbody tr").all()]
    places = {row.pair: row.place for row in ranking}
    pairs = [line.partition(";")[0].split(", ") for line in (*PAIRS, "Tina Moro, Vito Fiore")]
    pairs[0] = [STAYS, COMES]
    points = {name: USUAL_POINTS[places[pair] - 1] for pair, names in enumerate(pairs, 1) for name in names}
    assert {name: int(total) for _place, name, total, _part in cells} == points
