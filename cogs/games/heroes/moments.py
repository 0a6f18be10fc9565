"""A move in the words of hints and reviews.

The words are the piece, the squares and the good effects of the move. Good effects are those on the
player's own colony in its present state.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from random import Random
from typing import NamedTuple

from cogs.contract.account import Lettered, Merit, best_first
from cogs.contract.screen import Drawing, Look
from cogs.contract.sign import worded
from cogs.games.heroes import building_questions, colony_words, spoken, typed
from cogs.games.heroes.building_questions import PLACING, placed_piece, too_near_words
from cogs.games.heroes.happened import SENTENCES, pieces_words
from prowlerbot.core.i18n import in_parts, label_text, listing, mark, tr, trn
from prowlerbot.games.heroes.builder import Builder, turns_left
from prowlerbot.games.heroes.cards import INVASIONS
from prowlerbot.games.heroes.colony import Colony, Placed
from prowlerbot.games.heroes.final_count import prize_words
from prowlerbot.games.heroes.keeper import guards_to_beat
from prowlerbot.games.heroes.moves import Kind, Move
from prowlerbot.games.heroes.pieces import ENTRANCE, NAME, PATCH, PIECES
from prowlerbot.games.heroes.rules import Position
from prowlerbot.games.heroes.scoring import PRISONER_WORTH
from prowlerbot.games.heroes.seat import FACE_DOWN, GEM_WORTH, Seat, Stage, Tokens
from prowlerbot.games.heroes.stages import events
from prowlerbot.games.heroes.stages.events import GEM_DISTANCE, ORE_GOLD, STAGES, populate
from prowlerbot.games.heroes.stages.invasion import routes
from prowlerbot.games.heroes.thinking import SKILL, WANTED, Part, worth_by_part
from prowlerbot.games.heroes.words import FEATURE_NAMES, TOKEN_NAMES, use_lines, use_words
from renderer.heroes.board import Made, OptionMark, draw_compared, draw_own

_DEEDS: dict[Kind, str] = {
    **dict.fromkeys(("queue", "hand", "reserve", "patch"), "built"),
    "end": "ended",
    "reveal": "revealed",
    "done": "done",
    "flip": "flip",
    "take": "took",
    "drop": "dropped",
    "choose": "took",
    **dict.fromkeys(("remove", "pay gold", "pay guard", "lose"), "ceded"),
    "store": "stored",
    "buy for gold": "bought",
    "buy for gem": "bought",
    "move": "moved",
    "ready": "ready",
    "step": "led",
    "meet": "met",
    "cell": "imprisoned",
    "guard": "recruited",
    "gold": "seam",
    "arm for gold": "armed",
    "arm for guard": "armed",
    "pass": "unarmed",
}
"""The event that a move brings, by its kind."""


class Considered(NamedTuple):
    """A legal move of a seat, and the other legal move with which it is compared, if any."""

    position: Position
    seat: int
    move: Move
    than: Move | None = None

    @property
    def own(self) -> Seat:
        return self.position.seats[self.seat - 1]

    @property
    def closes_all(self) -> bool:
        """Whether it closes the last open edge too early."""
        asked = building_questions.asking_argument(self.own, self.move, last=self.position.last)
        return self.move.kind in PLACING and bool(asked)


def deed_words(position: Position, own: Seat | None, player: str, move: Move) -> str:
    """The deed of a player by a move in this colony; ``player`` may contain markdown."""
    if own is None:
        raise AssertionError("a player's deeds are told as that player sees them")
    if move.kind == "done":
        what = given_up_words(position)
        return tr("{player} stops building, and {what}", player=player, what=what)
    square = move.to if move.kind == "move" else move.at
    piece = f"**{_piece_of(own, move)}**"
    name = f"**{NAME[square]}**" if square >= 0 else ""
    sentence = SENTENCES[_DEEDS[move.kind]].long
    return tr(sentence, player=player, pieces=piece, piece=piece, square=name).removesuffix(".")


def own_move_words(own: Seat | None, move: Move) -> str:
    """A move by the name of its piece, which only the owner of the colony may know."""
    if own is not None and move.kind in PLACING:
        number, piece = move.number, _piece_of(own, move)
        if near := too_near_words(own, move):
            piece = tr("{piece} ({near}, brings nothing yet)", piece=piece, near=near)
        if move.kind == "reserve" and own.stage == "draft":
            piece = tr("{piece}, for the whole turn", piece=piece)
        return tr("tile {number}, {piece}", number=number, piece=piece) if number else piece
    if own is not None and move.kind == "reveal":
        return typed.reveal_words(own, move)
    if own is not None and move.kind == "end" and own.stage == "closing":
        return tr("That is all")
    return typed.move_words(move)


def _piece_of(own: Seat, move: Move) -> str:
    """Name the tile, piece or token of a move. If it is placed, name its square, too, and its open
    sides if it can lie in several ways.
    """
    if move.kind in PLACING:
        placed = placed_piece(own, move)
        there = "-".join(NAME[square] for square, _ in placed.cells)
        words = tr("{piece} at {square}", piece=colony_words.piece_words(placed.id), square=there)
        prefix = building_questions.piece_prefix
        ways = sum(prefix(it) == prefix(move) and it.at == move.at for it in own.legal)
        if (ways == 1 and not worded()) or len(placed.cells) > 1:
            return words
        return tr("{move}, open {sides}", move=words, sides=colony_words.open_sides_words(placed))
    if move.kind == "reveal":
        down = own.queue[move.number - 1] == FACE_DOWN
        named = colony_words.queue_words(own.queue)[move.number - 1]
        return tr("a tile face down") if down else named
    if move.kind == "meet":
        return tr(TOKEN_NAMES[move.piece])
    if move.kind == "patch":
        return tr("{piece} at {square}", piece=tr("Patch"), square=NAME[move.at])
    ids = {"take": str(move.number), "drop": str(own.hand), "choose": move.piece}
    return colony_words.piece_words(ids[move.kind]) if move.kind in ids else ""


def letter_board(
    position: Position, seat: int | None, look: Look, moves: Sequence[Lettered]
) -> Drawing | None:
    """The board of a seat with all squares of each move, the letters, if any, on the first."""
    if seat is None:
        return None
    lit: dict[int, OptionMark] = {}
    for letter, text in moves:
        if (goal := _goal_of(position.seats[seat - 1], typed.parse_move(text))) is not None:
            (first, *_), before = goal.squares, lit.get(goal.squares[0], OptionMark(()))
            squares = tuple(dict.fromkeys((*goal.squares, *before.squares)))
            lit[first] = OptionMark(squares, before.label + letter)
    if not lit and position.phase != "planning":  # its picture has the pieces on offer
        return None
    marks = [*lit.values()]
    draw = partial(draw_own, position, seat, theme=look.theme, marks=marks, names=look.plain)
    return Drawing("own.png", draw, spoken.alt_text(position, seat, look.plain, look.ended))


def compare_on_board(
    position: Position, seat: int | None, look: Look, moves: Sequence[str]
) -> Drawing | None:
    """The board of a seat with the way of the played move and of the better one, if given."""
    if seat is None:
        return None
    own = position.seats[seat - 1]
    made = [_goal_of(own, typed.parse_move(move)) if move else None for move in moves]
    if not any(made):
        return None
    draw = partial(draw_compared, position, seat, *made, theme=look.theme)
    return Drawing("own.png", draw, spoken.alt_text(position, seat, look.plain, look.ended))


def _goal_of(own: Seat, move: Move) -> Made | None:
    """The goal of a move and, if it has a direction, its start; None if it has no place."""
    if move.at < 0:
        return None
    match move.kind:
        case "queue" | "hand" | "reserve":
            placed = placed_piece(own, move)
            return Made(tuple(square for square, _ in placed.cells), placed=placed)
        case "move":
            return Made((move.to,), move.at)
        case "step" if own.walk is not None:
            return Made((move.at,), own.walk.square)
        case _:
            return Made((move.at,))


_WORTHS = (1.0, float(GEM_WORTH), 1.0, 1.0, float(PRISONER_WORTH))
"""The approximate worth of tokens, in the order of ``Tokens.counts``."""
_EDGE_WORTH = 0.5
"""The approximate worth of a closed edge."""
_TOLD = 0.3
"""The least difference in expected treasure that is told."""
_ONLY_ORDERS = 1_000
"""More than any distance or loss, so that a share of it only orders."""
_OPEN_EDGE = 10.0
"""The worth of an open edge that the other move would not leave, above the usual merits."""
_GUARD_GIVEN: frozenset[Kind] = frozenset(("arm for guard", "pay guard"))


def drawback_words(it: Considered) -> str:
    """The main thing against a move; empty without one."""
    position, own, move = it.position, it.own, it.move
    if move.kind == "reveal":
        return tr("takes the turn without building")
    if move.kind == "done":
        return given_up_words(position)
    if move.kind == "choose" and "gem vein" in colony_words.features_of_piece(move.piece):
        return in_parts(_vein_needs(position, it.seat))
    if move.kind in _GUARD_GIVEN and _prize_share(it):
        return tr("costs a guard ({prize}: a gem, worth {gem})", **_prize_fields(position))
    if it.closes_all:
        return tr("closes your last open edge")
    # The name of the move says whether it is too near.
    told = move.kind not in PLACING or any(_placing_merits(it)) or too_near_words(own, move)
    return "" if told else tr("brings nothing as the colony stands")


_WAY = mark("Where do invaders pass before they reach your treasure?")
_NEW_TILES = mark("Is any tile that you see worth a turn, or may new ones bring more?")
_PLACES = {
    "held": mark("Which place keeps treasure behind a trap or guard?"),
    "edges": mark("Which place helps to seal a piece that is still open?"),
    "later": mark("Which place can later tiles seal most easily?"),
    "room": mark("Which place leaves most room for later tiles?"),
}
"""The question of a placement by its main merit, unless that is something at once."""
_QUESTIONS = {
    "end": mark("Does any tile bring more now than the open edge that it closes?"),
    "draft": _NEW_TILES,
    "live": _NEW_TILES,
    "closing": mark("Does a piece of your reserve still bring anything?"),
    "inspection": mark("Which piece brings least?"),
    "planning": mark("Which piece brings most in a whole round, and fits easily?"),
    "populate": _WAY,
    "walk": mark("Which way meets traps and guards before your treasure?"),
    "cell": mark("Some invaders free prisoners: which cell is safer?"),
    "recruit": _WAY,
    "seam": mark("Which place keeps gold safe until the round ends?"),
}
"""The question of the end of a turn, or of a stage."""


def purpose_words(it: Considered) -> str:
    """A question that leads to a move without telling it."""
    stage, kind, left = it.own.stage, it.move.kind, _cards_left(it.position)
    if kind in PLACING:
        main = [each.kind for each in best_first([*_placing_merits(it)])[:1]] or ["room"]
        at_once = mark("Which place brings something at once?")
        return tr(_PLACES.get(main[0], at_once))
    if stage == "populate" and {"store", "buy for gem"} <= {each.kind for each in it.own.legal}:
        return tr("You lose the rest of the stash: is a gem worth more in a chest or as a guard?")
    if stage == "arm" and left:
        return trn(
            "{count} more card comes: are the traps worth their price?",
            "{count} more cards come: are the traps worth their price?",
            left,
        )
    missed = mark("Which loss hurts least in the rest of the round?")
    return tr(_QUESTIONS.get("end" if kind == "end" and stage == "draft" else stage, missed))


def _prize_fields(position: Position) -> dict[str, object]:
    return {"prize": prize_words(alone=position.setup.seats == 1), "gem": GEM_WORTH}


def _prize_share(it: Considered) -> float:
    """The share of the prize for the most guards that a guard of the seat is worth."""
    to_beat, guards = guards_to_beat(it.position, it.seat), it.own.tokens.guards.bit_count()
    return to_beat.expected_prize(guards) - to_beat.expected_prize(guards - 1)


def _guard_merit(it: Considered) -> Iterator[Merit]:
    """The merit of a move over one that gives a guard away, or over all others if they all do."""
    others = [it.than] if it.than is not None else it.own.legal
    kinds = {other.kind for other in others if other != it.move}
    gives = it.move.kind in _GUARD_GIVEN or not kinds <= _GUARD_GIVEN
    if kinds and not gives and (worth := _prize_share(it)):
        words = trn(
            "keeps your only guard ({prize}: a gem, worth {gem})",
            "keeps your {count} guards ({prize}: a gem, worth {gem})",
            it.own.tokens.guards.bit_count(),
            **_prize_fields(it.position),
        )
        yield Merit(words, "guards", worth)


def _open_edge_merit(it: Considered) -> Iterator[Merit]:
    """The merit of a move over one that closes the last open edge."""
    ends = it.move.kind == "done" or it.closes_all
    if it.than is not None and not ends and it._replace(move=it.than).closes_all:
        words = tr("leaves an open edge, so that you can build on")
        yield Merit(words, "edges", _OPEN_EDGE)


def list_merits(it: Considered) -> Iterator[Merit]:
    own, move = it.own, it.move
    yield from _open_edge_merit(it)
    if it.than is not None and own.stage in _BUILDING and {move.kind, it.than.kind} <= _WEIGHED:
        yield from _worth_merit(it.position, it.seat, move, it.than)
    match move.kind:
        case "queue" | "hand" | "reserve":
            yield from [*_placing_merits(it)] or [Merit("", "none", 0)]
        case "reveal" | "flip":
            yield from _reveal_merits(own, move)
        case "choose" | "take":
            yield from _piece_merits(move.piece or str(move.number))
        case "step" | "meet":
            yield from _walking_merits(it.position, own, move)
        case "end" | "done" | "drop" | "ready":
            words = mark("leaves the colony as it is")
            if move.kind == "end" and own.stage == "draft":
                words = mark("keeps tiles and open edges for later turns")
            yield Merit(tr(words), words, _EDGE_WORTH)
        case "store" | "buy for gold" | "buy for gem" | "move":
            yield from [*_populating_merits(own, move), *_distance_merit(it)]
        case _ if own.stage in STAGES:
            yield from [*_guard_merit(it), *_exchange_merits(own, move), *_distance_merit(it)]


_NO_LUCK = Random(0)
"""For a skill without errors, which draws nothing."""
_PART_WORDS: dict[Part, str] = {
    "losses": mark("loses less treasure to invaders"),
    "treasure": mark("promises more gold and gems"),
    "tokens": mark("promises more guards, traps and cells"),
    "room": mark("leaves more room for later pieces"),
}


def _worth_merit(position: Position, seat: int, move: Move, than: Move) -> Iterator[Merit]:
    """The part of the worth in which a placement has most over another one, if more is expected of
    it in all, and the part explains that.
    """
    had, has = (worth_by_part(position, seat, it, _NO_LUCK) for it in (than, move))
    room = position.seats[seat - 1].stage != "closing"  # then no more is needed
    more = {each: has[each] - had[each] for each in has if room or each != "room"}
    part, ahead = max(more, key=lambda each: more[each]), sum(has.values()) - sum(had.values())
    if round(ahead, 1) > 0 and more[part] >= max(ahead / 2, _TOLD):
        yield Merit(tr(_PART_WORDS[part]), "edges", more[part], part)


def _cards_left(position: Position) -> int:
    """The cards to come in a round."""
    running = position.phase == "invasion"
    return sum((position.invaders, position.events) if running else INVASIONS[position.round])


def expected_words(it: Considered) -> str:
    """The meaning of the treasure that the machine expects; empty where it tells none."""
    stage, left = it.own.stage, _cards_left(it.position)
    if stage in _BUILDING:
        return tr("It counts guards and later pieces too, and takes off losses to invaders.")
    if stage in {"inspection", "planning"}:
        return ""
    if not left:
        return tr("After the last card.")
    return trn(
        "Gold, gems, prisoners and the gem for {prize}, after {count} more card.",
        "Gold, gems, prisoners and the gem for {prize}, after {count} more cards.",
        left,
        **_prize_fields(it.position),
    )


_BUILDING: frozenset[Stage] = frozenset(("draft", "live", "closing"))
_WEIGHED = PLACING | {"end", "reveal"}


def _placing_merits(it: Considered) -> Iterator[Merit]:
    """The merits of a placement. All have one aim, the piece, however and wherever it lies."""
    own, position, before = it.own, it.position, it.own.colony
    placed = placed_piece(own, it.move)
    aim, after = placed.id, before.with_piece(placed)
    was, now = populate(before), populate(after)
    if any(more := colony_words.brought_tokens(before, after)):
        worth = sum(count * each for count, each in zip(more, _WORTHS, strict=True))
        tokens = colony_words.counts_words(more)
        brought = now.anywhere & ~was.anywhere & ~placed.area & ~before.sealed
        words = tr("brings {tokens} now", tokens=tokens)
        if sealed := [
            f"{tr(FEATURE_NAMES[feature])} {NAME[square]}"
            for square, feature in colony_words.features_of_squares(after).items()
            if brought >> square & 1
        ]:
            closing = mark("brings {tokens} now, as it closes the last open edge of {list}")
            words = tr(closing, tokens=tokens, list=listing(sealed))
        yield Merit(words, aim, worth, "tokens")
    yield from _held_merit(own._replace(tokens=was), own._replace(colony=after, tokens=now), aim)
    yield from _feature_merits(before, after, aim)
    if own.stage != "closing" and (nearer := _nearer_sealing(before, after)):
        words = tr("closes an open edge, a step to sealing: {list}", list=listing(nearer))
        yield Merit(words, aim, _EDGE_WORTH * len(nearer), "edges")
    if later := _later_words(after, placed):
        yield Merit(later, aim, _EDGE_WORTH, "later")
    places = (after.frontier & ~before.frontier).bit_count()
    if places and own.stage != "closing" and (position.live or turns_left(position)):
        words = trn(
            "opens {count} place for the next tiles",
            "opens {count} places for the next tiles",
            places,
        )
        yield Merit(words, aim, _EDGE_WORTH / 2 + places / _ONLY_ORDERS, "room")


def _feature_merits(before: Colony, after: Colony, aim: str) -> Iterator[Merit]:
    """The newly sealed features that no token shows. An infirmary needs a campfire."""
    for feature in ("infirmary", "cell") if after.sealed_with("campfire") else ("cell",):
        if count := (after.sealed_with(feature) & ~before.sealed_with(feature)).bit_count():
            use = label_text(tr(FEATURE_NAMES[feature]), use_words(feature, count))
            words = _room_words(count) if feature == "cell" else use
            yield Merit(words, aim, PRISONER_WORTH * count, feature)


def _room_words(count: int) -> str:
    return trn(
        "room for {count} prisoner (2 gold)", "room for {count} prisoners (2 gold each)", count
    )


def _nearer_sealing(before: Colony, after: Colony) -> list[str]:
    """The features that keep an open edge after a placement, but fewer than before."""

    def open_edges(colony: Colony, square: int) -> int:
        return len(colony_words.open_edges_at(colony, before.piece_at[square].area))

    return [
        f"{tr(FEATURE_NAMES[feature])} {NAME[square]}"
        for square, feature in colony_words.features_of_squares(before).items()
        if 0 < open_edges(after, square) < open_edges(before, square)
        and not colony_words.nearness_words(after, square, feature)
    ]


def _later_words(colony: Colony, placed: Placed) -> str:
    """The uses of a piece that is still open; empty if it is sealed or brings nothing there."""
    counted = Counter(
        cell.feature
        for square, cell in placed.cells
        if cell.feature and not colony_words.nearness_words(colony, square, cell.feature)
    )
    if colony.sealed & placed.area or not counted:
        return ""
    guards = counted["campfire"] + counted["mess hall"]
    gold = ORE_GOLD * counted["ore"] + counted["chest"]
    uses = [colony_words.counts_words((gold, counted["gem vein"], guards, counted["trap"], 0))]
    uses += [_room_words(counted["cell"])] if counted["cell"] else []
    uses += [use_words("infirmary", 1)] if counted["infirmary"] else []
    told, sides = ", ".join(filter(None, uses)), colony_words.open_edges_words(colony, placed)
    return tr("once sealed brings {uses} (still open: {sides})", uses=told, sides=sides)


def given_up_words(position: Position) -> str:
    """The turns that a seat gives up if it stops building."""
    if position.live:
        return tr("takes no more tiles")
    return trn("gives up about {count} turn", "gives up about {count} turns", turns_left(position))


def plan_words(it: Considered) -> str:
    """The tiles that the machine builds in this turn after a first one, and their tokens."""
    if it.move.kind != "queue":
        return ""
    own, builder = it.own, Builder(it.position, it.seat, SKILL, _NO_LUCK)
    colony, first = builder.best_rest(it.move).colony, placed_piece(own, it.move)
    pieces = [each for each in colony.pieces if each not in {*own.colony.pieces, first}]
    if not pieces:
        return ""
    tokens, words = colony_words.promised_tokens(colony), mark("Plan after A: {pieces}.")
    if tokens and tokens != colony_words.promised_tokens(own.colony):
        words = mark("Plan after A: {pieces}; then your colony gets {tokens}.")
    return tr(words, pieces=pieces_words(pieces), tokens=tokens)


def _held_merit(before: Seat, after: Seat, aim: str) -> Iterator[Merit]:
    held = treasure_held_back(after.colony, after.tokens)
    if held > treasure_held_back(before.colony, before.tokens):
        amount = trn("{count} treasure", "{count} treasure", held)
        words = tr("keeps {amount} behind a trap or guard on every way", amount=amount)
        yield Merit(words, aim, held, "held")


def treasure_held_back(colony: Colony, tokens: Tokens) -> int:
    """The treasure that no invader reaches before it meets a trap or guard."""
    reached, layer, met = 0, 1 << ENTRANCE, tokens.traps | tokens.guards
    while layer:
        reached |= layer
        layer = colony.squares_beside(layer & ~met) & ~reached
    return tokens.only_on(~reached | met).treasure_worth


def _reveal_merits(own: Seat, move: Move) -> Iterator[Merit]:
    passed = own.queue[move.number - 1 : move.number]  # none at a flip of the pile
    if down := own.queue.count(FACE_DOWN) - passed.count(FACE_DOWN) + (not passed):
        words = trn(
            "turns up {count} tile, to build it from the next turn on",
            "turns up {count} tiles, to build them from the next turn on",
            down,
        )
        yield Merit(words, "tiles", down)
    up = any(tile > 0 for tile in passed)
    if up and not any(each.kind == "queue" and each.number == move.number for each in own.legal):
        yield Merit(tr("passes on a tile that fits nowhere"), "unfit", _EDGE_WORTH)
    placed = [placed_piece(own, each) for each in own.legal if each.kind == "queue"]
    brought = (colony_words.brought_tokens(own.colony, own.colony.with_piece(it)) for it in placed)
    if placed and not any(map(any, brought)):
        stuck = tr("none of your face-up tiles brings anything at once")
        yield Merit(stuck, "tiles", _EDGE_WORTH, "stuck")


_BEST_FEATURES = {
    "gem vein": mark("by rule of thumb: a gem vein first, as a gem is worth {gem} gold"),
    "mess hall": mark(
        "by rule of thumb: a mess hall next, as it brings guards to the way of invaders"
    ),
    "infirmary": mark(
        "by rule of thumb: an infirmary next, as a guard comes back after each invader"
    ),
}
"""The rules for the features that the machine wants most, the first one first."""


def _piece_merits(id_: str) -> Iterator[Merit]:
    """The uses of a piece, and whether it fits easily, by the order of the machine's choice."""
    features = colony_words.features_of_piece(id_)
    wanted = (it for it in (*_BEST_FEATURES, *features) if it in features)
    aim = next(wanted, "plain")
    rank = 1 - WANTED.index(id_) / len(WANTED) if id_ in WANTED else 0
    for feature, use in use_lines(id_) if id_ != PATCH else [("", tr("fits anywhere"))]:
        words = f"{use} ({tr(FEATURE_NAMES[feature])})" if feature not in {"", "trap"} else use
        yield Merit(words, aim, rank + (feature in _BEST_FEATURES), use)
    if len(PIECES[id_].squares) == _FEW_SQUARES:
        yield Merit(tr("takes only 2 squares, so it fits more easily"), aim, _EDGE_WORTH, "size")


