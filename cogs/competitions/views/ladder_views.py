"""The views of a ladder: its picture, challenges and holidays."""

from __future__ import annotations

from functools import partial

from cogs.board.views.challenge_views import lasting
from cogs.competitions.views.competition_headings import (
    Part,
    Shown,
    parts_of,
    season_words,
    state_words,
)
from cogs.competitions.views.competition_text import moment, name_of
from cogs.frame.router import sentence
from prowlerbot.competitions.competition_store import Stored
from prowlerbot.competitions.formats.ladder import (
    Taken,
    falling,
    falls,
    is_away,
    late_falls,
    places,
    reach,
)
from prowlerbot.core.errors import Denied
from prowlerbot.core.i18n import tr
from prowlerbot.core.lists_and_numbers import labelled
from renderer.competition.ladder_picture import Duel, draw_ladder
from renderer.competition.standings_picture import MOST_LINES
from renderer.competition.table import Cell, Row, Table


def taken_line(stored: Stored, taken: Taken, link: str | None) -> str:
    """The news that a challenger has taken a place, with a link to the board."""
    text = tr(
        "🪜 {player} beats {other} and takes place {place}.",
        player=f"**{name_of(stored, taken.challenger)}**",
        other=f"**{name_of(stored, taken.other)}**",
        place=taken.place,
    )
    return _linked(text, link)


def warning_lines(stored: Stored) -> list[str]:
    """The news to players that they will drop."""
    return [
        tr(
            "{player}, you drop a place on {date} unless you play.",
            player=f"<@{player}>" if player > 0 else name_of(stored, player),
            date=f"<t:{at}:F>",
        )
        for player, at in falling(stored.competition).items()
    ] or [tr("All of them have played since.")]


def fall_lines(stored: Stored, number: int) -> list[str]:
    """The news that idle players have dropped."""
    return [
        tr(
            "🪜 {player} drops to place {place}, after {time} without a match.",
            player=f"**{name_of(stored, each.player)}**",
            place=each.place,
            time=lasting(stored.terms.idle),
        )
        for each in falls(stored.competition)
        if each.number == number
    ]


def late_fall_lines(stored: Stored, pairing: int, link: str | None) -> list[str]:
    """The news that a player has dropped after a match lost on time, with a link to the board."""
    return [
        _linked(
            tr(
                "🪜 {player} drops to place {place}, after a match lost on time.",
                player=f"**{name_of(stored, each.player)}**",
                place=each.place,
            ),
            link,
        )
        for each in late_falls(stored.competition)
        if each.number == pairing
    ]


def challenge_line(stored: Stored, pairing: int, link: str | None) -> str:
    """The news of a challenge, to the player who is challenged, with a link to the board."""
    paired, order = stored.course.pairings[pairing], places(stored.competition)
    other = next(each for each in paired.players if each != paired.challenger)
    text = tr(
        "🪜 {player}, {challenger} challenges you for place {place} of the ladder.",
        player=f"<@{other}>" if other > 0 else name_of(stored, other),
        challenger=name_of(stored, paired.challenger),
        place=order.index(other) + 1 if other in order else "–",
    )
    return _linked(text, link)


def _linked(text: str, link: str | None) -> str:
    return f"{text} [{tr('board')}]({link})" if link else text


def reach_lines(stored: Stored, player: int, now: int) -> list[str]:
    """The place of a player, and the reasons why some players in reach cannot be challenged now."""
    order = places(stored.competition)
    if player not in order:
        raise Denied("You are not on this ladder; press “Join” first.")
    place = order.index(player) + 1
    lines = [tr("You have place {place} of {count}.", place=place, count=len(order))]
    if place == 1:
        lines.append(tr("You are at the top; players below you challenge you."))
    for other, why in reach(stored.competition, player, now).items():
        if why is not None:
            reason = labelled(name_of(stored, other), sentence(why))
            lines.append(f"- {order.index(other) + 1}\\. {reason}")
    return lines


def holiday_line(stored: Stored, player: int, now: int) -> str:
    """The end of a player's holiday; empty without one."""
    if not is_away(stored.competition, player, now):
        return ""
    until = stored.course.holidays[player].until
    return tr("You are on holiday until {date} ({when}).", **moment(until))


def ladder_parts(shown: Shown) -> list[Part]:
    """The ladder from the top down."""
    competition = shown.competition
    order = places(competition)
    ended = competition.course.ended
    challenges = [
        (pairing.challenger, other)
        for pairing in (() if ended else competition.course.open)
        for other in pairing.players
        if other != pairing.challenger
    ]
    duels = tuple(
        Duel(order.index(one) + 1, order.index(other) + 1)
        for one, other in challenges
        if {one, other} <= {*order}
    )
    rows = tuple(
        Row(
            place,
            player,
            shown.player(player),
            cells=(
                Cell(
                    against=tuple(("challenges", two) for one, two in challenges if one == player)
                ),
            ),
            way="away" if is_away(competition, player, shown.now) else "",
        )
        for place, player in enumerate(order, 1)
    )
    heading = shown.heading(*season_words(shown), state_words(competition))
    # The column of the challenges is no column of the picture: there they are arrows.
    table = Table(heading, rows, columns=("",))
    return parts_of(shown, table, partial(draw_ladder, duels), MOST_LINES)
