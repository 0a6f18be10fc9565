"""The state of a match in words: round, turn, treasure, passed tiles, and the way of an invader."""

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import groupby
from typing import NamedTuple

from cogs.contract.screen import Names
from cogs.contract.sign import worded
from cogs.games.heroes import colony_words
from cogs.games.heroes.happened import card_text, new_pieces, turn_start
from prowlerbot.core.game import CHANCE
from prowlerbot.core.i18n import in_parts, label_text, listing, mark, signed_words, tr, trn
from prowlerbot.games.heroes.cards import INVADERS, INVASIONS, STRAGGLER
from prowlerbot.games.heroes.pieces import ENTRANCE, NAME, Feature
from prowlerbot.games.heroes.position import ROUNDS, chosen_setup
from prowlerbot.games.heroes.rules import Line, Position
from prowlerbot.games.heroes.scoring import PRISONER_WORTH, TARGETS
from prowlerbot.games.heroes.seat import FACE_DOWN, GEM_WORTH, GONE, Seat, Stage
from prowlerbot.games.heroes.stages.draft import BRISK_TURNS
from prowlerbot.games.heroes.words import FEATURE_NAMES, TOKEN_NAMES, use_words
from renderer.heroes.invaders import fate_of, hearts_and_bags

_AWAITED: dict[Stage, str] = {
    "draft": mark("building"),
    "live": mark("building"),
    "closing": mark("building from the reserve"),
    "inspection": mark("at the inspection"),
    "populate": mark("filling the colony"),
    "walk": mark("leading the invader"),
    "arm": mark("re-arming traps"),
    "planning": mark("choosing a piece"),
}


def mark_player(seat: int, names: Names) -> str:
    return f"{colony_words.seat_mark(seat)} **{names[seat - 1]}**"


def moment_words(position: Position) -> str:
    fields = {"round": position.round or 1, "rounds": ROUNDS}
    if position.phase == "planning":
        return tr("Before round {round} of {rounds}", round=position.round + 1, rounds=ROUNDS)
    if position.phase == "build" and not position.building:
        return tr("Round {round} of {rounds} · before the invasion", **fields)
    if position.phase == "build" and position.shown:
        words = mark("Round {round} of {rounds} · {turn} · {pile} tiles in the pile")
        return tr(words, **fields, turn=_turn_words(position), pile=position.pile)
    if position.phase == "invasion":
        cards = sum(INVASIONS[position.round])
        fields |= {"cards": cards, "number": max(1, cards - position.invaders - position.events)}
        words = mark("Round {round} of {rounds}, invasion · card {number} of {cards}")
        return tr(words, **fields)
    return tr("Round {round} of {rounds}", **fields)


def brief_moment(position: Position) -> str:
    """The round and, while tiles are drawn, the turn."""
    if position.phase == "planning":
        return moment_words(position)
    parts = [tr("Round {round} of {rounds}", round=position.round or 1, rounds=ROUNDS)]
    if position.phase == "build" and position.building and position.shown:
        parts.append(_turn_words(position))
    return " · ".join(parts)


def _turn_words(position: Position) -> str:
    """The turn of a draft; in a brisk draft, also the number of turns."""
    if position.last:
        return tr("last turn")
    if position.setup.build == "brisk":
        turns = BRISK_TURNS[position.round] + 1
        return tr("turn {turn} of {turns}", turn=position.turn, turns=turns)
    return tr("turn {turn}", turn=position.turn)


def goal_words(position: Position) -> str:
    """The way to win, while the first colonies are built."""
    if position.round != position.setup.rounds.start or position.phase != "build":
        return ""
    if position.setup.seats == 1:
        return ("" if worded() else "-# 🎯 ") + medal_words(position)
    return tr(
        "-# 🎯 Build a colony whose treasure heroes do not reach: the most that round {rounds}"
        " leaves wins. Earlier treasure only helps in the next round. Gold is worth 1, a gem {gem},"
        " a prisoner {prisoner}; the most guards bring a gem.",
        rounds=ROUNDS,
        gem=GEM_WORTH,
        prisoner=PRISONER_WORTH,
    )


