"""The signs of a text replaced by words, for players who want words first."""

from __future__ import annotations

import re
from collections.abc import Sequence

from cogs.games.heroes.colony_words import amount
from cogs.games.heroes.signs import BAG, FEATURES, GUARD, HEART, INVADER, TOKENS, seat_mark
from prowlerbot.core.i18n import tr, trn
from prowlerbot.games.heroes.words import FEATURE_NAMES


def in_words(text: str, names: Sequence[str]) -> str:
    """``2 🪤 1 💎`` becomes ``2 traps, 1 gem``; the sign of a seat goes where its name follows, and
    becomes the name elsewhere.
    """
    for seat, name in enumerate(names, 1):
        mark = seat_mark(seat)
        text = text.replace(f"{mark} **{name}**", f"**{name}**").replace(mark, f"**{name}**:")
    kinds = {str(sign): kind for kind, sign in TOKENS.items()}
    kinds |= {str(sign): kind for kind, sign in FEATURES.items() if str(sign) not in kinds}
    kinds |= {str(HEART): "heart", str(BAG): "bag"}
    one = "|".join(map(re.escape, sorted(kinds, key=len, reverse=True)))
    unit = rf"(?<!\d)\d+ (?:{one})|(?:{one}) \d+|(?:{one})+"
    text = re.sub(
        rf"(?:{unit})(?: (?:{unit}))*",
        lambda run: ", ".join(_counted(each, kinds, one) for each in re.findall(unit, run[0])),
        text,
    )
    return text.replace(f"{INVADER} ", "")


def _counted(unit: str, kinds: dict[str, str], one: str) -> str:
    """A number and a sign, or a row of equal signs, as a number of things."""
    signs = re.findall(one, unit)
    number = re.search(r"\d+", re.sub(one, "", unit))
    if number is None and signs == [str(GUARD)]:
        return tr("guards")  # “the most guards”
    count, kind = int(number[0]) if number else len(signs), kinds[signs[0]]
    match kind:
        case "heart":
            return trn("{count} heart", "{count} hearts", count)
        case "bag":
            return trn("{count} bag", "{count} bags", count)
        case _ if kind in TOKENS:
            return amount(kind, count)
    return f"{count} × {tr(FEATURE_NAMES[kind])}"
