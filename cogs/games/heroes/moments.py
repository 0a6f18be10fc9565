"""A move in the words of hints and reviews.

The words are the piece, the squares and the good effects of the move. Good effects are those on the
player's own colony in its present state.
"""

from collections import Counter
from collections.abc import Container, Iterator, Sequence
from operator import sub
from random import Random
from typing import NamedTuple

from cogs.contract.account import Merit, best_first
from cogs.contract.screen import capitalized
from cogs.contract.sign import worded
from cogs.games.heroes import building_questions, colony_words, typed
from cogs.games.heroes.building_questions import PLACING, placed_piece, too_near_words
from cogs.games.heroes.colony_words import open_edges_at
from cogs.games.heroes.happened import SENTENCES, pieces_words
from prowlerbot.core.i18n import in_parts, label_text, listing, mark, tr, trn
from prowlerbot.core.squares import squares_in, unite
from prowlerbot.games.heroes.builder import Builder, turns_left
from prowlerbot.games.heroes.cards import INVASIONS
from prowlerbot.games.heroes.colony import Colony, Placed
from prowlerbot.games.heroes.final_count import prize_words
from prowlerbot.games.heroes.keeper import guards_to_beat
from prowlerbot.games.heroes.moves import Kind, Move
from prowlerbot.games.heroes.pieces import ENTRANCE, NAME, PATCH, PIECES, Piece
from prowlerbot.games.heroes.rules import Position
from prowlerbot.games.heroes.scoring import PRISONER_WORTH
from prowlerbot.games.heroes.seat import FACE_DOWN, GEM_WORTH, Seat, Stage, Tokens
from prowlerbot.games.heroes.stages import events
from prowlerbot.games.heroes.stages.building import legal_spots
from prowlerbot.games.heroes.stages.events import GEM_DISTANCE, ORE_GOLD, STAGES, populate
from prowlerbot.games.heroes.stages.invasion import routes
from prowlerbot.games.heroes.thinking import SKILL, WANTED
from prowlerbot.games.heroes.words import FEATURE_NAMES, TOKEN_NAMES, use_lines, use_words

_DEEDS: dict[Kind, str] = {
    **dict.fromkeys(("queue", "hand", "reserve", "patch"), "built"),
    **dict.fromkeys(("take", "choose"), "took"),
    **dict.fromkeys(("remove", "pay gold", "pay guard", "lose"), "ceded"),
    **dict.fromkeys(("buy for gold", "buy for gem"), "bought"),
    **dict.fromkeys(("arm for gold", "arm for guard"), "armed"),
}
"""The events that several kinds of moves bring; the others are named like their kind."""


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
    sentence = SENTENCES[_DEEDS.get(move.kind, move.kind)].long
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


_WORTHS = (1.0, float(GEM_WORTH), 1.0, 1.0, float(PRISONER_WORTH))
"""The approximate worth of tokens, in the order of ``Tokens.counts``."""
_EDGE_WORTH = 0.5  # the approximate worth of a closed edge
_COMPARED = 2.0  # the worth of a difference between two moves
_ONLY_ORDERS = 1_000  # more than any distance or loss, so that a share of it only orders
_OPEN_EDGE = 10.0
"""The worth of an open edge that the other move would not leave, above the usual merits."""
_GUARD_GIVEN: frozenset[Kind] = frozenset(("arm for guard", "pay guard"))


def drawback_words(it: Considered) -> str:
    """The main thing against a move; empty without one."""
    position, own, move = it.position, it.own, it.move
    if move.kind in {"reveal", "done"} and own.colony.frontier:
        lost = move.kind == "reveal"
        return tr("takes the turn without building") if lost else given_up_words(position)
    if move.kind == "choose" and "gem vein" in colony_words.features_of_piece(move.piece):
        return in_parts(_vein_needs(position, it.seat))
    if move.kind in _GUARD_GIVEN and _prize_share(it):
        return tr("costs a guard ({prize}: a gem, worth {gem})", **_prize_fields(position))
    if it.closes_all:
        return tr("closes your last open edge")
    # The name of the move says whether it is too near.
    told = move.kind not in PLACING or any(_placing_merits(it)) or too_near_words(own, move)
    return "" if told else tr("brings nothing as the colony stands")