def race_words(position: Position) -> str:
    """The tasks of players while they build live, in the first round."""
    first = position.round == position.setup.rounds.start
    return f"-# {flip_words()}" if first and position.live else ""


def flip_words() -> str:
    """The question to a player whose hand is empty while all build live."""
    return tr("Flip: turn up a tile of the pile into your hand. Or take one that lies face up.")


def present_card_words(position: Position, told: str) -> str:
    """The present card with its rules, unless it has been told."""
    shown = position.phase == "invasion" and (position.event or (position.invader and position.map))
    text = card_text(position) if shown else ""
    return "" if text in told else text


def cleared_words(position: Position) -> str:
    """The sentence about the colonies of the last round, until the first turn of this one ends;
    empty if all stashes are.
    """
    filled = any(seat.gold or seat.gems for seat in position.seats)
    if not filled or not position.rounds or not round_begins(position):
        return ""
    return tr(
        "-# 🧹 The colonies of round {round} are gone; their treasure is in the stashes. Use it"
        " before the next invasion, as the rest is lost.",
        round=position.round - (position.phase != "planning"),
    )


def round_begins(position: Position) -> bool:
    """Whether a round begins: players choose pieces for it, or take its first turn."""
    return position.phase == "planning" or (position.building and position.turn <= 1)


def medal_words(position: Position) -> str:
    """The treasure and the medals for a player alone; empty for several players."""
    if position.setup.seats > 1:
        return ""
    return tr(
        "Treasure: {count}. Medals: bronze from {bronze}, silver from {silver}, gold from {gold}.",
        **TARGETS[position.setup.build],
        count=position.seats[0].treasure,
    )


def medal_totals(options: Mapping[str, str]) -> str:
    """The treasure for each medal of a player alone, by the options of a match."""
    words = mark("🥉 {bronze} · 🥈 {silver} · 🥇 {gold} treasure")
    return tr(words, **TARGETS[chosen_setup(1, options).build])


def awaited_words(position: Position, names: Names) -> str:
    """The players with something left to do, and those who have finished."""
    if position.phase == "over" or not position.to_move - {CHANCE}:
        return ""
    by_stage: dict[Stage, list[str]] = {}
    for seat in sorted(position.to_move):
        by_stage.setdefault(position.seats[seat - 1].stage, []).append(mark_player(seat, names))
    finished = [mark_player(s, names) for s in position.playing if s not in position.to_move]
    lines = []
    if finished and position.phase != "planning":
        lines.append(tr("✅ Finished: {players}", players=listing(finished)))
    # Last, because the deadline follows.
    for stage, players in by_stage.items():
        doing = tr(_AWAITED.get(stage, mark("choosing")))
        lines.append(tr("▶️ {players}: {doing}", players=listing(players), doing=doing))
    return "\n".join(lines)


def idle_words(position: Position, seat: int, names: Names, *, alone: bool = False) -> str:
    """The status of a player with nothing to decide here; ``alone`` without the others."""
    own = position.seats[seat - 1]
    if not own.playing:
        return tr("You have left this match.")
    if own.done and position.shown:
        return tr("You are done with building in this round. Other players still build.")
    return "" if alone else awaited_words(position, names)


def newcomer_tip(position: Position, own: Seat) -> str:
    """Advice for newcomers, in the first two turns of a match that is not short."""
    start = position.round == 1 and own.stage == "draft"
    if not start or own.built_now or position.turn > (1 if worded() else 2):
        return ""
    if position.turn == 1 and not worded():
        return tr(
            "-# 💡 A tile works once all its openings are joined. Leave one opening somewhere, to"
            " build on."
        )
    return tr(
        "-# 💡 Seal traps and guards on the way to your treasure: each can cost an invader a heart."
    )


