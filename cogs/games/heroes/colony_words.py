"""A colony in words and signs: pieces, squares, tokens, obstacles, and the gain by a move."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from cogs.contract.sign import Sign, worded
from prowlerbot.core.i18n import in_parts, listing, mark, signed_words, tr, trn
from prowlerbot.core.squares import squares_in
from prowlerbot.games.heroes.colony import Colony, Placed
from prowlerbot.games.heroes.pieces import DIRECTIONS, NAME, PIECES, STEP, Cell, Feature
from prowlerbot.games.heroes.rules import Position
from prowlerbot.games.heroes.seat import Tokens
from prowlerbot.games.heroes.stages.events import GEM_DISTANCE, ORE_DISTANCE, populate
from prowlerbot.games.heroes.words import FEATURE_NAMES, TOKEN_NAMES, use_words
from renderer.heroes.colours import draw_seat, draw_thing

_COUNTED: Mapping[str, Callable[[int], str]] = {
    "gold": lambda count: trn("{count} gold", "{count} gold", count),
    "gem": lambda count: trn("{count} gem", "{count} gems", count),
    "guard": lambda count: trn("{count} guard", "{count} guards", count),
    "trap": lambda count: trn("{count} trap", "{count} traps", count),
    "heart": lambda count: trn("{count} heart", "{count} hearts", count),
    "bag": lambda count: trn("{count} bag", "{count} bags", count),
    "prisoner": lambda count: trn("{count} prisoner", "{count} prisoners", count),
}


def amount_words(kind: str, count: int) -> str:
    return _COUNTED[kind](count)


def _count_features(feature: str, count: int) -> str:
    if feature == "cell":
        return trn("{count} cell", "{count} cells", count)
    return f"{count} × {tr(FEATURE_NAMES[feature])}"


_SEATS = tuple(
    Sign(f"colony_{seat}", plain, partial(draw_seat, seat), {"safe": safe}, seat=True)
    for seat, (plain, safe) in enumerate(
        (("🔴", "🟠"), ("🔷", "🔷"), ("🔺", "🔺"), ("🟦", "🟦")), 1
    )
)
"""As in the picture: disc, diamond, triangle and square, in the colours of the theme."""

TOKENS: dict[str, Sign] = {
    kind: Sign(
        kind, plain, partial(draw_thing, kind), word=TOKEN_NAMES[kind], counted=_COUNTED[kind]
    )
    for kind, plain in zip(
        ("gold", "gem", "guard", "trap", "prisoner"), ("🪙", "💎", "💂", "🪤", "⛓️"), strict=True
    )
}
"""Signs by kind of token, in the order of ``Tokens.counts``."""
GOLD, GEM, GUARD, TRAP, PRISONER = TOKENS.values()

FEATURES: dict[str, Sign] = {
    feature: Sign(
        f"feature_{feature.replace(' ', '_')}",
        plain,
        partial(draw_thing, f"feature {feature}"),
        word=FEATURE_NAMES[feature],
        counted=partial(_count_features, feature),
    )
    for feature, plain in zip(
        ("ore", "campfire", "chest", "cell", "trap", "gem vein", "mess hall", "infirmary"),
        ("⛏️", "🔥", "🧰", "🔒", "🪤", "🔹", "🍺", "➕"),
        strict=True,
    )
}
"""Signs by feature of a square."""

HEART = Sign("heart", "❤️", partial(draw_thing, "heart"), counted=_COUNTED["heart"])
BAG = Sign("bag", "💰", partial(draw_thing, "bag"), counted=_COUNTED["bag"])
INVADER = Sign("invader", "🦸", partial(draw_thing, "hero"), word="")
DEFEATED = Sign("defeated", "🪦", partial(draw_thing, "defeated"), word=mark("defeated"))
TUNNEL = Sign("colony_tile", "🟫", partial(draw_thing, "tile"), word="")
"""A piece without a feature."""

SIGNS: tuple[Sign, ...] = (
    *_SEATS,
    *TOKENS.values(),
    *FEATURES.values(),
    *(HEART, BAG, INVADER, DEFEATED, TUNNEL),
)


def seat_mark(seat: int) -> str:
    return str(_SEATS[seat - 1])


def piece_mark(id_: str) -> str | None:
    """The sign of a piece's first feature, its best. A tile without a feature has none, as the sign
    of a crossing would contradict its shape.
    """
    features = features_of_piece(id_)
    if id_.isdecimal() and not features:
        return None
    return str(FEATURES[features[0]] if features else TUNNEL)


# ---------------------------------------------------------------------- pieces and squares


def features_of_piece(id_: str) -> list[Feature]:
    return [feature for *_, feature in PIECES[id_].squares if feature]


DIRECTION_NAMES = (mark("north"), mark("east"), mark("south"), mark("west"))
ARROWS = "↑→↓←"
SIDE_KINDS = {"c": mark("cavern"), "s": mark("stone"), "p": mark("any kind")}
"""The kinds of open sides."""
CAVERN, STONE = "🟫", "⬜"
KIND_SIGNS = {"c": CAVERN, "s": STONE, "p": ""}
"""The same on buttons, which have no room for words."""


def tile_words(id_: str) -> str:
    """A square tile in as few words as its feature; by its shape if it has no feature."""
    ((_, _, _, feature),) = PIECES[id_].squares
    return tr(FEATURE_NAMES[feature]) if feature else tr(PIECES[id_].name)


def queue_words(queue: Sequence[int]) -> list[str]:
    return [tile_words(str(tile)) if tile > 0 else tr("face down") for tile in queue]


def piece_words(id_: str) -> str:
    """Any piece, in as few words as possible."""
    return tile_words(id_) if id_.isdecimal() else tr(PIECES[id_].name)


def _sides_by_kind(cell: Cell) -> dict[str, list[int]]:
    sides_by_kind: dict[str, list[int]] = {}
    for direction in DIRECTIONS:
        if (kind := cell.edges[direction]) in SIDE_KINDS:
            sides_by_kind.setdefault(kind, []).append(direction)
    return sides_by_kind


def open_sides_words(placed: Placed, *, briefly: bool = False) -> str:
    """Arrows to the open sides of a placed piece, each with its kind or ``briefly`` its sign, and
    with its square if the piece has several. Words take the place of arrows for those who want it.
    """
    if worded():
        return sides_of_piece(placed)
    sides = {}
    for square, cell in placed.cells:
        sides[NAME[square]] = " ".join(
            (KIND_SIGNS[kind] if briefly else f"{tr(SIDE_KINDS[kind])} ")
            + "".join(ARROWS[d] for d in directions)
            for kind, directions in _sides_by_kind(cell).items()
        )
    named = len(sides) > 1
    return ", ".join(f"{at} {it}" if named else it for at, it in sides.items() if it)


def sides_words(cell: Cell) -> str:
    """The open sides of a square in words: ``cavern north and south, stone east``."""
    return ", ".join(
        tr("{kind} {sides}", kind=tr(SIDE_KINDS[kind]), sides=directions_words(directions))
        for kind, directions in _sides_by_kind(cell).items()
    )


def directions_words(directions: Sequence[int]) -> str:
    return listing([tr(DIRECTION_NAMES[direction]) for direction in directions])


def shape_words(id_: str) -> str:
    """The open sides of an unrotated piece; of several squares, with feature and direction."""
    cells = PIECES[id_].orientations[0].cells
    if len(cells) == 1:
        return tr("open {sides}", sides=sides_words(cells[0]))
    parts = []
    for at, cell in enumerate(cells):
        feature = tr(FEATURE_NAMES[cell.feature]) if cell.feature else tr("plain square")
        sides = sides_words(cell)
        words = f"{feature} ({sides})" if sides else feature
        if at:
            side = tr(DIRECTION_NAMES[STEP.index(cell.offset - cells[at - 1].offset)])
            words = tr("from there {side}, {square}", side=side, square=words)
        parts.append(words)
    return in_parts(parts)


def joined_squares(colony: Colony, placed: Placed) -> list[int]:
    """The squares that a piece would have a passage to, once built into a colony."""
    after = colony.with_piece(placed)
    found = {
        square + STEP[direction]
        for square, _ in placed.cells
        for direction in DIRECTIONS
        if after.ways[direction] >> square & 1
    }
    return sorted(square for square in found if not placed.area >> square & 1)


def sides_of_piece(placed: Placed) -> str:
    """The open sides of a placed piece in words; of a larger one each square with its feature."""
    if len(placed.cells) == 1:
        return sides_words(placed.cells[0][1])
    parts = []
    for square, cell in placed.cells:
        feature = tr(FEATURE_NAMES[cell.feature]) if cell.feature else ""
        parts.append(" ".join(filter(None, (NAME[square], feature, sides_words(cell)))))
    return in_parts(parts)


# ------------------------------------------------------------------ squares and tokens


def tokens_words(tokens: Tokens, square: int, *, armed: bool = False) -> str:
    """The tokens on a square in the order in which they act; empty if there are none. On the square
    of a trap, a trap makes it ``armed``.
    """
    one = 1 << square
    parts = []
    if tokens.traps & one:
        parts.append(tr("armed") if armed else tr("trap"))
    if tokens.guards & one:
        parts.append(tr("guard"))
    if gold := tokens.gold_on(square):
        parts.append(amount_words("gold", gold))
    if tokens.gems & one:
        parts.append(tr("gem"))
    if tokens.prisoners & one:
        parts.append(tr("prisoner"))
    return ", ".join(parts)


def counts_words(counts: Sequence[int]) -> str:
    """Tokens in words, in the order of ``Tokens.counts``."""
    kinds = zip(TOKENS, counts, strict=True)
    return ", ".join(amount_words(kind, count) for kind, count in kinds if count)


def features_of_squares(colony: Colony) -> dict[int, Feature]:
    """The feature of each square with one, in reading order."""
    found = {
        square: cell.feature
        for placed in colony.pieces
        for square, cell in placed.cells
        if cell.feature
    }
    return dict(sorted(found.items()))


def open_edges_at(colony: Colony, squares: int) -> list[tuple[int, int]]:
    """The open edges of some squares: square and direction, in reading order."""
    found = [
        (square, direction)
        for direction in DIRECTIONS
        for square in squares_in(colony.open_edges[direction] & squares)
    ]
    return sorted(found)


_LEAST_STEPS = {"ore": ORE_DISTANCE, "gem vein": GEM_DISTANCE}


def nearness_words(colony: Colony, square: int, feature: str) -> str:
    """The number of steps by which a feature lies too near to the entrance, if it does."""
    short = _LEAST_STEPS.get(feature, 0) - colony.distance[square]
    if short <= 0:
        return ""
    if worded():
        return trn(
            "{count} step too near to the entrance", "{count} steps too near to the entrance", short
        )
    return trn("{count} step too near", "{count} steps too near", short)


def side_kind(colony: Colony, square: int, side: int) -> str:
    kinds = ("c", colony.cavern), ("s", colony.stone)
    return next((kind for kind, masks in kinds if masks[side] >> square & 1), "p")


def obstacles_of(colony: Colony) -> dict[int, str]:
    """The obstacles of each feature that would bring nothing yet, by square."""
    found = {}
    for square, feature in features_of_squares(colony).items():
        needs = [near] if (near := nearness_words(colony, square, feature)) else []
        if sides := open_edges_words(colony, colony.piece_at[square], square):
            needs.append(tr("open {sides}", sides=sides))
        if needs:
            found[square] = in_parts(needs)
    return found


def open_edges_words(colony: Colony, placed: Placed, square: int = -1) -> str:
    """The open edges of a piece by side; those off ``square`` with their names, if it is large."""
    alone, words = len(placed.cells) == 1, []
    for at, direction in open_edges_at(colony, placed.area):
        side = tr(DIRECTION_NAMES[direction])
        named = tr("{side} of {square}", side=side, square=NAME[at])
        words.append(side if alone or at == square else named)
    return listing(words)


def promised_tokens(colony: Colony) -> str:
    """The tokens that a colony would get if it were populated now, and what else would work."""
    cells, guards = colony.sealed_with("cell").bit_count(), colony.sealed_with("infirmary")
    told = [counts_words(populate(colony).counts), _count_features("cell", cells) if cells else ""]
    if guards and colony.sealed_with("campfire"):
        told.append(use_words("infirmary", guards.bit_count()))
    return ", ".join(filter(None, told))


def brought_tokens(before: Colony, after: Colony) -> list[int]:
    """The tokens of each kind that a colony would get more, in the order of ``Tokens.counts``."""
    counts = zip(populate(before).counts, populate(after).counts, strict=True)
    return [max(0, now - was) for was, now in counts]


_MOST_NAMED = 2
"""The most features that are named, with their obstacles in full, if they bring nothing."""


def colony_summary(colony: Colony) -> str:
    """The tokens that a colony would get now, and the features that bring nothing yet; several of
    them go by their squares, which the picture shows, and by the kind of their obstacles.
    """
    lines = []
    if words := promised_tokens(colony):
        lines.append(tr("-# As it is, your colony gets {tokens}.", tokens=words))
    found, there = obstacles_of(colony), features_of_squares(colony)
    is_short = len(found) > _MOST_NAMED
    told = dict[str, list[str]]()
    for square, needs in found.items():
        feature, obstacle = there[square], needs
        if is_short:
            obstacle = tr("too near") if nearness_words(colony, square, feature) else tr("open")
        named = worded() or not is_short
        name = f"{tr(FEATURE_NAMES[feature])} {NAME[square]}" if named else NAME[square]
        told.setdefault(obstacle, []).append(name)
    if told:
        parts = in_parts(f"{', '.join(squares)} ({needs})" for needs, squares in told.items())
        lines.append(tr("-# Brings nothing now: {list}", list=parts))
    return "\n".join(lines)


def gain_words(before: Position, after: Position, seat: int) -> str:
    old, new = before.seats[seat - 1], after.seats[seat - 1]
    if old.colony == new.colony or before.phase != "build":
        return _token_changes(before, after, seat)
    was, now = promised_tokens(old.colony), promised_tokens(new.colony)
    edges = count_open_edges(new.colony) - count_open_edges(old.colony)
    lines = []
    if was != now:
        tokens = {"new": now or tr("nothing"), "old": was or tr("nothing")}
        lines.append(tr("Your colony would get {new} instead of {old}.", **tokens))
    if edges > 0:
        lines.append(trn("One more open edge.", "{count} more open edges.", edges))
    elif edges:
        lines.append(trn("One open edge fewer.", "{count} open edges fewer.", -edges))
    return " ".join(lines)


def count_open_edges(colony: Colony) -> int:
    return sum(mask.bit_count() for mask in colony.open_edges)


def _token_changes(before: Position, after: Position, seat: int) -> str:
    old, new = before.seats[seat - 1].tokens.counts, after.seats[seat - 1].tokens.counts
    counts = zip(old, new, TOKENS.values(), strict=True)
    changes = [f"{signed_words(now - was)} {sign}" for was, now, sign in counts if now != was]
    if not changes or before.round != after.round or before.phase != after.phase:
        return ""
    return tr("Your colony: {changes}.", changes=", ".join(changes))
