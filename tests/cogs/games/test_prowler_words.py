"""Positions, moves and scores of Prowler's Passage in words; what is told adds up."""

import re
from dataclasses import dataclass, field

import pytest

from cogs.contract.screen import ALT_LIMIT, Look, keys_of
from cogs.games.prowler import texts
from cogs.games.prowler.face import ProwlerFace
from cogs.games.prowler.merits import effect, effect_words, gain
from prowlerbot.core.errors import IllegalMove
from prowlerbot.core.game import View
from prowlerbot.core.i18n import LANGUAGES, Language, signed_words, speaking
from prowlerbot.games.prowler import Prowler
from prowlerbot.games.prowler.board import (
    AREA_PATHWAYS,
    INTERSECTIONS,
    PATHWAYS,
    STATUES,
    pathways_in,
)
from prowlerbot.games.prowler.position import DISTRICTS, SEATS, TILES
from prowlerbot.games.prowler.rules import (
    NEEDED,
    WEALTH,
    Position,
    banked_wealth,
    district_wealth,
    requirement_reached,
    running_wealth,
    score_sheet,
)
from prowlerbot.games.prowler.words import (
    CONDITION_NAMES,
    DISTRICT_NAMES,
    TILE_NAMES,
)
from prowlerbot.match.match import Ranks
from tests.cases import each_of, rotating
from tests.renderer.matches import match

NAMES = ("Ada", "Ben")
FACE = ProwlerFace(Prowler())
SIGNS = str.maketrans("−", "-", "±")


def news(before: Position, after: Position) -> str:
    return FACE.news([View(before), View(after)], NAMES)


def recap(before: Position, after: Position) -> str:
    return FACE.recap([View(before), View(after)], NAMES)


def test_what_a_move_would_bring_names_the_mover_first_then_the_other_if_that_changes() -> None:
    both = 0
    for before, after in zip(line := match(2), line[1:], strict=False):
        seat = before.seat
        was, now = (score_sheet(each, final=True) for each in (before, after))
        assert after.last is not None
        scored = before.mid is None and after.mid is not None
        assert ("the mid-game scoring" in effect_words(before, after.last)) == scored
        told = gain(before, after, seat, NAMES).splitlines()
        assert NAMES[seat - 1] in told[0]
        assert (f"banked {signed_words(banked_wealth(after, seat))}" in told[0]) == scored
        other = 3 - seat
        if was[seat - 1] == now[seat - 1]:
            assert told[0].endswith(": no change if it ended now")
        if was[other - 1] == now[other - 1]:
            assert len(told) == 1
        else:
            both += 1
            assert NAMES[other - 1] in told[1]
            change = running_wealth(after, other) - running_wealth(before, other)
            assert f": {signed_words(change)} (" in told[1]
    assert both


def test_wealth_is_told_as_banked_and_projected_once_something_is_banked() -> None:
    line = match(2)
    scored = next(each for each in line if each.mid is not None)
    told = FACE.scores(View(scored), NAMES)
    for seat in (1, 2):
        banked = banked_wealth(scored, seat)
        projected = running_wealth(scored, seat) - banked
        assert f"{banked} banked + {projected} projected" in told
    assert "projected" not in FACE.scores(View(line[3]), NAMES).replace("Projected", "")


LED = re.compile(r"([\d, ()\w]+): .*\*\*lead (.?\d+)\*\*(?: \((.+)\))?")
"""Pathways, and what each adds to the lead, with the main parts."""


@each_of("seed", range(3))
def test_the_best_pathways_are_told_by_what_they_add_to_the_lead_and_its_main_parts(
    seed: int,
) -> None:
    whole = 0
    for position in match(seed)[1:-1]:
        look, seat = Look(NAMES, NAMES, listed=True), position.seat
        shown = ProwlerFace(Prowler()).screen([View(position, seat)], look)
        assert not shown.drawings, "the shared message shows the board"
        numbers, leads = [], []
        for told in LED.findall(shown.text.translate(SIGNS)):
            pathways, lead, why = told
            leads.append(int(lead))
            parts = [int(each) for each in re.findall(r" ([+-]\d+)", why)]
            assert len(parts) <= 3
            if "…" not in why:
                assert sum(parts) == leads[-1]
                whole += 1
            for number in re.findall(r"\d+", pathways):
                moves = [move for move in position.legal if move.pathway == int(number)]
                assert leads[-1] == max(effect(position, move) for move in moves).lead
                numbers.append(int(number))
        assert leads == sorted(leads, reverse=True)
        listed = [int(key.argument) for row in shown.rows for key in keys_of(row)]
        assert sorted(listed) == pathways_in(position.free)
        assert sorted(numbers) == sorted(listed[:5]), "equal ones share a line"
    assert whole


