"""A competition in words: its names, terms and rules, its players and pairings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache

from cogs.board.views.challenge_views import lasting
from cogs.competitions.formats.format_words import words_of
from cogs.frame.names import plain, safe, told_apart
from prowlerbot.competitions.competition_record import LONGEST_NAME
from prowlerbot.competitions.competition_store import Stored
from prowlerbot.competitions.course import Decided, Paired
from prowlerbot.competitions.recurrence import Every
from prowlerbot.core.i18n import Language, mark, spoken, tr, trn
from prowlerbot.core.lists_and_numbers import exact, labelled, listed
from prowlerbot.match.deadlines import slack
from prowlerbot.match.match import SOMEONE

_LATE_ALONE = mark(
    "You have {time} for each move, also while you are away. If you are late by more than {grace},"
    " I end the match, and you lose it."
)
_LATE_AT_A_TABLE = mark(
    "You have {time} for each move, also while you are away. If you are late by more than {grace},"
    " you lose, and the match goes on without you."
)
_EVERY = {
    Every.DAY: mark("every day"),
    Every.WEEK: mark("every week"),
    Every.FORTNIGHT: mark("every two weeks"),
    Every.MONTH: mark("every month"),
}
_TIES = {
    "head_to_head": mark("the results against each other"),
    "sonneborn_berger": mark("Sonneborn-Berger"),
    "margin": mark("the sum of all leads"),
    "won": mark("the number of wins"),
    "buchholz": mark("Buchholz"),
}
TIE_BREAKS = {
    "head_to_head": mark("Head to head"),
    "sonneborn_berger": mark("Sonneborn-Berger"),
    "margin": mark("Margin"),
    "won": mark("Wins"),
    "buchholz": mark("Buchholz"),
}
"""Short names for the tie-breaks of the standings."""


def title(stored: Stored) -> str:
    """The name for a text with markdown."""
    return safe(stored.name, LONGEST_NAME) if stored.name.strip() else _usual_title(stored)


def plain_title(stored: Stored) -> str:
    """The name for a picture, a suggestion or an event."""
    return plain(stored.name, LONGEST_NAME) if stored.name.strip() else _usual_title(stored)


def _usual_title(stored: Stored) -> str:
    return tr(words_of(stored.format).title)


def of_all_servers() -> str:
    """The servers of a league of all servers, and who sees what."""
    return tr(
        "Servers: all that take part. Your matches are in your chat with me; your name stands in"
        " the standings of all servers."
    )


def format_words(stored: Stored) -> list[str]:
    """The name of the format; empty if the title is the same."""
    named = tr(words_of(stored.format).name)
    return [] if named == plain_title(stored) else [named]


def beside_title(stored: Stored, game: str, starts: str) -> str:
    """The words behind a title that distinguish it from others of the same name."""
    return " · ".join(["", game, *format_words(stored), starts])


def name_of(stored: Stored, player: int) -> str:
    """The name of a player for a text with markdown."""
    return _names(tuple(stored.names.items()), spoken())[1].get(player) or safe(SOMEONE)


def plain_name_of(stored: Stored, player: int) -> str:
    """The name of a player for a picture."""
    return _names(tuple(stored.names.items()), spoken())[0].get(player) or plain(SOMEONE)


def alike(stored: Stored, player: int) -> bool:
    """Whether another player has the same name."""
    return plain_name_of(stored, player) != plain(stored.names.get(player) or SOMEONE)


@lru_cache(maxsize=64)
def _names(names: tuple[tuple[int, str], ...], _: Language) -> tuple[Mapping[int, str], ...]:
    """The names of all players for a picture, and for a text with markdown, in a language."""
    ids = [player if name and name != SOMEONE else None for player, name in names]
    shown = [
        told_apart([clean(name or SOMEONE) for _, name in names], ids) for clean in (plain, safe)
    ]
    return tuple(
        {player: name for (player, _), name in zip(names, each, strict=True)} for each in shown
    )


# ---------------------------------------------------------------------- terms


def terms_line(stored: Stored) -> str:
    """All numbers of the terms on one line."""
    terms = stored.terms
    parts = []
    if stored.pace:
        parts.append(tr("{time} a move", time=lasting(stored.pace)))
    parts += words_of(terms.format).terms(stored)
    rounds = stored.competition.rounds if stored.course.began else terms.rounds
    if rounds and not terms.at_once:
        parts.append(trn("{count} round", "{count} rounds", rounds))
    if terms.round_time:
        parts.append(tr("{time} a round", time=lasting(terms.round_time)))
    if terms.every:
        parts.append(tr(_EVERY[terms.every]))
    parts.append(tr("rated") if terms.rated else tr("friendly"))
    parts.append(tr("at most {count} players", count=terms.most))
    return " · ".join(parts)


def rules(stored: Stored, least: int) -> str:
    """All rules of a competition in sentences, with the ``least`` moves of its game."""
    terms = stored.terms
    own = words_of(terms.format)
    lines = [tr(own.how), *own.rules(stored, least)]
    if stored.pace:
        late = _LATE_ALONE if terms.table == 2 else _LATE_AT_A_TABLE
        lines.append(tr(late, time=lasting(stored.pace), grace=lasting(slack(stored.pace))))
    if terms.round_time:
        lines.append(
            tr(
                "A round lasts {time} at most. A match that is not over by then is lost by the"
                " player who has used more than twice as much time as each other one, else by the"
                " player to move, if that player has used more time than all others; else nobody"
                " wins it.",
                time=lasting(terms.round_time),
            )
        )
    if terms.check_in and own.check_in:
        lines.append(tr(own.check_in, time=lasting(terms.check_in)))
    lines += [tr(each) for each in (own.late_entry, own.missing(terms)) if each]
    if terms.format.ties:
        first, *more = (tr(_TIES[each]) for each in terms.format.ties)
        if more:
            ties = listed([first, *more])
            lines.append(tr("If points are equal, these decide in turn: {ties}.", ties=ties))
        else:
            lines.append(tr("If points are equal, this decides: {tie}.", tie=first))
    lines.append(tr("No move can be taken back, and there are no hints."))
    if terms.every:
        lines.append(
            tr(
                "It comes back {every}, at the same hour in the time zone {zone}. It no longer does"
                " after three in a row with too few players, after a cancellation, or once its host"
                " has left the server.",
                every=tr(_EVERY[terms.every]),
                zone=terms.zone,
            )
        )
    return "\n".join(f"- {line}" for line in lines)


# ---------------------------------------------------------------------- lists


def link_line(stored: Stored, game: str) -> str:
    """A competition in a list: its name with a link, its game and format, its start, and the number
    of its players.
    """
    named = title(stored)
    if stored.message:
        link = f"https://discord.com/channels/{stored.guild}/{stored.channel}/{stored.message}"
        named = f"[{named}]({link})"
    terms, course = stored.terms, stored.course
    parts = [named, game, *format_words(stored), *words_of(terms.format).beside_name(stored)]
    count = len(course.players if course.began else course.present)
    parts += [f"<t:{terms.starts}:d>", trn("{count} player", "{count} players", count)]
    return f"- {' · '.join(parts)}"


def moment(at: int) -> dict[str, str]:
    """A time as fields of a sentence, in the reader's zone and relative."""
    return {"date": f"<t:{at}:f>", "when": f"<t:{at}:R>"}


