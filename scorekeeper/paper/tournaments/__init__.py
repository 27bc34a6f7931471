"""A tournament on paper: lists, slips, the crosstable, the bracket and certificates, made from its document.

`sheets.pages_of` makes the pages of any kind. Each module beside it makes one kind as plain values (`model`), for a
tournament as `tournaments.document` has read it; what the document does not hold comes with `Wanted`.
"""
