"""Sends the deliveries of webhooks that are due: signed, with bounded retries. Called by a worker every minute.

A delivery is claimed before it is sent, so that two workers do not send it; if a worker dies, it is sent again later,
except after the last try.
"""

import hmac
import json
import re
import time
from base64 import b64encode
from collections.abc import Callable, Mapping, Sequence
from datetime import timedelta
from typing import Any, NamedTuple

from flask import current_app
from sqlalchemy import delete, select, update

from scorekeeper.clubs import log
from scorekeeper.clubs.accounts import count_rows
from scorekeeper.clubs.webhooks import MATCH, NIGHT, RESULTS, ROUND, TEST, secret_of, standard_key, switch
from scorekeeper.outgoing import Outcome, Request, post, post_all, target_of
from scorekeeper.store.club_models import Club
from scorekeeper.store.models import db, now
from scorekeeper.store.webhook_models import Delivery, Webhook

WAITS = tuple(timedelta(minutes=minutes) for minutes in (1, 5, 30, 120))  # between tries
MOST_FAILURES = 5  # messages given up one after the other, after which a webhook is switched off
AT_ONCE = 20  # deliveries
OF_A_WEBHOOK = 4  # of these
BUDGET = 30  # seconds, after which the rest waits for the next minute
KEPT = timedelta(days=7)
LATEST = timedelta(days=1)  # messages that could not be sent by then are dropped
GONE = 410  # the status of an address that wants no more
SERVER = ""  # actor in the club's log
TRANSPORT = "scorekeeper-webhook-transport"  # the extension that sends requests, if it is not `outgoing.post`
NAMES = {
    MATCH: "match.final",
    RESULTS: "results.entered",
    ROUND: "round.published",
    NIGHT: "night.closed",
    TEST: "test",
}


class Message(NamedTuple):
    """The body of a request, and a `text` for people in the language of the webhook."""

    text: str
    data: Mapping[str, Any]


Writer = Callable[[Webhook, Delivery], Message | None]  # None if the event no longer needs a message


class Sending(NamedTuple):
    """A request, the ids of its webhook and its delivery, and whether it is the last try."""

    webhook: int
    delivery: int
    is_test: bool
    is_last: bool
    request: Request


def forget_old() -> None:
    """Deletes deliveries older than KEPT. Run once an hour."""
    db.session.execute(delete(Delivery).where(Delivery.made_at < now() - KEPT))


def send_due(write: Writer) -> None:
    """Sends due messages for at most BUDGET seconds; none if the operator forbids webhooks."""
    begun = time.monotonic()
    while current_app.config["WEBHOOKS"] and time.monotonic() - begun < BUDGET and (claimed := _claim()):
        _send(claimed, write)


def _claim() -> list[Delivery]:
    """Claims deliveries that are due, oldest first, by setting the time of the next try, if there is one. Commits."""
    is_due = (Delivery.due_at <= now(), Delivery.made_at > now() - LATEST)
    due = select(Delivery).where(*is_due).order_by(Delivery.due_at, Delivery.id).limit(5 * AT_ONCE)
    claimed: list[Delivery] = []
    for delivery in db.session.scalars(due).all():
        of_this = [other for other in claimed if other.webhook_id == delivery.webhook_id]
        if len(claimed) == AT_ONCE or len(of_this) == OF_A_WEBHOOK:
            continue
        again = now() + WAITS[delivery.tries] if delivery.tries < len(WAITS) else None
        put_off = {"tries": Delivery.tries + 1, "due_at": again}
        claim = update(Delivery).where(Delivery.id == delivery.id, Delivery.tries == delivery.tries).values(put_off)
        if count_rows(claim):
            claimed.append(delivery)
    db.session.commit()
    return claimed


def _send(claimed: Sequence[Delivery], write: Writer) -> None:
    """Writes and sends the messages, and stores the outcomes. No transaction is open meanwhile. Commits."""
    sendings = [sending for delivery in claimed if (sending := _prepare(delivery, write))]
    db.session.commit()
    transport = current_app.extensions.get(TRANSPORT, post)
    outcomes = post_all([sending.request for sending in sendings], transport)
    for sending, outcome in zip(sendings, outcomes, strict=True):
        _store(sending, outcome)
        db.session.commit()


