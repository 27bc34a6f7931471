"""Mail, where a server for it is set: handed over by SMTP, behind the requests.

So nobody waits for it, nor learns anything from how long it took.

One thread in each process takes what is to be done, one after the other; what fails for a moment is tried again twice.
"""

import queue
import smtplib
import ssl
import threading
import time
from collections.abc import Callable, Iterable
from email.message import EmailMessage
from email.utils import formatdate, make_msgid
from typing import NamedTuple

from flask import Flask, current_app

TIMEOUT = 20  # seconds for each step of the conversation
WAITS = (5.0, 30.0)  # seconds before it is tried again
MOST_WAITING = 50  # what comes on top is not done: somebody is playing with the form


class Letter(NamedTuple):
    """A mail in plain text."""

    to: str
    subject: str
    text: str


Work = Callable[[], Iterable[Letter]]  # what finds out whom to write to, in the application's context


class Postman:
    """Does work behind the requests: each piece answers the letters to send."""

    def __init__(self, app: Flask) -> None:
        self.app = app
        self.work: queue.Queue[Work] = queue.Queue(MOST_WAITING)
        self.begun = threading.Lock()
        self.thread: threading.Thread | None = None

    def take(self, work: Work) -> None:
        """Do this soon. Where there is too much already it is left undone, which the log says."""
        with self.begun:
            if self.thread is None or not self.thread.is_alive():
                self.thread = threading.Thread(target=self._go, name="postman", daemon=True)
                self.thread.start()
        try:
            self.work.put_nowait(work)
        except queue.Full:
            self.app.logger.error("mail: too many letters are waiting; one was not written")

    def _go(self) -> None:
        while True:
            work = self.work.get()
            try:
                with self.app.app_context():
                    for letter in work():
                        _deliver(self.app, letter)
            except Exception as failure:
                self.app.logger.error("mail: %s", type(failure).__name__)
            finally:
                self.work.task_done()


def init_app(app: Flask) -> None:
    """Have a postman."""
    app.extensions["scorekeeper-postman"] = Postman(app)


def is_on() -> bool:
    """Whether mail can be sent."""
    return bool(current_app.config["SMTP_HOST"])


def post(work: Work) -> None:
    """Have the postman do it."""
    found: Postman = current_app.extensions["scorekeeper-postman"]
    found.take(work)


def _deliver(app: Flask, letter: Letter) -> None:
    for wait in (*WAITS, None):
        try:
            send(app, letter)
        except (OSError, smtplib.SMTPException) as failure:
            refused = isinstance(failure, smtplib.SMTPRecipientsRefused | smtplib.SMTPAuthenticationError)
            if wait is None or refused:
                app.logger.error("mail: %s", type(failure).__name__)
                return
            time.sleep(wait)
        else:
            return


def send(app: Flask, letter: Letter) -> None:
    """Hand a letter over to the mail server. Raises OSError or SMTPException."""
    config = app.config
    message = EmailMessage()
    message["From"], message["To"], message["Subject"] = config["MAIL_FROM"], letter.to, letter.subject
    message["Date"], message["Message-ID"] = formatdate(), make_msgid(domain="scorekeeper.invalid")
    message["Auto-Submitted"] = "auto-generated"
    message.set_content(letter.text)
    trust = ssl.create_default_context()
    if config["SMTP_SECURITY"] == "tls":
        server: smtplib.SMTP = smtplib.SMTP_SSL(
            config["SMTP_HOST"], config["SMTP_PORT"], timeout=TIMEOUT, context=trust
        )
    else:
        server = smtplib.SMTP(config["SMTP_HOST"], config["SMTP_PORT"], timeout=TIMEOUT)
    with server:
        if config["SMTP_SECURITY"] == "starttls":
            server.starttls(context=trust)
        if config["SMTP_USER"]:
            server.login(config["SMTP_USER"], config["SMTP_PASSWORD"])
        server.send_message(message)
