"""The text of a challenge: the question to the challenged player, and its remains afterwards."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import discord

from cogs.contract.face import Face
from cogs.frame.layout import Picture, layout
from cogs.frame.press import Action
from cogs.views import terms
from cogs.views.beginning import beginning_lines, heading, rematch_lines, setup_words, until
from cogs.views.introduction import introduction_row
from cogs.views.lobby_view import is_lobby, lobby_view
from cogs.views.match_views import button, names
from prowlerbot.core.formats import listed
from prowlerbot.core.game import Game
from prowlerbot.core.i18n import mark, tr
from prowlerbot.match.match import Ending, Match

_ASKED = mark("{asked}, **{challenger}** challenges you to a match.")
_AGAIN = mark("{asked}, **{challenger}** asks for a rematch.")


def challenge_view(
    match: Match,
    game: Game,
    face: Face,
    pictures: Sequence[Picture] = (),
    *,
    machine: bool = True,
    firsts: Collection[int] = (),
    again: str = "",
) -> discord.ui.LayoutView:
    """The question to the challenged player, or the lobby; mentions ping only the players asked.

    ``pictures`` are the cover of the game, or the starting position of a match that plays on from
    another one; ``machine`` says whether the machine may take a seat here, ``firsts`` are the seats
    of players new to the game. For a rematch, ``again`` says how the previous match ended.
    """
    if is_lobby(match, game):
        return lobby_view(match, game, face, pictures, machine=machine, firsts=firsts, again=again)
    asked = listed([f"<@{match.player(seat).id}>" for seat in sorted(match.asked)])
    challenger = names(match)[match.challenger - 1]
    question = tr(_AGAIN if again else _ASKED, asked=asked, challenger=challenger)
    words = [setup_words(match, face), terms.words(match, firsts)]
    lines = [heading(face, again), question, *rematch_lines(match, game, face, again)]
    if again:  # a rematch shows changes in normal size
        lines += [*filter(None, words), f"-# {until(match)}"]
    else:
        small = " ".join(filter(None, [*words, until(match)]))
        lines += [*beginning_lines(match, face), f"-# {small}"]
    row = (
        button(Action.ACCEPT, match, tr("Accept")),
        button(Action.DECLINE, match, tr("Decline")),
        button(Action.CANCEL, match, tr("Cancel")),
    )
    introduction = [] if again else [introduction_row(match, face)]
    return layout("\n".join(lines), pictures, [row, *introduction])


_ENDED = {
    Ending.DECLINED: mark("{asked} declined {challenger}'s challenge."),
    Ending.CANCELLED: mark("{challenger} withdrew the challenge to {asked}."),
    Ending.EXPIRED: mark("{challenger}'s challenge to {asked} has expired."),
}
_ENDED_OPEN = {
    Ending.CANCELLED: mark("{challenger} cancelled the match."),
    Ending.EXPIRED: mark("{challenger}'s match did not begin in time."),
}


def ended_challenge_view(match: Match, face: Face) -> discord.ui.LayoutView:
    who = names(match)
    others = [who[seat - 1] for seat in match.seats if seat != match.challenger]
    two = len(match.players) == 2 and not any(player.is_vacant for player in match.players)
    ending = match.ending or Ending.EXPIRED
    sentence = _ENDED.get(ending, _ENDED[Ending.EXPIRED])
    if not two:
        sentence = _ENDED_OPEN.get(ending, _ENDED_OPEN[Ending.EXPIRED])
    words = tr(sentence, asked=listed(others), challenger=who[match.challenger - 1])
    return layout(f"### {face.title}\n{words}")
