"""The text of a challenge: the question to the challenged player, and what stays of it."""

from __future__ import annotations

from collections.abc import Sequence

import discord

from cogs.board.face import Face
from cogs.board.views import button, heading, names
from cogs.frame.layout import Picture, layout, listed
from cogs.frame.names import safe
from cogs.frame.press import Action
from cogs.life import terms
from prowlerbot.core.i18n import mark, tr, trn
from prowlerbot.match.lobby import CHALLENGE_LASTS
from prowlerbot.match.match import Ending, Match
from prowlerbot.match.origin import Origin


def challenge_view(
    match: Match, face: Face, pictures: Sequence[Picture] = ()
) -> discord.ui.LayoutView:
    """The question to the challenged player; the mentions call nobody but them.

    ``pictures`` show where a match begins that plays on from another one.
    """
    challenger = match.player(match.challenger)
    asked = ", ".join(f"<@{match.player(seat).id}>" for seat in sorted(match.asked))
    question = tr(
        "{asked}, **{challenger}** challenges you to a match.",
        asked=asked,
        challenger=safe(challenger.name),
    )
    until = tr(
        "The challenge stands until {time}.", time=f"<t:{match.created_at + CHALLENGE_LASTS}:f>"
    )
    lines = [f"### {face.title}", question]
    if match.origin is not None:
        lines += [_origin_words(match.origin), heading(match, face)]
        lines.append(f"-# {terms.words(match.terms)} {until}")
    else:
        lines.append(f"-# {_first_words(match)} {terms.words(match.terms)} {until}")
    row = (
        button(Action.ACCEPT, match, tr("Accept")),
        button(Action.DECLINE, match, tr("Decline")),
        button(Action.CANCEL, match, tr("Cancel")),
    )
    return layout("\n".join(lines), pictures, [row])


def _origin_words(origin: Origin) -> str:
    return trn(
        "It plays on from match {id} after {count} move:",
        "It plays on from match {id} after {count} moves:",
        origin.ply,
        id=origin.source,
    )


def _first_words(match: Match) -> str:
    first = match.options.get("first")
    if first is None:
        return tr("Who goes first is drawn by lot.")
    return tr("{player} goes first.", player=safe(match.player(int(first)).name))


def ended_challenge_view(match: Match, face: Face) -> discord.ui.LayoutView:
    who = names(match)
    challenger = who[match.challenger - 1]
    others = [who[seat - 1] for seat in match.seats if seat != match.challenger]
    sentence = {
        Ending.DECLINED: mark("{asked} declined the challenge of {challenger}."),
        Ending.CANCELLED: mark("{challenger} took back the challenge to {asked}."),
    }.get(
        match.ending or Ending.EXPIRED,
        mark("The challenge of {challenger} to {asked} has expired."),
    )
    words = tr(sentence, asked=listed(others), challenger=challenger)
    return layout(f"### {face.title}\n{words}")