# ---------------------------------------------------------------------- entries and standings


def number(value: Fraction) -> str:
    """Points in writing: with ½, or with at most two decimals."""
    whole, rest = divmod(abs(value), 1)
    sign = "−" if value < 0 else ""
    if rest == Fraction(1, 2):
        return f"{sign}{whole or ''}½"
    return f"{sign}{exact(float(abs(value)))}"


def entry_line(stored: Stored, player: int, reader: int = 0) -> str:
    """A line about a player before the beginning."""
    name = name_of(stored, player)
    mark_ = "✅ " if player in stored.course.checked_in else "- "
    return f"{mark_}{f'**{name}**' if player == reader else name}"


def entries_line(stored: Stored, most: int) -> str:
    """The number of players before the beginning, and the names of the first ones: first those who
    have confirmed, with a sign.
    """
    course = stored.course
    present = sorted(course.present, key=lambda player: player not in course.checked_in)
    heading = f"**{tr('Players: {count}', count=len(present))}**"
    if not present:
        return heading
    names = [
        f"{'✅ ' if player in course.checked_in else ''}{name_of(stored, player)}"
        for player in present
    ]
    return f"{heading} · {first_names(names, most)}"


def first_names(names: Sequence[str], most: int) -> str:
    """A list of the first names, and the number of the others."""
    more = [tr("{count} more", count=len(names) - most)] if len(names) > most else []
    return listed([*names[:most], *more])


