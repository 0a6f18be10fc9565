"""The parts that all messages share: router, answers, layouts, names, limits, posts and duties.

A custom_id carries everything that its press needs, so buttons outlive any restart. The router
reads the custom_id and, once, the match. It makes the ``Visit``: the asker, the place, the powers.

Features are declared and built by ``features.py``. Where two features need each other, only one of
them has the other as a field; it sets a callback of the other.

A message that must be sent exactly once is a ``Post``. It is stored before its request to Discord,
and the id of its message is stored afterwards. The request carries a nonce, which follows from the
name of the post. If no id is stored, the outbox sends the post again while Discord remembers the
nonce; after that, it searches the channel.
"""
