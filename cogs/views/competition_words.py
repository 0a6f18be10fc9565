"""A competition in words: its terms, what happens at present, its standings and its pairings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from cogs.frame.names import plain, safe
from cogs.views import league_words
from cogs.views.lengths import lasting
from prowlerbot.competition.chores import begins_at
from prowlerbot.competition.events import Decided, Paired
from prowlerbot.competition.ladder import places
from prowlerbot.competition.limits import LONGEST_NAME
from prowlerbot.competition.medals import ranked
from prowlerbot.competition.planning import rounds_in_all
from prowlerbot.competition.record import EVERYBODY, Format
from prowlerbot.competition.standings import Standing
from prowlerbot.core.formats import exact, labelled, listed
from prowlerbot.core.i18n import mark, tr, trn
from prowlerbot.match.deadlines import grace
from prowlerbot.match.match import SOMEONE
from prowlerbot.storage.competitions import Stored

FORMATS = {
    Format.ROUND_ROBIN: mark("Round robin"),
    Format.SWISS: mark("Swiss"),
    Format.KNOCKOUT: mark("Knock-out"),
    Format.PODS: mark("Tables of four"),
    Format.LEAGUE: mark("League"),
    Format.LADDER: mark("Ladder"),
}
_NAMED = 10
"""Winners of a shared first place that a sentence names."""
_HOW = {
    Format.ROUND_ROBIN: mark("All players meet each other once, one round after another."),
    Format.SWISS: mark(
        "In each round you meet somebody with about as many points as you. Nobody is out, and you"
        " meet the same player again only if there is no other way, at most once."
    ),
    Format.KNOCKOUT: mark(
        "The loser of a match is out. A match without a single winner is played again with the"
        " seats changed; after a second one the better seed goes on."
    ),
    Format.PODS: mark(
        "In each round you sit at a table of four, or three, with players who have about as many"
        " points as you. The first of a table gets 3 points, then 2, 1 and 0."
    ),
    Format.LEAGUE: mark("All players of a division meet each other, all at the same time."),
    Format.LADDER: mark("If you beat a player above you, you take that place."),
}
_LATE_ALONE = mark(
    "You have {time} for each move, also while you are away. If you are late by more than {grace},"
    " I end the match, and you lose it."
)
_LATE_AT_A_TABLE = mark(
    "You have {time} for each move, also while you are away. If you are late by more than {grace},"
    " you lose, and the match goes on without you."
)
_TIES = {
    "head_to_head": mark("the results against each other"),
    "sonneborn_berger": mark("Sonneborn-Berger"),
    "margin": mark("the sum of all leads"),
    "buchholz": mark("Buchholz"),
}
TIE_BREAKS = {
    "head_to_head": mark("Head to head"),
    "sonneborn_berger": mark("Sonneborn-Berger"),
    "margin": mark("Margin"),
    "buchholz": mark("Buchholz"),
}
"""Short names for the tie-breaks of the standings."""
TIES_BROKEN_BY = {
    Format.SWISS: ("buchholz", "sonneborn_berger", "margin"),
    Format.PODS: ("buchholz", "sonneborn_berger", "margin"),
    Format.ROUND_ROBIN: ("head_to_head", "sonneborn_berger", "margin"),
    Format.LEAGUE: ("head_to_head", "sonneborn_berger", "margin"),
}
"""The tie-breaks of each format that has any, in the order of their weight."""


def title(it: Stored) -> str:
    """The name for a text with markdown."""
    return safe(it.name, LONGEST_NAME) if it.name.strip() else _usual_title(it)


def plain_title(it: Stored) -> str:
    """The name for a picture, a suggestion or an event."""
    return plain(it.name, LONGEST_NAME) if it.name.strip() else _usual_title(it)


def _usual_title(it: Stored) -> str:
    match it.competition.terms.format:
        case Format.LEAGUE:
            return tr("League")
        case Format.LADDER:
            return tr("Ladder")
        case _:
            return tr("Tournament")


def format_words(it: Stored) -> list[str]:
    """The format, unless the title says it."""
    named = tr(FORMATS[it.competition.terms.format])
    return [] if named == plain_title(it) else [named]


def beside_title(it: Stored, game: str, starts: str) -> str:
    """What tells a competition from others of the same name."""
    return " · ".join(["", game, *format_words(it), starts])


def name_of(it: Stored, player: int) -> str:
    """The name of a player for a text with markdown."""
    return safe(it.names.get(player) or SOMEONE)


def plain_name_of(it: Stored, player: int) -> str:
    """The same for a picture."""
    return plain(it.names.get(player) or SOMEONE)


# ---------------------------------------------------------------------- terms


def terms_line(it: Stored) -> str:
    """All numbers of the terms on one line."""
    terms = it.competition.terms
    parts = []
    if it.pace:
        parts.append(tr("{time} a move", time=lasting(it.pace)))
    if terms.format is Format.LEAGUE:
        parts += league_words.terms_parts(it)
    rounds = rounds_in_all(it.competition) if it.competition.course.began else terms.rounds
    if rounds and not terms.at_once:
        parts.append(trn("{count} round", "{count} rounds", rounds))
    if terms.round_time:
        parts.append(tr("{time} a round", time=lasting(terms.round_time)))
    parts.append(tr("rated") if terms.rated else tr("friendly"))
    parts.append(tr("at most {count} players", count=terms.most))
    return " · ".join(parts)


def rules(it: Stored, more: Sequence[str] = ()) -> str:
    """All rules of a competition in sentences; ``more`` are those of its format alone."""
    terms = it.competition.terms
    lines = [tr(_HOW[terms.format]), *more]
    if it.pace:
        late = _LATE_ALONE if terms.table == 2 else _LATE_AT_A_TABLE
        lines.append(tr(late, time=lasting(it.pace), grace=lasting(grace(it.pace))))
    if terms.round_time:
        lines.append(
            tr(
                "A round lasts {time} at most. A match that is not over by then is lost by the"
                " player to move, if that player has used more time than all others; else nobody"
                " wins it.",
                time=lasting(terms.round_time),
            )
        )
    if terms.check_in and terms.format is not Format.LEAGUE:
        lines.append(
            tr(
                "The check-in opens {time} before the start. Players who do not check in do not"
                " take part.",
                time=lasting(terms.check_in),
            )
        )
    if terms.format in {Format.SWISS, Format.PODS}:
        lines.append(
            tr(
                "You can join until half of the rounds are paired; each round that you missed"
                " counts half of a win. A round without an opponent counts as a win."
            )
        )
    if terms.format in EVERYBODY:
        lines.append(
            tr(
                "A player who makes no move at all in time in a second match is out, so nobody"
                " waits for them."
            )
        )
    elif terms.format is not Format.LADDER:
        lines.append(
            tr("A player who makes no move at all in time is out, so nobody waits for them.")
        )
    if terms.format in TIES_BROKEN_BY:
        ties = [tr(_TIES[each]) for each in TIES_BROKEN_BY[terms.format]]
        lines.append(tr("If points are equal, these decide in turn: {ties}.", ties=listed(ties)))
    lines.append(tr("No move can be taken back, and there are no hints."))
    return "\n".join(f"- {line}" for line in lines)


# ---------------------------------------------------------------------- what happens at present


def state(it: Stored) -> str:
    """What happens at present, and what happens next."""
    terms, course = it.competition.terms, it.competition.course
    if terms.format is Format.LADDER:
        return _ladder_state(it)
    if course.ended:
        return _ended(it)
    if course.began is None:
        return _starting(it)
    return _round(it)


def _ladder_state(it: Stored) -> str:
    """The season that is being played, or who is at the top at its end."""
    terms, course = it.competition.terms, it.competition.course
    ends = terms.starts + terms.season
    if not course.ended:
        told = tr("Season {season} ends {date} ({when}).", season=it.season, **moment(ends))
        return told if places(it.competition) else f"{told} {tr('Nobody has joined so far.')}"
    if it.competition.events[-1].at < ends:
        return f"**{tr('This ladder has ended.')}**"
    first = places(it.competition)[:1]
    over = tr("Season {season} is over; the next one has begun.", season=it.season)
    if not first:
        return f"**{over}**"
    leads = tr("🏆 {player} is at the top.", player=name_of(it, first[0]))
    return f"## {leads}\n{over}"


def _starting(it: Stored) -> str:
    terms, course = it.competition.terms, it.competition.course
    starts = tr("It starts {date} ({when}).", **moment(begins_at(it.competition)))
    count = len(course.checked_in)
    if course.called and terms.format is Format.LEAGUE:
        confirmed = trn("{count} player has confirmed.", "{count} players have confirmed.", count)
        return f"**{starts}** {confirmed}"
    if course.called:
        here = trn("{count} player is there.", "{count} players are there.", count)
        return f"**{tr('The check-in is open.')}** {starts} {here}"
    if not terms.check_in:
        return f"**{starts}**"
    opens = tr("The check-in opens {when}.", when=f"<t:{terms.starts - terms.check_in}:R>")
    return f"**{starts}** {opens}"


def _round(it: Stored) -> str:
    course = it.competition.course
    shown = [each for each in course.pairings.values() if not each.is_bye]
    if not it.competition.terms.at_once:
        shown = [each for each in shown if each.round == course.round]
    if not shown:
        return f"**{tr('The first round is about to be paired.')}**"
    over = sum(each.pairing in course.results for each in shown)
    played = tr("{over} of {all} matches are over.", over=over, all=len(shown))
    until = max((course.until(each) for each in course.open), default=0)
    ends = tr("It ends {when} at the latest.", when=f"<t:{until}:R>") if until else ""
    if it.competition.terms.at_once:
        heading = tr("Season {season}", season=it.season)
    else:
        heading = tr(
            "Round {number} of {all}", number=course.round, all=rounds_in_all(it.competition)
        )
    return " ".join(filter(None, [f"**{heading}.**", ends, played]))


def _ended(it: Stored) -> str:
    course = it.competition.course
    if course.cancelled:
        return f"**{tr('Cancelled.')}**"
    if course.began is None:
        return f"**{tr('It did not begin, as fewer than two players came.')}**"
    best = [line for line in ranked(it.competition) if line.place == 1]
    if not best:
        return f"**{tr('Over without a winner.')}**"
    names = [name_of(it, line.player) for line in best[:_NAMED]]
    if len(best) > _NAMED:
        names.append(tr("{count} more", count=len(best) - _NAMED))
    winners = listed(names)
    return "## " + trn(
        "🏆 {players} has won!", "🏆 {players} have won!", len(best), players=winners
    )


def state_line(it: Stored) -> str:
    """The same on one line of a list."""
    return state(it).removeprefix("## ").replace("**", "")


def link_line(it: Stored, game: str) -> str:
    """A competition in a list: its name with the way to its message, its game and format, its
    start, and all who play or have played.
    """
    named = title(it)
    if it.message:
        link = f"https://discord.com/channels/{it.guild}/{it.channel}/{it.message}"
        named = f"[{named}]({link})"
    terms, course = it.competition.terms, it.competition.course
    parts = [named, game, *format_words(it)]
    if terms.format is Format.LEAGUE:
        parts.append(tr("Season {season}", season=it.season))
    count = len(course.players if course.began else course.present)
    parts += [f"<t:{terms.starts}:d>", trn("{count} player", "{count} players", count)]
    return f"- {' · '.join(parts)}"


def moment(at: int) -> dict[str, str]:
    """A time as fields of a sentence, in the reader's zone and relative."""
    return {"date": f"<t:{at}:f>", "when": f"<t:{at}:R>"}


