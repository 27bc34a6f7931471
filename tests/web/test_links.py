"""Capability links: valid and invalid ones, and the links that a browser remembers."""

import pytest
from flask import Flask, session

from scorekeeper import ledger
from scorekeeper.store.models import Link, Sitting, db
from scorekeeper.web import links
from tests.conftest import MakeApp
from tests.support.matches import TRUCO, start

pytestmark = pytest.mark.shares


def opened(sitting: Sitting, may: str) -> tuple[Link, str]:
    link = links.make_link(sitting, may)
    return link, links.token(link)


def test_a_token_opens_its_sitting_and_says_what_it_allows(any_app: Flask) -> None:
    with any_app.app_context():
        sitting = ledger.open_sitting("Friday")
        for may in ("score", "watch"):
            link, token = opened(sitting, may)
            access = links.open_link(token)
            assert access is not None
            assert (access.link, access.sitting, access.may) == (link, sitting, may)
            assert access.may_score is (may == "score")


def test_a_link_may_only_score_or_watch(app: Flask) -> None:
    with app.app_context(), pytest.raises(ValueError, match="own"):
        links.make_link(ledger.open_sitting(), "own")


def test_a_revoked_link_opens_nothing_at_once(any_app: Flask) -> None:
    with any_app.app_context():
        link, token = opened(ledger.open_sitting(), "score")
        links.revoke(link)
        assert links.open_link(token) is None
        ended = link.revoked_at
        links.revoke(link)
        assert link.revoked_at == ended


def mangled(token: str) -> list[str]:
    number, _, signature = token.partition("-")
    return [
        "", "-", number, f"{number}-", f"-{signature}", f"{number}-{signature}x", f"{number}-{signature[:-1]}",
        f"{int(number) + 1}-{signature}", f"{number}-{signature.swapcase()}", f" {token}", f"{number}é-{signature}",
        f"{number}-é", f"{number}-\udcff", f"٣-{signature}", f"{'9' * 30}-{signature}", f"-1-{signature}", "0-", "null",
    ]  # fmt: skip


def test_nothing_but_the_very_token_opens_a_sitting(any_app: Flask) -> None:
    with any_app.app_context():
        _link, token = opened(ledger.open_sitting(), "score")
        for wrong in mangled(token):
            assert links.open_link(wrong) is None, wrong
            assert links.open_match(wrong, 1) is None, wrong


def test_a_token_says_nothing_of_the_others(app: Flask) -> None:
    with app.app_context():
        sitting = ledger.open_sitting()
        signatures = {opened(sitting, "score")[1].partition("-")[2] for _ in range(50)}
        assert len(signatures) == 50
        assert {len(signature) for signature in signatures} == {22}  # 128 bits


def test_another_secret_key_ends_every_link_unless_the_old_one_still_counts(make_app: MakeApp) -> None:
    with make_app().app_context():
        _link, token = opened(ledger.open_sitting(), "score")
        db.session.commit()
    with make_app(SECRET_KEY="another").app_context():
        assert links.open_link(token) is None
    with make_app(SECRET_KEY="another", SECRET_KEY_FALLBACKS=["a key for tests"]).app_context():
        assert links.open_link(token) is not None


def test_a_token_opens_the_matches_of_its_own_sitting_only(any_app: Flask) -> None:
    with any_app.app_context():
        match = start(TRUCO)
        _link, token = opened(match.sitting, "watch")
        access, found = links.open_match(token, 1) or (None, None)
        assert (access and access.may, found) == ("watch", match)
        _link, other = opened(ledger.open_sitting(), "score")
        assert (links.open_match(other, 1) or (None, 0))[1] is None


def test_a_browser_remembers_the_sittings_it_has_opened_the_newest_first(any_app: Flask) -> None:
    with any_app.test_request_context():
        made = [links.make_link(ledger.open_sitting(name), "score") for name in "abc"]
        for link in [*made, made[0]]:
            links.remember(session, link)
        assert [access.sitting.name for access in links.remembered(session)] == ["a", "c", "b"]
        links.revoke(made[2])
        db.session.flush()
        assert [access.sitting.name for access in links.remembered(session)] == ["a", "b"]


def test_a_browser_forgets_all_but_the_last_two_hundred(app: Flask) -> None:
    with app.test_request_context():
        sitting = ledger.open_sitting()
        for _ in range(210):
            links.remember(session, links.make_link(sitting, "watch"))
        assert len(links.remembered(session)) == links.REMEMBERED == 200


def test_a_new_browser_remembers_nothing(app: Flask) -> None:
    with app.test_request_context():
        assert links.remembered(session) == []


def test_a_browser_knows_which_links_were_opened_in_it(app: Flask) -> None:
    with app.test_request_context():
        opened, other = (links.make_link(ledger.open_sitting(), "score") for _ in range(2))
        links.remember(session, opened)
        assert links.is_remembered(session, links.token(opened))
        assert not links.is_remembered(session, links.token(other))


def test_a_link_that_is_known_already_changes_no_cookie(app: Flask) -> None:
    with app.test_request_context():
        link = links.make_link(ledger.open_sitting(), "score")
        links.remember(session, link)
        session.modified = False
        links.remember(session, link)
        assert not session.modified
