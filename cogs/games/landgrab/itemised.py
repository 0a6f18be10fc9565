"""Points and lives during a match, in words, and who has won."""

from cogs.contract import count_words, plain_words
from cogs.contract.screen import Names
from cogs.games.landgrab.texts import LIFE, mark_player
from prowlerbot.core.i18n import mark, tr, trn
from prowlerbot.games.landgrab.final_count import final_count
from prowlerbot.games.landgrab.rules import Position, score
from prowlerbot.games.landgrab.turns import CALM_ROUNDS, ROUNDS
from prowlerbot.games.landgrab.words import COLOUR_NAMES


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


def rounds(position: Position, *, counted_down: bool = False) -> str:
    """The round and the most rounds left; quiet rounds only once they are few. Rounds that are not
    ``counted_down`` yet can be left out.
    """
    if not position.round or position.end:
        return ""
    # The rounds after this one if nobody wins or loses anything more, and at most.
    calm, left = position.progress + CALM_ROUNDS - position.round, ROUNDS - position.round
    fields = {"round": position.round, "all": ROUNDS}
    if calm > min(left, _FEW):
        words = "" if counted_down else tr("Round {round} of {all}", **fields)
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


def scores(position: Position, names: Names) -> str:
    """Everybody's points, with the colour of each."""
    colours = (tr(COLOUR_NAMES[letter]) for letter in position.setup.colours)
    told = [f"{name} ({colour})" for name, colour in zip(names, colours, strict=True)]
    return count_words.page(final_count([position]), told)


_WON = {
    "left": mark("🏆 {player} won {totals}: all other players have left"),
    "large": mark("🏆 {player} won {totals}, with more large buildings"),
    "lives": mark("🏆 {player} won {totals}, with more lives"),
}


def verdict(position: Position, names: Names) -> str:
    """The winner and the points; after a tie in points, also the tie-breaker."""
    outcome = position.outcome
    return plain_words.verdict(outcome, names, _WON) if outcome is not None else ""
