"""A competition in words: its names, terms and rules, its players and pairings.

``FormatWords`` has all words that depend on the format; ``words_of`` finds those of one format. A
name or title for markdown is escaped; a plain one is for pictures, suggestions and events.
"""

import importlib
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cache, lru_cache
from itertools import chain
from typing import ClassVar, NamedTuple

from cogs.board.views.match_views import link_to
from cogs.board.views.terms_words import clock_words, span_words
from cogs.frame.names import distinct_names, plain_name, safe_name
from prowlerbot.competitions import competition_record as record
from prowlerbot.competitions.competition_record import Competition, CompetitionTerms, Format, Stored
from prowlerbot.competitions.course import Decided, Paired
from prowlerbot.core import i18n
from prowlerbot.core.i18n import Language, get_language, label_text, listing, mark, tr, trn
from prowlerbot.match.deadlines import slack_of_pace
from prowlerbot.match.match import SOMEONE
from prowlerbot.match.scene import PostPlace
from prowlerbot.match.terms import Terms as MatchTerms
from renderer.competition_table import Movement


class FormatWords(ABC):
    """The words of a format; all texts are marked for ``tr``, and each has its fields."""

    name: ClassVar[str]
    title: ClassVar[str] = mark("Tournament")  # the name of a competition without one
    idea: ClassVar[str]  # the idea of the format, as the first of its rules
    has_points: ClassVar[bool] = True  # whether the values of the standings are points

    last_rounds: ClassVar[Sequence[str]] = ()  # names; the last may not be played

    # The button that confirms that a player takes part, its answer, and the calls to press it.
    confirm_label: ClassVar[str] = mark("Check in")
    confirm_answer: ClassVar[str] = mark("You have checked in.")
    confirm_call: ClassVar[str] = mark(
        "The check-in of {name} is open. Confirm before the start ({when}) that you are there, or"
        " you do not take part."
    )
    last_confirm_call: ClassVar[str] = confirm_call
    check_in_rule: ClassVar[str] = mark(
        "The check-in opens {time} before the start. Players who do not check in do not take part."
    )
    late_entry_rule: ClassVar[str] = ""  # of entering after the beginning; empty if nobody can
    bye_line: ClassVar[str] = mark("{player}: no match in this round, which counts as a win")
    short_note: ClassVar[str] = ""  # beside the result of a short match, if that counts otherwise
    leave_question: ClassVar[str] = mark("Leave {name}?")
    leave_note: ClassVar[str] = mark("You cannot come back.")
    join_first_refusal: ClassVar[str] = ""  # to confirm without having joined, if of its own
    out_call: ClassVar[str] = mark("{player}, you are out of {name}, as you made no move in time.")
    end_question: ClassVar[str] = mark(
        "End {name} for good? Matches that are being played go on as matches of their own."
    )
    cancel_news: ClassVar[str] = mark("{name} is cancelled.")
    cancelled_state: ClassVar[str] = ""  # after a cancellation; empty to say by whom, and when
    too_few_state: ClassVar[str] = ""  # if it did not begin; empty to say how many came

    @abstractmethod
    def state_words(self, stored: Stored) -> str:
        """The present and the next step of a competition."""

    def round_title(self, competition: Competition, number: int) -> str:
        """The name of a round, or its number."""
        left = competition.rounds - number
        if left < len(self.last_rounds):
            return tr(self.last_rounds[-1 - left])
        return tr("Round {number} of {all}", number=number, all=competition.rounds)

    def called_words(self, stored: Stored, starts: str) -> str:
        """The state before the beginning, after the call to check in; empty if it counts who came.
        ``starts`` is the sentence about the start.
        """
        return ""

    def beside_name(self, stored: Stored) -> list[str]:
        """The words that follow the name of the format in headings and lists."""
        return []

    def movement_signs(self, competition: Competition) -> dict[int, Movement]:
        """The sign of each player in the standings who would not stay where they are."""
        return {}

    def own_terms(self, stored: Stored) -> list[str]:
        """The terms that only this format has, for a line of them."""
        return []

    def own_rules(self, stored: Stored, least_moves: int) -> Iterable[str]:
        """The rules that only this format has, in sentences; ``least_moves`` is as in ``Game``."""
        return []

    def missing_rule(self, terms: CompetitionTerms) -> str:
        """The rule about players who make no move; empty if the other rules have it."""
        return mark("A player who makes no move at all in time is out, so nobody waits for them.")