_FEW_SQUARES = 2
"""The squares of a special piece that fits easily."""


def _vein_needs(position: Position, seat: int) -> Iterator[str]:
    """The reasons for which a gem vein may bring nothing."""
    if position.invaded is not None:
        before = position.invaded.seats[seat - 1].colony
        if (depth := max(before.distance.values())) < GEM_DISTANCE:
            yield tr("your last colony reached only depth {count}", count=depth)
    reserve = position.seats[seat - 1].reserve
    if any("gem vein" in colony_words.features_of_piece(each) for each in reserve):
        yield tr("you have one already")


def rule_for_pieces(id_: str) -> str:
    """The rule by which the machine takes a special piece; empty without one."""
    features = colony_words.features_of_piece(id_)
    rule = next((rule for it, rule in _BEST_FEATURES.items() if it in features), "")
    return tr(rule, gem=GEM_WORTH) if rule else ""


def _populating_merits(own: Seat, move: Move) -> Iterator[Merit]:
    """A gem in a chest, a new guard, or a guard that moves."""
    after = events.apply_populate_move(own, move)
    if move.kind == "store":
        saved = after.tokens.treasure_worth - own.tokens.treasure_worth
        words = tr("saves a gem of the stash, {count} treasure more in the colony", count=saved)
        yield Merit(words, move.kind, saved)
    elif move.kind != "move":
        words = trn(
            "{count} guard in the colony, who can cost an invader a heart",
            "{count} guards in the colony; each can cost an invader a heart",
            after.tokens.guards.bit_count(),
        )
        yield Merit(words, move.kind, 1)
    yield from _held_merit(own, after, move.kind)


