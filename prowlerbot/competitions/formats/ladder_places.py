"""The places on a ladder: the replay of its record, with the moves up and down in it."""

from __future__ import annotations

from dataclasses import dataclass

from prowlerbot.competitions.competition_events import Decided, Dropped, Entered, Paired, Withdrew
from prowlerbot.competitions.competition_record import Competition


@dataclass(frozen=True, slots=True)
class Fall:
    """The drop of an idle player to a place; ``number`` counts the drops of a season. After a match
    lost on time or by forfeit it is the number of the pairing.
    """

    number: int
    player: int
    place: int


@dataclass(frozen=True, slots=True)
class Taken:
    """A place that a challenger has won by the match of a pairing."""

    pairing: int
    challenger: int
    other: int
    place: int


def places(competition: Competition) -> list[int]:
    """The players from the top down.

    A challenger who wins takes the opponent's place, and the players between them move down by one.
    A match lost on time or by forfeit also drops the loser by one place.
    """
    return _replayed(competition)[0]


def taken(competition: Competition) -> list[Taken]:
    """The places that challengers have won, in the order of their matches."""
    return _replayed(competition)[1]


def falls(competition: Competition) -> list[Fall]:
    """The drops of idle players in their order, in each from the top down."""
    return _replayed(competition)[2]


def late_falls(competition: Competition) -> list[Fall]:
    """The drops of players who lost on time or by forfeit, in the order of their matches."""
    return _replayed(competition)[3]


def _replayed(
    competition: Competition,
) -> tuple[list[int], list[Taken], list[Fall], list[Fall]]:
    order: list[int] = []
    won: list[Taken] = []
    fallen: list[Fall] = []
    late: list[Fall] = []
    drops = 0
    for event in competition.events:
        match event:
            case Entered():
                order.append(event.player)
            case Withdrew():
                order.remove(event.player)
            case Dropped():
                drops += 1
                fallen += _fallen(order, event.players, drops)
            case Decided():
                won += _decide(order, competition.course.pairings[event.pairing], event)
                for player in (*event.absent, *event.late):
                    late += _fallen(order, (player,), event.pairing)
            case _:
                pass
    return order, won, fallen, late


def _decide(order: list[int], pairing: Paired, result: Decided) -> list[Taken]:
    won: list[Taken] = []
    challenger = pairing.challenger
    ranks = dict(zip(pairing.players, result.ranks, strict=True))
    other = next(player for player in pairing.players if player != challenger)
    beaten = other in result.absent or ranks[challenger] < ranks[other]
    if challenger in order and other in order and beaten and challenger not in result.absent:
        place = order.index(other)
        if place < order.index(challenger):
            order.remove(challenger)
            order.insert(place, challenger)
            won.append(Taken(pairing.pairing, challenger, other, place + 1))
    return won


def _fallen(order: list[int], players: tuple[int, ...], number: int) -> list[Fall]:
    """Drop players by one place each; the drops of those who could, from the top down."""
    before = [*order]
    _drop(order, players)
    return [
        Fall(number, player, order.index(player) + 1)
        for player in before
        if player in players and order.index(player) > before.index(player)
    ]


def _drop(order: list[int], players: tuple[int, ...]) -> None:
    """Drop players by one place each, from the lowest up. A player stays if the next one below is
    one of them and cannot drop.
    """
    stuck: set[int] = set()
    for player in reversed([each for each in order if each in players]):
        place = order.index(player)
        if place + 1 == len(order) or order[place + 1] in stuck:
            stuck.add(player)
        else:
            order[place : place + 2] = order[place + 1], player
