"""Reads a gettext catalogue as ``tools.messages`` writes it.

Babel's reader takes ten times as long, and a bot that starts needs the catalogues of all languages.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from gettext import NullTranslations

_LINE = re.compile(
    r'^(?:(#,.*\bfuzzy\b).*|(msgctxt|msgid_plural|msgid|msgstr)(?:\[\d+\])? ((?:".*"\n?)+))',
    re.MULTILINE,
)
_ESCAPED = re.compile(r"\\(.)")
_MEANT = {"n": "\n", "t": "\t", "r": "\r"}
_Key = tuple[str, str]
"""The context of a message, and the message."""


class Catalogue(NullTranslations):
    """The translations of one language; ``form`` is the number of the plural form of a count.

    A message that is not translated, or fuzzy, stays as it is.
    """

    def __init__(self, text: str, form: Callable[[int], int]) -> None:
        super().__init__()
        self._texts = _read(text)
        self._form = form

    def gettext(self, message: str) -> str:
        return self.pgettext("", message)

    def pgettext(self, context: str, message: str) -> str:
        return self._texts.get((context, message), (message,))[0]

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        forms = self._texts.get(("", msgid1))
        return forms[self._form(n)] if forms else super().ngettext(msgid1, msgid2, n)


def _read(text: str) -> dict[_Key, tuple[str, ...]]:
    found: dict[_Key, tuple[str, ...]] = {}
    context = message = ""
    fuzzy, forms = False, list[str]()

    def keep() -> None:
        if forms and all(forms) and not fuzzy:
            found[context, sys.intern(message)] = tuple(forms)

    for is_fuzzy, word, quoted in _LINE.findall(text):
        if forms and word != "msgstr":  # the next message begins
            keep()
            context, fuzzy, forms = "", False, []
        if is_fuzzy:
            fuzzy = True
        elif word == "msgctxt":
            context = sys.intern(_unquoted(quoted))
        elif word == "msgid":
            message = _unquoted(quoted)
        elif word == "msgstr":
            forms.append(_unquoted(quoted))
    keep()
    return found


def _unquoted(lines: str) -> str:
    text = lines.strip()[1:-1].replace('"\n"', "")
    if "\\" not in text:
        return text
    return _ESCAPED.sub(lambda it: _MEANT.get(it[1], it[1]), text)
