"""The machine's processes as the reviewer of the service."""

from __future__ import annotations

import random

from prowlerbot.core.record import random_record
from prowlerbot.opponent.pool import Thinkers
from prowlerbot.service.machine_reviews import MachineReviewer
from tests.games.nim.rules import Nim
from tests.opponent.games import roster


async def test_a_match_is_reviewed_in_another_process_piece_by_piece() -> None:
    record = random_record(Nim(), random.Random(4))
    thinkers = Thinkers(1, roster)
    checked = 0

    async def check() -> None:
        nonlocal checked
        checked += 1

    try:
        reviewer = MachineReviewer(thinkers)
        found = [
            await reviewer.piece("1", record, number, check)
            for number in range(reviewer.pieces(record))
        ]
    finally:
        await thinkers.close()
    review = reviewer.review(record, found)
    assert checked == len(found) == len(review.judgements)
    assert review.machine == reviewer.machine
    assert review.course[-1].ply == len(record.moves)
