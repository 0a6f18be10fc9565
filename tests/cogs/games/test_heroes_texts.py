"""The texts, buttons and typed moves of Heroes Beware, and the invasion as a show."""

import random
import re
from collections.abc import Sequence
from dataclasses import replace
from functools import cache, lru_cache
from itertools import pairwise

import pytest

from cogs.contract.screen import Key, Look, Screen, keys_of
from cogs.contract.sign import coloured, in_words
from cogs.games.heroes import invasion_questions
from cogs.games.heroes.account import lines_since, present_card
from cogs.games.heroes.building_questions import fitting_words, open_choice, too_near_words
from cogs.games.heroes.colony_words import (
    DIRECTION_NAMES,
    SIDE_KINDS,
    SIGNS,
    colony_summary,
    features_of_squares,
    obstacles_of,
    open_edges_at,
    queue_words,
    seat_mark,
    side_kind,
)
from cogs.games.heroes.face import HeroesFace
from cogs.games.heroes.happened import effect_words
from cogs.games.heroes.lessons import LESSONS
from cogs.games.heroes.moments import own_move_words
from cogs.games.heroes.shown_cards import cards_just_over
from cogs.games.heroes.spoken import all_losses_lines, losses_line
from cogs.games.heroes.typed import words_of_text
from prowlerbot.core.errors import IllegalMove
from prowlerbot.core.game import CHANCE, AnyView
from prowlerbot.core.squares import squares_in
from prowlerbot.games.heroes import Heroes
from prowlerbot.games.heroes.cards import INVADERS, INVASIONS, MAPS
from prowlerbot.games.heroes.colony import NEW_COLONY, Placed
from prowlerbot.games.heroes.pieces import ENTRANCE, NAME, PIECES
from prowlerbot.games.heroes.position import NEVER_ARM
from prowlerbot.games.heroes.rules import Line, Position, find_visits
from prowlerbot.games.heroes.seat import FACE_DOWN
from renderer.heroes.invaders import card_name, effect_of
from tests.cases import each_of
from tests.cogs.games import shown
from tests.cogs.games.shown import HEROES, NAMES, look, sampled, views
from tests.games.heroes.matches import CHOICES, invaded, play_out, started, tokens
from tests.games.play import play

FACE = HeroesFace(Heroes())
SETUPS = HEROES
every_match = each_of(("setup", "seed"), SETUPS)


def match(setup: str, seed: int) -> Sequence[Position]:
    return [each for each in shown.match("heroes", setup, seed) if isinstance(each, Position)]


@every_match
def test_the_news_of_a_turn_name_everybody_who_took_part_or_nobody(setup: str, seed: int) -> None:
    line, seen = match(setup, seed), views(match(setup, seed), None)
    names = tuple(f"Player {seat}" for seat in range(1, line[0].setup.seats + 1))
    for ply in range(1, len(line)):
        before, after = line[ply - 1 : ply + 1]
        if before.shown and before.turn != after.turn:
            told = FACE.news(seen[max(0, ply - 59) : ply + 1], names).split("\n")
            named = [re.findall(r"Player (\d)", it) for it in told if it.startswith("Turn ")]
            playing = [at for at in after.playing if not before.shown[at - 1].done]
            assert named in ([], [[str(at) for at in playing]])


@cache
def screens(setup: str, seed: int, viewer: int | None) -> Sequence[tuple[Position, Screen]]:
    """Some positions of a match, each with the screen of a viewer."""
    line = match(setup, seed)
    names = tuple(f"Player {seat}" for seat in range(1, line[0].setup.seats + 1))
    told, seen = Look(names, names), views(line, viewer)
    return [
        (line[ply], FACE.screen(seen[max(0, ply - 59) : ply + 1], told))
        for ply in [*sampled(line), len(line) - 1]
    ]


@every_match
def test_the_shared_message_offers_only_the_pile_that_all_share(setup: str, seed: int) -> None:
    for position, screen in screens(setup, seed, None):
        keys = {key.argument for row in screen.rows for key in keys_of(row)}
        pile = {"flip", *(f"take{tile}" for tile in position.face_up)}
        assert keys == (pile if position.live else set())


