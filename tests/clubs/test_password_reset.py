"""Password resets by mail, against a small SMTP server; the response never reveals whether an account exists."""

import re
import socket
import socketserver
import ssl
import subprocess
import threading
import time
from collections.abc import Iterator
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select, update

from scorekeeper import mail
from scorekeeper.clubs import accounts, signing_in
from scorekeeper.store.club_models import Account, OneTimeLink
from scorekeeper.store.models import db, now
from tests.clubs.conftest import PASSWORD, the_account
from tests.clubs.waiting import done
from tests.conftest import MakeApp

SENT = "we have sent a link"


class Conversation(socketserver.StreamRequestHandler):
    """One SMTP session, with STARTTLS and AUTH PLAIN if the server supports them."""

    server: "PostOffice"

    def say(self, line: str) -> None:
        self.wfile.write(f"{line}\r\n".encode())
        self.wfile.flush()

    def handle(self) -> None:
        if self.server.busy:
            self.server.busy -= 1
            self.say("421 come back later")
            return
        if self.server.trust and self.server.at_once:
            self.wrap()
        self.say("220 post office")
        recipients: list[str] = []
        while line := self.rfile.readline():
            word, _space, rest = line.decode().strip().partition(" ")
            self.server.heard.append(word.upper())
            if word.upper() == "EHLO":
                secure = isinstance(self.connection, ssl.SSLSocket)
                offers = ["AUTH PLAIN"] if secure else ["STARTTLS"] if self.server.trust else []
                for offer in ["post office", *offers][:-1]:
                    self.say(f"250-{offer}")
                self.say(f"250 {['post office', *offers][-1]}")
            elif word.upper() == "STARTTLS":
                self.say("220 go on")
                self.wrap()
            elif word.upper() == "AUTH":
                self.server.known.append(rest)
                self.say("235 welcome")
            elif word.upper() == "RCPT":
                recipients.append(rest)
                self.say("250 yes" if "nobody@" not in rest else "550 no such person")
            elif word.upper() == "DATA":
                self.say("354 go on")
                self.server.take(self.rfile, isinstance(self.connection, ssl.SSLSocket))
                self.say("250 kept")
            elif word.upper() == "QUIT":
                self.say("221 bye")
                return
            else:
                self.say("250 yes")

    def wrap(self) -> None:
        assert self.server.trust is not None
        self.connection = self.server.trust.wrap_socket(self.connection, server_side=True)
        self.rfile, self.wfile = self.connection.makefile("rb"), self.connection.makefile("wb")

    def finish(self) -> None:
        super().finish()
        if isinstance(self.connection, ssl.SSLSocket):
            self.connection.close()


class PostOffice(socketserver.ThreadingTCPServer):
    """A mail server on this machine that stores the mails it receives."""

    daemon_threads = True

    def __init__(self, trust: ssl.SSLContext | None = None, *, at_once: bool = False) -> None:
        super().__init__(("127.0.0.1", 0), Conversation)
        self.trust, self.at_once, self.busy = trust, at_once, 0
        self.letters: list[EmailMessage] = []
        self.secure: list[bool] = []
        self.heard: list[str] = []
        self.known: list[str] = []

    def take(self, lines: "socketserver._AfInetAddress | object", secure: bool) -> None:
        kept = []
        while (line := lines.readline()) != b".\r\n":  # type: ignore[union-attr]  # a file
            kept.append(line.removeprefix(b"."))
        found = message_from_bytes(b"".join(kept), policy=policy.default)
        assert isinstance(found, EmailMessage)
        self.letters.append(found)
        self.secure.append(secure)

    def handle_error(self, request: object, client_address: object) -> None:
        self.heard.append("ERROR")

    def settings(self, **more: object) -> dict[str, object]:
        """The application's settings for this server."""
        usual = {
            "SMTP_HOST": "127.0.0.1",
            "SMTP_PORT": self.server_address[1],
            "SMTP_SECURITY": "none",
            "MAIL_FROM": "Cards <cards@example.org>",
            "PUBLIC_URL": "https://cards.example.org",
        }
        return usual | more


