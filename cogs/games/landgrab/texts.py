"""The common words of Landgrab: signs, players, moves and buildings."""

from collections.abc import Iterator
from functools import partial

from cogs.contract import count_words, plain_words
from cogs.contract.screen import Names
from cogs.contract.sign import Sign
from prowlerbot.core.i18n import listing, mark, tr, trn
from prowlerbot.games.landgrab import map as land_map
from prowlerbot.games.landgrab.final_count import final_count
from prowlerbot.games.landgrab.position import COLOURS
from prowlerbot.games.landgrab.rules import Position, score
from prowlerbot.games.landgrab.turns import CALM_ROUNDS, ROUNDS
from prowlerbot.games.landgrab.words import COLOUR_NAMES, squares_of
from renderer.landgrab.cover import draw_owner, draw_thing


def lives_words(count: int) -> str:
    return trn("{count} life", "{count} lives", count)


def points_words(count: int) -> str:
    return trn("{count} point", "{count} points", count)


_OWNERS = {
    letter: Sign(
        name,
        plain,
        partial(draw_owner, letter),
        {"safe": "🟠" if letter == "R" else plain},
        word=COLOUR_NAMES[letter],
        seat=True,
    )
    for letter, name, plain in zip(
        COLOURS,
        ("red_player", "blue_player", "green_player", "yellow_player"),
        ("🔴", "🔵", "🟢", "🟡"),
        strict=True,
    )
}
"""As in the picture: disc, diamond, triangle and square, in the colours of the theme."""
SMALL = Sign("small_building", "🏠", partial(draw_thing, "small"), word=mark("small"))
LARGE = Sign("large_building", "🏛️", partial(draw_thing, "large"), word=mark("large"))
LIFE = Sign("life", "❤️", partial(draw_thing, "life"), counted=lives_words)
DIE = Sign("die", "🎲", partial(draw_thing, "die"), word="")
SPAWN = Sign("spawn", "🚩", partial(draw_thing, "spawn"), word=mark("spawn"))
TILE = Sign("map_tile", "🟫", partial(draw_thing, "tile"), word=mark("tile"))
FIGHT = Sign("attack", "⚔️", partial(draw_thing, "fight"), word="")
AROUND = Sign("go_around", "🔄", partial(draw_thing, "around"), word=mark("Around"))
"""For going around a building."""

SIGNS: tuple[Sign, ...] = (*_OWNERS.values(), SMALL, LARGE, LIFE, DIE, SPAWN, TILE, FIGHT, AROUND)
FIELDS = {"small": SMALL, "large": LARGE, "fight": FIGHT, "die": DIE, "around": AROUND}
"""The signs as fields of the rules and the lessons."""
HEART = "♥"
"""A life in the label of a button, which cannot show an application emoji."""


def colour_mark(letter: str) -> str:
    return str(_OWNERS[letter])


def building_sign(each: land_map.Building) -> Sign:
    return LARGE if each.is_large else SMALL


# ---------------------------------------------------------------------- players, moves, buildings


def mark_player(position: Position, seat: int, names: Names) -> str:
    return f"{colour_mark(position.setup.colours[seat - 1])} **{names[seat - 1]}**"


def colours_of(position: Position) -> list[str]:
    """The players by their colours, which are short."""
    return [tr(COLOUR_NAMES[letter]) for letter in position.setup.colours]


def distinct_names(position: Position, names: Names) -> Names:
    """Plain names, with the colour added to names that several players share, as machines do."""
    return [
        tr("{player}, {colour}", player=name, colour=tr(COLOUR_NAMES[letter]))
        if names.count(name) > 1
        else name
        for name, letter in zip(names, position.setup.colours, strict=True)
    ]


_WORDS = {
    "t": mark("tile {square}"),
    "s": mark("small building {square}"),
    "l": mark("large building {square}-{other}"),
    "p": mark("spawn {square}"),
    "c": mark("claim {square}"),
    "": mark("step to {square}"),
}