_WAY = mark("Invaders reach {open} of {all} treasure before any trap or guard. Where do they pass?")
_QUESTIONS = {
    "held": mark("What keeps {held} more behind a trap or guard?"),
    "edges": mark("What helps to seal a piece, and leaves {places} to build on?"),
    "later": mark("Where is the piece left with {edges}?"),
    "room": mark("What leaves you {places} to build on?"),
    "end": mark("You have {places} to build on. Is any tile worth one of them now?"),
    "full": mark("You have no place left to build on: no move changes your colony now."),
    **dict.fromkeys(("draft", "live"), mark("Face up: {tiles}. May new tiles bring more?")),
    "closing": mark("Does a piece of your reserve still bring anything?"),
    "inspection": mark("Which piece brings least?"),
    "planning": mark("Your last colony was {steps} deep; a gem needs {least}. Which piece helps?"),
    "first": mark("A gem vein must lie {least} steps deep. Which piece helps?"),
    "stash": mark("You have {stash} and {guards}. Is a gem worth more in a chest or as a guard?"),
    "walk": mark("The invader has {hearts}. What costs you least on its way?"),
    "cell": mark("Some invaders free prisoners: which cell is safer?"),
    **dict.fromkeys(("populate", "recruit"), _WAY),
    "arm": mark("Invaders reach {open} of {all} treasure before any trap or guard. Re-arm for it?"),
    "bare": mark("Your colony has no treasure now. What is a trap or guard still good for?"),
    "seam": mark("Which place keeps gold safe until the round ends?"),
}
"""The question of a placement by its main merit, of the end of a turn, or of a stage."""


def purpose_words(it: Considered) -> str:
    """A question that leads to a move without telling it, with the figure on which it turns."""
    if it.move.kind not in PLACING:
        return _question_words(it, _question_of_stage(it))
    main = next(iter(best_first([*_placing_merits(it)])), Merit("", "", 0, "room"))
    if main.kind in _QUESTIONS:
        return _question_words(it, main.kind, round(main.worth))
    brought = colony_words.brought_tokens(it.own.colony, colony_after(it.own, it.move))
    return tr(
        "What brings {tokens} at once?", tokens=colony_words.counts_words(brought) or main.words
    )


def _question_of_stage(it: Considered) -> str:
    """The key in ``_QUESTIONS`` of a move that places nothing; other stages have no key there."""
    own, stage = it.own, str(it.own.stage)
    if stage in {"draft", "live"}:
        if not own.colony.frontier:
            return "full"
        return "end" if it.move.kind == "end" else stage
    if {"store", "buy for gem"} <= {each.kind for each in own.legal}:
        return "stash"
    if stage == "planning" and it.position.invaded is None:
        return "first"
    is_bare = not own.tokens.treasure_worth and stage in {"populate", "recruit", "arm"}
    return "bare" if is_bare else stage


def _question_words(it: Considered, key: str, held: int = 0) -> str:
    """The question of a key; ``held`` is the treasure that the move keeps safe."""
    own, before, after = it.own, it.own.colony, colony_after(it.own, it.move)
    invaded, treasure = it.position.invaded, own.tokens.treasure_worth
    last = invaded.seats[it.seat - 1].colony if invaded else before
    shown, built = [tile for tile in own.queue if tile > 0], after.area & ~before.area
    return tr(
        _QUESTIONS.get(key, mark("Cards to come: {cards}. Which loss hurts least?")),
        all=treasure,
        open=treasure - treasure_held_back(before, own.tokens),
        cards=_cards_left(it.position),
        hearts=colony_words.amount_words("heart", own.walk.hearts if own.walk else 0),
        steps=trn("{count} step", "{count} steps", max(last.distance.values())),
        least=GEM_DISTANCE,
        tiles=", ".join(dict.fromkeys(colony_words.queue_words(shown))) or tr("nothing"),
        places=_places_words(after),
        held=trn("{count} treasure", "{count} treasure", held),
        edges=trn("{count} open edge", "{count} open edges", len(open_edges_at(after, built))),
        stash=colony_words.counts_words((own.gold, own.gems, 0, 0, 0)),
        guards=colony_words.amount_words("guard", own.tokens.guards.bit_count()),
    )


