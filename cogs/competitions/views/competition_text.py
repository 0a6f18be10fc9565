"""A competition in words: its names, terms and rules, its players and pairings, its state."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache

from cogs.board.views.challenge_views import clock_words, span_words
from cogs.board.views.match_views import link_to
from cogs.board.views.results_text import reason_line
from cogs.competitions.formats.format_words import words_of
from cogs.frame.names import distinct_names, plain_name, safe_name
from prowlerbot.competitions.competition_record import LONGEST_NAME, Every, Stored
from prowlerbot.competitions.competition_steps import begins_at
from prowlerbot.competitions.course import Decided, Ended, Paired
from prowlerbot.competitions.standings import ranked_standings
from prowlerbot.core.i18n import (
    Language,
    decimal_words,
    get_language,
    label_text,
    listing,
    mark,
    tr,
    trn,
)
from prowlerbot.match.deadlines import slack_of_pace
from prowlerbot.match.match import SOMEONE
from prowlerbot.match.scene import PostPlace
from prowlerbot.match.terms import Terms as MatchTerms

_LATE_ALONE = mark(
    "You have {time} for each move, also while you are away. If you are late by more than {grace},"
    " I end the match, and you lose it."
)
_LATE_AT_A_TABLE = mark(
    "You have {time} for each move, also while you are away. If you are late by more than {grace},"
    " you lose, and the match goes on without you."
)
_EMPTY_ALONE = mark("If you have none left, I end the match, and you lose it.")
_EMPTY_AT_A_TABLE = mark("If you have none left, you lose, and the match goes on without you.")
_EVERY = {
    Every.DAY: mark("every day"),
    Every.WEEK: mark("every week"),
    Every.FORTNIGHT: mark("every two weeks"),
    Every.MONTH: mark("every month"),
}
TIE_BREAKS = {
    "head_to_head": (mark("Head to head"), mark("the results against each other")),
    "sonneborn_berger": (mark("Sonneborn-Berger"), mark("Sonneborn-Berger")),
    "margin": (mark("Margin"), mark("the sum of all leads")),
    "won": (mark("Wins"), mark("the number of wins")),
    "buchholz": (mark("Buchholz"), mark("Buchholz")),
}
"""Short names for the tie-breaks of the standings, and their names in a sentence."""
_NAMED = 10
"""The most players that a sentence names."""
_WAITED_FOR = 5
"""The most matches that a round waits for by name."""
_CANCELLED = {
    "": mark("The host or an admin has cancelled it."),
    "host": mark("The host has cancelled it."),
    "admin": mark("An admin has cancelled it."),
    "place": mark(
        "All places of members were taken, so I have withdrawn it for a member who hosts none here."
        " Fewer than two players had joined."
    ),
}
_NO_CHANNEL = mark("It has ended, as I could not post in its channel for too long.")
_NO_SERVER = mark("It has ended, as no server takes part in it any more.")
_ENDED_EARLY = {
    "": mark("The host or an admin has ended it, without a winner."),
    "host": mark("The host has ended it, without a winner."),
    "admin": mark("An admin has ended it, without a winner."),
}
"""By the role of the person who did it; older records do not have it."""


def title(stored: Stored) -> str:
    """The name for a text with markdown."""
    return safe_name(stored.name, LONGEST_NAME) if stored.name.strip() else _usual_title(stored)


def plain_title(stored: Stored) -> str:
    """The name for a picture, a suggestion or an event."""
    return plain_name(stored.name, LONGEST_NAME) if stored.name.strip() else _usual_title(stored)


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
    return _names_in_language(tuple(stored.names.items()), get_language())[1].get(
        player
    ) or safe_name(SOMEONE)


def plain_name_of(stored: Stored, player: int) -> str:
    """The name of a player for a picture."""
    return _names_in_language(tuple(stored.names.items()), get_language())[0].get(
        player
    ) or plain_name(SOMEONE)


def has_namesake(stored: Stored, player: int) -> bool:
    return plain_name_of(stored, player) != plain_name(stored.names.get(player) or SOMEONE)


@lru_cache(maxsize=64)
def _names_in_language(
    names: tuple[tuple[int, str], ...], _: Language
) -> tuple[Mapping[int, str], ...]:
    """The names of all players for a picture, and for a text with markdown, in a language."""
    ids = [player if name and name != SOMEONE else None for player, name in names]
    shown = [
        distinct_names([clean(name or SOMEONE) for _, name in names], ids)
        for clean in (plain_name, safe_name)
    ]
    return tuple({who: name for (who, _), name in zip(names, each, strict=True)} for each in shown)


# ---------------------------------------------------------------------- terms


def terms_line(stored: Stored) -> str:
    """All numbers of the terms on one line."""
    terms = stored.terms
    parts = []
    clock = MatchTerms().at_pace(stored.pace)
    if clock.bank:
        parts.append(f"{clock.bank // 60} + {clock.increment}")
    elif stored.pace:
        parts.append(tr("{time} a move", time=span_words(stored.pace)))
    parts += words_of(terms.format).terms(stored)
    rounds = stored.competition.rounds if stored.course.began else terms.rounds
    if rounds and not terms.at_once:
        parts.append(trn("{count} round", "{count} rounds", rounds))
    if terms.round_time:
        parts.append(tr("{time} a round", time=span_words(terms.round_time)))
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
    clock = MatchTerms().at_pace(stored.pace)
    if clock.bank:
        lines += [clock_words(clock), tr(_EMPTY_ALONE if terms.table == 2 else _EMPTY_AT_A_TABLE)]
    elif stored.pace:
        late = _LATE_ALONE if terms.table == 2 else _LATE_AT_A_TABLE
        lines.append(
            tr(late, time=span_words(stored.pace), grace=span_words(slack_of_pace(stored.pace)))
        )
    if terms.round_time:
        lines.append(
            tr(
                "A round lasts {time} at most. A match that is not over by then is lost by the"
                " player who has used more than twice as much time as each other one, else by the"
                " player to move, if that player has used more time than all others; else nobody"
                " wins it.",
                time=span_words(terms.round_time),
            )
        )
    if terms.check_in and own.check_in:
        lines.append(tr(own.check_in, time=span_words(terms.check_in)))
    lines += [tr(each) for each in (own.late_entry, own.missing_rule(terms)) if each]
    if terms.format.ties:
        first, *more = (tr(TIE_BREAKS[each][1]) for each in terms.format.ties)
        if more:
            ties = listing([first, *more])
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


def link_line(stored: Stored, game: str) -> str:
    """A competition in a list: name with a link, game, format, start, and number of players."""
    named = title(stored)
    if stored.message:
        named = f"[{named}]({link_to(PostPlace(stored.guild, stored.channel), stored.message)})"
    terms, course = stored.terms, stored.course
    parts = [named, game, *format_words(stored), *words_of(terms.format).beside_name(stored)]
    count = len(course.players if course.began else course.present)
    parts += [f"<t:{terms.starts}:d>", trn("{count} player", "{count} players", count)]
    return f"- {' · '.join(parts)}"


def moment(at: int) -> dict[str, str]:
    """A time as fields of a sentence, in the reader's zone and relative."""
    return {"date": f"<t:{at}:f>", "when": f"<t:{at}:R>"}


