"""A match in Discord: its beginning, its board, its moves and its end.

A press is answered with the updated message, under a lock of the match. Drawing begins before the
change is stored, and the picture is shown only if the match is the expected one. The revision that
a message shows is stored a second later, and the one that it should show (``wanted``) with the
change; a duty draws a board that is behind.

In a group, in a chat of two, and in a server without the bot, it can only answer. There each press
brings its message up to date, calls follow behind an answer, reminders come by direct message.
"""