@every_match
def test_how_an_invader_fared_is_told_once(setup: str, seed: int) -> None:
    for position, screen in screens(setup, seed, 1):
        if effect := effect_of(position, position.seats[0], None):
            told = [line for line in screen.text.split("\n") if effect_words(effect) in line]
            assert len([line for line in told if "Player 1" in line or "**:" in line]) < 2


@every_match
def test_features_that_bring_nothing_are_named_and_veins_by_how_much(setup: str, seed: int) -> None:
    for position in match(setup, seed):
        colony = position.seats[0].colony
        found, named = obstacles_of(colony), colony_summary(colony).partition("nothing now:")[2]
        assert all(f" {NAME[square]}" in named for square in found)
        for square, words in found.items():
            near = re.search(r"(\d+) steps? too near", words)
            deep = {"ore": 6, "gem vein": 11}.get(features_of_squares(colony)[square], 0)
            assert int(near[1] if near else 0) == max(0, deep - colony.distance[square])


@every_match
def test_in_short_nothing_is_told_of_a_colony_that_a_player_fills(setup: str, seed: int) -> None:
    line = match(setup, seed)
    for ply in range(1, len(line)):
        if line[ply].phase == "build":
            told = FACE.recap(views(line[ply - 1 : ply + 1], None), NAMES[: len(line[0].seats)])
            assert not re.search("guard|stored", told)


def test_the_words_of_a_draw_name_its_card_and_never_the_draw_as_it_is_stored() -> None:
    names = [INVADERS[1].name, MAPS[8].name, "Cave-In"]
    assert [words_of_text(each) for each in ("v1", "m8", "e1")] == names
    assert not any(words_of_text(each) for each in ("t3", "d2", "s1"))


def test_of_a_queue_only_tiles_that_are_face_down_are_told_as_such() -> None:
    tiles = [int(each) for each in PIECES if each.isdigit()]
    told = queue_words([*tiles, FACE_DOWN])
    assert [each == "face down" for each in told] == [*(False for _ in tiles), True]


@every_match
def test_words_first_have_a_word_for_each_sign(setup: str, seed: int) -> None:
    line = match(setup, seed)
    names = tuple(f"Player {seat}" for seat in range(1, line[0].setup.seats + 1))
    for ply in [*sampled(line)][::3]:
        seen = views(line[: ply + 1], 1)
        told = Look(names, names, words=True, page=FACE.opening_page(seen, ()))
        with coloured("night", words=True):
            screen = FACE.screen(seen, told)
            text = in_words(screen.text, {seat_mark(at): it for at, it in enumerate(names, 1)})
            assert not [sign.name for sign in SIGNS if str(sign) in text]
        assert not screen.pages


def test_a_loss_behind_a_trap_on_an_unsealed_tile_says_that_the_trap_did_nothing() -> None:
    told = losses_line(match("4/live/free/full", 7)[:106], 4)
    assert "Braggart (3 hearts): 1 gold; a trap on an unsealed tile did nothing · " in told


def test_the_end_names_each_thief_by_round_and_the_round_of_the_greatest_loss() -> None:
    line, told = match("4/live/free/full", 7), 0
    for seat in range(1, 5):
        count, *advice = all_losses_lines(line, seat).split("\n")
        said = re.fullmatch(r"-# You lost (\d+) treasure: (.+)\.", count)
        if said is None:
            assert count == "-# Nobody took any treasure from you."
            continue
        rounds = re.findall(r"round (\d): ", said[2])
        assert rounds == sorted({*rounds})
        loot = re.findall(r"(\d+) (gold|gem)", said[2])
        assert sum(int(lost) * (5 if kind == "gem" else 1) for lost, kind in loot) == int(said[1])
        kept = line[-1].seats[seat - 1].treasure or "3" in rounds
        assert len(advice) == 1
        greatest = r"-# 💡 Greatest loss, in round \d · "
        assert re.match(greatest if kept else "-# 💡 Only what round 3 leaves counts", advice[0])
        told += 1
    assert told


