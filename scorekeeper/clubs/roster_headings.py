"""Column headings of lists of people, in our languages, and guesses for columns without headings.

A kind of column is a field of `person_details.Details`, a part of a name, `active`, LEFT_OUT or UNKNOWN.
"""

import re
from collections.abc import Callable, Sequence
from functools import cache

from scorekeeper.clubs.person_details import ADDRESS, LABELS, has_digit, read_day
from scorekeeper.games.engine.base import N_
from scorekeeper.i18n import LOCALES, catalogue, current_locale
from scorekeeper.ledger.names import plain

NAME, SURNAME_FIRST, SURNAME, FIRST_NAME = "name", "surname_first", "surname", "first_name"
ACTIVE, LEFT_OUT, UNKNOWN = "active", "out", ""
ACTIVE_LABEL = N_("Active")
# The names of the columns, in the order in which they are offered.
KINDS = {
    NAME: N_("Whole name"), SURNAME_FIRST: N_("Surname and first name"), SURNAME: N_("Surname"),
    FIRST_NAME: N_("First name"), **LABELS, ACTIVE: ACTIVE_LABEL, LEFT_OUT: N_("Leave out"),
}  # fmt: skip
SEVERAL = ("phone", "notes", LEFT_OUT, UNKNOWN)  # kinds that several columns may be
NAMES = ("name", "nom")  # headings of whole names or, beside first names, of surnames
# Usual headings, separated by commas; signs, accents and case do not matter.
USUAL = {
    NAME: (
        "name, full name, player, member, participant, nome, nominativo, giocatore, socio, nome e cognome, "
        "nome cognome, nome completo, jogador, sócio, nombre, nombre completo, nombre y apellido, "
        "nombre y apellidos, jugador, jugadora, nom, nom complet, joueur, joueuse, adhérent, membre, "
        "licencié, jina, jina kamili, mchezaji, mwanachama, 名前, 氏名, "
        "お名前, 選手, プレーヤー, 会員名"
    ),
    SURNAME_FIRST: (
        "surname and first name, surname and name, last name first name, surname first name, surname name, "
        "cognome e nome, cognome nome, apellidos y nombre, apellido y nombre, apellidos nombre, "
        "sobrenome e nome, apelido e nome, nom et prénom, nom prénom, nom prénoms, jina la ukoo na jina"
    ),
    SURNAME: (
        "surname, last name, family name, cognome, sobrenome, apelidos, apellido, apellidos, primer apellido, "
        "nom de famille, nom d’usage, jina la ukoo, jina la mwisho, jina la familia, ukoo, 姓, 苗字, 名字"
    ),
    FIRST_NAME: (
        "first name, given name, forename, nome di battesimo, prenome, primeiro nome, nome próprio, "
        "nombre de pila, primer nombre, prénom, prénoms, jina la kwanza, 名"
    ),
    "number": (
        "number, no, nr, card, membership, card no, card number, member no, member number, member id, membership no, "
        "membership number, id, licence, license, licence no, tessera, tessera n, n tessera, nr tessera, "
        "no tessera, num tessera, numero tessera, numero di tessera, numero della tessera, tessera numero, "
        "codice tessera, cod tessera, codice, matricola, n socio, numero socio, numero, carteira, "
        "carteirinha, cartão, número de sócio, n de sócio, no de sócio, no sócio, matrícula, número, "
        "carné, carnet, socio n, n de socio, no de socio, número de socio, número de carné, licencia, "
        "n licence, no licence, numéro licence, n de licence, no de licence, numéro de licence, carte, "
        "n carte, n de carte, numéro de carte, n adhérent, n d’adhérent, numéro d’adhérent, n de membre, "
        "numéro de membre, "
        "kadi, nambari, namba, nambari ya kadi, namba ya kadi, nambari ya mwanachama, namba ya uanachama, "
        "会員番号, 番号, 会員証番号"
    ),
    "phone": (
        "phone, phone no, phone number, telephone, tel, mobile, mobile phone, cell, cell phone, whatsapp, "
        "telefono, n telefono, numero di telefono, numero telefono, cellulare, cell, cellulari, recapito, "
        "recapito telefonico, telefone, celular, telemóvel, fone, teléfono, móvil, número de teléfono, "
        "n de téléphone, no de téléphone, numéro de téléphone, portable, fixe, "
        "simu, nambari ya simu, namba ya simu, 電話, 電話番号, 携帯, 携帯電話"
    ),
    "email": (
        "e mail, email, mail, mail address, e mail address, email address, posta elettronica, "
        "indirizzo e mail, indirizzo email, indirizzo mail, correio eletrônico, correo, "
        "correo electrónico, courriel, mél, adresse mail, adresse e mail, adresse électronique, "
        "barua pepe, メール, メールアドレス"
    ),
    "category": (
        "category, class, level, categoria, cat, classe, livello, série, serie, nível, categoría, nivel, "
        "clase, catégorie, niveau, kundi, daraja, kategoria, 区分, カテゴリー, カテゴリ, 級"
    ),
    "notes": (
        "note, notes, remark, remarks, comment, comments, annotazioni, osservazioni, commento, commenti, "
        "observação, observações, obs, notas, nota, observaciones, comentario, comentarios, "
        "remarque, remarques, observations, commentaire, commentaires, maelezo, maoni, 備考, メモ"
    ),
    "fee_until": (
        "fee paid until, paid until, fee until, valid until, expires, expiry, expiry date, "
        "membership until, quota pagata fino al, quota fino al, pagato fino al, scadenza, "
        "scadenza tessera, scadenza quota, valida fino al, mensalidade paga até, anuidade paga até, "
        "quota paga até, pago até, validade, vencimento, cuota pagada hasta, pagado hasta, vence, "
        "vencimiento, cotisation payée jusqu’au, cotisation jusqu’au, payé jusqu’au, payée jusqu’au, "
        "valable jusqu’au, échéance, expiration, fin de validité, ada imelipwa hadi, imelipwa hadi, "
        "mwisho wa uanachama, 会費納入期限, 会費期限, 有効期限"
    ),
    ACTIVE: ("active, attivo, attiva, ativo, ativa, activo, activa, actif, hai, 有効"),
}