def _places_words(colony: Colony) -> str:
    return trn("{count} place", "{count} places", colony.frontier.bit_count())


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
        yield Merit(tr("leaves an open edge, so that you can build on"), "edges", _OPEN_EDGE)


def list_merits(it: Considered) -> Iterator[Merit]:
    own, move = it.own, it.move
    yield from _open_edge_merit(it)
    yield from _compared_merits(it)
    match move.kind:
        case "queue" | "hand" | "reserve":
            yield from [*_placing_merits(it)] or [Merit("", "none", 0)]
        case "reveal" | "flip" if own.colony.frontier:
            yield from _reveal_merits(own, move)
        case "choose" | "take":
            yield from [*_piece_merits(it), *_piece_over_other(it)]
        case "step" | "meet":
            yield from _walking_merits(it.position, own, move)
        case "end" | "done" | "drop" | "ready" | "reveal" | "flip":
            words = tr("leaves the colony as it is")
            if move.kind == "end" and own.stage == "draft" and own.colony.frontier:
                kept = mark("keeps tiles and {places} to build on for later turns")
                words = tr(kept, places=_places_words(own.colony))
            yield Merit(words, "idle", _EDGE_WORTH)
        case "store" | "buy for gold" | "buy for gem" | "move":
            yield from [*_populating_merits(own, move), *_distance_merit(it)]
        case _ if own.stage in STAGES:
            yield from [*_guard_merit(it), *_exchange_merits(it), *_distance_merit(it)]


_NO_LUCK = Random(0)  # for a skill without errors, which draws nothing


def colony_after(own: Seat, move: Move) -> Colony:
    return own.colony.with_piece(placed_piece(own, move)) if move.kind in PLACING else own.colony


def _compared_merits(it: Considered) -> Iterator[Merit]:
    """The advantages of a move of building over another one, the more concrete first."""
    own, move, than = it.own, it.move, it.than
    if than is None or own.stage == "closing" or not {move.kind, than.kind} <= _WEIGHED:
        return
    after, other = (colony_after(own, each) for each in (move, than))
    tiles = {at: str(tile) for at, tile in enumerate(own.queue, 1) if tile > 0}
    rest = [PIECES[tiles[at]] for at in tiles.keys() - {move.number, than.number}]
    sealed, known = (_sealed_next(each, rest) | each.sealed for each in (after, other))
    new = {*squares_in(sealed & after.area & ~after.sealed & ~known)}
    if move.kind in PLACING and (pieces := _named_features(after, new)):
        words = tr("another tile of your queue can then seal {list}", list=listing(pieces))
        yield Merit(words, "compared", _COMPARED)
    places, fewer = (each.frontier.bit_count() for each in (after, other))
    if places > fewer:
        there = _names_of(after.frontier & ~other.frontier)
        words = mark("more places for later tiles: {count} instead of {other} (with {list})")
        told = tr(words, count=places, other=fewer, list=there)
        yield Merit(told, "compared", _COMPARED - _EDGE_WORTH)


def _sealed_next(colony: Colony, pieces: Sequence[Piece]) -> int:
    """The sealed squares of a colony with one of the pieces, wherever it is built."""
    spots = [(it.id, spot) for it in pieces for spot in legal_spots(colony, it, "guided")]
    return unite([colony.with_piece(Placed.at_spot(*each)).sealed for each in spots])


def _named_features(colony: Colony, squares: Container[int]) -> list[str]:
    return [
        f"{tr(FEATURE_NAMES[feature])} {NAME[square]}"
        for square, feature in colony_words.features_of_squares(colony).items()
        if square in squares and not colony_words.nearness_words(colony, square, feature)
    ]


def _cards_left(position: Position) -> int:
    """The cards to come in a round."""
    running = position.phase == "invasion"
    return sum((position.invaders, position.events) if running else INVASIONS[position.round])