def test_the_end_says_where_a_player_stopped_building_with_half_of_the_turns_left() -> None:
    ends = {}
    for kind in ("done", "end"):
        position, rng = Heroes().start("1/brisk/guided/full"), random.Random(1)
        line = [position]
        while position.to_move:
            (seat,) = position.to_move
            legal = position.moves(seat)
            wanted = [move for move in legal if move.kind == kind]
            position = position.after(seat, wanted[0] if wanted else rng.choice(legal))
            line.append(position)
        ends[kind] = all_losses_lines(line, 1)
    stopped = "stopped building at turn 1 of 14 in round 1, 1 of 16 in round 2 and 1 of 18"
    assert stopped in ends["done"]
    assert "stopped building" not in ends["end"]


def test_a_vein_that_would_lie_too_near_says_so_before_it_is_built() -> None:
    told = 0
    for position in drafts(last=False, built=False):
        own, moves = position.seats[0], position.moves(1)
        for move in moves:
            if move.kind == "queue" and (near := too_near_words(own, move)):
                assert f"({near})" in fitting_words(own, moves)[0]
                assert f"({near}, brings nothing yet)" in own_move_words(own, move)
                told += 1
    assert told


def test_the_key_of_a_larger_piece_names_each_of_its_squares_once() -> None:
    for key in open_choice(match("1/brisk/guided/full", 0)[45], 1, "I5").keys:
        named = re.findall(r"[A-Z]\d+", key.label)
        assert len(named) == len({*named})


def test_an_offer_of_the_populate_step_opens_only_while_it_has_a_legal_move() -> None:
    opened = refused = 0
    for setup, seed in SETUPS:
        for position in match(setup, seed):
            for seat in position.to_move - {CHANCE}:
                kinds = {move.kind for move in position.moves(seat)}
                populates = position.seats[seat - 1].stage == "populate"
                for argument, offer in invasion_questions._OFFERS.items():
                    if populates and offer.kind in kinds:
                        assert invasion_questions.open_choice(position, seat, argument).question
                        opened += 1
                    else:
                        with pytest.raises(IllegalMove, match="opens no choice"):
                            invasion_questions.open_choice(position, seat, argument)
                        refused += 1
    assert opened
    assert refused


def drafts(*, last: bool, built: bool) -> list[Position]:
    """Draft turns of one player, alone; the last ones of a round, or others."""
    return [
        position
        for line in [match("1/brisk/guided/full", seed) for seed in (0, 3, 6)]
        for position in line
        if position.seats[0].stage == "draft"
        and position.last is last
        and bool(position.seats[0].built_now) is built
    ]


def text_of(position: Position) -> str:
    return FACE.screen([position.view(1)], look(1)).text


def keys_on(position: Position, opened: str | None = None) -> dict[str, Key]:
    screen = FACE.screen([position.view(1)], look(1), opened)
    return {key.argument: key for row in screen.rows for key in keys_of(row) if key.enabled}


def test_a_player_whose_tiles_fit_nowhere_is_told_to_reveal_as_long_as_one_can_fit() -> None:
    told = set()
    for position in drafts(last=False, built=False):
        fits = any(move.kind == "queue" for move in position.moves(1))
        stuck = not fits and bool(position.seats[0].colony.frontier)
        assert ("Reveal your queue" in text_of(position)) is stuck
        rows = FACE.screen([position.view(1)], look(1)).rows
        tiles = [key for row in rows for key in keys_of(row) if re.match(r"b\d", key.argument)]
        assert bool(tiles) is fits, "no row of keys that do nothing"
        told.add(stuck)
    assert told == {True, False}


def test_an_open_queue_has_no_reveal_and_being_done_tells_what_the_colony_gets() -> None:
    labels = set()
    for position in drafts(last=False, built=False):
        label = keys_on(position)["reveal"].label if position.seats[0].colony.frontier else ""
        labels.add((label, 0 in position.seats[0].queue))
        if label:
            asked = FACE.screen([position.view(1)], look(1), "done?").text
            assert asked.endswith(colony_summary(position.seats[0].colony))
    assert labels - {("", True), ("", False)} == {("Reveal", True), ("Pass a tile", False)}