@cache
def words_of(kind: Format) -> FormatWords:
    """The words of a format, from the list of faces."""
    # The faces know the views, and the views ask for words: hence no import at the top.
    faces = importlib.import_module("cogs.competitions.formats.season_faces")
    face: FormatWords = faces.FACES[kind.key]
    return face


# ---------------------------------------------------------------------- names and terms

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
_PERIOD_WORDS = {
    record.Cycle.DAY: mark("every day"),
    record.Cycle.WEEK: mark("every week"),
    record.Cycle.FORTNIGHT: mark("every two weeks"),
    record.Cycle.MONTH: mark("every month"),
}


class TieBreakWords(NamedTuple):
    """The name of a tie-break as the title of a column, and in a sentence."""

    title: str
    in_sentence: str


TIE_BREAKS = {
    "head_to_head": TieBreakWords(mark("Head to head"), mark("the results against each other")),
    "sonneborn_berger": TieBreakWords(mark("Sonneborn-Berger"), mark("Sonneborn-Berger")),
    "margin": TieBreakWords(mark("Margin"), mark("the sum of all leads")),
    "won": TieBreakWords(mark("Wins"), mark("the number of wins")),
    "buchholz": TieBreakWords(mark("Buchholz"), mark("Buchholz")),
}
"""The words of the tie-breaks of the standings, by their names in the contract of a format."""


def title(stored: Stored) -> str:
    """The name for a text with markdown."""
    has_name = bool(stored.name.strip())
    return safe_name(stored.name, record.MAX_NAME_LETTERS) if has_name else plain_title(stored)


def plain_title(stored: Stored) -> str:
    """The name for a picture, a suggestion or an event."""
    if stored.name.strip():
        return plain_name(stored.name, record.MAX_NAME_LETTERS)
    return tr(words_of(stored.format).title)


def all_servers_words() -> str:
    """The servers of a league of all servers, and who sees what."""
    return tr(
        "Servers: all that take part. Your matches are in your chat with me; your name stands in"
        " the standings of all servers."
    )


def format_words(stored: Stored) -> list[str]:
    """The name of the format; empty if the title is the same."""
    format_name = tr(words_of(stored.format).name)
    return [] if format_name == plain_title(stored) else [format_name]


def name_of(stored: Stored, player: int) -> str:
    """The name of a player for a text with markdown."""
    return _shown_names(stored, safe_name).get(player) or safe_name(SOMEONE)


def plain_name_of(stored: Stored, player: int) -> str:
    """The name of a player for a picture."""
    return _shown_names(stored, plain_name).get(player) or plain_name(SOMEONE)


def has_namesake(stored: Stored, player: int) -> bool:
    """Whether the name of a player is shown with a number, as another player has the same."""
    return plain_name_of(stored, player) != plain_name(stored.names.get(player) or SOMEONE)


def _shown_names(stored: Stored, clean: Callable[[str], str]) -> Mapping[int, str]:
    return _names_in_language(tuple(stored.names.items()), clean, get_language())


@lru_cache(maxsize=128)
def _names_in_language(
    names: tuple[tuple[int, str], ...], clean: Callable[[str], str], _: Language
) -> Mapping[int, str]:
    players = [player for player, _ in names]
    ids = [player if name and name != SOMEONE else None for player, name in names]
    distinct = distinct_names([clean(name or SOMEONE) for _, name in names], ids)
    return dict(zip(players, distinct, strict=True))


def terms_line(stored: Stored) -> str:
    """All numbers of the terms on one line."""
    terms, parts = stored.terms, list[str]()
    clock = MatchTerms().at_pace(stored.pace)
    if clock.bank:
        parts.append(f"{clock.bank // 60} + {clock.increment}")
    elif stored.pace:
        parts.append(tr("{time} a move", time=span_words(stored.pace)))
    parts += words_of(terms.format).own_terms(stored)
    rounds = stored.competition.rounds if stored.course.began else terms.rounds
    if rounds and not terms.at_once:
        parts.append(trn("{count} round", "{count} rounds", rounds))
    if terms.round_time:
        parts.append(tr("{time} a round", time=span_words(terms.round_time)))
    if terms.every:
        parts.append(tr(_PERIOD_WORDS[terms.every]))
    parts.append(tr("rated") if terms.rated else tr("friendly"))
    parts.append(tr("at most {count} players", count=terms.most))
    return " · ".join(parts)