# ---------------------------------------------------------------------- entries and standings


def points_number(value: Fraction, beside: Iterable[Fraction] = ()) -> str:
    """Points in writing: with ½, or with at most two decimals, as do others ``beside`` them."""
    whole, rest = divmod(abs(value), 1)
    sign = "−" if value < 0 else ""
    if rest == Fraction(1, 2) and all(each.denominator <= 2 for each in beside):
        return f"{sign}{whole or ''}½"
    return f"{sign}{decimal_words(float(abs(value)))}"


def entry_line(stored: Stored, player: int, reader: int = 0) -> str:
    """A line about a player before the beginning."""
    name = name_of(stored, player)
    mark_ = "✅ " if player in stored.course.checked_in else "- "
    return f"{mark_}{f'**{name}**' if player == reader else name}"


def entries_line(stored: Stored, most: int) -> str:
    """The number of players before the beginning, and the first names, confirmed ones first."""
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
    return listing([*names[:most], *more])


# ---------------------------------------------------------------------- pairings


def pairing_line(
    stored: Stored,
    pairing: Paired,
    link: str | None = None,
    reader: int = 0,
    called: Collection[int] = (),
) -> str:
    """A pairing with its result, or with a link to its board; it mentions ``called`` players."""
    names = [f"<@{it}>" if it in called else name_of(stored, it) for it in pairing.players]
    if reader in pairing.players:
        names = [f"**{name}**" for name in names]
    if pairing.is_bye:
        return tr(words_of(stored.format).bye, player=names[0])
    result, against = stored.course.results.get(pairing.pairing), " – ".join(names)
    if result is None:
        return label_text(against, f"[{tr('board')}]({link})" if link else tr("being played"))
    result_or_link = result_words(pairing, result)
    if link:
        result_or_link = f"[{result_or_link}]({link})"
    absent = [name_of(stored, player) for player in result.absent]
    if absent:
        result_or_link += " " + tr("({players} did not play)", players=listing(absent))
    elif result.short and (short := words_of(stored.format).short):
        result_or_link += " " + tr(short)
    return label_text(against, result_or_link)