def test_before_the_last_open_edge_is_closed_its_player_is_warned() -> None:
    warned = 0
    for position in drafts(last=False, built=False):
        own = position.seats[0]
        for move in position.moves(1):
            if move.kind == "queue":
                placed = Placed(str(own.queue[move.number - 1]), move.at, move.to)
                if not own.colony.with_piece(placed).frontier:
                    offered = {**keys_on(position), **keys_on(position, f"b{move.number}")}
                    assert str(move) not in offered
                    text = FACE.screen([position.view(1)], look(1), f"{move}!").text
                    assert "closes your last open edge" in text
                    warned += 1
    assert warned


def test_a_turn_in_which_nothing_is_built_ends_after_a_question_and_at_once_if_nothing_can() -> (
    None
):
    for position in drafts(last=False, built=False):
        keys, text = keys_on(position), text_of(position)
        closed = not position.seats[0].colony.frontier  # then there is no turn to waste
        assert text.count("nothing more can be built in this round.") == closed
        assert keys["end" if closed else "end?"].opens is not closed
        assert "You are done" not in text
        if closed:
            assert not keys["done"].opens
            continue
        assert "end" not in keys
        assert set(keys_on(position, "end?")) == {"end"}
        assert FACE.screen([position.view(1)], look(1), "end?").text.endswith("ends your turn.")
    assert all("end" in keys_on(position) for position in drafts(last=False, built=True))


def test_a_step_that_ends_a_turn_says_so_with_the_tile_and_its_receiver() -> None:
    for before, after in pairwise(match(*SETUPS[2])):
        for seat in before.to_move - {CHANCE} if before.shown else ():
            told = FACE.gain(before.view(seat), after.view(seat), seat, SHORT_NAMES)
            ended = before.turn != after.turn or after.seats[seat - 1].stage != "draft"
            assert ("This ends your turn" in told) is ended
            passed = re.search(r"turn: (.+) goes to .+ \*\*(.+)\*\*\.", told)
            if passed and before.turn != after.turn:
                tile, *_ = queue_words(after.seats[SHORT_NAMES.index(passed[2])].queue)
                assert passed[1] in {f"**{tile}**", f"a tile {tile}"}


def test_what_a_cave_in_takes_stands_in_words_on_its_buttons() -> None:
    colony = "46@J7r1 98@K7r0 20@L7r1 98@F7r0"
    position = invaded([colony], [tokens(guards="J7", gold="L7", traps="K7")], cards="v3 m1 d4 e1")
    assert position.seats[0].stage == "cave-in"
    assert [key.label for key in keys_on(position).values()] == [
        "1 · F7 · cavern crossing",
        "2 · K7 · cavern crossing, with 1 gold",
    ]


def typed(position: Position, text: str) -> str:
    return FACE.typed_move(position.view(1), text, None, NAMES)


def test_things_are_typed_by_their_names_and_other_texts_are_refused_in_a_sentence() -> None:
    position = started("1/brisk/guided/full", "t48", "t99", "t20", "t62", "t1")
    with pytest.raises(IllegalMove, match="“dance” isn't a move now"):
        typed(position, "dance")
    assert typed(position, "chest J7") == typed(position, "treasure chest at j7")
    assert typed(position, "chest J7").startswith("b3@J7")
    assert typed(position, "ore vein at F7").startswith("b5@F7")
    several = "“trap J7” can be several moves: tile 1 at J7 · trap, open cavern →←; tile 2 at J7"
    with pytest.raises(IllegalMove, match=several):
        typed(position, "trap J7")
    assert typed(position, "5 ore vein at F7") == typed(position, "ore vein at F7")
    assert typed(position, "End turn") == "end"
    in_words = "trap J7, cavern east and west"
    with coloured("night", words=True):
        assert typed(position, in_words) == "b1@J7r1"
        with pytest.raises(IllegalMove, match="trap, open cavern east and west; "):
            typed(position, "trap J7")
    with pytest.raises(IllegalMove, match="trap A1"):
        typed(position, "trap A1")


def test_a_piece_on_offer_is_typed_by_its_name_as_the_page_tells_it() -> None:
    position = next(each for each in match("1/brisk/free/short", 3) if each.choosing)
    for id_ in position.offer:
        told = FACE.screen([position.view(1)], replace(look(1), words=True)).text
        assert PIECES[id_].name in told
        assert typed(position, PIECES[id_].name.casefold()) == id_


