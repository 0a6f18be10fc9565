"""Pictures: a state and its players' names in, PNG bytes out.

What all games share stands here and knows none of them; each game draws its own in a folder of its
key, built upon that. Nothing here knows Discord or the store. All functions may be called from many
threads at once.
"""
