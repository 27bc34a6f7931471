"""Webhooks: their messages, signatures and retries, and forbidden addresses."""

import hmac
import json
import socket
import threading
from base64 import b64decode, b64encode
from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta
from http.client import HTTPException
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select, update

from scorekeeper import ledger, outgoing
from scorekeeper.clubs import exporting, nights, webhook_deliveries, webhooks
from scorekeeper.clubs.standings import Period
from scorekeeper.clubs.tournaments import rounds, table_results
from scorekeeper.clubs.tournaments.table_results import approve_match
from scorekeeper.jobs.working import claim
from scorekeeper.ledger import Write
from scorekeeper.outgoing import Forbidden, Outcome, Request, is_public, target_of
from scorekeeper.store.club_models import Club, ClubLogLine
from scorekeeper.store.models import db, now, today
from scorekeeper.store.tournament_models import Tournament
from scorekeeper.store.webhook_models import Delivery, Webhook
from scorekeeper.web import webhook_messages
from tests.clubs.conftest import the_club
from tests.clubs.evenings import play
from tests.clubs.test_password_reset import certificate
from tests.clubs.tournaments.evening import a_tournament, publish_next
from tests.support.job_worker import work_off
from tests.support.page import Page

ADDRESS = "https://hooks.example.org/services/T0/abcdefgh"
EVERYTHING = ["match", "results", "round", "night"]
PEOPLE = ("Anna", "Bruno_1", "Carla", "<!channel>")


class Receiver:
    """Receives the requests instead of the network; `status` is its response."""

    def __init__(self, app: Flask) -> None:
        self.app, self.requests, self.status = app, list[Request](), 204
        app.extensions[webhook_deliveries.TRANSPORT] = self.receive

    def receive(self, request: Request) -> int:
        self.requests.append(request)
        return self.status

    def new(self) -> list[Request]:
        """Sends the due deliveries; returns the requests since the last call."""
        self.requests.clear()
        with self.app.app_context():
            webhook_messages.send_due()
        return list(self.requests)


@pytest.fixture
def receiver(app: Flask) -> Receiver:
    return Receiver(app)


def add(owner: FlaskClient, club: str, form: str = "json", address: str = ADDRESS, events: Any = EVERYTHING) -> str:
    """Adds a webhook; returns its secret, which is shown for JSON only."""
    answer = owner.post(f"/c/{club}/webhooks", data={"address": address, "form": form, "events": events})
    assert answer.status_code == 201
    shown = Page(answer.text).all("input", aria_label="Secret of the signatures")
    return str(shown[0]["value"]) if form == "json" else ""


def in_club(app: Flask, club: str, act: Callable[[Club], object]) -> None:
    with app.app_context():
        found = the_club(club)
        act(found)
        db.session.commit()


def play_today(club: Club) -> None:
    play(club, *PEOPLE, day=f"{today()}")


def test_a_final_result_is_sent_once_in_each_form_and_signed(
    app: Flask, club: str, owner: FlaskClient, receiver: Receiver
) -> None:
    secret, *_none = (add(owner, club, form) for form in ("json", "discord", "slack"))
    in_club(app, club, play_today)
    sent = receiver.new()
    stamp = sent[0].headers["Scorekeeper-Timestamp"]
    signed = hmac.new(secret.encode(), stamp.encode() + b"." + sent[0].body, "sha256").hexdigest()
    assert sent[0].headers["Scorekeeper-Signature"] == f"v1={signed}"
    plain, discord, slack = (json.loads(request.body) for request in sent)
    assert plain["event"] == "match.final" == sent[0].headers["Scorekeeper-Event"]
    assert plain["id"] == sent[0].headers["Scorekeeper-Delivery"]
    assert [(side["total"], side["won"]) for side in plain["match"]["sides"]] == [(12, True), (3, False)]
    assert plain["match"]["sides"][1]["players"] == ["Carla", "<!channel>"]
    assert discord["allowed_mentions"] == {"parse": []}  # a player called @everyone must notify no one
    assert "12" in discord["content"]
    assert "<" not in slack["text"]
    assert receiver.new() == []


def test_a_library_of_standard_webhooks_verifies_a_message_with_the_secret_that_is_shown_for_it(
    club: str, owner: FlaskClient, receiver: Receiver
) -> None:
    answer = owner.post(f"/c/{club}/webhooks", data={"address": ADDRESS, "form": "json", "events": EVERYTHING})
    (shown,) = Page(answer.text).all("input", aria_label="The same for libraries of Standard Webhooks")
    key = b64decode(str(shown["value"]).removeprefix("whsec_"), validate=True)
    assert 24 <= len(key) <= 64
    owner.post(f"/c/{club}/webhooks/1/test")
    (sent,) = receiver.new()
    name, stamp = sent.headers["webhook-id"], sent.headers["webhook-timestamp"]
    signed = b64encode(hmac.digest(key, f"{name}.{stamp}.".encode() + sent.body, "sha256")).decode()
    assert sent.headers["webhook-signature"] == f"v1,{signed}"
    assert name == json.loads(sent.body)["id"]