def test_whoever_is_ready_with_a_stash_of_use_is_asked_whether_to_lose_it() -> None:
    asked = 0
    for setup, seed in SETUPS:
        for position in match(setup, seed):
            own = position.seats[0]
            if own.stage != "populate" or 1 not in position.to_move:
                continue
            shown = FACE.screen([position.view(1)], look(len(position.seats)))
            (ready,) = [key for row in shown.rows for key in keys_of(row) if key.label == "Ready"]
            kinds = {each.kind for each in own.legal}
            useful = bool(kinds & {"store", "buy for gold", "buy for gem"})
            assert ready.opens is useful
            assert bool(FACE.asked_before(position.view(1), "ready")) is useful, "typed, too"
            if useful:
                seen = [position.view(1)]
                question = FACE.screen(seen, look(len(position.seats)), ready.argument)
                assert "which is lost if you do not use it" in question.text
                (row,) = question.rows
                assert [key.argument for key in keys_of(row)] == ["ready"]
            asked += useful
    assert asked


def test_a_stash_that_can_buy_nothing_is_told_as_lost_above_the_first_card() -> None:
    line = match("2/brisk/free/full", 2)

    def enriched(position: Position, gold: int) -> Position:
        if position.phase != "build" or not position.building or position.round != 2:
            return position
        return position._replace(seats=tuple(it._replace(gold=gold) for it in position.seats))

    first = (
        (at, [it for it in cards_just_over(line[:at]) if it.visit.number == 1])
        for at in range(1, len(line))
    )
    at, cards = next((at, cards) for at, cards in first if cards and cards[0].visit.round == 2)
    told = [
        " ".join(lines_since([enriched(it, gold) for it in line[:at]], 1, NAMES, cards))
        for gold in (0, 3)
    ]
    lost = "Your 3 gold could buy nothing before the invasion: it is lost."
    assert [lost in each for each in told] == [False, True]


SHORT_NAMES = ("Ada", "Ben", "Cleo", "Dan")
SHOW_SETUPS = (
    "1/brisk/guided/full",
    "2/brisk/free/short",
    "3/live/guided/short",
    "4/turns/guided/full",
)
every_setup = each_of("setup", SHOW_SETUPS)


@lru_cache(maxsize=8)
def played_match(setup: str) -> Line:
    return play_out(setup, random.Random(5 if setup[0] == "4" else 1), CHOICES["sensible"])[1]


def look_of(line: Line) -> Look:
    names = SHORT_NAMES[: line[0].setup.seats]
    return Look(names, names)


@every_setup
def test_chapters_keep_their_keys_and_beginnings_while_a_match_goes_on(setup: str) -> None:
    line = played_match(setup)
    whole = FACE.chapters(views(line, None))
    for at in range(1, len(line), 23):
        now = FACE.chapters(views(line[: at + 1], 1))
        begun = [(each.key, each.first) for each in whole[: len(now)]]
        assert [(each.key, each.first) for each in now] == begun
        assert all(each.last <= at for each in now)


@pytest.mark.parametrize(
    "setup",
    [SHOW_SETUPS[1], *(pytest.param(it, marks=pytest.mark.full) for it in SHOW_SETUPS[::2])],
)
def test_pages_and_questions_show_a_player_every_card_in_order_whatever_others_do(
    setup: str,
) -> None:
    line, told, rng = played_match(setup), look_of(played_match(setup)), random.Random(2)
    page, seen = FACE.present_page(views(line[:1], 1)), list[str]()
    for at in range(1, len(line)):
        own = 1 in line[at - 1].to_move and line[at - 1].seats[0] != line[at].seats[0]
        if own:  # a move is pressed where the present is shown
            page = FACE.present_page(views(line[:at], 1))
        if line[at].to_move == {CHANCE}:
            continue
        decides = 1 in line[at].to_move or at == len(line) - 1
        while True:  # the board as it is redrawn, and as it is after a press on Next
            screen = FACE.screen(views(line[: at + 1], 1), replace(told, page=page))
            shown = [each for each in screen.text.split("\n") if each.startswith("-# Card ")]
            if line[at].seats[0].walk is None and "Ada**'s colony: " in screen.text and not shown:
                found = re.findall(r"Round (\d) .*, invasion · card (\d) .*(?s:.*)▶️", screen.text)
                shown = [f"-# Card {card} of round {at_}" for at_, card in found]
            seen += [each for each in shown if each not in seen]
            if not screen.pages or not (decides or rng.random() < 0.3):
                break
            page = screen.pages[0]
    cards = [f"-# Card {each.number} of round {each.round}" for each in find_visits(line)]
    assert seen == cards


