"""The webhooks of a club: the addresses for its results, rounds and nights, and the deliveries to be sent.

An event is stored as a delivery in the transaction that causes it. Only references are stored: the message is
written, and sent, by a worker (`web.webhook_messages`, `clubs.webhook_deliveries`).
"""

import hmac
import json
import secrets
from base64 import b64encode
from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any, NamedTuple

from sqlalchemy import delete, exists, func, select, update
from sqlalchemy.orm import Session, object_session

from scorekeeper.clubs.results.outcomes import confirmed_by
from scorekeeper.games.engine.base import N_, refuse
from scorekeeper.ledger import writing
from scorekeeper.outgoing import Forbidden, Private, target_of
from scorekeeper.signatures import digest_of, keys_of, sign
from scorekeeper.store.club_models import Club, ClubSitting, Night
from scorekeeper.store.models import Match, db, now
from scorekeeper.store.webhook_models import Delivery, Webhook

MATCH, RESULTS, ROUND, NIGHT, TEST = "match", "results", "round", "night", "test"
EVENTS = {
    MATCH: N_("A match is over"),
    RESULTS: N_("The arbiter enters results"),
    ROUND: N_("A round is published"),
    NIGHT: N_("A night is closed"),
}
JSON, DISCORD, SLACK = "json", "discord", "slack"
FORMS = {JSON: "JSON", DISCORD: "Discord", SLACK: "Slack"}
MOST = 5  # webhooks of a club
MOST_A_DAY = 200  # deliveries of a club
DAY = timedelta(days=1)
NEWS = timedelta(days=3)  # later a match that ends, or is corrected, is no news
SHOWN = 10  # newest deliveries of a webhook on the page
PURPOSE = "webhook"  # of the signature that is the secret


class Added(NamedTuple):
    """A new webhook, or one with a new secret."""

    webhook: Webhook
    secret: str

    @property
    def standard_secret(self) -> str:
        """The secret as libraries of Standard Webhooks take it."""
        return "whsec_" + b64encode(standard_key(self.secret)).decode()


def webhooks_of(club: Club) -> Sequence[Webhook]:
    """Returns the webhooks of a club, in the order in which they were added."""
    return db.session.scalars(select(Webhook).where(Webhook.club_id == club.id).order_by(Webhook.id)).all()


def add(club: Club, address: str, form: str, events: Sequence[str], about: Mapping[str, str], key: str) -> Added:
    """Adds a webhook; `about` are its `language` and `root`, `key` is the secret key. The caller commits.

    Raises Refusal for an address that is not requested, an unknown form, no event, or MOST webhooks.
    """
    try:
        target_of(address)
    except Private:
        raise refuse("address", None, N_("This address is not on the internet; enter the name of a server")) from None
    except Forbidden:
        raise refuse("address", None, N_("Enter an https address, without a port or a password")) from None
    if form not in FORMS:
        raise refuse("form", None, N_("This must be one of: {choices}"), choices=", ".join(FORMS.values()))
    if not events or not set(events) <= set(EVENTS):
        raise refuse("events", None, N_("Choose at least one event"))
    if len(webhooks_of(club)) >= MOST:
        raise refuse("", None, N_("A club has at most {most} webhooks"), most=MOST)
    webhook = Webhook(
        club_id=club.id, address=address, form=form, events=[event for event in EVENTS if event in events], **about
    )
    added = renew_secret(webhook, key)
    db.session.add(webhook)
    db.session.flush()
    return added


def renew_secret(webhook: Webhook, key: str) -> Added:
    """Gives a webhook a new secret, derived from the secret key."""
    webhook.nonce = secrets.token_urlsafe(18)
    secret = sign(PURPOSE, webhook.nonce, key)
    webhook.digest = digest_of(secret)
    return Added(webhook, secret)


def secret_of(webhook: Webhook, config: Mapping[str, Any]) -> str | None:
    """Returns the secret, derived from the secret key or an earlier one; None if the key that made it is gone."""
    derived = (sign(PURPOSE, webhook.nonce, key) for key in keys_of(config))
    return next((secret for secret in derived if digest_of(secret) == webhook.digest), None)


def standard_key(secret: str) -> bytes:
    """Returns the key of Standard Webhooks' signature, which asks for 24 bytes or more: derived from the secret."""
    return hmac.digest(secret.encode(), b"standard webhooks", "sha256")


