"""The moves that the text of a board tells before the last one."""

from __future__ import annotations

from collections.abc import Sequence

from cogs.board.match_message import with_earlier_moves
from cogs.contract.screen import Look
from prowlerbot.core.game import AnyState, after
from prowlerbot.match.match import Match, Phase, Play, Player, machine
from prowlerbot.match.timeline import Timeline
from tests.games.tell import TellGame
from tests.games.tell_face import Seen, TellFace

PLAYERS = (Player(1, "Ann"), machine("easy"), machine("hard"))
MOVES = ((1, "1"), (2, "1"), (3, "1"), (0, "2"), (2, "1"), (3, "1"))
"""Between the moves of the machines a die is thrown."""


class Repeating(TellFace):
    """The text of a roll repeats that of the move before it."""

    def recap(self, views: Sequence[Seen], names: Sequence[str]) -> str:
        del names
        thrown = views[-1].seen.round > views[-2].seen.round
        return f"round {views[-2].seen.round} settled{', a 2 is thrown' * thrown}"


def test_a_draw_whose_text_repeats_that_of_the_move_is_told_once() -> None:
    states: list[AnyState] = [TellGame().start("tell-7")]
    for seat, move in MOVES:
        states.append(after(states[-1], seat, move))
    plays = tuple(Play(seat, move, 0, at) for at, (seat, move) in enumerate(MOVES))
    known = Timeline(None, plays, tuple(state.view(None) for state in states))
    match = Match("abc", "tell", PLAYERS, 0, setup="tell-7", phase=Phase.PLAYING, plays=plays)
    names = [player.name for player in PLAYERS]
    text = with_earlier_moves(match, known, Repeating(TellGame()), Look(names, names), "To move.")
    told = ["round 0 settled"] * 2 + ["round 0 settled, a 2 is thrown", "round 1 settled"]
    assert text.split("\n") == [*(f"-# {each}." for each in told), "To move."]
