"""The accuracy of players of Heroes Beware, held against the results of their matches.

Levels of the machine and the beginner play matches, each of which is reviewed. A line of the output
is a match: the treasure of both seats, and for each seat what its moves gave away of what was at
stake, in tenths of a point. ``tests/reviewing/played_out.txt`` holds such lines.
"""

from __future__ import annotations

import argparse
import random
import time

from prowlerbot.opponent.judge import REVIEW_SECONDS
from prowlerbot.opponent.judgement import Review
from prowlerbot.opponent.reviewing import (
    ReviewedMatch,
    find_events,
    join_reviews,
    piece_count,
    review_piece,
)
from prowlerbot.opponent.search import Budget
from prowlerbot.opponent.task import house_roster
from prowlerbot.reviews.review_digest import LEAST_STAKE, losses_in, stake_of
from prowlerbot.shell.duel_command import named_player, play_contest

PAIRS = (
    ("easy", "hard"),
    ("easy", "medium"),
    ("medium", "hard"),
    ("beginner", "hard"),
    ("easy", "easy"),
    ("hard", "hard"),
)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=60)
    parser.add_argument("--seed", default="acc")
    asked = parser.parse_args()
    game, hints = house_roster()["heroes"]
    budget = Budget(int(REVIEW_SECONDS * hints.a_second), None)
    for number in range(asked.matches):
        seed, pair = f"{asked.seed}/{number}", PAIRS[number % len(PAIRS)]
        names = pair[:: -1 if number // len(PAIRS) % 2 else 1]
        setup = game.setup(random.Random(seed), 2, {})
        minds = [named_player(name, hints) for name in names]
        made = play_contest(game, hints, setup, minds, seed=seed, clock=time.process_time)
        match = ReviewedMatch(game.key, setup, made.moves)
        review = join_reviews(
            [
                review_piece(game, hints, match, at, seed=1, budget=budget, clock=time.process_time)
                for at in range(piece_count(len(find_events(game, match))))
            ]
        )
        print(" | ".join([" ".join(map(str, made.outcome.totals)), *_stakes(review)]), flush=True)


def _stakes(review: Review) -> list[str]:
    found = [(each, stake_of(each)) for each in losses_in(review)]
    return [
        " ".join(
            f"{10 * each.points.mean:.0f}/{10 * stake:.0f}"
            for each, stake in found
            if each.judgement.seat == seat and stake >= LEAST_STAKE
        )
        for seat in (1, 2)
    ]


if __name__ == "__main__":
    main()
