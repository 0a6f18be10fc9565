"""The database: the SQL of matches and of all that belongs to one, and the migrations.

A change is stored in one short transaction with its duties, its posts, and the result of a match
that ends. The guards in ``match_store.write_change`` ensure that a move is stored exactly once or
not at all, in one process or in many.
"""
