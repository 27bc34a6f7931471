"""A club's tournaments: the document and its versions, the log, rounds with their tables, what else the evening needs.

Nothing here commits. What follows from a document (standings, pairings) is asked of `scorekeeper.tournaments`.
"""