def expected_words(it: Considered) -> str:
    """The meaning of the treasure that the machine expects; empty where it tells none."""
    stage = it.own.stage
    if stage in _BUILDING:
        return tr("With guards and later pieces, less what invaders take.")
    if stage in {"inspection", "planning"}:
        return ""
    words = mark("Treasure left after the round, with the gem for {prize}. Cards to come: {count}.")
    return tr(words, count=_cards_left(it.position), **_prize_fields(it.position))


_BUILDING: frozenset[Stage] = frozenset(("draft", "live", "closing"))
_WEIGHED = PLACING | {"end", "reveal"}


def _placing_merits(it: Considered) -> Iterator[Merit]:
    """The merits of a placement. All have one aim, the piece, however and wherever it lies."""
    own, position, before = it.own, it.position, it.own.colony
    placed = placed_piece(own, it.move)
    aim, after = placed.id, before.with_piece(placed)
    was, now = populate(before), populate(after)
    if any(more := colony_words.brought_tokens(before, after)):
        tokens = colony_words.counts_words(more)
        brought = now.anywhere & ~was.anywhere & ~placed.area & ~before.sealed
        words = tr("brings {tokens} now", tokens=tokens)
        if sealed := _named_features(after, {*squares_in(brought)}):
            closing = mark("brings {tokens} now: seals {list}")
            words = tr(closing, tokens=tokens, list=listing(sealed))
        yield Merit(words, aim, _worth_of(more), "tokens")
    yield from _held_merit(own._replace(tokens=was), own._replace(colony=after, tokens=now), aim)
    yield from _feature_merits(before, after, aim)
    closer = {at for at in _nearer_sealing(before, after) if not after.sealed >> at & 1}
    if own.stage != "closing" and (nearer := _named_features(before, closer)):
        words = tr("closes an open edge of {list}", list=listing(nearer))
        yield Merit(words, aim, _EDGE_WORTH * len(nearer), "edges")
    if later := _later_words(after, placed):
        yield Merit(later, aim, _EDGE_WORTH, "later")
    places = after.frontier & ~before.frontier
    if places and own.stage != "closing" and (position.live or turns_left(position)):
        words = tr("opens {list} for the next tiles", list=_names_of(places))
        yield Merit(words, aim, _EDGE_WORTH / 2 + places.bit_count() / _ONLY_ORDERS, "room")


def _feature_merits(before: Colony, after: Colony, aim: str) -> Iterator[Merit]:
    """The newly sealed features that no token shows. An infirmary needs a campfire."""
    for feature in ("infirmary", "cell") if after.sealed_with("campfire") else ("cell",):
        if count := (after.sealed_with(feature) & ~before.sealed_with(feature)).bit_count():
            use = label_text(tr(FEATURE_NAMES[feature]), use_words(feature, count))
            words = _room_words(count) if feature == "cell" else use
            yield Merit(words, aim, PRISONER_WORTH * count, f"sealed {feature}")


def _room_words(count: int) -> str:
    return trn(
        "room for {count} prisoner (2 gold)", "room for {count} prisoners (2 gold each)", count
    )


def _nearer_sealing(before: Colony, after: Colony) -> set[int]:
    """The squares of pieces with fewer open edges than before a placement, some sealed."""
    areas = {square: placed.area for square, placed in before.piece_at.items()}
    open_ = {at: [len(open_edges_at(it, areas[at])) for it in (before, after)] for at in areas}
    return {square for square, (was, now) in open_.items() if now < was}


def _later_words(colony: Colony, placed: Placed) -> str:
    """The uses of a piece that is still open; empty if it is sealed or brings nothing there."""
    counted = Counter[str](
        cell.feature
        for square, cell in placed.cells
        if cell.feature and not colony_words.nearness_words(colony, square, cell.feature)
    )
    if colony.sealed & placed.area or not counted:
        return ""
    told, sides = _summed_uses(counted), colony_words.open_edges_words(colony, placed)
    return tr("once sealed brings {uses} (still open: {sides})", uses=told, sides=sides)