@every_setup
def test_a_board_that_opens_again_begins_with_the_first_card_that_is_news(setup: str) -> None:
    line = played_match(setup)
    seen, latest = views(line, 1), FACE.opening_page(views(line[:1], 1), ())
    for at in range(1, len(line) - 1):
        if 1 in line[at - 1].to_move and line[at - 1].seats[0] != line[at].seats[0]:
            latest = FACE.present_page(seen[:at])
            asked = FACE.screen(seen[:at], look_of(line)).text
            if card := re.search(r", invasion · card (\d)((?s:.*)'s colony: .*invader)?", asked):
                assert int(latest[2:]) == int(card[1]) + bool(card[2])
        assert FACE.opening_page(seen[: at + 1], ()) == latest


def test_an_answer_of_a_standing_order_does_not_count_as_having_seen_the_cards_before() -> None:
    earlier = 0
    for line in map(played_match, SHOW_SETUPS):
        for at in range(1, len(line)):
            old, new = line[at - 1].seats[0], line[at].seats[0]
            if old.stage == "arm" and old != new and 1 in line[at - 1].to_move:
                seen = views(line[: at + 1], 1)
                ordered = FACE.opening_page(seen, [NEVER_ARM.format(round=line[at].round)])
                assert ordered <= FACE.opening_page(seen, ())
                earlier += ordered < FACE.opening_page(seen, ())
    assert earlier


@every_setup
def test_a_replay_shows_the_own_board_between_an_invader_and_its_map(setup: str) -> None:
    line, shown = played_match(setup), 0
    for at in range(1, len(line)):
        if line[at].draw == "map" and line[at].seats[0].trace:
            text = FACE.screen(views(line[: at + 1], 1), look_of(line)).text
            assert " (" not in text.splitlines()[-1]
            shown += 1
    assert shown


def test_a_replay_tells_each_step_once_and_names_the_invader_that_is_drawn() -> None:
    line, drawn = played_match("2/brisk/free/short"), 0
    told = Look(("Ada", "Ben"), ("Ada", "Ben"), replayed=True)
    for at in range(2, len(line)):
        seen = views(line[: at + 1], None)
        if line[at].phase != "invasion" or line[at - 1].to_move != {CHANCE}:
            continue
        text = FACE.screen(seen, told).text
        assert "re-arms" not in text, "which was the step before"
        if line[at].draw == "map":
            assert f"**{INVADERS[line[at].invader].name}** comes." in text
            drawn += 1
    assert drawn


def test_a_way_tells_what_it_leads_to_as_far_as_the_rules_fix_it() -> None:
    told = 0
    for setup in SHOW_SETUPS:
        for position in played_match(setup):
            for seat in position.to_move - {CHANCE}:
                own = position.seats[seat - 1]
                for move in own.legal if own.walk is not None else ():
                    if move.kind == "step" and own.walk is not None:
                        words = invasion_questions.step_effects(position, own, own.walk, move)
                        _check(position, seat, move, words)
                        told += 1
    assert told


def _check(position: Position, seat: int, move: object, words: str) -> None:
    """A step that is made does what its words told before."""
    before = position.seats[seat - 1]
    made = play(position, (seat, str(move)))
    after = made.seats[seat - 1] if made.phase == "invasion" else None
    if after is None:
        return
    happened = after.trace[len(before.trace) :]
    square = NAME[after.trace[-1][0]]
    if after.walk is not None:
        assert words.endswith(f"then {square}") or len([1 for _, what in happened if not what]) == 1
    else:
        ended = {"defeated": "defeated at", "left": "leaves from"}[after.trace[-1][1]]
        assert words.endswith(f"{ended} {square}")
    for kind in ("trap", "guard", "gold"):
        assert (kind in words) == any(what == kind for _, what in happened)


