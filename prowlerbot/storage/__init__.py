"""The database: the SQL of matches and of all that one needs, and the migrations.

A change is stored in one short transaction, with whatever follows from it: its duties, its posts,
and the result of a match that ends. Its guards (``match_store.write_change``) see to it that a move
is stored exactly once or not at all, in one process or in many.
"""