# ---------------------------------------------------------------------- entries and standings


def number(value: Fraction) -> str:
    """Points as they are written: with ½, or with at most two decimals."""
    whole, rest = divmod(abs(value), 1)
    sign = "−" if value < 0 else ""
    if rest == Fraction(1, 2):
        return f"{sign}{whole or ''}½"
    return f"{sign}{exact(float(abs(value)))}"


def standing_line(it: Stored, line: Standing) -> str:
    """A line of the standings where there are no medals."""
    named = name_of(it, line.player)
    parts = [f"{line.place}\\. {named}" if line.place else named]
    format_ = it.competition.terms.format
    if format_ is not Format.KNOCKOUT and format_ is not Format.LADDER:
        parts.append(f"**{number(line.points)}**")
    if line.left:
        parts.append(tr("has left"))
    return " · ".join(parts)


def entry_line(it: Stored, player: int, reader: int = 0) -> str:
    """A player who has entered, before the beginning."""
    course = it.competition.course
    who = name_of(it, player)
    mark_ = "✅ " if player in course.checked_in else "- "
    return f"{mark_}{f'**{who}**' if player == reader else who}"


def entries_line(it: Stored, most: int) -> str:
    """The players who have entered, as many as a line has room for."""
    present = it.competition.course.present
    heading = f"**{tr('Players: {count}', count=len(present))}**"
    if not present:
        return f"{heading}"
    names = [name_of(it, player) for player in present[:most]]
    if len(present) > most:
        names.append(tr("{count} more", count=len(present) - most))
    return f"{heading} · {listed(names)}"


