"""The Discord side: cogs of discord.py, and what they share.

A feature is a folder or a file with ``commands.Cog`` classes: ``admin``, ``board`` (a match),
``club``, ``competitions``, ``daily``, ``finding``, ``following``, ``hub``, ``moderation``,
``players``, ``privacy``, ``profiles``, ``puzzles``, ``replays``, ``reviews``, ``tutorial``. They
stand on the other rooms, which docs/architecture.md describes. No extension is loaded:
``composition.py`` builds each cog with the objects that its fields ask for, and adds it to the bot.

A press, followed through: the custom_id of “Next puzzle” is the text of a ``NextPuzzlePress``
(``presses.py``). ``frame/router.py`` hears the interaction, counts it against the limits and reads
the press. It calls ``PuzzleScreens._open_next``, as ``PatientBot.add_cog`` has found the decorator
``answers`` there. That method puts a message together (``frame/layout.py``) and shows it
(``frame/replies.py``). No view waits for the press, so the button works after a restart too.
"""