def test_words_first_tell_the_lead_by_each_pathway_and_marker_and_nothing_while_one_waits() -> None:
    for position in match(2)[1:-1]:
        look = Look(NAMES, NAMES, listed=True, words=True)
        own = FACE.screen([View(position, position.seat)], look)
        leads = [line for line in own.text.splitlines() if "**lead " in line]
        assert 0 < len(leads) <= 5, "the menu has all"
        assert len(own.text.split()) <= 90
        assert "side of the track" not in own.text, "which a picture alone shows"
        assert len({line.partition(":")[0] for line in leads}) == len(leads)
        waits = FACE.screen([View(position, 3 - position.seat)], look)
        assert "🔎" not in waits.text
        wild = next((move for move in position.legal if move.marker is not None), None)
        if wild is not None:
            choice = FACE.screen([View(position, position.seat)], look, str(wild.pathway)).text
            assert len(re.findall(r"[+−±]\d", choice.splitlines()[-1])) == 5


def test_the_first_boards_tell_only_what_has_happened_and_whose_turn_it_is() -> None:
    for seed in range(8):
        line = match(seed)
        for at in range(4):
            views = [View(each) for each in line[: at + 1]]
            told = ProwlerFace(Prowler()).screen(views, Look(NAMES, NAMES)).text
            assert ("presses a district" in told) == (at == 0)
            assert ("press a number" in told) == (at in {1, 2})
            assert len(told.splitlines()) == (1, 2, 2, 3)[at], "the rules have the rest"


def test_a_board_tells_the_markers_that_moved_and_whose_each_rare_thing_is_with_its_worth() -> None:
    seen = set[bool]()
    for seed in range(4):
        line = match(seed)
        for at in range(3, len(line) - 1):
            before, after = line[at - 1 : at + 1]
            told = FACE.screen([View(each) for each in line[: at + 1]], Look(NAMES, NAMES)).text
            rare = [
                f"{texts.SEAT_SIGNS[seat - 1]}: “{CONDITION_NAMES[card]}” ({WEALTH[card]} wealth)"
                for seat in SEATS
                for card in {*after.achievements[seat - 1]} - {*before.achievements[seat - 1]}
            ]
            stolen = sum(map(len, after.statues)) - sum(map(len, before.statues))
            rare += [f"{texts.SEAT_SIGNS[before.seat - 1]} steals"] * stolen
            if after.mid is not None and before.mid is None:
                one, two = (each.total for each in after.mid)
                one_sign, two_sign = texts.SEAT_SIGNS
                banked = f"🧮 **Mid-game scoring: {one_sign} {one}, {two_sign} {two}.**"
                assert banked in told.splitlines(), "in full size"
                glance = FACE.glance([View(before), View(after)], NAMES)
                assert after.last is not None
                dug = f"digs {after.last.pathway}"
                assert all(words in glance for words in (dug, *rare, banked)), "and why"
                (effects,) = FACE.topics([View(before, before.seat)], Look(NAMES, NAMES))[1:]
                own, other = (one, two) if before.seat == 1 else (two, one)
                scoring = f"the mid-game scoring {own} : {other}"
                assert scoring in effect_words(before, after.last)
                ends = [before.after(before.seat, move) for move in before.legal]
                announced = all(each.mid for each in ends)
                assert announced != ("the mid-game scoring" in effects.words)
                seen.add(announced)
            assert all(words in told for words in rare)
            moved = {name for name in DISTRICT_NAMES.values() if f"{name}: " in told}
            ahead = "mid-game scoring" in told or " passages: scoring" in told
            changed = {
                DISTRICT_NAMES[district]
                for district, was, now in zip(DISTRICTS, before.track, after.track, strict=True)
                if was != now
            }
            scored = after.half is not None and after.ply - after.half.ply < 2
            assert moved == (set() if ahead or scored or len(rare) > 1 else changed)
    assert len(seen) == 2


def test_a_replay_has_the_mid_game_sheet_once_and_no_help_for_decisions() -> None:
    line, look = match(2), Look(NAMES, NAMES, replayed=True)
    screens = [
        ProwlerFace(Prowler()).screen([View(each) for each in line[:at]], look)
        for at in range(1, len(line))
    ]
    assert sum(len(screen.drawings) == 2 for screen in screens) == 1