AMBIGUOUS = {"pt_BR": ("apelido",)}  # headings of ours that mean something else in another language: a nickname


def folded(heading: str) -> str:
    """Returns a heading in lower case, letters and digits only, without accents, for comparison."""
    return plain(heading.replace("º", " ").replace("°", " "))


@cache
def _kinds() -> dict[str, str]:
    """Returns the column kinds by folded heading: usual headings and our labels in every language; the first wins."""
    kinds: dict[str, str] = {}
    for kind, label in KINDS.items():
        for text in (*(catalogue(locale).gettext(label) for locale in LOCALES), *USUAL.get(kind, "").split(",")):
            kinds.setdefault(folded(text), kind)
    return kinds


def kind_of(heading: str) -> str:
    """Returns the kind of column with this heading; UNKNOWN for any other text and for AMBIGUOUS ones."""
    key = folded(heading)
    return UNKNOWN if key in AMBIGUOUS.get(current_locale(), ()) else _kinds().get(key, UNKNOWN)


# Headings of running numbers, unless no other column can be the member number.
RUNNING = frozenset(("no", "nr", "n", "num", "number", "numero", "pos", "prog", "番号"))
TOTALS = frozenset((
    "total", "totals", "totale", "totali", "totais", "totales", "totaux", "somma", "sum", "soma", "suma", "jumla",
    "合計", "計",
))  # fmt: skip


def is_total(row: Sequence[str]) -> bool:
    """True if a row holds a total: no text but this word, perhaps of what (“Totale soci”), and numbers."""
    texts = [folded(cell) for cell in row if any(sign.isalpha() for sign in cell)]
    return len(texts) == 1 and (texts[0] in TOTALS or texts[0].startswith(("total ", "totale ", "totaux ")))