def new_features(line: Line, seat: int) -> str:
    """The features of tiles and pieces that a player meets for the first time, with their uses."""
    now = line[-1]

    def features(position: Position) -> list[Feature]:
        own = position.seats[seat - 1]
        ids = [*(str(tile) for tile in own.queue if tile > 0), *own.reserve]
        return [feature for id_ in ids for feature in colony_words.features_of_piece(id_)]

    began = (now.round, now.turn)
    known = {it for then in line if (then.round, then.turn) < began for it in features(then)}
    uses = {it: use_words(it, 1) for it in dict.fromkeys(features(now)) if it not in known}
    uses |= {"trap": tr("costs an invader a heart")} if "trap" in uses else {}
    told = [
        label_text(f"{colony_words.FEATURES[it]} {tr(FEATURE_NAMES[it])}", use)
        for it, use in uses.items()
    ]
    if began == (now.setup.rounds.start, 1):
        told[:0] = [
            f"{colony_words.CAVERN} {tr(colony_words.SIDE_KINDS['c'])}",
            f"{colony_words.STONE} {tr(colony_words.SIDE_KINDS['s'])}",
        ]
    return f"-# {in_parts(told)}" if told else ""


def passed_words(line: Line, seat: int) -> str:
    """The tiles that a player passed and received before this turn; empty in the first turn."""
    now = line[-1]
    ended = next((at for at in range(len(line) - 1, 0, -1) if _were_tiles_passed(line, at)), 0)
    if not ended or (line[ended].round, line[ended].turn) != (now.round, now.turn):
        return ""
    before, after = turn_start(line, ended).seats[seat - 1], line[ended].seats[seat - 1]
    # The face-up tile that has left a queue without being built, or else a face-down one.
    built = Counter(int(each.id) for each in new_pieces(before, after) if each.id.isdecimal())
    kept = Counter(tile for tile in after.queue[1:] if tile > 0)
    gone = Counter(tile for tile in before.queue if tile > 0) - built - kept
    given, got = _tile_words(next(iter(gone), 0)), _tile_words(after.queue[0])
    if len(line[ended].playing) == 1:
        return tr("-# 🔁 Passed from the end of your queue to its front: {tile}.", tile=got)
    return "" if given == got else tr("-# 🔁 Passed: {given}. Got: {got}.", given=given, got=got)


def turn_end_words(before: Position, after: Position, seat: int, names: Names) -> str:
    """That a step ends the turn of a seat, with the tile that goes to the next player."""
    own, running = after.seats[seat - 1], after.building and after.turn == before.turn
    if before.seats[seat - 1].stage != "draft" or (running and seat in after.to_move):
        return ""
    if len(before.playing) == 1 or before.last or not after.building:
        return tr("This ends your turn.")
    player = (before.playing * 2)[before.playing.index(seat) + 1]
    left = [tile for tile in own.queue if tile != GONE] or [FACE_DOWN]
    tile = own.queue[own.passing - 1] if own.passing else left[-1]
    if not running:  # the tiles have been passed
        tile = after.seats[player - 1].queue[0]
    fields = {"tile": _tile_words(tile), "player": mark_player(player, names)}
    return tr("This ends your turn: {tile} goes to {player}.", **fields)


def _were_tiles_passed(line: Line, at: int) -> bool:
    """Whether tiles were passed in a step: a draft turn ended, and another one followed."""
    before, after = line[at - 1], line[at]
    drafting = after.phase == "build" and after.building
    return bool(before.shown) and drafting and after.turn == before.turn + 1


def _tile_words(number: int) -> str:
    return f"**{colony_words.tile_words(str(number))}**" if number > 0 else tr("a tile face down")


class _Met(NamedTuple):
    """An event on a square; ``hearts`` are those left after it, ``lost`` those that it cost."""

    what: str
    hearts: int
    lost: int