@each_of("ended", [None, (), (2, 1)])
def test_whose_turn_it_is_is_told_as_long_as_somebody_is_to_move(ended: Ranks | None) -> None:
    line, face = match(3), ProwlerFace(Prowler())
    for position in line if ended is None else line[:-1]:
        look = Look(NAMES, NAMES, ended=ended)
        told = face.screen([View(position)], look).text
        waits = ended is None and position.outcome is None
        assert (texts.turn(position, NAMES) in told) == waits


def test_the_rules_tell_the_turn_before_the_scoring_in_50_lines_above_the_map_of_pathways() -> None:
    """A phone shows about 38 letters a line."""
    told, _, meetings = ProwlerFace(Prowler()).rules.partition("\n-# Pathways that meet: ")
    assert meetings.startswith("1-2-3, 2-4-6, ")
    assert "13-14-20 and 15-16-21." in meetings, "the statues"
    assert told.index("**Your turn**") < told.index("**Scoring**")
    assert sum(-(-len(line) // 38) for line in told.splitlines()) <= 50


# ------------------------------------------------------------------ scores, item by item


# ------------------------------ a position of Prowler's Passage can be rebuilt from its words alone


_DISTRICTS = {name: letter for letter, name in DISTRICT_NAMES.items()}
_FACES = {name: face for face, name in TILE_NAMES.items()}
_CARDS = {name: card for card, name in CONDITION_NAMES.items()}
_STATUES = {"-".join(map(str, pathways_in(met))): name for name, met in STATUES.items()}


Told = dict[str, list[str]]


@dataclass
class Player:
    passages: list[int] = field(default_factory=list)
    longest: int = 0
    tiles: dict[str, int] = field(default_factory=dict)
    statues: str = ""
    districts: dict[str, tuple[int, int]] = field(default_factory=dict)
    """The spaces of each marker on their side, and the wealth that it pays."""
    wealth: int = 0
    banked: int = 0


@dataclass
class Free:
    tile: str
    districts: list[str]
    joins: list[int]


def _sections(told: str) -> dict[str, list[str]]:
    """The lines below each heading, without the full stops at their ends."""
    found, heading = dict[str, list[str]](), ""
    for line in told.splitlines():
        if line.startswith("### "):
            heading = line.removeprefix("### ")
        else:
            found.setdefault(heading, []).append(line.removesuffix("."))
    return found


def _parts(text: str) -> list[str]:
    return text.split("; ") if text else []


def _numbers(text: str) -> list[int]:
    return list(map(int, re.findall(r"\d+", text)))


def _whole(text: str) -> int:
    return int(text.replace("−", "-"))


def _line(told: Told, label: str) -> str:
    """The line with this label at the top of the position."""
    lines = [line.removeprefix(f"{label}: ") for line in told[""] if line.startswith(f"{label}: ")]
    return lines[0] if lines else ""


def _player(told: Told, name: str) -> Player:
    player = Player()
    for part in _parts(_line(told, name)):
        passages = re.fullmatch(r"passages ([\d, ]+), the longest (\d+)", part)
        if passages is not None:
            player.passages, player.longest = _numbers(passages[1]), int(passages[2])
        elif part.startswith("statue "):
            player.statues = "".join(
                _STATUES[each.removeprefix("statue ")] for each in part.split(", ")
            )
        elif part.startswith("controls: "):
            for marker in re.finditer(r"(\w+) (\d+) \(pays (−?\d+)\)", part):
                player.districts[_DISTRICTS[marker[1]]] = int(marker[2]), _whole(marker[3])
        elif part != "no passages":
            for each in part.split(", "):
                count, words = each.split(" ", 1)
                player.tiles[_FACES[words.removesuffix("s")]] = int(count)
    wealth = re.search(rf"{name} (−?\d+)(?: \((−?\d+) banked\))?", _line(told, "Wealth"))
    if wealth is not None:  # the final position has the totals in its headline
        player.wealth, player.banked = _whole(wealth[1]), _whole(wealth[2] or "0")
    return player


def _free(told: Told) -> dict[int, Free]:
    found = {}
    for line in told.get("Free pathways", []):
        tile, _, pathways = line.partition(": ")
        for each in _parts(pathways):
            place, _, joins = each.partition(", ")
            number, districts = place.split(" ", 1)
            one, _, other = districts.partition("-")
            both = [one, other] if other else [one.removesuffix(" twice")] * 2
            letters = [_DISTRICTS[name] for name in both]
            found[int(number)] = Free(_FACES[tile.lower()], letters, _numbers(joins))
    return found


def _cards(told: Told) -> dict[int, tuple[int, str, list[int]]]:
    """Each drawn card: its wealth, its holder's name, the progress of both and the requirement."""
    found = {}
    for each in _parts("".join(told["Achievements"])):
        card = re.fullmatch(r"(.+): (\d+) \((.+)\)", each)
        assert card is not None
        condition, wealth, state = card.groups()
        holder = state.removeprefix("held by ") if state.startswith("held by ") else ""
        found[_CARDS[condition]] = int(wealth), holder, _numbers(state)
    return found


def _in_rules(label: str) -> list[list[int]]:
    """The pathways that the rules list behind this label."""
    (line,) = (it for it in ProwlerFace(Prowler()).rules.splitlines() if f"{label}: " in it)
    listed = line.split(f"{label}: ")[1].split(". ")[0].removesuffix(".")
    return [_numbers(each) for each in listed.split(", ")]


def _described(position: Position, viewer: int | None) -> Told:
    return _sections(ProwlerFace(Prowler()).describe(View(position, viewer), NAMES))


@each_of("seed", range(6))
def test_the_words_alone_rebuild_both_players_at_every_ply_for_both_seats(seed: int) -> None:
    for position in match(seed):
        for viewer in SEATS:
            told = _described(position, viewer)
            if position.outcome is not None:
                one, two = position.outcome.totals
                best, other = max(one, two), min(one, two)
                assert f"{best}\N{NO-BREAK SPACE}:\N{NO-BREAK SPACE}{other}" in told[""][0]
            for seat, name in enumerate(NAMES, 1):
                tiles = zip(TILES, position.tiles_of(seat), strict=True)
                leads = zip(
                    DISTRICTS, position.lead(seat), district_wealth(position, seat), strict=True
                )
                assert _player(told, name) == Player(
                    pathways_in(position.passages[seat - 1]),
                    position.longest_passage(seat),
                    {face: count for face, count in tiles if count},
                    position.statues[seat - 1],
                    {letter: (lead, pays or 0) for letter, lead, pays in leads if lead > 0},
                    0 if position.over else running_wealth(position, seat),
                    0 if position.over else banked_wealth(position, seat),
                )
            centre = [
                DISTRICT_NAMES[d] for d, at in zip(DISTRICTS, position.track, strict=True) if not at
            ]
            assert _line(told, "At the centre") == ", ".join(centre)


@each_of("seed", range(6))
def test_the_words_alone_rebuild_each_free_pathway_with_the_own_passages_that_it_joins(
    seed: int,
) -> None:
    meeting = _in_rules("Pathways that meet")
    for position in match(seed)[:-1]:
        for viewer in SEATS:
            found = _free(_described(position, viewer))
            own = pathways_in(position.passages[viewer - 1])
            assert sorted(found) == pathways_in(position.free)
            for number, free in found.items():
                assert free.tile == position.setup.tile(number)
                assert free.districts == [DISTRICTS[d] for d in position.setup.beside[number]]
                met = {each for point in meeting if number in point for each in point}
                assert free.joins == sorted(met.intersection(own) - {number})


@each_of("seed", range(6))
def test_the_words_alone_rebuild_the_statues_and_the_achievements(seed: int) -> None:
    for position in match(seed):
        told = _described(position, position.seat)
        standing = _parts("".join(told.get("Statues standing", [])))
        stolen = "".join(position.statues)
        assert [_STATUES[each.split(", ")[0]] for each in standing] == [
            each for each in STATUES if each not in stolen
        ]
        for each in standing:
            statue, _, missing = each.partition(", not dug: ")
            left = pathways_in(STATUES[_STATUES[statue]] & position.free)
            assert missing or len(left) in {len(_numbers(statue)), *range(4, 7)}
            assert not missing or _numbers(missing) == left
        found = _cards(told)
        assert tuple(found) == position.setup.cards
        for card, (wealth, holder, progress) in found.items():
            assert wealth == WEALTH[card]
            held = [n for n, own in zip(NAMES, position.achievements, strict=True) if card in own]
            assert [holder] == (held or [""])
            if progress:
                needed = [NEEDED[card]] if card in NEEDED else []
                assert progress == [
                    *(requirement_reached(position, seat, card) for seat in SEATS),
                    *needed,
                ]
            else:
                assert holder or position.half is not None


def test_the_rules_tell_how_the_pathways_of_every_board_lie() -> None:
    points = [pathways_in(each.pathways) for each in INTERSECTIONS]
    assert _in_rules("Pathways that meet") == sorted(each for each in points if len(each) > 1)
    told = _in_rules("Districts with 4 pathways")
    assert told == [pathways_in(each) for each in AREA_PATHWAYS if each.bit_count() == 4]


def test_without_a_viewer_the_passages_of_the_player_to_move_are_named() -> None:
    for position in match(3)[3:-1]:
        own, other = NAMES[position.seat - 1], NAMES[2 - position.seat]
        free = "; ".join(_described(position, None)["Free pathways"])
        assert "your" not in free
        assert f"joins {other}" not in free
        joined = [each for each in free.split("; ") if "joins" in each]
        assert all(f", joins {own}: " in each for each in joined)


def test_the_words_of_a_position_are_short_and_tell_nothing_that_never_changes() -> None:
    face, words = ProwlerFace(Prowler()), []
    for seed in range(6):
        for position in match(seed)[:-1]:
            told = face.describe(View(position, 1), NAMES)
            words.append(len(told.split()))
            assert "meet" not in told
            assert len(face.brief(View(position, 1), NAMES)) <= ALT_LIMIT
    assert max(words) <= 240
    assert sum(words) / len(words) <= 200


def test_every_pathway_is_beside_a_point_where_others_meet() -> None:
    met = {number for point in _in_rules("Pathways that meet") for number in point}
    assert met == {pathway.number for pathway in PATHWAYS}


# ------------------------------------------------------------------ typed as told


def _typed(position: Position, text: str, detail: str | None = None) -> str:
    return ProwlerFace(Prowler()).typed_move(View(position, position.seat), text, detail, NAMES)


@each_of(("language", "seed"), [*rotating(LANGUAGES, range(4))])
def test_whatever_is_offered_can_be_typed_as_it_is_written(language: Language, seed: int) -> None:
    face = ProwlerFace(Prowler())
    with speaking(language):
        for position in match(seed)[:-1:3]:
            view = View(position, position.seat)
            for move in position.legal:
                assert _typed(position, str(move)) == str(move)
                assert _typed(position, face.move_words(view, str(move))) == str(move)
            for label, value in face.typed_options(view, NAMES):
                wild = position.ply and position.setup.tile(int(value)) == "w"
                expected = f"{value}>C" if wild else value
                assert _typed(position, label, "C" if wild else None) == expected


def test_the_words_of_a_free_pathway_can_be_typed_with_a_marker_for_a_wild_shovel() -> None:
    position = match(1)[12]
    for line in _described(position, position.seat)["Free pathways"]:
        tile, _, pathways = line.partition(": ")
        for each in _parts(pathways):
            number = each.split(" ")[0]
            if tile == "Wild shovel":
                assert _typed(position, f"{number} → Castle") == f"{number}>C"
                assert _typed(position, f"{number} castle marker") == f"{number}>C"
                assert _typed(position, each, "M") == f"{number}>M"
            else:
                assert _typed(position, each) == number


def test_a_name_that_several_pathways_have_asks_back_and_a_single_one_is_dug() -> None:
    told, dug = 0, 0
    for position in match(1)[1:-1]:
        for face, name in TILE_NAMES.items():
            found = pathways_in(position.free & position.setup.lying[TILES.index(face)])
            if face == "w" or not found:
                continue
            if len(found) == 1:
                dug += 1
                assert _typed(position, name) == str(found[0])
            else:
                told += 1
                several = f"can be several moves: pathway {found[0]}[,;] pathway {found[1]}"
                with pytest.raises(IllegalMove, match=several):
                    _typed(position, name)
    assert told
    assert dug


@each_of("text", ["28", "0", "tunnel", "7 north", "77 Castle", "", "R"])
def test_a_text_that_names_no_pathway_is_refused(text: str) -> None:
    with pytest.raises(IllegalMove, match="is not a pathway"):
        _typed(match(1)[1], text)


def test_an_alt_text_has_each_free_pathway_with_its_districts_and_says_where_the_rest_is() -> None:
    shorter = 0
    for position in (it for seed in range(4) for it in match(seed)[:-1]):
        alt = FACE.brief(View(position), NAMES)
        whole = FACE.describe(View(position), NAMES)
        missing = [line for line in whole.split("\n") if line.strip("# ") not in alt]
        assert alt.endswith("More: Menu, Describe.") == bool(missing)
        shorter += bool(missing)
        for number in pathways_in(position.free if position.ply else 0):
            assert f" {number} {texts.beside_briefly(position, number)}" in alt
    assert shorter