@pytest.fixture(autouse=True)
def _soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mail, "WAITS", (0.05, 0.05))


def opened(trust: ssl.SSLContext | None = None, *, at_once: bool = False) -> Iterator[PostOffice]:
    with PostOffice(trust, at_once=at_once) as office:
        thread = threading.Thread(target=office.serve_forever, kwargs={"poll_interval": 0.02})
        thread.start()
        yield office
        office.shutdown()
        thread.join()


@pytest.fixture
def office() -> Iterator[PostOffice]:
    """A mail server without TLS."""
    yield from opened()


@pytest.fixture
def mailing(make_app: MakeApp, office: PostOffice) -> Flask:
    """The application with that mail server and two accounts: olga with an address, sam@example.org without."""
    return peopled(make_app(**office.settings()))


def peopled(app: Flask) -> Flask:
    with app.app_context():
        club = accounts.create_club("Bocce e Carte")
        for login, email in (("olga", "Olga@Example.org"), ("sam@example.org", ""), ("mia", "")):
            account = accounts.create_account(login, login.title(), PASSWORD)
            signing_in.set_address(account, email)
            accounts.join(club, account, "owner" if login == "olga" else "member")
        accounts.create_account("clubless@example.org", "Nobody's", PASSWORD)
        db.session.commit()
    return app


def ask(app: Flask, who: str, **headers: str) -> str:
    """Requests a link, and waits for the mail worker."""
    answer = app.test_client().post("/forgotten", data={"who": who}, headers=headers)
    assert answer.status_code == 200
    done(app)
    return answer.text


def link_in(letter: EmailMessage) -> str:
    match_object = re.search(r"https://cards\.example\.org(/reset/\S+)", letter.get_content())
    assert match_object is not None
    return match_object[1]


@pytest.mark.parametrize(
    "typed, to", [("olga", "olga@example.org"), (" OLGA@example.org ", "olga@example.org"), ("sam@example.org",) * 2]
)
def test_a_letter_brings_back_who_forgot_the_password(mailing: Flask, office: PostOffice, typed: str, to: str) -> None:
    assert SENT in ask(mailing, typed)
    (letter,) = office.letters
    assert (letter["To"], letter["From"]) == (to, "Cards <cards@example.org>")
    assert letter["Subject"] == "Reset your Scorekeeper password"
    assert letter["Auto-Submitted"] == "auto-generated"
    client, link = mailing.test_client(), link_in(letter)
    assert client.get(link).status_code == 200
    assert client.post(link, data={"password": "five aces of cups"}).status_code == 303
    assert client.get("/club").status_code == 302  # logged in to the club
    assert mailing.test_client().get(link).status_code == 410  # a link can be used once
    login = to if to.startswith("sam") else "olga"
    for password, status in ((PASSWORD, 422), ("five aces of cups", 303)):
        answer = mailing.test_client().post("/login", data={"login": login, "password": password})
        assert answer.status_code == status


@pytest.mark.parametrize("typed", ["mia", "nobody@example.org", "clubless@example.org", "x" * 300, "a\r\nBcc: b@c.d"])
def test_who_has_no_address_or_is_unknown_gets_the_same_answer_and_no_letter(
    mailing: Flask, office: PostOffice, typed: str
) -> None:
    def without_what_changes(page: str) -> str:
        return re.sub(r'value="[^"]*"', "", page)

    assert without_what_changes(ask(mailing, typed)) == without_what_changes(ask(mailing, "olga"))
    assert [letter["To"] for letter in office.letters] == ["olga@example.org"]


def test_the_answer_does_not_wait_for_the_mail_server(mailing: Flask) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:  # accepts connections, but never responds
        mailing.config["SMTP_PORT"] = silent.getsockname()[1]
        mailing.config["TESTING"] = True
        began = time.monotonic()
        assert SENT in mailing.test_client().post("/forgotten", data={"who": "olga"}).text
        assert time.monotonic() - began < mail.TIMEOUT