_NEAR = frozenset(("buy for gold", "buy for gem", "move", "guard", "pay gold", "arm for gold"))
"""The moves for places where invaders come early: there guards meet them, and gold is lost."""


def _distance_merit(it: Considered) -> Iterator[Merit]:
    """The merit of a place; moves of different kinds have none over one another."""
    own, move, near = it.own, it.move, it.move.kind in _NEAR
    if move.at < 0 or move.kind == "lose" or (it.than or move).kind != move.kind:
        return
    distance = own.colony.distance[move.to if move.kind == "move" else move.at]
    words = trn("{count} step from the entrance", "{count} steps from the entrance", distance)
    worth = (-distance if near else distance) / _ONLY_ORDERS
    yield Merit(words, words, worth, "near" if near else "far")


def _walking_merits(position: Position, own: Seat, move: Move) -> Iterator[Merit]:
    if (walk := own.walk) is None:
        return
    ends = routes(own.colony, position.invader, position.map).ends_after(walk, move)
    aim = "defeat" if any(end.defeated for end in ends) else "loss"
    if all(end.defeated for end in ends):
        yield Merit(tr("defeats the invader in any case"), aim, 3)
    elif any(end.defeated for end in ends):
        yield Merit(tr("can still defeat the invader"), aim, 2)
    lost = walk.tokens.treasure_worth - max(end.tokens.treasure_worth for end in ends)
    words = trn(
        "can keep the loss to {count} treasure", "can keep the loss to {count} treasure", lost
    )
    if not lost:
        words = tr("can keep all that is left of the treasure")
    yield Merit(words, aim, 1 - lost / _ONLY_ORDERS, "loss")


