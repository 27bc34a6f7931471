"""The organiser's own questions and consent on the form for entries from home: declared, answered, kept.

An answer is kept with its question as it was asked, `{"question", "kind", "answer"}`, so that a changed form does not
change what was said. Answers are deleted together with contact and note.
"""

import hashlib
import json
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from scorekeeper.games.engine.base import N_, Refusal, problem, refuse
from scorekeeper.games.engine.checks import is_printable
from scorekeeper.ledger.log import tidy
from scorekeeper.store.tournament_models import RegistrationForm
from scorekeeper.tournaments.fields import Fields

TEXT, YES_NO, CHOICE = KINDS = ("text", "yes_no", "choice")
CONSENT = "consent"  # the kind of its answer
YES, NO = "yes", "no"
MOST_QUESTIONS = 5
MOST_CHOICES = 8
LONGEST_QUESTION = 120  # characters
LONGEST_CHOICE = 60
LONGEST_ANSWER = 200
LONGEST_CONSENT = 1_000
Answer = dict[str, str]


class Question(NamedTuple):
    """A question of the form; `choices` are the possible answers to one of the kind CHOICE, else empty."""

    text: str
    kind: str
    is_required: bool
    choices: tuple[str, ...] = ()

    @property
    def json(self) -> dict[str, Any]:
        """The question as it is stored and exported."""
        stored = {"text": self.text, "kind": self.kind, "required": self.is_required, "choices": list(self.choices)}
        return {name: value for name, value in stored.items() if value}

    @property
    def possible(self) -> tuple[str, ...]:
        """The answers to choose from; empty for a text."""
        return (YES, NO) if self.kind == YES_NO else self.choices


def questions_of(form: RegistrationForm) -> list[Question]:
    """Returns the questions of a form."""
    return [
        Question(row["text"], row["kind"] if row["kind"] in KINDS else TEXT, row.get("required", False), _choices(row))
        for row in form.questions or []
    ]


def _choices(row: dict[str, Any]) -> tuple[str, ...]:
    return tuple(row.get("choices") or ())


def mark_of(form: RegistrationForm) -> str:
    """Returns a digest of what the form asks; empty if it asks nothing."""
    if not form.consent and not form.questions:
        return ""
    return hashlib.sha256(json.dumps([form.consent, form.questions], sort_keys=True).encode()).hexdigest()[:16]


def check_question(text: str, kind: str, choices: Sequence[str], *, is_required: bool) -> Question:
    """Returns a question. Raises Refusal naming `question`, `kind` or `choices`."""
    text, tidied = tidy(text), tuple(dict.fromkeys(filter(None, map(tidy, choices))))
    if not 1 <= len(text) <= LONGEST_QUESTION or not is_printable(text):
        raise refuse("question", None, N_("Enter 1 to {longest} characters"), longest=LONGEST_QUESTION)
    if kind not in KINDS:
        raise refuse("kind", None, N_("Choose what kind of answer it has"))
    if kind != CHOICE:
        return Question(text, kind, is_required)
    if not 2 <= len(tidied) <= MOST_CHOICES:
        raise refuse("choices", None, N_("Enter 2 to {most} answers, separated by commas"), most=MOST_CHOICES)
    if any(len(choice) > LONGEST_CHOICE or not is_printable(choice) for choice in tidied):
        raise refuse("choices", None, N_("Use at most {longest} characters for an answer"), longest=LONGEST_CHOICE)
    return Question(text, kind, is_required, tidied)


def check_consent(text: str) -> str:
    """Returns the text of the consent. Raises Refusal."""
    text = tidy(text)
    if len(text) > LONGEST_CONSENT:
        raise refuse(CONSENT, None, N_("Use at most {longest} characters"), longest=LONGEST_CONSENT)
    return text


def read_answers(form: RegistrationForm, text_of: Callable[[str], str]) -> list[Answer]:
    """Returns the answers in a sent form, whose fields are `consent` and `answer-0`, …; blank ones are left out.

    Raises Refusal with all problems, also if the form asks something else by now: `asked` is the mark that was sent.
    """
    if mark_of(form) != text_of("asked"):
        raise refuse(
            None, None, N_("The organiser has changed the questions. Check your answers, then send them again.")
        )
    answers, problems = list[Answer](), []
    for at, question in enumerate(questions_of(form)):
        text, field = tidy(text_of(f"answer-{at}")), f"answer-{at}"
        if not text and question.is_required:
            problems.append(problem(field, None, N_("Fill this in")))
        elif text and question.possible and text not in question.possible:
            problems.append(problem(field, None, N_("Choose one of the answers")))
        elif len(text) > LONGEST_ANSWER:
            problems.append(problem(field, None, N_("Use at most {longest} characters"), longest=LONGEST_ANSWER))
        elif text:
            answers.append({"question": question.text, "kind": question.kind, "answer": text})
    if form.consent and text_of(CONSENT) != "1":
        problems.append(problem(CONSENT, None, N_("Tick this to enter")))
    if problems:
        raise Refusal(problems)
    return answers + ([{"question": form.consent, "kind": CONSENT, "answer": YES}] if form.consent else [])


def read_exported(fields: Fields) -> list[Question]:
    """Returns the questions of an exported form; adds problems to `fields`."""
    rows, questions = fields.groups("questions"), list[Question]()
    if len(rows) > MOST_QUESTIONS:
        fields.refuse("questions", None, N_("A form has at most {most} questions"), most=MOST_QUESTIONS)
    for row in rows[:MOST_QUESTIONS]:
        row.only(("text", "kind", "required", "choices"))
        text, kind = (str(row.mapping.get(name, "")) for name in ("text", "kind"))
        choices = [str(choice) for choice in row.list_of("choices")[: MOST_CHOICES + 1]]
        required = row.has_value("required") and row.flag("required", None)
        try:
            questions.append(check_question(text, kind, choices, is_required=required))
        except Refusal as refusal:
            _add(row, refusal)
    return questions


def read_exported_answers(fields: Fields) -> list[Answer]:
    """Returns the answers of an exported entry; adds problems to `fields`."""
    rows, answers = fields.groups("answers"), list[Answer]()
    if len(rows) > MOST_QUESTIONS + 1:
        fields.refuse("answers", None, N_("A form has at most {most} questions"), most=MOST_QUESTIONS)
    for row in rows[: MOST_QUESTIONS + 1]:
        row.only(("question", "kind", "answer"))
        kind = row.choice("kind", None, (*KINDS, CONSENT)) or TEXT
        question = row.text("question", LONGEST_CONSENT if kind == CONSENT else LONGEST_QUESTION)
        answers.append({"question": question, "kind": kind, "answer": row.text("answer", LONGEST_ANSWER)})
    return answers


def _add(fields: Fields, refusal: Refusal) -> None:
    for each in refusal.problems:
        name = "text" if each["field"] == "question" else each["field"] or "text"
        fields.refuse(name, each["rule"], each["message"], **each["params"])