def switch(webhook: Webhook, *, active: bool) -> None:
    """Switches a webhook on, or off: waiting messages are then no longer sent."""
    webhook.active, webhook.failures = active, 0
    if not active:
        waiting = (Delivery.webhook_id == webhook.id, Delivery.due_at.is_not(None))
        db.session.execute(update(Delivery).where(*waiting).values(due_at=None))


def remove(webhook: Webhook) -> None:
    """Deletes a webhook with its deliveries."""
    db.session.execute(delete(Delivery).where(Delivery.webhook_id == webhook.id))
    db.session.delete(webhook)


def deliveries_of(webhook: Webhook) -> Sequence[Delivery]:
    """Returns the webhook's newest deliveries."""
    query = select(Delivery).where(Delivery.webhook_id == webhook.id).order_by(Delivery.id.desc())
    return db.session.scalars(query.limit(SHOWN)).all()


def is_full(session: Session, club: int) -> bool:
    """True if the club has reached its limit of deliveries within 24 hours."""
    query = select(func.count()).select_from(Delivery).join(Webhook, Webhook.id == Delivery.webhook_id)
    today = query.where(Webhook.club_id == club, Delivery.made_at > now() - DAY)
    return (session.scalar(today) or 0) >= MOST_A_DAY


def send_test(webhook: Webhook) -> bool:
    """Adds a delivery of a test message; False if the club's limit for the day is reached."""
    if is_full(db.session, webhook.club_id):
        return False
    db.session.add(_delivery(webhook, TEST, webhook.id, ""))
    return True


def announce(session: Session, club: int, event: str, subject: int, mark: str) -> None:
    """Adds a delivery of an event for each webhook of the club that wants it and has none yet. The caller commits."""
    for webhook in session.scalars(select(Webhook).where(Webhook.club_id == club, Webhook.active)):
        same = (Delivery.webhook_id == webhook.id, Delivery.event == event, Delivery.subject == subject)
        if event not in webhook.events or session.scalar(select(exists().where(*same, Delivery.mark == mark))):
            continue
        if is_full(session, club):
            return
        session.add(_delivery(webhook, event, subject, mark))


def _delivery(webhook: Webhook, event: str, subject: int, mark: str) -> Delivery:
    key = secrets.token_hex(8)
    return Delivery(webhook_id=webhook.id, event=event, subject=subject, mark=mark, key=key, due_at=now())


def follow_matches() -> None:
    """Subscribes to changed match results of the ledger."""
    writing.listen(follow_match)


def follow_match(match: Match) -> None:
    """Announces the result of a club's match, once it is final. Called by the ledger, and when a match is approved."""
    session = object_session(match)
    if session is None or match.status != "finished" or match.started_at < now() - NEWS:
        return
    query = select(Club).join(ClubSitting, ClubSitting.club_id == Club.id)
    club = session.scalar(query.where(ClubSitting.sitting_id == match.sitting_id, _has_webhooks()))
    if club is not None and is_final(match, club):
        announce(session, club.id, MATCH, match.id, mark_of(match))


def _has_webhooks() -> Any:
    return exists().where(Webhook.club_id == Club.id, Webhook.active)


def is_final(match: Match, club: Club) -> bool:
    """True if a match is finished and approved, if the club approves results, else confirmed, if sides confirm."""
    if match.status != "finished" or club.approving:
        return match.status == "finished" and match.locked is not None
    confirmed = confirmed_by(match)
    return confirmed is None or len(confirmed) == len(match.setup["sides"])


def mark_of(match: Match) -> str:
    """Returns a digest of a match's result: another result is another event."""
    return digest_of(json.dumps([match.winner, match.table["totals"]]))[:32]


def announce_results(club: int, tournament: int, version: int) -> None:
    """Announces the results that were entered in this version of a tournament."""
    announce(db.session, club, RESULTS, tournament, str(version))


def announce_round(club: int, tournament: int, number: int) -> None:
    """Announces a published round of a tournament."""
    announce(db.session, club, ROUND, tournament, str(number))


def announce_night(night: Night) -> None:
    """Announces that a night was closed."""
    announce(db.session, night.club_id, NIGHT, night.id, mark_of_night(night))


def mark_of_night(night: Night) -> str:
    """Returns the time at which a night was closed, as a text; empty while it is open."""
    return f"{night.closed_at:%Y%m%dT%H%M%S}" if night.closed_at else ""
