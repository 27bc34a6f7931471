"""Everything that is printed: sheets as plain values (`model`), filled from a match (`fill`) or empty (`blank`).

`page` renders a sheet as HTML, `pdf` as PDF; only `pdf` imports WeasyPrint, on first use. Long files are made by
`print_queue` in processes of their own; `proof_codes` signs the codes on printed sheets.
"""