# ---------------------------------------------------------------------- pairings


def pairing_line(stored: Stored, pairing: Paired, link: str | None = None, reader: int = 0) -> str:
    """A pairing with its result, or with a link to its board."""
    names = [name_of(stored, player) for player in pairing.players]
    if reader in pairing.players:
        names = [f"**{name}**" for name in names]
    if pairing.is_bye:
        return tr(words_of(stored.format).bye, player=names[0])
    result, against = stored.course.results.get(pairing.pairing), " – ".join(names)
    if result is None:
        result_or_link = f"[{tr('board')}]({link})" if link else tr("being played")
        return labelled(against, result_or_link)
    result_or_link = result_words(pairing, result)
    if link:
        result_or_link = f"[{result_or_link}]({link})"
    absent = [name_of(stored, player) for player in result.absent]
    if absent:
        result_or_link += " " + tr("({players} did not play)", players=listed(absent))
    elif result.short and (short := words_of(stored.format).short):
        result_or_link += " " + tr(short)
    return labelled(against, result_or_link)


def pairing_lines(
    stored: Stored, pairings: Sequence[Paired], links: Mapping[str, str], reader: int = 0
) -> list[str]:
    """A line of a list for each pairing; ``links`` lead to the boards of matches."""
    return [
        f"- {pairing_line(stored, each, links.get(stored.matches.get(each.pairing, '')), reader)}"
        for each in pairings
    ]


def resting_lines(stored: Stored, number: int, reader: int = 0) -> list[str]:
    """A line of the same list for each player without a match in this round of a schedule."""
    if not _can_rest(stored) or not number:
        return []
    playing = {player for each in stored.course.of_round(number) for player in each.players}
    resting = [player for player in stored.course.present if player not in playing]
    names = [f"**{name_of(stored, p)}**" if p == reader else name_of(stored, p) for p in resting]
    return [f"- {tr('{player}: no match in this round', player=name)}" for name in names]


def _can_rest(stored: Stored) -> bool:
    """Whether the schedule has rounds without a match for a player."""
    return stored.format.all_meet and not stored.terms.at_once


def own_rests(stored: Stored, player: int) -> list[str]:
    """A line for each round in which a schedule has no match for a player."""
    course = stored.course
    if not _can_rest(stored) or player not in course.present:
        return []
    played = {each.round for each in course.pairings.values() if player in each.players}
    rests = [number for number in range(course.round, 0, -1) if number not in played]
    return [f"- {tr('Round {number}: no match', number=number)}" for number in rests]


def is_late(stored: Stored, player: int) -> bool:
    """Whether a player has entered too late for the present round."""
    course = stored.course
    late = player in course.present and course.missed.get(player) == course.round
    return late and stored.format.has_rounds


def begins_line(stored: Stored) -> str:
    """The first round of a late player."""
    course = stored.course
    until = max((course.until(each) for each in course.open), default=0)
    if not until:
        return tr("You play from round {number} on.", number=course.round + 1)
    return tr(
        "You play from round {number} on; it begins when this round is over, {when} at the latest.",
        number=course.round + 1,
        when=f"<t:{until}:R>",
    )


def result_words(pairing: Paired, result: Decided) -> str:
    """A result in the order of the players: the points of two players, the places of more."""
    if len(pairing.players) > 2:
        return " ".join(f"{rank}\\." for rank in result.ranks)
    if len(result.absent) == 2:
        return "0 : 0"
    one, two = result.ranks
    if one == two:
        return "½ : ½"
    return "1 : 0" if one < two else "0 : 1"
