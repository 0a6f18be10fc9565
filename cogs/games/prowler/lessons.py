"""The lessons of Prowler's Passage, each a moment of a real match: reading it, then tasks."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from cogs.contract.lesson import Lesson
from cogs.contract.screen import Drawing, Look
from cogs.games.prowler.lettered import MOVES, SETUP, lettered_board
from cogs.games.prowler.signs import signs_by_letter
from prowlerbot.core.game import View
from prowlerbot.core.i18n import mark
from prowlerbot.games.prowler.rules import Position
from prowlerbot.games.prowler.scoring import score_sheet
from prowlerbot.games.prowler.setup import DISTRICTS

_SEAT = 1
_WEALTH_TO_GAIN = 18


def _holds(*letters: str) -> list[int]:
    return [DISTRICTS.index(letter) for letter in letters]


def _castle_is_yours(_: Position, now: Position) -> bool:
    return all(now.lead(_SEAT)[district] > 0 for district in _holds("C"))


def _market_and_residential_are_yours(_: Position, now: Position) -> bool:
    return all(now.lead(_SEAT)[district] > 0 for district in _holds("M", "R"))


def _statue_is_stolen(before: Position, now: Position) -> bool:
    return len(now.statues[_SEAT - 1]) > len(before.statues[_SEAT - 1])


def _achievement_is_claimed(before: Position, now: Position) -> bool:
    return len(now.achievements[_SEAT - 1]) > len(before.achievements[_SEAT - 1])


def _gain(before: Position, now: Position) -> int:
    """The change in what both scorings would pay, which the learner reads below each move."""
    was, present = (score_sheet(each, final=True)[_SEAT - 1].total for each in (before, now))
    return present - was


def _wealth_is_gained(before: Position, now: Position) -> bool:
    return _gain(before, now) >= _WEALTH_TO_GAIN


def _lettered_board(view: View[Position], look: Look) -> Sequence[Drawing]:
    return [lettered_board(view.seen, look.plain, look.theme)]


_lesson = partial(Lesson, fields=signs_by_letter, worth=_gain)

LESSONS: tuple[Lesson, ...] = (
    _lesson(
        title=mark("How to read the board"),
        task=mark(
            "You and your rival dig **passages** through a city, in turn, 13 each.\n"
            "**A** A pathway: press its number to dig there. You keep the tile that lies there,"
            " here {tile_p}: an item {tile_b} {tile_p} {tile_m} {tile_r} or a shovel {tile_d}"
            " {tile_w}.\n"
            "**B** A district, here {district_C} Castle. Digging pulls the markers of the districts"
            " on both sides of the pathway towards you.\n"
            "**C** A statue {statue}: you steal it if you dig the last pathway around it. Its ring"
            " has a part for each of these pathways, in the colour of the player who dug there.\n"
            "**D** The track: a marker on your side pays you in both scorings. You have the"
            " left half if you are {seat_1}, the right half if you are {seat_2}.\n"
            "**E** Achievements: the first player to fulfil one keeps it.\n"
            "**F** Your wealth: the points that you have banked, and those that the final scoring"
            " would pay now. The most wealth wins.\n"
            "A golden rim marks the longest passage of each player."
        ),
        setup=SETUP,
        moves=MOVES,
        drawings=_lettered_board,
    ),
    _lesson(
        title=mark("Pull the Castle marker over"),
        task=mark(
            "Every passage pulls the control markers of the two districts beside it one space to"
            " your side. The {district_C} Castle marker stands one space on your rival's side, so"
            " you need two spaces. **Dig one passage that brings it to your side.**"
        ),
        hint=mark(
            "Two spaces come from a pathway with {district_C} Castle on both sides, or from a"
            " {tile_d} dig shovel beside a Castle: it doubles every move of a marker."
        ),
        praise=mark(
            "The Castle is yours now. For each marker on your side of the track, you get that"
            " district's reward in both scorings."
        ),
        setup="CBM-RCP-CBP-RCM-MRP-MBP/wbrbrpbbbdmwmrrdmwpmbrrppbr/6,9,10/1",
        moves=(">P", "3", "1>M"),
        goal=_castle_is_yours,
        enough=1,
    ),
    _lesson(
        title=mark("Choose the shovel"),
        task=mark(
            "A {tile_w} wild shovel moves one more marker, and you choose which. **With one"
            " passage, bring both the {district_M} Market and the {district_R} Residential marker"
            " to your side.**"
        ),
        hint=mark(
            "The Residential marker needs two spaces: look for a wild shovel with {district_R}"
            " Residential on both sides. Then choose the other marker for the shovel."
        ),
        praise=mark(
            "Both are yours. A shovel is not an item, and the Castle takes 1 wealth off for"
            " each one you hold; the right marker at the right time is worth more."
        ),
        setup="RCP-CBR-BPC-CBM-RCM-PMR/rwbpmmmrbmmbbwwdrbrrrppbpwr/6,9,11/1",
        moves=(">R", "4", "1", "15>R", "23", "22", "16"),
        goal=_market_and_residential_are_yours,
        enough=3,
    ),
    _lesson(
        title=mark("Steal the statue"),
        task=mark(
            "You steal a statue {statue} if you dig the last pathway around it, no matter who dug"
            " the rest. **Steal a statue with one passage.**"
        ),
        hint=mark("Look for a statue with a single tile left around it, in the right half."),
        praise=mark(
            "The statue is yours: 1 wealth in each scoring, and more for the Market. The"
            " second stolen statue triggers the mid-game scoring."
        ),
        setup="RBM-CPR-BPC-CPM-BMC-RCM/rmrbmbpprbpwwpmwrpmpwpwmmrm/2,8,15/1",
        moves=(">R", "6", "16>B", "5", "21>P", "12>B", "1"),
        goal=_statue_is_stolen,
        enough=12,
    ),
    _lesson(
        title=mark("Claim an achievement"),
        task=mark(
            "Below the board are three achievements 🏅. The first player to fulfil one on their own"
            " turn claims it at once, without a press, and keeps it. You hold a yellow, a blue and"
            " a purple item. **Claim “Hold 1 item of each kind” with one passage.**"
        ),
        hint=mark("The fourth item is brown {tile_r}; two pathways still have one."),
        praise=mark("You keep it, 5 wealth in the final scoring, and nobody can take it from you."),
        setup=SETUP,
        moves=MOVES,
        goal=_achievement_is_claimed,
        enough=6,
    ),
    _lesson(
        title=mark("Count the wealth"),
        task=mark(
            "Both scorings pay 2 for each pathway of your longest passage, 1, 3, 6, 10"
            " for 1, 2, 3, 4 items of the same kind, and the rewards of your districts. **In two"
            " passages, gain at least 18 wealth as the final scoring would count it.** Your rival"
            " digs in between."
        ),
        hint=mark(
            "A passage that joins pieces of yours makes the longest one much longer: 9 does so on"
            " the left. And 16 takes a statue on the right."
        ),
        praise=mark(
            "That is how matches are won: one passage that scores in several ways. You are ready"
            " for a match."
        ),
        setup="MCP-MCB-RCB-RBP-MRB-MBP/pprdmbdbpwmppmdmbrmrrwppbrm/6,9,10/1",
        moves=(">C", "10>M", "1", "15", "26", "17", "3", "22>B", "2", "12", "21"),
        goal=_wealth_is_gained,
        enough=_WEALTH_TO_GAIN,
        turns=2,
        replies=("4", "5"),
    ),
)