def test_the_link_begins_as_the_keeper_set_it_whatever_host_is_asked(mailing: Flask, office: PostOffice) -> None:
    ask(mailing, "olga", Host="evil.example")
    assert "evil" not in office.letters[0].get_content()
    assert "https://cards.example.org/reset/" in office.letters[0].get_content()


def test_an_account_is_written_to_once_in_a_while_and_its_newest_link_counts(
    mailing: Flask, office: PostOffice
) -> None:
    ask(mailing, "olga")
    ask(mailing, "olga@example.org")
    assert len(office.letters) == 1
    with mailing.app_context():
        db.session.execute(update(OneTimeLink).values(made_at=now() - 2 * signing_in.PAUSE))
        db.session.commit()
    ask(mailing, "olga")
    first, second = (link_in(letter) for letter in office.letters)
    assert mailing.test_client().get(first).status_code == 410
    assert mailing.test_client().get(second).status_code == 200


def test_a_link_ends_after_an_hour(mailing: Flask, office: PostOffice) -> None:
    ask(mailing, "olga")
    with mailing.app_context():
        link = db.session.scalars(select(OneTimeLink)).one()
        assert (link.expires_at - link.made_at).total_seconds() == pytest.approx(3600, abs=5)
        link.expires_at = now()
        db.session.commit()
    assert mailing.test_client().get(link_in(office.letters[0])).status_code == 410


def test_everybody_may_ask_a_few_times_only_known_or_not(mailing: Flask) -> None:
    client = mailing.test_client()
    for who in ("olga", "nobody"):
        answers = [client.post("/forgotten", data={"who": who}).status_code for _ in range(4)]
        assert answers == [200, 200, 200, 429] if who == "olga" else answers[-1] == 429
    done(mailing)


def test_two_accounts_of_one_address_get_a_letter_each(mailing: Flask, office: PostOffice) -> None:
    with mailing.app_context():
        mia = the_account("mia")
        signing_in.set_address(mia, "olga@example.org")
        db.session.commit()
    ask(mailing, "olga@example.org")
    assert sorted("olga" in letter.get_content().split("Choose")[0] for letter in office.letters) == [False, True]


def test_a_letter_is_in_the_language_of_the_account_else_in_that_of_the_page(
    mailing: Flask, office: PostOffice
) -> None:
    with mailing.app_context():
        db.session.execute(update(Account).where(Account.login == "olga").values(language="it"))
        db.session.commit()
    assert '<html lang="pt-BR"' in ask(mailing, "olga", **{"Accept-Language": "pt-BR"})
    assert link_in(office.letters[0])


def test_a_server_that_is_busy_is_asked_again(mailing: Flask, office: PostOffice) -> None:
    office.busy = 2
    ask(mailing, "olga")
    assert len(office.letters) == 1


def test_what_cannot_be_delivered_is_told_to_the_log_without_the_address(
    mailing: Flask, office: PostOffice, caplog: pytest.LogCaptureFixture
) -> None:
    with mailing.app_context():
        olga = the_account("olga")
        signing_in.set_address(olga, "nobody@example.org")
        db.session.commit()
    ask(mailing, "olga")
    office.busy = 99
    ask(mailing, "sam@example.org")
    assert office.letters == []
    assert caplog.text.count("mail: ") == 2
    assert "example.org" not in caplog.text