def rules_text(stored: Stored, least_moves: int) -> str:
    """All rules of a competition in sentences; ``least_moves`` is as in ``Game``."""
    terms, own_words = stored.terms, words_of(stored.terms.format)
    lines = [tr(own_words.idea), *own_words.own_rules(stored, least_moves)]
    clock = MatchTerms().at_pace(stored.pace)
    if clock.bank:
        lines += [clock_words(clock), tr(_EMPTY_ALONE if terms.table == 2 else _EMPTY_AT_A_TABLE)]
    elif stored.pace:
        late_rule = _LATE_ALONE if terms.table == 2 else _LATE_AT_A_TABLE
        grace = span_words(slack_of_pace(stored.pace))
        lines.append(tr(late_rule, time=span_words(stored.pace), grace=grace))
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
    if terms.check_in and own_words.check_in_rule:
        lines.append(tr(own_words.check_in_rule, time=span_words(terms.check_in)))
    lines += map(tr, filter(None, (own_words.late_entry_rule, own_words.missing_rule(terms))))
    if terms.format.ties:
        first_tie, *other_ties = (tr(TIE_BREAKS[tie].in_sentence) for tie in terms.format.ties)
        if other_ties:
            ties = listing([first_tie, *other_ties])
            lines.append(tr("If points are equal, these decide in turn: {ties}.", ties=ties))
        else:
            lines.append(tr("If points are equal, this decides: {tie}.", tie=first_tie))
    lines.append(tr("No move can be taken back, and there are no hints."))
    if terms.every:
        lines.append(
            tr(
                "It comes back {every}, at the same hour in the time zone {zone}. It no longer does"
                " after three in a row with too few players, after a cancellation, or once its host"
                " has left the server.",
                every=tr(_PERIOD_WORDS[terms.every]),
                zone=terms.zone,
            )
        )
    return "\n".join(f"- {line}" for line in lines)


def linked_title(stored: Stored) -> str:
    """The name for a text with markdown, with a link to the message of the competition, if any."""
    if not stored.message:
        return title(stored)
    link = link_to(PostPlace(stored.guild, stored.channel), stored.message)
    return f"[{title(stored)}]({link})"


def link_line(stored: Stored, game: str) -> str:
    """A competition in a list: name with a link, game, format, start, and number of players."""
    terms, course, name = stored.terms, stored.course, linked_title(stored)
    parts = [name, game, *format_words(stored), *words_of(terms.format).beside_name(stored)]
    count = len(course.players if course.began else course.present)
    parts += [f"<t:{terms.starts}:d>", trn("{count} player", "{count} players", count)]
    return f"- {' · '.join(parts)}"


def time_fields(at: int) -> dict[str, str]:
    """A time as fields of a sentence, in the reader's zone and relative."""
    return {"date": f"<t:{at}:f>", "when": f"<t:{at}:R>"}


def points_number(value: Fraction, column: Iterable[Fraction] = ()) -> str:
    """Points in writing: with ½, or with at most two decimals if some in the ``column`` need it."""
    whole, rest = divmod(abs(value), 1)
    sign = "−" if value < 0 else ""
    if rest == Fraction(1, 2) and all(number.denominator <= 2 for number in column):
        return f"{sign}{whole or ''}½"
    return f"{sign}{i18n.decimal_words(float(abs(value)))}"


def entry_line(stored: Stored, player: int, reader: int = 0) -> str:
    """A line about a player before the beginning."""
    name = name_of(stored, player)
    bullet = "✅ " if player in stored.course.checked_in else "- "
    return f"{bullet}{f'**{name}**' if player == reader else name}"


def entries_line(stored: Stored, max_names: int) -> str:
    """The number of players before the beginning, and the first names, confirmed ones first."""
    course = stored.course
    present = sorted(course.present, key=lambda player: player not in course.checked_in)
    heading = f"**{tr('Players: {count}', count=len(present))}**"
    if not present:
        return heading
    ticks = dict.fromkeys(course.checked_in, "✅ ")
    names = [f"{ticks.get(player, '')}{name_of(stored, player)}" for player in present]
    return f"{heading} · {first_of_names(names, max_names)}"


