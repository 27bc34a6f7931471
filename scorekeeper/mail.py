"""Sends mail by SMTP from a background thread, if a mail server is configured.

Requests do not wait for it, so their duration does not reveal whether an account exists. Each process has one worker
thread with a bounded queue; temporary failures are retried twice.
"""

import queue
import smtplib
import ssl
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from email.message import EmailMessage
from email.utils import formatdate, make_msgid
from typing import Any, NamedTuple

from flask import Flask, current_app

TIMEOUT = 20  # seconds for each SMTP command
WAITS = (5.0, 30.0)  # seconds before each retry
QUEUE_SIZE = 50  # further tasks are dropped: the form is being flooded


class Mail(NamedTuple):
    """A mail in plain text."""

    to: str
    subject: str
    text: str


Task = Callable[[], Iterable[Mail]]  # returns the mails to send, often none; runs in the application context


class MailWorker:
    """A queue of tasks, and a thread that runs them and sends the mails they return."""

    def __init__(self, app: Flask) -> None:
        self.app = app
        self.tasks: queue.Queue[Task] = queue.Queue(QUEUE_SIZE)
        self.starting = threading.Lock()
        self.thread: threading.Thread | None = None

    def submit(self, task: Task) -> None:
        """Queues a task and starts the thread if it is not running. A full queue drops the task and logs an error."""
        with self.starting:
            if self.thread is None or not self.thread.is_alive():
                self.thread = threading.Thread(target=self._run, name="mail", daemon=True)
                self.thread.start()
        try:
            self.tasks.put_nowait(task)
        except queue.Full:
            self.app.logger.error("mail: the queue is full; a task was dropped")

    def _run(self) -> None:
        while True:
            task = self.tasks.get()
            try:
                with self.app.app_context():
                    for mail in task():
                        _deliver(self.app, mail)
            except Exception as failure:
                self.app.logger.error("mail: %s", type(failure).__name__)
            finally:
                self.tasks.task_done()


def init_app(app: Flask) -> None:
    """Creates the MailWorker of this process."""
    app.extensions["scorekeeper-mail"] = MailWorker(app)


def is_on() -> bool:
    """True if a mail server is configured."""
    return bool(current_app.config["SMTP_HOST"])


def submit(task: Task) -> None:
    """Queues a task for this process's worker."""
    worker: MailWorker = current_app.extensions["scorekeeper-mail"]
    worker.submit(task)


def _deliver(app: Flask, mail: Mail) -> None:
    for wait in (*WAITS, None):
        try:
            send(app, mail)
        except (OSError, smtplib.SMTPException) as failure:
            refused = isinstance(failure, smtplib.SMTPRecipientsRefused | smtplib.SMTPAuthenticationError)
            if wait is None or refused:
                app.logger.error("mail: %s", type(failure).__name__)
                return
            time.sleep(wait)
        else:
            return


def send(app: Flask, mail: Mail) -> None:
    """Sends a mail by SMTP. Raises OSError or SMTPException."""
    config = app.config
    message = EmailMessage()
    message["From"], message["To"], message["Subject"] = config["MAIL_FROM"], mail.to, mail.subject
    message["Date"], message["Message-ID"] = formatdate(), make_msgid(domain="scorekeeper.invalid")
    message["Auto-Submitted"] = "auto-generated"
    message.set_content(mail.text)
    with connected(config) as server:
        server.send_message(message)


@contextmanager
def connected(config: Mapping[str, Any]) -> Iterator[smtplib.SMTP]:
    """Context manager of a connection to the mail server, encrypted and logged in as configured.

    Raises OSError or SMTPException.
    """
    tls = ssl.create_default_context()
    if config["SMTP_SECURITY"] == "tls":
        server: smtplib.SMTP = smtplib.SMTP_SSL(config["SMTP_HOST"], config["SMTP_PORT"], timeout=TIMEOUT, context=tls)
    else:
        server = smtplib.SMTP(config["SMTP_HOST"], config["SMTP_PORT"], timeout=TIMEOUT)
    with server:
        if config["SMTP_SECURITY"] == "starttls":
            server.starttls(context=tls)
        if config["SMTP_USER"]:
            server.login(config["SMTP_USER"], config["SMTP_PASSWORD"])
        yield server
