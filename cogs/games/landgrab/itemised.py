"""Scores in words: points and lives during a match, the count at its end."""

from __future__ import annotations

from cogs.contract import plain_words
from cogs.contract.sign import worded
from cogs.games.landgrab.texts import LARGE, LIFE, SMALL, Names, marked
from prowlerbot.core.i18n import labelled, mark, tr, trn
from prowlerbot.games.landgrab.rules import LAST_REMAINING, Position, score
from prowlerbot.games.landgrab.turns import CALM_ROUNDS, ROUNDS
from prowlerbot.games.landgrab.words import COLOUR_NAMES, squares_of


def standing(position: Position, names: Names) -> str:
    """A line for each seat: lives, points, whether it is out. While players build the map, only
    their names, and nothing for more than two, as the heading of the message names them.
    """
    if position.phase in {"tiles", "buildings"} and not position.left:
        if len(position.seats) > 2:
            return ""
        return " · ".join(marked(position, seat, names) for seat in position.seats)
    return "\n".join(_standing(position, seat, names) for seat in position.seats)


def _standing(position: Position, seat: int, names: Names) -> str:
    player, total = marked(position, seat, names), score(position, seat).total
    points = trn("{count} point", "{count} points", total)
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


def rounds(position: Position) -> str:
    """The round and the most rounds left; quiet rounds only once they are few."""
    if not position.round or position.end:
        return ""
    # The rounds after this one if nobody wins or loses anything more, and at most.
    calm, left = position.progress + CALM_ROUNDS - position.round, ROUNDS - position.round
    fields = {"round": position.round, "all": ROUNDS}
    if calm > min(left, _FEW):
        words = tr("Round {round} of {all}", **fields)
    elif calm:
        words = trn(
            "Round {round} of {all} · the match ends after {count} more round in which nobody loses"
            " a life or takes an unowned building",
            "Round {round} of {all} · the match ends after {count} more rounds in which nobody"
            " loses a life or takes an unowned building",
            calm,
            **fields,
        )
    else:
        words = tr(
            "Round {round} of {all} · the last one, unless a player loses a life or takes an"
            " unowned building",
            **fields,
        )
    return words


_FEW = 10
"""Texts count down this many last quiet rounds, as the picture does."""
_ENDS = {
    "last": mark("The last pawn standing brings {points} points."),
    "calm": mark(
        "The match is over after {rounds} rounds in which nobody lost a life or took an unowned"
        " building."
    ),
    "rounds": mark("{all} rounds have been played, so the match is over."),
}


def ending(position: Position) -> str:
    if not position.end:
        return ""
    return tr(_ENDS[position.end], points=LAST_REMAINING, rounds=CALM_ROUNDS, all=ROUNDS)


def count(position: Position, names: Names) -> str:
    outcome = position.outcome
    if outcome is None:
        return ""
    lines = [_sum(position, seat, names) for seat in position.seats]
    return f"{ending(position)}\n{plain_words.ranked(outcome, lines)}"


def scores(position: Position, names: Names) -> str:
    """Everybody's points so far, with a note on the last pawn standing."""
    heading = tr("Final count") if position.end else tr("Points so far")
    lines = [f"### {heading}", *(_long_sum(position, seat, names) for seat in position.seats)]
    if not position.end:
        lines.append(
            "-# "
            + tr(
                "The last pawn standing brings {points} more. A player who is out keeps the"
                " buildings until another player steals them.",
                points=LAST_REMAINING,
            )
        )
    return "\n".join(lines)


def spoken_sum(position: Position, seat: int, player: str) -> str:
    """The points of a seat and where they come from, without signs."""
    each = score(position, seat)
    parts = [
        trn("{count} point", "{count} points", each.total),
        tr("{points} for small buildings", points=each.small),
        tr("{points} for large ones", points=each.large),
    ]
    if each.last:
        parts.append(tr("{points} for the last pawn standing", points=each.last))
    return labelled(player, ", ".join(parts))


def _sum(position: Position, seat: int, names: Names) -> str:
    each = score(position, seat)
    if worded():  # a number beside a sign would be a number of things
        return spoken_sum(position, seat, marked(position, seat, names))
    parts = [f"{SMALL} {each.small}", f"{LARGE} {each.large}"]
    if each.last:
        parts.append(tr("last pawn standing {points}", points=each.last))
    line = f"{marked(position, seat, names)} **{each.total}** = {' + '.join(parts)}"
    return tr("{line} · left", line=line) if seat in position.left else line


def _long_sum(position: Position, seat: int, names: Names) -> str:
    """One seat's points as a sum, with the buildings by name."""
    own = [
        each
        for each, owner in zip(position.map.buildings, position.owners, strict=True)
        if owner == seat
    ]
    small = ", ".join(squares_of(each) for each in own if not each.is_large)
    large = ", ".join(squares_of(each) for each in own if each.is_large)
    places = [
        f"{sign} {building}" for sign, building in ((SMALL, small), (LARGE, large)) if building
    ]
    colour = tr(COLOUR_NAMES[position.setup.colours[seat - 1]])
    parts = filter(None, (colour, str(LIFE) * position.lives[seat - 1], *places))
    return f"{_sum(position, seat, names)}\n-# {' · '.join(parts)}"


_WON = {
    "left": mark("🏆 {player} won {totals}: all other players have left"),
    "large": mark("🏆 {player} won {totals}, with more large buildings"),
    "lives": mark("🏆 {player} won {totals}, with more lives"),
}


def verdict(position: Position, names: Names) -> str:
    """The winner and the points; after a tie in points, also the tie-breaker."""
    outcome = position.outcome
    return plain_words.verdict(outcome, names, _WON) if outcome is not None else ""