def pairing_lines(
    stored: Stored,
    pairings: Sequence[Paired],
    links: Mapping[str, str],
    reader: int = 0,
    called: Collection[int] = (),
) -> list[str]:
    """A line of a list for each pairing; ``links`` lead to the boards of matches."""
    shown = [(each, links.get(stored.matches.get(each.pairing, ""))) for each in pairings]
    return [f"- {pairing_line(stored, each, link, reader, called)}" for each, link in shown]


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
    course, until = stored.course, stored.course.latest_end
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


# ---------------------------------------------------------------------- the state


def state_words(stored: Stored) -> str:
    """The present and the next step of a competition, in words."""
    return words_of(stored.format).state(stored)


def next_line(stored: Stored) -> str:
    """The next tournament of a series after the end of one; empty if it is none."""
    terms, course = stored.terms, stored.course
    if not terms.every or not course.ended:
        return ""
    last = stored.competition.events[-1]
    if isinstance(last, Ended) and last.next:
        return tr("Next start: {date} ({when}).", **moment(last.next))
    if course.cancelled:
        return tr("No other one follows.")
    if course.ended_by == "left":
        return tr("No other one follows, as the host has left the server.")
    if course.ended_by == "barred":
        return tr("No other one follows, as a moderator has barred the host.")
    return tr("No other one follows, as three in a row had too few players.")


def in_rounds(stored: Stored) -> str:
    if stored.course.ended:
        return _ended_words(stored)
    if stored.course.began is None:
        return _starting_words(stored)
    return _round(stored)


def _starting_words(stored: Stored) -> str:
    terms, course = stored.terms, stored.course
    starts = tr("Start: {date} ({when}).", **moment(begins_at(stored.competition)))
    if course.called:
        if called := words_of(stored.format).called_words(stored, starts):
            return called
        return f"**{tr('The check-in is open.')}** {starts} {_checked_in(stored)}"
    if not terms.check_in:
        return f"**{starts}**"
    opening = terms.starts - terms.check_in
    if opening <= stored.created_at:
        return f"**{starts}** {tr('The check-in opens at once.')}"
    opens = tr("The check-in opens on {date}.", date=f"<t:{opening}:f>")
    return f"**{starts}** {opens}"


def _checked_in(stored: Stored) -> str:
    """The number of players who have checked in, and the names of those who have not."""
    course = stored.course
    missing = [name_of(stored, each) for each in course.present if each not in course.checked_in]
    count = len(course.checked_in)
    if not missing:
        return trn("{count} player is there.", "{count} players are there.", count)
    return trn(
        "{count} of {all} players is there; missing: {players}.",
        "{count} of {all} players are there; missing: {players}.",
        count,
        all=len(course.present),
        players=first_names(missing, _NAMED),
    )


def length_line(stored: Stored) -> str:
    """The number of rounds of a tournament and its latest end, by its players so far; empty once it
    has begun, and before two have joined.
    """
    terms, course = stored.terms, stored.course
    players = len(course.present)
    rounds = terms.format.rounds(terms, players) if players > 1 else terms.rounds
    if course.began is not None or course.ended or terms.at_once or not rounds:
        return ""
    sentences = []
    if not terms.rounds:  # else the terms have it
        sentences.append(
            trn(
                "With {players} players there is {count} round.",
                "With {players} players there are {count} rounds.",
                rounds,
                players=players,
            )
        )
    if terms.round_time:
        begins, lasts = begins_at(stored.competition), rounds * terms.round_time
        over, later = (f"<t:{begins + lasts * each}:f>" for each in (1, terms.format.most_matches))
        again = mark("It is over by {date}, or by {later} if matches are played again.")
        sentence = again if later != over else mark("It is over by {date} at the latest.")
        sentences.append(tr(sentence, date=over, later=later))
    return " ".join(sentences)


