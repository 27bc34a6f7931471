"""Everything that is printed: sheets as plain values (`model`), filled from a match (`fill`) or empty (`blank`).

`layout` finds from a trial layout how many rows fit on a page and how high they are. `page` renders HTML, `pdf` PDF
files; only `typesetting` imports WeasyPrint, on first use. `proof_codes` signs the codes on printed sheets.
"""
