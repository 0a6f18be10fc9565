"""Scores in words, item by item: running scores and the score sheet."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from cogs.contract.screen import ALT_LIMIT
from cogs.contract.sentences import Part, shortened, with_headings
from cogs.games.prowler.texts import Names, marked, verdict
from prowlerbot.core.i18n import in_parts, labelled, tr, trn, whole
from prowlerbot.games.prowler.board import longest_walk
from prowlerbot.games.prowler.position import DISTRICTS, ITEMS, SEATS, PositionData
from prowlerbot.games.prowler.rules import (
    WEALTH,
    Position,
    banked_wealth,
    district_parts,
    item_parts,
    running_wealth,
    score,
)
from prowlerbot.games.prowler.words import (
    CATEGORY_NAMES,
    CONDITION_NAMES,
    DISTRICT_NAMES,
    statue_name,
    tiles_counted,
)


class _Phase(NamedTuple):
    """A scoring phase: its name, the position to score, whether achievements count."""

    name: str
    position: PositionData
    final: bool


def scores(position: Position, names: Names) -> str:
    """The scores if the final scoring came now, and the result of mid-game scoring."""
    total = Part("\n".join(_totals(position, names)), heading=tr("Wealth so far"))
    return with_headings([*(() if position.over else (total,)), *parts(position, names)])


def parts(position: PositionData, names: Names, *, banked: bool = False) -> list[Part]:
    """Each scoring phase of each player with its categories; only those that are ``banked`` or
    all.
    """
    return [
        _part(phase, seat, names)
        for phase in _phases(position)
        for seat in SEATS
        if not (banked and phase.final)
    ]


def alt(position: Position, names: Names) -> str:
    """The picture of the score sheet in plain words, within the limit of alt texts."""
    heading = Part(tr("Score sheet."))
    sheet = parts(position, names, banked=not position.over)
    outcome = position.outcome
    result = Part(verdict(outcome, names) if outcome is not None else "")
    return shortened([heading, *sheet, result], ALT_LIMIT)


def _phases(position: PositionData) -> Iterator[_Phase]:
    if position.half is not None:
        banked = tr("Mid-game scoring") if position.over else tr("Mid-game scoring, banked")
        yield _Phase(banked, position.half, final=False)
    final = tr("Final scoring") if position.over else tr("Projected, if the final scoring came now")
    yield _Phase(final, position, final=True)


def _totals(position: PositionData, names: Names) -> Iterator[str]:
    for seat in SEATS:
        total, banked = running_wealth(position, seat), banked_wealth(position, seat)
        told = f"{marked(seat, names)} **{whole(total)}**"
        if position.half is None:
            yield told
            continue
        fields = {"banked": whole(banked), "projected": whole(total - banked)}
        yield f"{told} = {tr('{banked} banked + {projected} projected', **fields)}"


def _part(phase: _Phase, seat: int, names: Names) -> Part:
    """One seat's phase: its sum, then each category with its parts."""
    each = score(phase.position, seat, final=phase.final)
    counted = CATEGORY_NAMES if phase.final else CATEGORY_NAMES[:-1]  # achievements come last
    categories = [f"{tr(name)} {whole(had)}" for name, had in zip(counted, each, strict=False)]
    made = zip(categories, _basis(phase, seat), strict=False)
    total = f"{labelled(phase.name, names[seat - 1])} {whole(each.total)}"
    return Part(
        "\n".join(f"- {category}{basis}" for category, basis in made),
        rank=1,
        heading=total,
        short=f"{total} ({', '.join(categories)}).",
    )


def _basis(phase: _Phase, seat: int) -> list[str]:
    """The basis of each category: the sum behind it, or the things it counts."""
    position = phase.position
    passages = position.passages[seat - 1]
    walk = "-".join(map(str, longest_walk(passages)))
    items = [
        tiles_counted(face, count)
        for face, count in zip(ITEMS, position.tiles_of(seat), strict=False)
        if count
    ]
    statues = list(map(statue_name, position.statues[seat - 1]))
    held = position.achievements[seat - 1]
    named = [tr(CONDITION_NAMES[card]) for card in held]
    cards = [f"{WEALTH[card]} ({name})" for card, name in zip(held, named, strict=True)]
    districts = [
        f"{tr(DISTRICT_NAMES[d])} {_made_of(sum(paid), terms)}"
        for d, paid, terms in zip(
            DISTRICTS, district_parts(position, seat), _district_terms(position, seat), strict=True
        )
        if paid is not None
    ]
    return [
        f" = 2 × {position.longest(seat)} ({walk})" if walk else "",
        _in_brackets(statues),
        _sum_of([str(each) for each in item_parts(position, seat)]) + _in_brackets(items),
        labelled("", in_parts(districts)) if districts else "",
        _sum_of(cards) or _in_brackets(named),
    ]


def _made_of(total: int, terms: str) -> str:
    return whole(total) if terms == str(total) else f"{whole(total)} = {terms}"


def _in_brackets(words: list[str]) -> str:
    return f" ({', '.join(words)})" if words else ""


def _sum_of(parts: list[str]) -> str:
    return f" = {' + '.join(parts)}" if len(parts) > 1 else ""


def _district_terms(position: PositionData, seat: int) -> Iterator[str]:
    """The reward of each district in words, in the order of DISTRICTS."""
    b, p, m, r, *_ = items = position.tiles_of(seat)[: len(ITEMS)]
    shovels = sum(position.tiles_of(seat)[len(ITEMS) :])
    cards, statues = len(position.achievements[seat - 1]), len(position.statues[seat - 1])
    spaces = dict(zip(DISTRICTS, position.lead(seat), strict=True))["M"]
    controlled, length = position.controlled(seat), position.longest(seat)
    pairs = sum(count // 2 for count in items)
    yield _plus("5", b and tiles_counted("b", b))
    districts = trn("2 × {count} district", "2 × {count} districts", controlled)
    yield _plus(p and tiles_counted("p", p), districts)
    yield _plus(
        m and tiles_counted("m", m),
        cards and trn("{count} achievement", "{count} achievements", cards),
        statues and trn("{count} statue", "{count} statues", statues),
        trn("{count} space", "{count} spaces", spaces),
    )
    beyond = tr("longest passage {length} − 2", length=length) if length > 2 else ""
    yield _plus(r and tiles_counted("r", r), beyond)
    minus = trn("{count} shovel", "{count} shovels", shovels)
    pair = trn("3 × {count} pair of items", "3 × {count} pairs of items", pairs)
    yield f"{_plus(pairs and pair)}{f' − {minus}' if shovels else ''}"


def _plus(*terms: str | int) -> str:
    """The terms above zero, as a sum."""
    return " + ".join(str(term) for term in terms if term) or "0"
