"""What all messages share: the router, answers, layouts, names, limits, posts and duties.

The router reads a custom_id, which carries everything that its press needs, so buttons outlive any
restart. It reads the match once and makes the ``Visit``: who asks, where, and what the bot may do
there.

A feature is a dataclass whose fields are what it needs; ``assembly.py`` builds it, and finds what a
field asks for by its type. It declares on its methods what it answers, by the decorators of
``features.py``. Two features that need each other have one field less: one sets what the other
calls.

A message that must be sent exactly once is a ``Post``: it is stored before its request to Discord,
and gets the id of its message afterwards. It is sent with a nonce that follows from its name. If
no id is stored, the outbox sends it again while the nonce holds, and searches the channel after
that.
"""
