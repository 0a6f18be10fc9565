"""The list of moves of a replay: in a game with secrets, the face tells them from the views."""

from __future__ import annotations

import random
from dataclasses import replace

from tall_tale.face import MANIFEST

from cogs.contract import plain_words
from cogs.frame.layout import layout
from cogs.replays.replay_commands import Moment
from prowlerbot.match import lobby
from prowlerbot.match.match import Context, Match, Phase, Play, Player
from prowlerbot.match.terms import Terms
from prowlerbot.match.timeline import timeline

FACE = MANIFEST.face
PLAYED = "0:356 0:112 1:1x3 2:2x1 1:doubt 0:22 0:446 1:1x2"
PEOPLE = Player(1, "Ada"), Player(2, "Ben")
JUMPS = "Jump to a move"


def match() -> Match:
    asked = lobby.challenge("abc", FACE.game, PEOPLE, {}, terms=Terms(), now=1)
    begun = lobby.begin_match(asked, Context(FACE.game, random.Random(1), 1), "2")
    entries = [entry.split(":") for entry in PLAYED.split()]
    plays = (Play(int(seat), move, 1, at) for at, (seat, move) in enumerate(entries))
    return replace(begun, plays=tuple(plays))


def listed(shown: Match, viewer: int | None) -> list[str]:
    known = timeline(shown, FACE.game, viewer)
    stops = plain_words.stops(known.views, FACE.rolling)
    rows = layout("", rows=Moment(shown, known, known.ply, FACE).rows(stops, None)).to_components()
    (menu,) = (row["components"][0] for row in rows if JUMPS in str(row))
    return [option["label"] for option in menu["options"]]


def test_a_reader_reads_their_own_moves_and_of_others_what_the_views_tell() -> None:
    told = ["The start, before the first move", "1 · Ada tells 1 × 3", "2 · Ben tells 2 × 1"]
    told += ["3 · Ada doubts 2 × 1: Ada loses a die", "4 · Ada tells 1 × 2"]
    assert listed(match(), None) == told
    told[1], told[3:] = "1 · Ada: 1 × 3", ["3 · Ada: doubt", "4 · Ada: 1 × 2"]
    assert listed(match(), 1) == told


def test_no_reader_of_a_running_match_reads_a_roll_and_after_the_end_all_do() -> None:
    for viewer in (None, 1, 2):
        assert not {"356", "112", "446"} & {*" ".join(listed(match(), viewer)).split()}
    over = " ".join(listed(replace(match(), phase=Phase.OVER), None))
    assert "446" in over