# ---------------------------------------------------------------------- pairings


def pairing_line(it: Stored, pairing: Paired, link: str | None = None, reader: int = 0) -> str:
    """A pairing with its result, or the way to its board."""
    who = [name_of(it, player) for player in pairing.players]
    if reader in pairing.players:
        who = [f"**{name}**" for name in who]
    if pairing.is_bye and it.competition.terms.format is Format.KNOCKOUT:
        return tr("{player} goes on without a match", player=who[0])
    if pairing.is_bye:
        return tr("{player}: no match in this round, which counts as a win", player=who[0])
    result = it.competition.course.results.get(pairing.pairing)
    if result is None:
        told = f"[{tr('board')}]({link})" if link else tr("being played")
        return labelled(_versus(who), told)
    told = result_words(pairing, result)
    if link:
        told = f"[{told}]({link})"
    absent = [name_of(it, player) for player in result.absent]
    if absent:
        told += " " + tr("({players} did not play)", players=listed(absent))
    return labelled(_versus(who), told)


def pairing_lines(
    it: Stored, pairings: Sequence[Paired], links: Mapping[str, str], reader: int = 0
) -> list[str]:
    """A line of a list for each pairing; ``links`` lead to the boards of matches."""
    return [
        f"- {pairing_line(it, each, links.get(it.matches.get(each.pairing, '')), reader)}"
        for each in pairings
    ]


def _versus(who: Sequence[str]) -> str:
    return " – ".join(who)


def result_words(pairing: Paired, result: Decided) -> str:
    """A result in the order of the players: points of two, else the places."""
    if len(pairing.players) > 2:
        return " ".join(f"{rank}\\." for rank in result.ranks)
    if len(result.absent) == 2:
        return "0 : 0"
    one, two = result.ranks
    if one == two:
        return "½ : ½"
    return "1 : 0" if one < two else "0 : 1"
