"""The lessons of Prowler's Passage, each a moment of a real match, and its rules in short."""

from collections.abc import Callable
from functools import partial

from cogs.contract.lesson import Lesson, guide_drawings
from cogs.games.prowler.spoken import board_words, meetings_words
from cogs.games.prowler.texts import FIELDS
from prowlerbot.core.i18n import mark, tr
from prowlerbot.games.prowler.position import DISTRICTS
from prowlerbot.games.prowler.rules import Position, score_sheet
from renderer.prowler.board import draw_guide

_SETUP = "MCB-PMB-BPR-BRC-CBP-CPM/mdpwrmppmwwmbbmppwpbrbmpmbp/1,5,10/1"
_MOVES = (">M", "6", "10>C", "19", "4>P", "14", "11>R")
"""A moment of a real match that shows every kind of thing."""
_PATHWAY, _AREA = 17, 11
"""The places of the letters A and B; the area is a Castle."""
_SEAT = 1
_WEALTH_TO_GAIN = 18


def _brings_markers(*letters: str) -> Callable[[Position, Position], bool]:
    """The goal that the markers of some districts are on the learner's side."""
    places = [DISTRICTS.index(letter) for letter in letters]
    return lambda _, now: all(now.lead(_SEAT)[place] > 0 for place in places)


def _wealth_gained(before: Position, now: Position) -> int:
    """The change in the pay of both scorings, which the learner reads below each move."""
    was, present = (score_sheet(each, final=True)[_SEAT - 1].total for each in (before, now))
    return present - was


def _words_in_short() -> str:
    told = tr(
        "You and your rival dig **passages** through a city, in turn, 13 each. The most wealth"
        " from two scorings wins. A position is told in the same order each time:\n"
        "- The move, the player to move, and the wealth of both, with the part that the final"
        " scoring would pay now.\n"
        "- Each player: pathways dug, the longest passage, items and shovels, and the districts"
        " that they control. “Market 1 (pays 3)”: the marker stands 1 space on their side, and"
        " pays 3 in each scoring.\n"
        "- **Achievements**: the first player to fulfil one keeps it. Numbers tell how near each"
        " player is.\n"
        "- **Statues standing**, by the pathways around them: you steal a statue if you dig the"
        " last one. “Not dug” are those that nobody has dug.\n"
        "- **Free pathways**, by the tile that you get: the number to choose or type, the two"
        " districts beside it, whose markers digging pulls to your side, and the pathways of a"
        " passage that it joins.\n"
        "Which pathways meet never changes:"
    )
    return f"{told}\n-# {meetings_words()}"


_lesson = partial(Lesson, fields=FIELDS, worth=_wealth_gained)

LESSONS: tuple[Lesson, ...] = (
    _lesson(
        title=mark("How to read the board"),
        task=mark(
            "You and a rival dig **passages** under a city, 13 each. The most wealth wins.\n"
            "**A** Press a pathway's number to dig there. You keep its tile: an item {tile_b}"
            " {tile_p} {tile_m} {tile_r} or a shovel {tile_d} {tile_w}.\n"
            "**B** A district beside it, here {district_C} Castle, comes closer to you on the"
            " track **D**. Your half is left as {seat_1}, right as {seat_2}.\n"
            "-# **C** Statue {statue}: you steal it with the last pathway around it · **E**"
            " Achievements: each for the first to fulfil it · **F** Wealth: banked, and projected"
            " if the end came now"
        ),
        setup=_SETUP,
        moves=_MOVES,
        drawings=partial(
            guide_drawings,
            partial(draw_guide, pathway=_PATHWAY, area=_AREA),
            mark("The board with the letters A to F beside what the text explains."),
        ),
        words=_words_in_short,
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
        moves=(">P", "3", "1>M", "21", "22", "25", "9", "26", "14"),
        goal=_brings_markers("C"),
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
        goal=_brings_markers("M", "R"),
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
        goal=lambda before, now: len(now.statues[_SEAT - 1]) > len(before.statues[_SEAT - 1]),
        enough=12,
    ),
    _lesson(
        title=mark("Claim an achievement"),
        task=mark(
            "There are three achievements 🏅. The first player to fulfil one on their own turn"
            " claims it at once, without a press, and keeps it. You hold a yellow, a blue and a"
            " purple item. **Claim “Hold 1 item of each kind” with one passage.**"
        ),
        hint=mark("The fourth item is brown {tile_r}; two pathways still have one."),
        praise=mark("You keep it, 5 wealth in the final scoring, and nobody can take it from you."),
        setup=_SETUP,
        moves=_MOVES,
        goal=lambda before, now: (
            len(now.achievements[_SEAT - 1]) > len(before.achievements[_SEAT - 1])
        ),
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
        goal=lambda before, now: _wealth_gained(before, now) >= _WEALTH_TO_GAIN,
        enough=_WEALTH_TO_GAIN,
        turns=2,
        replies=("4", "5"),
    ),
)


def rules() -> str:
    """The rules in at most 4,000 characters; docs/rules/prowler.md has the rulings."""
    return "\n\n".join(
        (
            tr(
                "## Prowler's Passage in short\n"
                "Two thieves dig 13 passages each under a city. The most wealth from two scorings"
                " wins.\n"
                "-# **A** pathway with its tile · **B** district · **C** statue in its ring"
                " · **D** control track, left for {seat_1}, right for {seat_2} · **E** achievement,"
                " and how near each player is · **F** wealth: banked, and projected if the end"
                " came now",
                **FIELDS,
            ),
            tr(
                "**Your turn**: dig a pathway that still has its tile.\n"
                "1. You keep the tile: an item {tile_b} {tile_p} {tile_m} {tile_r} or a"
                " shovel {tile_d} {tile_w}.\n"
                "2. The markers of the districts on both sides move 1 space to your side; 2 if"
                " both are the same.\n"
                "3. A {tile_d} dig shovel doubles that. A {tile_w} wild shovel moves one more"
                " marker, of your choice, by 1.\n"
                "4. Dig the last pathway around a statue {statue} and you steal it.\n"
                "5. You claim every open achievement 🏅 that you fulfil, without a press.",
                **FIELDS,
            ),
            tr(
                "**Scoring** comes twice: when the second statue is stolen or both players have 5"
                " passages left, and at the end.\n"
                "**Longest passage**: 2 for each pathway. It may cross itself, but counts no"
                " pathway twice.\n"
                "**Items**: 1, 3, 6, 10, 15 … for 1, 2, 3, 4, 5 … of one colour.\n"
                "**Statues**: 1 each. **Achievements**: at the end only.\n"
                "**Districts** with the marker on your side:\n"
                "{district_B} Banking: 5 + {tile_b}\n"
                "{district_P} Political: {tile_p} + 2 × districts you control\n"
                "{district_M} Market: {tile_m} + achievements + statues + spaces of its marker\n"
                "{district_R} Residential: {tile_r} + pathways of your longest passage − 2\n"
                "{district_C} Castle: 3 × pairs of like items − shovels",
                **FIELDS,
            ),
            tr(
                "**Start**: one player moves a marker; then the other player digs first. **A"
                " tie**: the longer passage wins, then more districts; if these tie too, both"
                " players win."
            ),
            f"-# {board_words()}",
        )
    )