def test_a_flood_is_cut_off(mailing: Flask, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    worker, gate = mailing.extensions["scorekeeper-mail"], threading.Event()

    def nothing() -> list[mail.Mail]:
        gate.wait(10)
        return []

    for _ in range(mail.QUEUE_SIZE + 10):
        worker.submit(nothing)
    assert "the queue is full" in caplog.text
    gate.set()
    done(mailing)


def certificate(folder: Path) -> ssl.SSLContext:
    """A TLS server context with a self-signed certificate for this machine, and for a webhook."""
    command = "openssl req -x509 -newkey rsa:2048 -nodes -days 1 -subj /CN=localhost -keyout key.pem -out cert.pem"
    subprocess.run(
        [*command.split(), "-addext", "subjectAltName=IP:127.0.0.1,DNS:hooks.example.org"],
        cwd=folder,
        check=True,
        capture_output=True,
    )
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(folder / "cert.pem", folder / "key.pem")
    return context


@pytest.mark.parametrize("security", ["starttls", "tls"])
def test_name_and_password_of_the_mail_server_are_sent_under_tls_only(
    make_app: MakeApp, tmp_path: Path, security: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for office in opened(certificate(tmp_path), at_once=security == "tls"):
        settings = office.settings(SMTP_SECURITY=security, SMTP_USER="cards", SMTP_PASSWORD="four aces")
        app = peopled(make_app(**settings))
        ask(app, "olga")
        assert office.letters == []  # a self-signed certificate: nothing is sent
        assert office.known == []
        monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "cert.pem"))
        ask(app, "sam@example.org")
        assert len(office.letters) == 1
        assert office.secure == [True]
        assert len(office.known) == 1


def test_a_server_without_tls_gets_nothing_where_tls_is_wanted(make_app: MakeApp, office: PostOffice) -> None:
    app = peopled(make_app(**office.settings(SMTP_SECURITY="starttls", SMTP_USER="cards", SMTP_PASSWORD="four aces")))
    ask(app, "olga")
    assert office.letters == []
    assert "AUTH" not in office.heard


def test_without_a_mail_server_there_is_no_such_page(client: FlaskClient, owner: FlaskClient, club: str) -> None:
    assert client.get("/forgotten").status_code == 404
    assert client.post("/forgotten", data={"who": "olga"}).status_code == 404
    assert "/forgotten" not in client.get("/login").text
    assert "E-mail address" not in owner.get(f"/c/{club}/password").text


@pytest.fixture
def olga(mailing: Flask) -> FlaskClient:
    """The owner's browser."""
    client = mailing.test_client()
    assert client.post("/login", data={"login": "olga", "password": PASSWORD}).status_code == 303
    return client


def kept(app: Flask, login: str) -> str | None:
    with app.app_context():
        account = the_account(login)
        return account.email


def test_an_address_is_kept_by_who_knows_the_password(mailing: Flask, olga: FlaskClient) -> None:
    page = "/c/bocce-e-carte/address"
    assert "/forgotten" in mailing.test_client().get("/login").text
    assert olga.post(page, data={"email": "new@example.org", "known": PASSWORD}).status_code == 303
    assert kept(mailing, "olga") == "new@example.org"
    assert 'value="new@example.org"' in olga.get("/c/bocce-e-carte/password").text
    wrong = olga.post(page, data={"email": "thief@example.org", "known": "a guess of mine"})
    assert wrong.status_code == 422
    assert 'id="f-known-error"' in wrong.text
    assert kept(mailing, "olga") == "new@example.org"
    assert olga.post(page, data={"email": "", "known": PASSWORD}).status_code == 303
    assert kept(mailing, "olga") is None


@pytest.mark.parametrize(
    "typed",
    [
        "olga", "@example.org", "a@b", "a b@example.org", "a@b@example.org", "a@example.org,b@example.org",
        "ö@example.org", "a@example.org\r\nBcc: b@example.org", "a" * 250 + "@example.org", '"<a>"@example.org',
    ],
)  # fmt: skip
def test_what_is_no_address_is_refused_beside_its_field(olga: FlaskClient, typed: str) -> None:
    answer = olga.post("/c/bocce-e-carte/address", data={"email": typed, "known": PASSWORD})
    assert answer.status_code == 422
    assert 'id="f-email-error"' in answer.text


def test_an_owner_does_not_see_the_links_that_members_have_sent_to_themselves(
    mailing: Flask, olga: FlaskClient, office: PostOffice
) -> None:
    ask(mailing, "sam@example.org")
    assert len(office.letters) == 1
    assert "Unused links" not in olga.get("/c/bocce-e-carte/people").text