def kinds_of(headings: Sequence[str], columns: Sequence[Sequence[str]]) -> list[str]:
    """Returns a kind for each column; the second of a kind is UNKNOWN, and an empty column is left out.

    Beside a column of surnames, a column headed “Name” holds first names; beside one of first names, surnames. A column
    headed “No.” is left out if another one can be the member number.
    """
    kinds = [kind_of(heading) if any(cells) else LEFT_OUT for heading, cells in zip(headings, columns, strict=True)]
    running = [at for at, kind in enumerate(kinds) if kind == "number" and folded(headings[at]) in RUNNING]
    others = [at for at, kind in enumerate(kinds) if at not in running and _can_be_the_number(kind, columns[at])]
    kinds = [LEFT_OUT if others and at in running else kind for at, kind in enumerate(kinds)]
    if SURNAME in kinds and FIRST_NAME not in kinds:
        kinds = [FIRST_NAME if kind == NAME else kind for kind in kinds]
    if FIRST_NAME in kinds and SURNAME not in kinds:
        kinds = [SURNAME if folded(heading) in NAMES else kind for kind, heading in zip(kinds, headings, strict=True)]
    return [kind if kind in SEVERAL or kind not in kinds[:at] else UNKNOWN for at, kind in enumerate(kinds)]


def _can_be_the_number(kind: str, cells: Sequence[str]) -> bool:
    return kind == "number" or (kind == UNKNOWN and _looks_like([cell for cell in cells if cell]) == "number")


def guessed_kinds(columns: Sequence[Sequence[str]]) -> list[str]:
    """Guesses a kind for each column of a list without headings, from its cells."""
    kinds = [_looks_like([cell for cell in cells if cell]) for cells in columns]
    texts = [at for at, kind in enumerate(kinds) if kind == NAME]
    names = texts[:1]
    if _are_surnames_and_first_names(texts[:2], columns):
        names = texts[:2]
        kinds[names[0]], kinds[names[1]] = SURNAME, FIRST_NAME
    for at in texts:
        if at not in names:
            kinds[at] = UNKNOWN
    return [kind if kind in SEVERAL or kind not in kinds[:at] else UNKNOWN for at, kind in enumerate(kinds)]


def _are_surnames_and_first_names(places: Sequence[int], columns: Sequence[Sequence[str]]) -> bool:
    """True if these are two columns beside each other: mostly single words, then at most three words each."""
    if len(places) < 2 or places[1] != places[0] + 1:
        return False
    surnames, first_names = columns[places[0]], columns[places[1]]
    are_words = sum(len(cell.split()) == 1 for cell in surnames) * 2 > len(surnames)
    return are_words and all(len(cell.split()) <= 3 for cell in first_names)


PHONE = re.compile(r"(?:\+|00)?[\d\s().\-/]{6,24}")


def _looks_like(cells: Sequence[str]) -> str:
    """Guesses the kind of a column from its filled cells; NAME if they fit no other kind."""
    if not cells:
        return LEFT_OUT
    tests: dict[str, Callable[[str], object]] = {
        "email": ADDRESS.fullmatch,
        "fee_until": lambda cell: len(cell) > len("2026") and read_day(cell),
        "phone": _looks_like_a_phone,
        "number": _looks_like_a_number,
    }
    return next((kind for kind, test in tests.items() if all(map(test, cells))), NAME)


def _looks_like_a_phone(cell: str) -> bool:
    """True for nine digits or more, or six with a plus or with blanks between."""
    digits = sum(sign.isdigit() for sign in cell)
    is_written_so = cell.startswith(("+", "00")) or " " in cell
    return bool(PHONE.fullmatch(cell)) and (digits >= 9 or (digits >= 6 and is_written_so))


def _looks_like_a_number(cell: str) -> bool:
    return has_digit(cell) and " " not in cell


MOST_TITLES = 5  # lines above the headings


def lines_of_title(rows: Sequence[Sequence[str]]) -> int:
    """Returns how many lines, e.g. the club's name, are above a line with the headings of at least two columns."""
    for at, row in enumerate(rows[: MOST_TITLES + 1]):
        if sum(bool(cell) for cell in row) > 1 and any(kind_of(cell) for cell in row if cell):
            return at if sum(bool(kind_of(cell)) for cell in row if cell) > 1 else 0
        if sum(bool(cell) for cell in row) > 2:
            return 0  # a person
    return 0


def are_headings(row: Sequence[str], columns: Sequence[Sequence[str]]) -> bool:
    """True if the first line of a list holds headings: a usual one, or texts above a column of numbers.

    `columns` are the cells below.
    """
    if any(kind_of(cell) for cell in row if cell):
        return True
    below = [_looks_like([cell for cell in cells if cell]) for cells in columns]
    return any(cell and kind not in (NAME, LEFT_OUT) and not has_digit(cell) and "@" not in cell
               for cell, kind in zip(row, below, strict=True))  # fmt: skip