def way_words(position: Position, own: Seat) -> str:
    """``H7, H8 (trap, no harm), H9, back to H7, G7 (takes 1 gem), leaves the colony``; empty if no
    invader has been in the colony. A way back over squares just walked, on which nothing happens,
    is told by its end.
    """
    if own.walk is None and not own.trace:
        return ""
    parts, path, back = list[str](), list[int](), ""
    for square, met in _met_by_square(position, own):
        returned = len(path) > 1 and path[-2] == square
        if returned:
            path.pop()
        else:
            path.append(square)
            if back:
                parts.append(back)
        told = in_parts(_met_words(met))
        name = tr("back to {square}", square=NAME[square]) if returned else NAME[square]
        if returned and not told:
            back = name
            continue
        back = ""
        parts.append(f"{name} ({told})" if told else name)
    if back:
        parts.append(back)
    last = own.trace[-1][1] if own.trace else ""
    if last == "defeated":
        parts.append(tr("defeated"))
    elif last == "left":
        *_, (_, bags) = hearts_and_bags(INVADERS.get(position.invader, STRAGGLER), own)
        parts.append(tr("leaves the colony") if bags else tr("leaves the colony, all bags full"))
    return ", ".join(parts)


_MOST_STOPS = 3
"""The squares told at each end of a walk; between them, a longer one has dots."""


def story_words(position: Position, own: Seat) -> str:
    """A walk in short: ``H9: {trap} −1 {heart} → G9: takes 1 {gold} → leaves from G9``; empty if no
    invader has been in the colony. It has only the squares on which something happens.
    """
    fate = fate_of(position, own)
    stops = list[str]()
    for square, met in _met_by_square(position, own) if fate is not None else ():
        acts = groupby(met, key=lambda each: each.what)
        words = ", ".join(_act_words(what, list(alike)) for what, alike in acts)
        stops += [label_text(NAME[square], words)] if met else []
    if len(stops) > 2 * _MOST_STOPS:
        stops = [*stops[:_MOST_STOPS], "…", *stops[-_MOST_STOPS:]]
    end = fate.sentence if fate is not None and not fate.open else ""
    return " → ".join(filter(None, (*stops, end)))


def _act_words(what: str, alike: list[_Met]) -> str:
    """Equal tokens that act on one square, with the hearts that they cost or bring."""
    lost, sign = sum(each.lost for each in alike), colony_words.TOKENS[what]
    hearts = f"{signed_words(-lost)} {colony_words.HEART}" if lost else ""
    if what in {"trap", "guard"}:
        return f"{sign} {hearts or tr('no harm')}"
    verb = mark("frees {tokens}") if what == "prisoner" else mark("takes {tokens}")
    return f"{tr(verb, tokens=f'{len(alike)} {sign}')} {hearts}".rstrip()


def _met_by_square(position: Position, own: Seat) -> Iterator[tuple[int, list[_Met]]]:
    """Each square in the order of the way, with the events on it."""
    invader = INVADERS.get(position.invader, STRAGGLER)
    hearts, here, met = invader.hearts, ENTRANCE, list[_Met]()
    for (square, what), (left, _) in zip(own.trace, hearts_and_bags(invader, own), strict=True):
        if not what:
            yield here, met
            here, met = square, []
        elif what in TOKEN_NAMES:
            met.append(_Met(what, left, hearts - left))
        hearts = left
    yield here, met


def _met_words(met: list[_Met]) -> Iterator[str]:
    """The events on one square; equal treasures in sequence are counted together."""
    for what, alike in groupby(met, key=lambda each: each.what):
        events = list(alike)
        lost, hearts = sum(each.lost for each in events), events[-1].hearts
        left = trn("{count} heart left", "{count} hearts left", hearts)
        if what in {"trap", "guard"}:
            token = tr(TOKEN_NAMES[what])
            harm = left if lost else tr("no harm")
            yield f"{token}, {harm}" if hearts else token
            continue
        tokens = colony_words.amount_words(what, len(events))
        if what == "prisoner":
            yield tr("frees {tokens}", tokens=tokens)
            continue
        taken = tr("takes {tokens}", tokens=tokens)
        yield f"{taken}, {left}" if lost else taken
