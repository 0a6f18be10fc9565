"""The views of a ladder: its rules, buttons, challenges and holidays."""

from __future__ import annotations

from cogs.board.views.common_buttons import competition_button
from cogs.board.views.terms_text import lasting
from cogs.competitions.views.competition_text import moment, name_of
from cogs.frame.error_messages import sentence
from cogs.frame.layout import Button
from cogs.presses.addresses import CompetitionPress, OfCompetition
from prowlerbot.competitions.competition_record import DAY
from prowlerbot.competitions.competition_store import Stored
from prowlerbot.competitions.formats.ladder import (
    AGAIN,
    AT_ONCE,
    PROTECTS,
    REACH,
    Taken,
    is_away,
    places,
    reach,
)
from prowlerbot.core.errors import Denied
from prowlerbot.core.i18n import tr
from prowlerbot.core.lists_and_numbers import labelled


def rules(stored: Stored) -> list[str]:
    """The rules of a ladder, in sentences."""
    terms = stored.competition.terms
    return [
        tr("You join at the end of the ladder."),
        tr(
            "You can challenge players up to {reach} places above you, and each of them plays:"
            " nobody declines. You play {count} matches at most at the same time, and the same"
            " player again after {days} days.",
            reach=REACH,
            count=AT_ONCE,
            days=AGAIN // DAY,
        ),
        tr(
            "You drop one place after {idle} without a match, and with each match that you lose on"
            " time.",
            idle=lasting(terms.idle),
        ),
        tr(
            "A match protects its players from more challenges and from dropping for {days} days at"
            " most.",
            days=PROTECTS // DAY,
        ),
        tr(
            "If you make no move at all in time in two matches of a season, a day or more apart,"
            " you are off the ladder; you can join it again."
        ),
        tr(
            "Once a season you can take a holiday of up to {holiday}: nobody challenges you, and"
            " you do not drop. Matches that are being played go on.",
            holiday=lasting(terms.holiday),
        ),
        tr(
            "A season lasts {season}. The next one follows at once: all keep their places, and"
            " matches that are being played count in it.",
            season=lasting(terms.season),
        ),
    ]


def ladder_rows(stored: Stored, place: str) -> list[list[Button]]:
    """The buttons of a ladder."""

    def button(label: str, way: OfCompetition) -> Button:
        return competition_button(label, CompetitionPress(way, stored.id, 0, 0, place))

    looking = [button(tr("Standings"), "standings"), button(tr("Rules"), "rules")]
    if stored.competition.course.ended:
        return [[looking[0], button(tr("Record file"), "record"), looking[1]]]
    return [
        [button(tr("Challenge"), "challenge"), button(tr("My matches"), "mine")],
        looking,
        [
            button(tr("Join"), "join"),
            button(tr("Leave"), "leave"),
            button(tr("Holiday"), "holiday"),
        ],
    ]


def taken_line(stored: Stored, taken: Taken, link: str | None) -> str:
    """The news that a challenger has taken a place, with a link to the board."""
    text = tr(
        "🪜 {player} beats {other} and takes place {place}.",
        player=f"**{name_of(stored, taken.challenger)}**",
        other=f"**{name_of(stored, taken.other)}**",
        place=taken.place,
    )
    return f"{text} [{tr('board')}]({link})" if link else text


def challenge_line(stored: Stored, pairing: int, link: str | None) -> str:
    """The news of a challenge, to the player who is challenged, with a link to the board."""
    paired, order = stored.competition.course.pairings[pairing], places(stored.competition)
    other = next(each for each in paired.players if each != paired.challenger)
    text = tr(
        "🪜 {player}, {challenger} challenges you for place {place} of the ladder.",
        player=f"<@{other}>" if other > 0 else name_of(stored, other),
        challenger=name_of(stored, paired.challenger),
        place=order.index(other) + 1 if other in order else "–",
    )
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
    until = stored.competition.course.holidays[player].until
    return tr("You are on holiday until {date} ({when}).", **moment(until))