def _summed_uses(count: Counter[str]) -> str:
    """The tokens that so many features bring together, and their other uses."""
    guards, gold = count["campfire"] + count["mess hall"], ORE_GOLD * count["ore"] + count["chest"]
    uses = [colony_words.counts_words((gold, count["gem vein"], guards, count["trap"], 0))]
    uses += [_room_words(count["cell"])] if count["cell"] else []
    uses += [use_words("infirmary", 1)] if count["infirmary"] else []
    return ", ".join(filter(None, uses))


def given_up_words(position: Position) -> str:
    """The turns that a seat gives up if it stops building."""
    if position.live:
        return tr("takes no more tiles")
    return trn("gives up about {count} turn", "gives up about {count} turns", turns_left(position))


def plan_words(it: Considered) -> str:
    """The tiles that the machine builds in this turn after a first one, and their tokens."""
    if it.move.kind == "choose" and (rule := rule_for_pieces(it.move.piece)):
        return f"{capitalized(rule)}."
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
    was, held = (treasure_held_back(each.colony, each.tokens) for each in (before, after))
    if (more := held - was) > 0:
        amount = trn("{count} treasure", "{count} treasure", more)
        words = tr("keeps {amount} more behind a trap or guard", amount=amount)
        yield Merit(words, aim, more, "held")


def treasure_held_back(colony: Colony, tokens: Tokens, there: int = 0) -> int:
    """The treasure that no invader reaches before it meets a trap or guard, or is ``there``."""
    reached, layer, met = 0, 1 << ENTRANCE, there or tokens.traps | tokens.guards
    while layer:
        reached |= layer
        layer = colony.squares_beside(layer & ~met) & ~reached
    return tokens.only_on(~reached | met).treasure_worth