def move_words(position: Position, move: land_map.Move, names: Names = ()) -> str:
    """A move; without names, players are named by their colours."""
    if move.kind == "a":
        named = distinct_names(position, names) if names else colours_of(position)
        return tr("attack {player}", player=named[move.at - 1])
    if move.kind == "d":
        return tr("roll {shown}", shown=move.at)
    square, other = land_map.NAME[move.at], land_map.NAME[move.to] if move.kind == "l" else ""
    if move.kind == "c":
        number = position.map.building_numbers[move.at]
        square = squares_of(position.map.buildings[number])
        if position.owners[number] not in {0, position.turn}:
            return tr("steal {square}", square=square)
    words = _WORDS[move.kind]
    near = (
        position.phase != "turn"
        or land_map.ADJACENT[position.pawns[position.turn - 1]] >> move.at & 1
    )
    if not (move.kind or near):
        words = mark("go around to {square}")
    return tr(words, square=square, other=other)


FEW_QUIET = 10
"""Texts count down this many last quiet rounds, as the picture does."""


def taken_words(before: Position, after: Position, names: Names) -> Iterator[str]:
    """By player, the buildings that changed hands in a part of a match, and the points."""
    rows = zip(after.map.buildings, before.owners, after.owners, strict=True)
    changed = [(squares_of(each), owner) for each, had, owner in rows if had != owner]
    for seat in after.seats:
        points, now = (score(each, seat).total for each in (before, after))
        taken = [name for name, owner in changed if owner == seat]
        fields = {"player": mark_player(after, seat, names), "before": points}
        if taken:
            words = mark("{player} took {buildings}: {before} → {points}")
            yield tr(words, buildings=listing(taken), points=points_words(now), **fields)
        elif now != points:
            yield tr("{player}: {before} → {points}", points=points_words(now), **fields)


def building_words(position: Position, number: int) -> str:
    each = position.map.buildings[number]
    return f"{building_sign(each)} {squares_of(each)}"


def standing_lines(position: Position, names: Names) -> str:
    """A line for each seat: lives, points, whether it is out. While players build the map, only
    their names, and nothing for more than two, as the heading of the message names them.
    """
    if position.phase in {"tiles", "buildings"} and not position.left:
        if len(position.seats) > 2:
            return ""
        return " · ".join(mark_player(position, seat, names) for seat in position.seats)
    return "\n".join(_standing_words(position, seat, names) for seat in position.seats)


def _standing_words(position: Position, seat: int, names: Names) -> str:
    player, total = mark_player(position, seat, names), score(position, seat).total
    points = points_words(total)
    if position.is_in(seat):
        state = str(LIFE) * position.lives[seat - 1]
    else:
        state = tr("has left") if seat in position.left else out_words(position, seat)
    return f"{player} · {state} · {points}"


def out_words(position: Position, seat: int) -> str:
    """The word “out” and, for a seat with points, its way to win."""
    if position.end or not score(position, seat).total:
        return tr("out")
    return tr("out, wins if nobody ends with more points")


def rounds_words(position: Position, *, counted_down: bool = False) -> str:
    """The round and the most rounds left; quiet rounds only once they are few. Rounds that are not
    ``counted_down`` yet can be left out.
    """
    if not position.round or position.end:
        return ""
    # The rounds after this one if nobody wins or loses anything more, and at most.
    calm, left = position.progress + CALM_ROUNDS - position.round, ROUNDS - position.round
    fields = {"round": position.round, "all": ROUNDS}
    if calm > min(left, FEW_QUIET):
        return "" if counted_down else tr("Round {round} of {all}", **fields)
    if calm:
        return trn(
            "Round {round} of {all} · the match ends after {count} more round in which nobody loses"
            " a life or takes an unowned building",
            "Round {round} of {all} · the match ends after {count} more rounds in which nobody"
            " loses a life or takes an unowned building",
            calm,
            **fields,
        )
    return tr(
        "Round {round} of {all} · the last one, unless a player loses a life or takes an unowned"
        " building",
        **fields,
    )


def scores_text(position: Position, names: Names) -> str:
    """Everybody's points, with the colour of each."""
    told = [f"{name} ({colour})" for name, colour in zip(names, colours_of(position), strict=True)]
    return count_words.scores_page(final_count([position]), told)


_WON = {
    "left": mark("🏆 {player} won {totals}: all other players have left"),
    "large": mark("🏆 {player} won {totals}, with more large buildings"),
    "lives": mark("🏆 {player} won {totals}, with more lives"),
}


def verdict_words(position: Position, names: Names) -> str:
    """The winner and the points; after a tie in points, also the tie-breaker."""
    outcome = position.outcome
    return plain_words.result_sentence(outcome, names, _WON) if outcome is not None else ""
