"""Positions to draw: random matches from a seed, and single changes to them."""

import random

from prowlerbot.games.prowler import Prowler
from prowlerbot.games.prowler.rules import Position
from renderer.profile import Card

NAMES = ("Nightingale", "Михаил Воронцов")
CARDS = {
    "usual": Card(
        game="Prowler's Passage",
        name="Nightingale",
        points=1703,
        range=312,
        place=2,
        places=14,
        medal=2,
        won=12,
        shared=1,
        lost=10,
        latest=("won", "won", "lost", "shared", "won", "lost", "won", "won", "lost", "won"),
        best=131,
        favourite="Hold 4 of one item",
    ),
    "long": Card(
        game="Prowler's Passage",
        name="Михаил Воронцов der Große von und zu",
        points=2158,
        range=599,
        place=1234,
        places=9876,
        won=1234,
        shared=1111,
        lost=2345,
        latest=("lost",) * 10,
        best=188,
        favourite="Control 2 districts by 3 each",
    ),
    "new": Card(
        game="Prowler's Passage",
        name="さくら",
        points=1342,
        range=968,
        place=2,
        places=2,
        provisional=True,
        lost=1,
        latest=("lost",),
    ),
    "unrated": Card(game="Prowler's Passage", name="さくら", won=1, latest=("won",)),
}
"""Profile cards: one like most, one with everything long, one with one rated match, one with
hardly anything."""
SPOKEN = {
    "Latin": "Ærøskøbing Łódź Đặng",
    "Greek": "Αλέξανδρος",
    "Cyrillic": "Михаил Їжак",
    "Hebrew": "עומר",
    "Arabic": "محمد",
    "Persian": "می‌خواهم",
    "Armenian": "Անահիտ",
    "Georgian": "ნინო",
    "Devanagari": "क्षत्रिय",
    "Bengali": "রবীন্দ্র",
    "Tamil": "தமிழ்",
    "Thai": "กิตติ",
    "Khmer": "សុខា",
    "Ethiopic": "አበበ",
    "Kana": "さくらサクラ",
    "Kanji": "龍崎 翔",
    "Simplified Chinese": "张伟国",
    "Traditional Chinese": "陳國榮",
    "Korean": "홍길동",
    "mixed": "Omer עומר 123",
}
"""A name in each script that people here write in."""
WHOLE = 27  # moves of a whole match: the opening and 26 placements


def match(seed: int, moves: int = WHOLE) -> list[Position]:
    """The positions of a match up to so many random moves of a random set-up."""
    rng = random.Random(seed)
    game = Prowler()
    states = [game.start(game.setup(rng, 2, {}))]
    for _ in range(moves):
        seat = min(states[-1].to_move)
        states.append(states[-1].after(seat, rng.choice(states[-1].moves(seat))))
    return states


def played(seed: int, moves: int = WHOLE) -> Position:
    """The last of them."""
    return match(seed, moves)[-1]


def with_passages(state: Position, pathway: int, seat: int | None) -> Position:
    """The same position with a pathway of this seat, or free."""
    one, two = (mask & ~(1 << pathway) for mask in state.passages)
    if seat == 1:
        one |= 1 << pathway
    elif seat == 2:
        two |= 1 << pathway
    return state._replace(passages=(one, two))