def _reveal_merits(own: Seat, move: Move) -> Iterator[Merit]:
    passed = own.queue[move.number - 1 : move.number]  # none at a flip of the pile
    if down := own.queue.count(FACE_DOWN) - passed.count(FACE_DOWN) + (not passed):
        words = trn(
            "turns up {count} tile for later turns",
            "turns up {count} tiles for later turns",
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


def _piece_over_other(it: Considered) -> Iterator[Merit]:
    """The uses of a special piece and those of another one, which the machine wants less."""
    special = {*WANTED} - {PATCH}
    ids = [each.piece for each in (it.move, it.than) if each is not None and each.piece in special]
    if len(ids) > 1 and WANTED.index(ids[0]) < WANTED.index(ids[1]):
        features = [Counter[str](colony_words.features_of_piece(id_)) for id_ in ids]
        use, other = map(_summed_uses, features)
        words = mark("can bring {use} instead of {other}")
        if features[0]["mess hall"] > features[1]["mess hall"]:
            words = mark("can bring {use} and lets guards move, instead of {other}")
        yield Merit(tr(words, use=use, other=other), "compared", _COMPARED)


def _piece_merits(it: Considered) -> Iterator[Merit]:
    """The uses of a piece, and whether it fits easily, by the order of the machine's choice."""
    id_ = it.move.piece or str(it.move.number)
    features = colony_words.features_of_piece(id_)
    wanted = (each for each in (*_BEST_FEATURES, *features) if each in features)
    aim = next(wanted, "plain")
    rank = 1 - WANTED.index(id_) / len(WANTED) if id_ in WANTED else 0
    for feature, use in use_lines(id_) if id_ != PATCH else [("", tr("fits anywhere"))]:
        named = feature in {"", "trap", "cell"}
        words = use if named else f"{use} ({tr(FEATURE_NAMES[feature])})"
        words = _room_words(features.count("cell")) if feature == "cell" else words
        yield Merit(words, aim, rank + (feature in _BEST_FEATURES), use)
    if len(PIECES[id_].squares) == _FEW_SQUARES:
        yield Merit(tr("takes only 2 squares, so it fits more easily"), aim, _EDGE_WORTH, "size")


_FEW_SQUARES = 2  # the squares of a special piece that fits easily


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


_GUARDED = mark("keeps the guard that meets invaders first: at step {other}, not {count}")
_GOLD_KEPT = mark("keeps the gold that invaders reach later: at step {other}, not {count}")
_LATER = mark("invaders reach it later: at step {count}, not {other}")
_SOONER = mark("meets invaders sooner: at step {count}, not {other}")
_NEAR = {
    **dict.fromkeys(("pay gold", "arm for gold"), _GOLD_KEPT),
    **dict.fromkeys(("buy for gold", "buy for gem", "move", "guard"), _SOONER),
}
"""The moves for places where invaders come early: there guards meet them, and gold is lost."""


def _distance_merit(it: Considered) -> Iterator[Merit]:
    """The merit of a place over that of another move, or over the worst place; moves of different
    kinds have none over one another. Other places have no words.
    """
    own, move, near = it.own, it.move, it.move.kind in _NEAR
    if move.at < 0 or move.kind == "lose" or (it.than or move).kind != move.kind:
        return
    others = [it.than] if it.than else [each for each in own.legal if each.kind == move.kind]
    squares = [each.to if each.kind == "move" else each.at for each in (move, *others)]
    step, *steps = (own.colony.distance[square] for square in squares)
    other = (max if near else min)(steps)
    words = _NEAR.get(move.kind, _GUARDED if move.kind in _GUARD_GIVEN else _LATER)
    told = tr(words, count=step, other=other) if step != other and (step < other) == near else ""
    if words == _SOONER:
        first, *rest = (treasure_held_back(own.colony, own.tokens, 1 << each) for each in squares)
        if first > min(rest):
            way = trn("{count} treasure", "{count} treasure", first)
            way = tr("stands on every way to {amount}", amount=way)
            yield Merit(way, "place", first / _ONLY_ORDERS, "way")
    yield Merit(told, "place", (-step if near else step) / _ONLY_ORDERS, "near" if near else "far")


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


def _exchange_merits(it: Considered) -> Iterator[Merit]:
    """The gains and costs of a choice after an invader or in an event, and what it protects."""
    own, apply = it.own, STAGES[it.own.stage][1]
    after, others = (apply(own, each).tokens for each in (it.move, it.than or it.move))
    changes, kept = ([*map(sub, after.counts, than.counts)] for than in (own.tokens, others))
    paid = colony_words.counts_words([max(0, -each) for each in changes])
    words = mark("costs only {tokens}") if paid else mark("keeps all gold, gems and guards")
    if own.stage == "arm":
        without = mark("keeps all gold, gems and guards; not re-armed: {list}")
        words = mark("re-arms {list} for {tokens}") if paid else without
    spent = _names_of(events.spent_traps(own))
    priced = it.move.kind == "pay guard" and _prize_share(it)  # its drawback says so
    told = "" if priced or (not paid and max(changes) > 0) else tr(words, tokens=paid, list=spent)
    yield Merit(told, told or own.stage, _worth_of(changes), "" if own.stage == "arm" else "price")
    more = [max(0, each) for each in (*kept[:3], 0, kept[4])]  # no traps
    if any(more):
        kept_words = tr("keeps {tokens} more", tokens=colony_words.counts_words(more))
        yield Merit(kept_words, "kept", _worth_of(more))
    yield from _held_merit(own, apply(own, it.move), "treasure")


def _names_of(squares: int) -> str:
    return listing([NAME[square] for square in squares_in(squares)])


def _worth_of(counts: Sequence[int]) -> float:
    return sum(count * each for count, each in zip(counts, _WORTHS, strict=True))


def region_words(it: Considered) -> Iterator[str]:
    """The features of a move that few others share: a piece near sealing, the tile or the price."""
    move = it.move
    if move.kind in PLACING:
        before = it.own.colony
        yield from _named_features(before, _nearer_sealing(before, colony_after(it.own, move)))
        if move.kind == "queue":
            yield tr("tile {place} of your queue", place=move.number)
    elif move.kind in {"arm for gold", "pay gold"}:
        yield tr("the gold in your colony")
    elif move.kind in _GUARD_GIVEN:
        yield tr("the guards in your colony")
    if move.kind in {"reveal", "reserve"} and it.own.colony.frontier:
        yield tr("your reserve") if move.kind == "reserve" else tr("the tiles that are face down")