def test_a_result_waits_for_approval_and_is_dropped_if_it_is_undone(
    app: Flask, club: str, owner: FlaskClient, receiver: Receiver
) -> None:
    add(owner, club)

    def approve(own: Club) -> None:
        own.approving = True
        match = play(own, *PEOPLE, day=f"{today()}")
        db.session.commit()
        assert receiver.new() == []
        approve_match(match, Write("Olga", "k", match.version))

    in_club(app, club, approve)
    assert len(receiver.new()) == 1

    def undo(own: Club) -> None:
        own.approving = False
        match = play(own, *PEOPLE, day=f"{today()}", game="tresette")
        ledger.undo(match, Write("Olga", "u", match.version))
        play(own, *PEOPLE, day="2026-01-01")  # an old match is no news

    in_club(app, club, undo)
    assert receiver.new() == []


def test_rounds_and_nights_are_sent_as_they_are_then(
    app: Flask, club: str, owner: FlaskClient, receiver: Receiver
) -> None:
    add(owner, club)

    def publish(own: Club) -> None:
        cup = a_tournament(own, 4)
        publish_next(cup)
        night = nights.plan_night(own, "Thursday", "Bar", f"{today()}")
        nights.close(night, closed=True)

    in_club(app, club, publish)
    cup, night = (json.loads(request.body) for request in receiver.new())
    assert (cup["event"], cup["tournament"]["round"], len(cup["tournament"]["tables"])) == ("round.published", 1, 2)
    assert (night["event"], night["night"]["name"], night["text"][:8]) == ("night.closed", "Thursday", "Thursday")

    def take_back(own: Club) -> None:
        cup = a_tournament(own, 4)
        publish_next(cup)
        rounds.undo(cup, None, actor="Sam")
        night = nights.plan_night(own, "Friday", "Bar", f"{today()}")
        nights.close(night, closed=True)
        nights.close(night, closed=False)

    in_club(app, club, take_back)
    assert receiver.new() == []


def test_results_entered_by_the_arbiter_are_sent_together_unless_they_were_changed_since(
    app: Flask, club: str, owner: FlaskClient, receiver: Receiver
) -> None:
    add(owner, club, events=["results"])

    def enter(cup: Tournament, **points: list[int]) -> None:
        outcomes = {int(table[1:]): {"points": both} if both else {} for table, both in points.items()}
        table_results.enter(cup, cup.version, 1, outcomes, actor="Sam")

    def play_round(own: Club) -> None:
        cup = a_tournament(own, 6)
        publish_next(cup)
        enter(cup, t1=[1850, 1210], t2=[700, 500], t3=[900, 905])
        enter(cup, t2=[])
        enter(cup, t3=[905, 900])
        assert len(list(db.session.scalars(select(Delivery)))) == 2  # none for the entry that only clears a table

    in_club(app, club, play_round)
    entered, corrected = (json.loads(request.body) for request in receiver.new())
    assert entered["event"] == corrected["event"] == "results.entered"
    (table,) = entered["tournament"]["tables"]
    assert (table["table"], table["points"], [side["won"] for side in table["sides"]]) == (
        1,
        [1850, 1210],
        [True, False],
    )
    assert [(each["table"], each["points"]) for each in corrected["tournament"]["tables"]] == [(3, [905, 900])]
    names = [side["name"] for side in table["sides"]]
    assert f"1: {names[0]} 1,850 (1" in entered["text"]
    assert f" – {names[1]} 1,210 (" in entered["text"]