def _worded(seen: Sequence[AnyView], names: Sequence[str]) -> Screen:
    page = FACE.opening_page(seen, ())
    with coloured("night", words=True):
        return FACE.screen(seen, Look(names, names, words=True, page=page))


@pytest.mark.parametrize(
    ("setup", "seed"),
    [HEROES[3], *(pytest.param(*it, marks=pytest.mark.full) for it in (HEROES[0], HEROES[2]))],
)
def test_a_player_reads_the_outcomes_of_each_card_once(setup: str, seed: int) -> None:
    line = match(setup, seed)
    seats, read_texts = len(line[0].seats), 0
    for seat in range(1, seats + 1):
        known, now = dict[tuple[int, int], str](), dict[tuple[int, int], str]()
        views_of_all = views(line, seat)
        for at, position in enumerate(line):
            if seat not in position.to_move:
                continue
            seen = views_of_all[: at + 1]
            told = _CARD.findall(_worded(seen, SHORT_NAMES[:seats]).text)
            now = {(position.round, int(number)): words for number, words in told}
            assert all(known.get(card) != words for card, words in now.items())
            shown = present_card([view.seen for view in seen])
            assert shown is None or (position.round, shown.visit.number) in {**known, **now}
            read_texts += len(now)
            if line[at + 1].seats[seat - 1] != position.seats[seat - 1]:
                known |= now
    assert read_texts > 5


_CARD = re.compile(r"^Card (\d+), \*\*.*?\*\*(?:\. (.*))?$", re.MULTILINE)


@pytest.mark.parametrize(("setup", "seed"), [HEROES[0], HEROES[2], HEROES[3]])
def test_a_card_that_still_asks_a_player_has_no_outcome_yet(setup: str, seed: int) -> None:
    asked, line = 0, match(setup, seed)
    for at, position in enumerate(line):
        if (shown := present_card(line[: at + 1])) is None:
            continue
        for seat in position.to_move - {CHANCE}:
            effect = effect_of(position, position.seats[seat - 1], shown.seats_before[seat - 1])
            if position.phase == "invasion" and effect is not None and effect.open:
                names = SHORT_NAMES[: len(position.seats)]
                text = _worded(views(line[: at + 1], seat), names).text
                assert not re.search(f"^Nothing has changed: .*{card_name(position)}", text)
                assert f"**{names[seat - 1]}**: On its way" not in text
                assert f"**{names[seat - 1]}**: Still to decide" not in text
                asked += 1
    assert asked


def test_the_end_tells_each_card_and_the_count_once() -> None:
    seen = [each.view(1) for each in match("2/brisk/free/full", 2)]
    with coloured("night", words=True):
        text = FACE.screen(
            seen, Look(SHORT_NAMES[:2], SHORT_NAMES[:2], words=True, page="3.1")
        ).text
    cards = _CARD.findall(text)
    assert [int(number) for number, _ in cards] == [*range(1, len(cards) + 1)]
    assert len(cards) == sum(map(int, INVASIONS[3]))
    names = re.findall(r"\*\*(.*?)\*\*\. ", text)
    assert all(text.count(name.split(" (")[0]) == 1 for name in names)
    assert "### Ada: 0\n" in FACE.describe(seen[-1], SHORT_NAMES[:2])
    assert "Ada: 0" not in text.replace("*", "")


def test_the_words_of_the_first_lesson_tell_every_way_out_of_the_entrance() -> None:
    told = LESSONS[0].words
    assert told is not None
    entrance, passages = told().split("position is told", 1)
    assert f"{NAME[ENTRANCE]}, where invaders come in" in entrance
    assert all(NAME[square] in entrance for square in squares_in(NEW_COLONY.area))
    for square, side in open_edges_at(NEW_COLONY, NEW_COLONY.area):
        way = rf"{NAME[square]} (is open )?to the {DIRECTION_NAMES[side]}\b[^.;]*"
        kind = SIDE_KINDS[side_kind(NEW_COLONY, square, side)]
        found = re.search(way, entrance)
        assert found is not None
        assert found[0].endswith(f"as {kind}") or found[0].endswith(f"as a {kind}")
    assert "“From G7: cavern" in passages
