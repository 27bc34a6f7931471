"""The list of entrants as a table for spreadsheets, with what they sent from home."""

from collections.abc import Iterator, Sequence

from scorekeeper.clubs.tournaments import presence, registrations
from scorekeeper.clubs.tournaments.presence import EntrantRow
from scorekeeper.clubs.tournaments.questions import CONSENT, YES_NO, Answer, questions_of
from scorekeeper.i18n import _
from scorekeeper.store.tournament_models import Registration, Tournament

Asked = tuple[str, str]  # a question's kind and text


def entry_rows(tournament: Tournament) -> Iterator[Sequence[object]]:
    """Yields the headings, then a row for each entrant in the order of entry; a column for each question ever asked."""
    rows, sent = presence.entrant_rows(tournament), registrations.of_entrants(tournament)
    players = max((len(row.players) for row in rows), default=1)
    asked = _asked(tournament, [registration for own in sent.values() for registration in own])
    yield (
        *(_("No."), _("Name")),
        *(text for at in range(1, players + 1) for text in (_("Player %(number)s", number=at), _("Member number"))),
        *(_("Club"), _("From round"), _("Withdrawn from round"), _("E-mail or phone"), _("Note to the organiser")),
        *(_("Consent") if kind == CONSENT else text for kind, text in asked),
    )
    for row in rows:
        yield _row(row, players, sent.get(row.id, []), asked)


def _asked(tournament: Tournament, sent: Sequence[Registration]) -> list[Asked]:
    """Returns the form's questions in their order, then former ones and consents that somebody has answered."""
    form = registrations.form_of(tournament)
    asked = [(question.kind, question.text) for question in questions_of(form)]
    answered = [(each["kind"], each["question"]) for row in sent for each in row.answers]
    return list(dict.fromkeys([*asked, *answered]))


def _row(row: EntrantRow, players: int, sent: Sequence[Registration], asked: Sequence[Asked]) -> Sequence[object]:
    padding = [("", "")] * (players - len(row.players))
    return (
        *(row.id, row.name),
        *(text for player in [*row.players, *padding] for text in player),
        *(row.club, row.late or "", row.out or ""),
        *(_joined(registration.contact for registration in sent), _joined(registration.note for registration in sent)),
        *(_joined(_answer(each) for each in _answers(sent, one)) for one in asked),
    )


def _answers(sent: Sequence[Registration], asked: Asked) -> list[Answer]:
    return [each for row in sent for each in row.answers if (each["kind"], each["question"]) == asked]


def _answer(answer: Answer) -> str:
    if answer["kind"] not in (YES_NO, CONSENT):
        return answer["answer"]
    return {"yes": _("Yes"), "no": _("No")}.get(answer["answer"], answer["answer"])


def _joined(texts: Iterator[str]) -> str:
    return " / ".join(dict.fromkeys(text for text in texts if text))
