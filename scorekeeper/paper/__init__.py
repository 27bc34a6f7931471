"""Sheets of paper: plain values (`model`), made from a match (`fill`) or empty (`blank`), printed by one template.

`page` sets a sheet as HTML, `pdf` writes it; nothing but `pdf` knows WeasyPrint, and it loads it when first asked.
"""
