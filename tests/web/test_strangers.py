"""Strangers and members of other clubs learn nothing private from addresses, public pages and cached pages."""

import re
from collections.abc import Iterator

import pytest
from sqlalchemy import select
from werkzeug.test import TestResponse

from scorekeeper.clubs import accounts, roster
from scorekeeper.store.models import db
from scorekeeper.store.tournament_models import Tournament
from tests.conftest import MakeApp
from tests.support.filled_database import code_of
from tests.support.visitors import CLUB, SENT, World, a_world
from tests.web.test_access import ROUTES, contents_of

pytestmark = pytest.mark.shares

OF_A_CLUB = {name: rule for name, rule in ROUTES.items() if "club" in rule.arguments}
WITH_IDS = [name for name, rule in OF_A_CLUB.items() if rule.arguments - {"club", "slug", "kind"}]
# As if the player had been deleted, or the list taken back, by this form before; the other club's year has no matches.
LEADING_BACK = {"POST players.delete": 303, "POST roster_lists.take_back": 303, "GET records.drawn": 303}
MEMBERS = ("owner", "club scorer", "member", "nobody")


def ask(world: World, name: str, visitor: str, club: str) -> TestResponse:
    """Requests the route with the ids of the filled club, but under the address of this club."""
    method, address = name.split()[0], world.address(ROUTES[name], "owner").replace(f"/c/{CLUB}", f"/c/{club}")
    data = SENT.get(ROUTES[name].endpoint) if method == "POST" else None
    answer = world.browser(visitor).open(address, method=method, data=data)
    answer.get_data()
    answer.close()
    return answer


def test_an_owner_reaches_nothing_of_another_club_by_its_ids(world: World) -> None:
    with contents_of(world.app) as unchanged:
        answered = {name: ask(world, name, "other owner", "elsewhere").status_code for name in WITH_IDS}
        assert {name: status for name, status in answered.items() if status not in (404, 410)} == LEADING_BACK
        assert unchanged()


@pytest.mark.parametrize("visitor", ["nobody", "other owner"])
def test_nobody_learns_which_clubs_there_are(world: World, visitor: str) -> None:
    def shown(name: str, club: str) -> tuple[int, str]:
        answer = ask(world, name, visitor, club)
        return answer.status_code, (answer.location or answer.text).replace(club, "club")

    pages = [name for name in OF_A_CLUB if name.startswith("GET")]
    assert [name for name in pages if shown(name, CLUB) != shown(name, "no-such-club")] == []


def test_a_page_kept_for_one_account_is_not_confirmed_for_the_next_on_the_same_phone(make_app: MakeApp) -> None:
    world = a_world(make_app(WTF_CSRF_ENABLED=True, RATELIMIT_ENABLED=False))
    confirmed = []
    for name, rule in OF_A_CLUB.items():
        if not name.startswith("GET") or rule.rule.endswith(".pdf"):
            continue
        first, *others = (world.browser(visitor) for visitor in MEMBERS)
        with first.get(world.address(rule, "owner")) as page:
            kept, tag = page.get_data(), page.headers.get("ETag")
        for other in others if tag else ():
            with other.get(world.address(rule, "owner"), headers={"If-None-Match": str(tag)}) as answer:
                status = answer.status_code
            if status == 304:
                confirmed += [name] if other.get(world.address(rule, "owner")).get_data() != kept else []
    assert confirmed == []


def public_pages(world: World) -> Iterator[tuple[str, str]]:
    """Yields name and path of each page that needs no account: of a night, a championship, all tournaments."""
    for name, rule in ROUTES.items():
        if name.startswith("GET") and "code" in rule.arguments and "club" not in rule.arguments:
            yield name, world.address(rule, "nobody")
    with world.app.app_context():
        codes = [code_of(each) for each in db.session.scalars(select(Tournament))]
    yield from ((path, f"/t/{code}{path}") for code in codes for path in ("", "/tables", "/ranking", "/ranking?live=1"))


PRIVATE = ("olga@example.org", "No. 4711", "4711", "Elsewhere")
PRIVATE_PATH = re.compile(r'="(?:http://localhost)?/(?:c|s|join|reset|account)/')


def test_public_pages_show_nothing_private_and_are_kept_by_no_shared_cache(world: World) -> None:
    with world.app.app_context():
        club, olga = accounts.find_club(CLUB), accounts.find_account("olga")
        assert club is not None
        assert olga is not None
        olga.email = "olga@example.org"
        player = roster.find_player(club, 1)
        assert player is not None
        player.number = "4711"
        db.session.commit()
    pages = list(public_pages(world))
    for name, path in pages:
        with world.browser("nobody").get(path, follow_redirects=True) as answer:
            assert answer.status_code == 200, name
            assert answer.headers["Cache-Control"].startswith("private"), name
            assert "noindex" in answer.headers["X-Robots-Tag"], name
            assert [each for each in PRIVATE if each in answer.text] == [], name
            assert PRIVATE_PATH.findall(answer.text) == [], name
    assert len(pages) > 30


WRONG = ("{number}", "{number}-", "{number}-{other}", "0{number}-{own}", "{number}-{own}x", "x-{own}")


def test_a_wrong_public_code_tells_nothing_of_what_there_is(world: World) -> None:
    """A code of a page that is there gets the very response of one that is not, with the signature of another too."""
    for name, rule in ROUTES.items():
        if not name.startswith("GET") or "code" not in rule.arguments or "club" in rule.arguments:
            continue
        path = world.address(rule, "nobody")
        right = next(code for code in world.tokens.values() if code in path)
        number, own = right.split("-", 1)
        other = world.tokens["night" if rule.endpoint != "nights.public" else "season"].split("-", 1)[1]
        codes = [f"999999-{own}", *(each.format(number=number, own=own, other=other) for each in WRONG)]
        answers = [(code, world.browser("nobody").get(path.replace(right, code))) for code in codes]
        assert (
            len({(answer.status_code, re.sub(f"/[a-z]/{code}", "", answer.text)) for code, answer in answers}) == 1
        ), name
        assert answers[0][1].status_code == 404, name
