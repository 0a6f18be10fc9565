"""Pictures: functions from a state and its players' names to PNG bytes.

Shared parts are here and know no game. Each game draws its own pictures in a folder named after
its key. Nothing here knows Discord or the store. Every function is safe to call from many threads
at once.
"""