def test_a_dead_address_is_retried_less_and_less_often_then_switched_off(
    app: Flask, club: str, owner: FlaskClient, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    add(owner, club)
    receiver.status = 500
    monkeypatch.setattr(webhook_deliveries, "MOST_FAILURES", 1)
    in_club(app, club, play_today)
    waits = []
    for number in range(len(webhook_deliveries.WAITS) + 1):
        assert len(receiver.new()) == 1
        assert receiver.new() == []
        with app.app_context():
            delivery = db.session.scalars(select(Delivery)).one()
            assert delivery.tries == number + 1
            if delivery.due_at:
                waits.append(round((delivery.due_at - now()) / timedelta(minutes=1)))
                db.session.execute(update(Delivery).values(due_at=now()))
                db.session.commit()
    assert waits == [1, 5, 30, 120]
    page = Page(owner.get(f"/c/{club}/webhooks").text).text
    assert "Switched off, because messages did not arrive." in page
    assert "refused (500)" in page
    in_club(app, club, play_today)
    assert receiver.new() == []
    with app.app_context():
        kinds = list(db.session.scalars(select(ClubLogLine.kind).order_by(ClubLogLine.id)))
        assert kinds[-2:] == ["webhook", "webhook_failed"]
        exported = "".join(exporting.lines(db.session.scalars(select(Club)).one(), Period()))
        assert "webhook" not in exported


def test_a_test_message_is_sent_by_a_worker_and_the_day_has_a_limit(
    app: Flask, club: str, owner: FlaskClient, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    add(owner, club)
    owner.post(f"/c/{club}/webhooks/1/test")
    work_off(app)
    assert json.loads(receiver.requests[0].body)["event"] == "test"
    assert "arrived" in owner.get(f"/c/{club}/webhooks").text
    monkeypatch.setattr(webhooks, "MOST_A_DAY", 1)
    owner.post(f"/c/{club}/webhooks/1/test")
    in_club(app, club, play_today)
    assert receiver.new() == []
    assert "Daily limit reached" in owner.get(f"/c/{club}/webhooks").text


def test_a_message_that_cannot_be_written_holds_up_no_other(
    app: Flask, club: str, owner: FlaskClient, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    add(owner, club)
    monkeypatch.delitem(webhook_messages.WRITERS, "match")
    in_club(app, club, play_today)
    in_club(app, club, lambda own: publish_next(a_tournament(own, 4)))
    assert [request.headers["Scorekeeper-Event"] for request in receiver.new()] == ["round.published"]


def test_the_operator_can_forbid_webhooks(app: Flask, club: str, owner: FlaskClient, receiver: Receiver) -> None:
    add(owner, club)
    in_club(app, club, play_today)
    with app.app_context():
        assert claim() is None  # a hand only stores a row, which a worker finds
    app.config["WEBHOOKS"] = False
    assert receiver.new() == []
    assert owner.post(f"/c/{club}/webhooks", data={"address": ADDRESS, "form": "json"}).status_code == 403
    assert "operator has turned webhooks off" in owner.get(f"/c/{club}/webhooks").text


def test_secrets_are_shown_once_and_survive_a_new_secret_key(
    app: Flask, club: str, owner: FlaskClient, receiver: Receiver
) -> None:
    secret = add(owner, club)
    stored = [secret, ADDRESS[-8:]]
    pages = [owner.get(f"/c/{club}/{name}").text for name in ("webhooks", "log", "security", "matches.jsonl?people=1")]
    assert [text for text in stored for page in pages if text in page] == []
    with app.app_context():
        webhook = db.session.scalars(select(Webhook)).one()
        keys = {"SECRET_KEY": "another", "SECRET_KEY_FALLBACKS": [app.config["SECRET_KEY"]]}
        assert webhooks.secret_of(webhook, keys) == secret
        assert secret not in (webhook.nonce, webhook.digest)
    app.config["SECRET_KEY"] = "a key that has no fallback"
    in_club(app, club, play_today)
    assert receiver.new() == []
    with app.app_context():
        assert not db.session.scalars(select(Webhook)).one().active


BAD_ADDRESSES = (
    "http://hooks.example.org/x", "https://hooks.example.org:8443/x", "https://user:pass@hooks.example.org/x",
    "https://user@hooks.example.org/", "https://localhost/x", "https://[::1]/x", "https://hooks.example.org:x/",
    "https://hooks.example.org/a b", "https://hooks.example.org/\r\nX: y", "https://hooks.example.org\\@evil.example",
    "ftp://hooks.example.org/", "//hooks.example.org/", "https://höoks.example.org/", "", "https://",
    "https://hooks.example.org/" + "x" * 500,
)  # fmt: skip
PRIVATE = (
    "127.0.0.1", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1", "0.0.0.0", "224.0.0.1",
    "255.255.255.255", "198.18.0.1", "240.0.0.1", "::1", "::", "fe80::1%1", "fc00::1", "ff02::1", "::ffff:127.0.0.1",
    "::ffff:8.8.8.8", "64:ff9b::7f00:1", "2002:7f00:1::", "2001:0:7f00:1::1", "2001:db8::1", "::127.0.0.1",
)  # fmt: skip


def test_only_https_addresses_on_the_internet_are_requested() -> None:
    def is_target(address: str) -> bool:
        try:
            return bool(target_of(address))
        except Forbidden:
            return False

    assert [address for address in BAD_ADDRESSES if is_target(address)] == []
    assert [ip for ip in PRIVATE if is_public(ip)] == []
    private = ("127.0.0.1", "127.1", "0x7f.0.0.1", "0177.0.0.1", "10.1.2.3", "169.254.169.254", "0.0.0.0")
    assert [host for host in private if is_target(f"https://{host}/")] == []
    assert is_target("https://8.8.8.8/")
    assert [ip for ip in ("8.8.8.8", "162.159.138.232", "2606:4700:4700::1111") if not is_public(ip)] == []


def test_a_name_is_resolved_once_and_the_checked_address_is_connected_to(monkeypatch: pytest.MonkeyPatch) -> None:
    """A name that leads elsewhere the next time (DNS rebinding), or also to a private address, gains nothing."""
    found, connected = [["93.184.215.14"], ["127.0.0.1"], ["93.184.215.14", "10.0.0.1"]], []

    def resolve(host: str, port: int, **_more: Any) -> list[Any]:
        return [(2, 1, 6, "", (ip, port)) for ip in found.pop(0)]

    def connect(address: tuple[str, int], timeout: float) -> socket.socket:
        connected.append(address)
        raise ConnectionRefusedError

    monkeypatch.setattr(socket, "getaddrinfo", resolve)
    monkeypatch.setattr(socket, "create_connection", connect)
    outcomes = [outgoing.post_all([Request(ADDRESS, {}, b"")])[0] for _try in range(3)]
    assert connected == [("93.184.215.14", 443)]
    assert outcomes == [Outcome(None, "no_answer"), Outcome(None, "forbidden"), Outcome(None, "forbidden")]


def test_a_request_goes_over_checked_tls_and_follows_no_redirect(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    received = []

    class Redirecting(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            received.append((self.path, self.headers["Host"], self.rfile.read(int(self.headers["Content-Length"]))))
            self.send_response(302)
            self.send_header("Location", "https://127.0.0.1/secret")
            self.end_headers()

    server = HTTPServer(("127.0.0.1", 0), Redirecting)
    server.socket = certificate(tmp_path).wrap_socket(server.socket, server_side=True)
    monkeypatch.setattr(server, "handle_error", lambda *_of: None)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    monkeypatch.setattr(outgoing, "PORT", server.server_port)
    monkeypatch.setattr(outgoing, "public_address_of", lambda _host: "127.0.0.1")
    request = Request("https://hooks.example.org/x?y=1", {"Scorekeeper-Event": "test"}, b"{}")
    assert outgoing.post_all([request]) == [Outcome(None, "no_answer")]  # a self-signed certificate: nothing is sent
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "cert.pem"))
    assert outgoing.post_all([request]) == [Outcome(302)]
    server.shutdown()
    server.server_close()
    assert received == [("/x?y=1", f"hooks.example.org:{server.server_port}", b"{}")]


def test_a_server_that_never_ends_its_answer_holds_nobody_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outgoing, "TIMEOUT", 0.05)
    near, far = socket.socketpair()

    def listen(_request: Request) -> int:
        return len(near.recv(1))

    with near, far:
        assert outgoing.post_all([Request(ADDRESS, {}, b"")], listen) == [Outcome(None, "timeout")]
        far.send(b"x")  # so that the thread ends


def test_an_answer_of_single_bytes_has_a_deadline(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each byte would begin the socket's own time-out again."""
    monkeypatch.setattr(outgoing, "TIMEOUT", 0.2)
    monkeypatch.setattr(outgoing, "public_address_of", lambda _host: "192.0.2.1")
    near, far = socket.socketpair()
    monkeypatch.setattr(outgoing._Connection, "connect", lambda self: setattr(self, "sock", near))
    over = threading.Event()

    def trickle() -> None:
        with suppress(OSError):
            while not over.wait(0.02):
                far.send(b"HTTP/1.1 100 Continue\r\n\r\n")

    thread = threading.Thread(target=trickle)
    thread.start()
    with near, far, pytest.raises((OSError, HTTPException)):
        outgoing.post(Request(ADDRESS, {}, b""))
    over.set()
    thread.join()


def test_a_club_has_few_webhooks_and_they_need_an_event(club: str, owner: FlaskClient) -> None:
    for number in range(webhooks.MOST):
        add(owner, club, address=f"{ADDRESS}{number}")
    for sent in ({}, {"events": "match"}, {"address": "http://x.example"}, {"events": "all"}, {"form": "xml"}):
        whole = {"address": ADDRESS, "form": "json", "events": [], **sent}
        assert owner.post(f"/c/{club}/webhooks", data=whole).status_code == 422, sent
    owner.post(f"/c/{club}/webhooks/1/delete")
    assert len(Page(owner.get(f"/c/{club}/webhooks").text).all("section")) == webhooks.MOST
