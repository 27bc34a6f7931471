"""Tournament sheets, made from a document: lists, slips, crosstable, bracket and certificates.

`pages.pages_of` makes the pages of any kind. The other modules make each kind as plain values (`parts`), for a
tournament as read by `tournaments.document`; `Wanted` holds all data that the document lacks.
"""