def _round(stored: Stored) -> str:
    course = stored.course
    shown = [each for each in course.pairings.values() if not each.is_bye]
    rounds = {course.round, *(each.round for each in course.open)}
    if not stored.terms.at_once:
        shown = [each for each in shown if each.round in rounds]
    if not shown:
        return f"**{tr('The first round is about to be paired.')}**"
    over = sum(each.pairing in course.results for each in shown)
    words = mark("{over} of {all} matches are over.")
    played = tr(words, over=over, all=len(shown)) if len(shown) > 1 else ""
    until = course.latest_end
    ends = tr("End: {when} at the latest.", when=f"<t:{until}:R>") if until else ""
    if stored.terms.at_once:
        heading = tr("Season {season}", season=stored.season)
    elif len(rounds) > 1:
        first, last, count = min(rounds), course.round, stored.competition.rounds
        heading = tr("Rounds {first} to {last} of {all}", first=first, last=last, all=count)
    else:
        heading = words_of(stored.format).round_title(stored.competition, course.round)
    waits = ""
    if over and 0 < len(course.open) <= _WAITED_FOR:
        told = [" – ".join(name_of(stored, it) for it in each.players) for each in course.open]
        waits = tr("Waiting for: {players}.", players=", ".join(told))
    return " ".join(filter(None, [f"**{heading}.**", ends, played, waits]))


def _ended_words(stored: Stored) -> str:
    if stored.course.cancelled:
        return _cancelled_words(stored)
    if stored.course.began is None:
        return _not_begun(stored)
    best = [line for line in ranked_standings(stored.competition) if line.place == 1]
    if not best:
        return f"**{tr('Over without a winner.')}**"
    winners = first_names([name_of(stored, line.player) for line in best], _NAMED)
    won = trn("🏆 {players} has won!", "🏆 {players} have won!", len(best), players=winners)
    return f"## {won}"


def state_line(stored: Stored) -> str:
    """The state for a line of a list."""
    return state_words(stored).removeprefix("## ").replace("**", "")


def _cancelled_words(stored: Stored) -> str:
    """An early end."""
    course = stored.course
    if course.ended_by == "channel":
        text = tr(_NO_SERVER if stored.is_wide else _NO_CHANNEL)
    elif cancelled := words_of(stored.format).cancelled:
        text = tr(cancelled)
    elif course.began is None:
        text = tr(_CANCELLED[course.ended_by])
    else:
        text = tr(_ENDED_EARLY[course.ended_by])
    said = [f"**{text}**", released_words(stored), reason_line(course.reason)]
    return " ".join(filter(None, said))


def released_words(stored: Stored) -> str:
    """A sentence about the matches that are still being played; empty if there are none."""
    if not stored.course.open:
        return ""
    return tr(
        "Matches that are being played no longer count in it; they go on as matches of their own."
    )


def _not_begun(stored: Stored) -> str:
    """The reason why a competition did not begin, and the next step."""
    course = stored.course
    left = {each for each, it in course.left.items() if not it.removed or it.by_host or it.by}
    came = len(course.entries.keys() - left)
    if too_few := words_of(stored.format).too_few:
        return f"**{tr(too_few)}**"
    if not came:
        text = tr("It did not begin, as nobody joined.")
    elif came == 1:
        text = tr("It did not begin, as only one player joined.")
    elif not course.present:
        text = tr("It did not begin: {count} players joined, but nobody checked in.", count=came)
    else:
        text = tr("It did not begin: {count} players joined, but only one checked in.", count=came)
    is_last = stored.host > 0 and not stored.terms.every
    again = tr("{host} can create it again.", host=f"<@{stored.host}>") if is_last else ""
    return f"**{text}** {again}".rstrip()