def _prepare(delivery: Delivery, write: Writer) -> Sending | None:
    """Returns the request; None, and ends the delivery, if the event is gone or the secret cannot be derived.

    None too if the message cannot be written: that is logged and tried again, and holds up no other.
    """
    webhook = db.session.get_one(Webhook, delivery.webhook_id)
    secret = secret_of(webhook, current_app.config)
    try:
        message = write(webhook, delivery)
    except Exception:
        db.session.rollback()
        current_app.logger.exception("message of a webhook")
        return None
    if message is None:
        db.session.delete(delivery)
        return None
    if secret is None:
        _switch_off(webhook)
        return None
    is_test = delivery.event == TEST
    is_last = is_test or delivery.tries > len(WAITS)
    return Sending(webhook.id, delivery.id, is_test, is_last, request_of(webhook, delivery, message, secret))


def _store(sending: Sending, outcome: Outcome) -> None:
    """Stores an outcome, unless the webhook was deleted meanwhile."""
    is_over = outcome.arrived or sending.is_last or outcome.status == GONE
    values = {"status": outcome.status, "problem": outcome.problem, **({"due_at": None} if is_over else {})}
    db.session.execute(update(Delivery).where(Delivery.id == sending.delivery).values(values))
    if is_over and not sending.is_test:
        failures = 0 if outcome.arrived else Webhook.failures + 1
        db.session.execute(update(Webhook).where(Webhook.id == sending.webhook).values(failures=failures))
    webhook = db.session.get(Webhook, sending.webhook, populate_existing=True)
    if webhook and webhook.active and (webhook.failures >= MOST_FAILURES or outcome.status == GONE):
        _switch_off(webhook)


def _switch_off(webhook: Webhook) -> None:
    """Switches a failing webhook off and logs it in the club."""
    failures = webhook.failures
    switch(webhook, active=False)
    webhook.failures = max(failures, 1)  # so that the page shows the reason
    club = db.session.get_one(Club, webhook.club_id)
    log.note(club, SERVER, "webhook_failed", host=target_of(webhook.address).host)


def request_of(webhook: Webhook, delivery: Delivery, message: Message, secret: str) -> Request:
    """Returns the signed request: JSON as described in docs/webhooks.md, or a message for Discord or Slack."""
    made = f"{delivery.made_at:%Y-%m-%dT%H:%M:%SZ}"
    whole = {"event": NAMES[delivery.event], "id": delivery.key, "at": made, **message.data, "text": message.text}
    forms: dict[str, Callable[[], object]] = {
        "discord": lambda: {"content": _for_discord(message.text), "allowed_mentions": {"parse": []}},
        "slack": lambda: {"text": _for_slack(message.text), "mrkdwn": False},
    }
    body = json.dumps(forms.get(webhook.form, lambda: whole)(), ensure_ascii=False).encode()
    stamp = str(int(time.time()))
    headers = {
        "Content-Type": "application/json",
        "User-Agent": "Scorekeeper",
        "Scorekeeper-Event": NAMES[delivery.event],
        "Scorekeeper-Delivery": delivery.key,
        "Scorekeeper-Timestamp": stamp,
        "Scorekeeper-Signature": f"v1={signature(secret, stamp, body)}",
        "webhook-id": delivery.key,
        "webhook-timestamp": stamp,
        "webhook-signature": f"v1,{standard_signature(secret, delivery.key, stamp, body)}",
    }
    return Request(webhook.address, headers, body)


def signature(secret: str, stamp: str, body: bytes) -> str:
    """Returns the signature of a request: a hexadecimal HMAC-SHA256 of `<timestamp>.<body>`."""
    return hmac.digest(secret.encode(), f"{stamp}.".encode() + body, "sha256").hex()


def standard_signature(secret: str, key: str, stamp: str, body: bytes) -> str:
    """Returns the signature by Standard Webhooks 1.0: a base64 HMAC-SHA256 of `<id>.<timestamp>.<body>`."""
    return b64encode(hmac.digest(standard_key(secret), f"{key}.{stamp}.".encode() + body, "sha256")).decode()


LONGEST_ON_DISCORD = 2000  # characters; longer messages are refused
MARKDOWN = re.compile(r"([\\*_~`|>#\[\]<@-])")


def _for_discord(text: str) -> str:
    """Returns a text without Markdown for Discord, cut to its limit. Lines with an address stay as they are."""
    lines = (line if line.startswith("http") else MARKDOWN.sub(r"\\\1", line) for line in text.splitlines())
    return "\n".join(lines)[:LONGEST_ON_DISCORD]


def _for_slack(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