def _exchange_merits(own: Seat, move: Move) -> Iterator[Merit]:
    """The gains and costs of a choice after an invader or in an event, and what it protects."""
    after = STAGES[own.stage][1](own, move)
    counts = zip(own.tokens.counts, after.tokens.counts, strict=True)
    changes = [new - old for old, new in counts]
    brought = colony_words.counts_words([max(0, each) for each in changes])
    paid = colony_words.counts_words([max(0, -each) for each in changes])
    worth = sum(change * each for change, each in zip(changes, _WORTHS, strict=True))
    if brought and paid:
        words = tr("brings {tokens} for {price}", tokens=brought, price=paid)
    elif brought:
        words = tr("brings {tokens}", tokens=brought)
    else:
        words = (
            tr("costs only {tokens}", tokens=paid)
            if paid
            else tr("keeps all gold, gems and guards")
        )
    yield Merit(words, words, worth, "" if brought else "price")
    yield from _held_merit(own, after, "treasure")


def region_words(it: Considered) -> Iterator[str]:
    """The features of a move that few others share: the good at once, the tile or the price."""
    move = it.move
    if move.kind in PLACING:
        if move.kind == "queue":
            yield tr("tile {place} of your queue", place=move.number)
    elif move.kind in {"arm for gold", "pay gold"}:
        yield tr("the gold in your colony")
    elif move.kind in _GUARD_GIVEN:
        yield tr("the guards in your colony")
    if move.kind in {"reveal", "reserve"}:
        hidden = mark("the tiles that are face down")
        yield tr(hidden if move.kind == "reveal" else mark("your reserve"))