def first_of_names(names: Sequence[str], max_names: int) -> str:
    """A list of the first names, and the number of the others."""
    rest = [tr("{count} more", count=len(names) - max_names)] if len(names) > max_names else []
    return listing([*names[:max_names], *rest])


def pairing_line(
    stored: Stored,
    pairing: Paired,
    link: str | None = None,
    reader: int = 0,
    called: Collection[int] = (),
) -> str:
    """A pairing with its result, or with a link to its board; it mentions ``called`` players."""
    names = [f"<@{id_}>" if id_ in called else name_of(stored, id_) for id_ in pairing.players]
    if reader in pairing.players:
        names = [f"**{name}**" for name in names]
    if pairing.is_bye:
        return tr(words_of(stored.format).bye_line, player=names[0])
    result, players = stored.course.results.get(pairing.pairing), " – ".join(names)
    if result is None:
        return label_text(players, f"[{tr('board')}]({link})" if link else tr("being played"))
    text = result_words(pairing, result)
    text = f"[{text}]({link})" if link else text
    if absent := [name_of(stored, player) for player in result.absent]:
        text += " " + tr("({players} did not play)", players=listing(absent))
    elif result.short and (short := words_of(stored.format).short_note):
        text += " " + tr(short)
    return label_text(players, text)


def pairing_lines(
    stored: Stored,
    pairings: Sequence[Paired],
    links: Mapping[str, str],
    reader: int = 0,
    called: Collection[int] = (),
) -> list[str]:
    """A line of a list for each pairing; ``links`` lead to the boards of matches."""
    linked = [(pairing, links.get(stored.matches.get(pairing.pairing, ""))) for pairing in pairings]
    return [f"- {pairing_line(stored, pairing, link, reader, called)}" for pairing, link in linked]


def resting_lines(stored: Stored, number: int, reader: int = 0) -> list[str]:
    """A line of the same list for each player without a match in this round of a schedule."""
    if not _can_rest(stored) or not number:
        return []
    paired = (pairing.players for pairing in stored.course.pairings_in(number))
    playing = {*chain.from_iterable(paired)}
    resting = [player for player in stored.course.present if player not in playing]
    names = [f"**{name_of(stored, p)}**" if p == reader else name_of(stored, p) for p in resting]
    return [f"- {tr('{player}: no match in this round', player=name)}" for name in names]


def _can_rest(stored: Stored) -> bool:
    """Whether the schedule has rounds without a match for a player."""
    return stored.format.all_meet and not stored.terms.at_once


def own_rest_lines(stored: Stored, player: int) -> list[str]:
    """A line for each round in which a schedule has no match for a player."""
    course = stored.course
    if not _can_rest(stored) or player not in course.present:
        return []
    played = {pairing.round for pairing in course.pairings.values() if player in pairing.players}
    rests = [number for number in range(course.round, 0, -1) if number not in played]
    return [f"- {tr('Round {number}: no match', number=number)}" for number in rests]


def has_entered_late(stored: Stored, player: int) -> bool:
    """Whether a player has entered too late for the present round."""
    course = stored.course
    has_missed_it = course.rounds_missed.get(player) == course.round
    return player in course.present and has_missed_it and stored.format.has_rounds


def first_round_line(stored: Stored) -> str:
    """The first round of a player who has entered late."""
    course, latest_end = stored.course, stored.course.latest_end
    if not latest_end:
        return tr("You play from round {number} on.", number=course.round + 1)
    return tr(
        "You play from round {number} on; it begins when this round is over, {when} at the latest.",
        number=course.round + 1,
        when=f"<t:{latest_end}:R>",
    )


def result_words(pairing: Paired, result: Decided) -> str:
    """A result in the order of the players: the points of two players, the places of more."""
    if len(pairing.players) > 2:
        return " ".join(f"{rank}\\." for rank in result.ranks)
    if len(result.absent) == 2:
        return "0 : 0"
    first, second = result.ranks
    if first == second:
        return "½ : ½"
    return "1 : 0" if first < second else "0 : 1"
