"""The losses of a colony in a round: who took how much, and how much stood in the way."""

from __future__ import annotations

from cogs.games.heroes import chapters
from cogs.games.heroes.colony_words import amount
from cogs.games.heroes.happened import Line, burst
from cogs.games.heroes.texts import invader_name
from prowlerbot.core.i18n import tr, trn
from prowlerbot.games.heroes.words import EVENT_NAMES
from renderer.heroes import fate_of, toll_of

_TREASURE = {"gold", "gem"}


def told(line: Line, seat: int) -> str:
    """The losses of a colony in the round that the latest move has ended."""
    if len(line[-1].rounds) <= len(line[max(0, burst(line) - 1)].rounds):
        return ""
    lost = []
    for visit, seats_before in chapters.cards_of_round(line):
        own = visit.shown.seats[seat - 1]
        walked, done = fate_of(visit.shown, own), toll_of(visit.shown, seats_before[seat - 1], own)
        if walked is not None:
            taken = [amount(kind, count) for kind, count in walked.lost if kind in _TREASURE]
            met = sum(count for kind, count in walked.lost if kind in {"trap", "guard"})
            if taken:
                lost.append(_loot(invader_name(visit.shown), ", ".join(taken), met))
        elif done is not None:
            gone = [
                amount(kind, -count)
                for kind, count in done.changed
                if kind in _TREASURE and count < 0
            ]
            if gone:
                event = tr(EVENT_NAMES[visit.shown.event])
                lost.append(tr("{event}: {tokens}", event=event, tokens=", ".join(gone)))
    if not lost:
        return tr("-# Nobody took any treasure from you.")
    return tr("-# You lost: {list}.", list=" · ".join(lost))


def _loot(invader: str, tokens: str, met: int) -> str:
    """An invader's loot, with the number of traps and guards in its way."""
    if not met:
        return tr("{invader} {tokens}, past no trap or guard", invader=invader, tokens=tokens)
    return trn(
        "{invader} {tokens}, past {count} trap or guard",
        "{invader} {tokens}, past {count} traps and guards",
        met,
        invader=invader,
        tokens=tokens,
    )
