"""The words and views of each format of competitions; ``FACES`` lists them.

``format_words.py`` has the contract of the words, and ``format_face.py`` that of the views. Both
are those of a tournament in rounds, unless a format says otherwise.
"""
