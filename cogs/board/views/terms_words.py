"""The terms of a match in words, its clocks as they run, and options of commands for terms."""

from collections.abc import Collection, Mapping

from discord import app_commands

from cogs.frame.names import names_in_text, names_of
from prowlerbot.core.clock import DAY, HOUR, Outage
from prowlerbot.core.game import Game
from prowlerbot.core.i18n import duration_words, mark, tr, trn
from prowlerbot.match.banks import bank_left, find_thought, first_move_time, is_first_move, low_bank
from prowlerbot.match.match import Match
from prowlerbot.match.player_statistics import Hours
from prowlerbot.match.terms import RESERVE, Takebacks, Terms, sufficient_pace
from prowlerbot.match.timeline import Timeline

CLOCK_OPTIONS = (
    (mark("5 + 5 (minutes for the match + seconds a turn)"), -505),
    (mark("10 + 10 (minutes for the match + seconds a turn)"), -1010),
    (mark("20 + 15 (minutes for the match + seconds a turn)"), -2015),
)
PACE_OPTIONS = (
    ("10 minutes a move", 10 * 60),
    ("1 hour a move", HOUR),
    ("1 day a move", DAY),
    ("3 days a move", 3 * DAY),
)
_SLOWEST_OPTIONS = ((mark("3 days a move + 5 days in reserve"), RESERVE), (mark("No limit"), 0))
PACE_CHOICES = [
    app_commands.Choice(name=name, value=pace)
    for name, pace in (*CLOCK_OPTIONS, *PACE_OPTIONS, *_SLOWEST_OPTIONS)
]


def pace_choices(game: Game) -> list[app_commands.Choice[int]]:
    """The choices that are long enough for a game."""
    return [it for it in PACE_CHOICES if sufficient_pace(it.value, game) == it.value]


def find_pace_choice(terms: Terms) -> app_commands.Choice[int] | None:
    """The choice with the clock of a match; None if no choice has it."""
    return next((it for it in PACE_CHOICES if terms.at_pace(it.value) == terms), None)


def _choices_of(**labels: str) -> list[app_commands.Choice[str]]:
    """The choices of an option by their values."""
    return [app_commands.Choice(name=name, value=value) for value, name in labels.items()]


WEEKEND_CHOICES = _choices_of(
    pause=mark("Saturdays and Sundays do not count"), counts=mark("Every day counts")
)

DEFAULT_STOPWATCH = 150  # seconds; one of the following
STOPWATCHES = (
    (mark("1:30 minutes"), "90"),
    (mark("2:30 minutes"), "150"),
    (mark("5 minutes"), "300"),
    (mark("10 minutes"), "600"),
)
"""The time that all share for live stages: label and seconds."""

RATED_CHOICES = _choices_of(yes=mark("Rated"), no=mark("Friendly"))
HINT_CHOICES = _choices_of(yes=mark("Allowed, each for the asker alone"), no=mark("None"))
TAKEBACK_CHOICES = _choices_of(
    ask=mark("If all agree"), free=mark("Without asking, until the next move"), never=mark("Never")
)

# The default is not mentioned: a takeback if the others agree.
_TAKEBACKS: dict[Takebacks, str] = {
    "free": mark("The last move can be taken back without asking."),
    "never": mark("No move can be taken back."),
}

_SUBSTITUTES = mark(
    "If a player leaves, another player can take the seat for a while, then the machine does."
)
_PACE_SENTENCES = {
    10 * 60: mark("You have 10 minutes for each move."),
    HOUR: mark("You have an hour for each move."),
    DAY: mark("You have a day for each move."),
    3 * DAY: mark("You have 3 days for each move."),
    0: mark("There is no time limit."),
}


def terms_words(match: Match, newcomers: Collection[int] = ()) -> str:
    """Whether the match counts, and each unusual term; ``newcomers`` are the seats of newcomers."""
    terms, sentences = match.terms, [_rated_words(match, newcomers)]
    if terms.bank:
        sentences.append(clock_words(terms))
    if terms.stopwatch:
        time = clock_time(terms.stopwatch)
        sentences.append(tr("All players together have {time} for the live stage.", time=time))
    elif terms.pace in _PACE_SENTENCES and not terms.bank:
        sentences.append(tr(_PACE_SENTENCES[terms.pace]))
    elif not terms.bank:  # of an arena
        sentences.append(f"{tr('Time limit for each move')}: {span_words(terms.pace)}.")
    if terms.weekend:
        zone = terms.weekend
        sentences.append(tr("Saturdays and Sundays do not count (time zone {zone}).", zone=zone))
    if terms.takebacks in _TAKEBACKS:
        sentences.append(tr(_TAKEBACKS[terms.takebacks]))
    if terms.hints:
        sentences.append(tr("The players may ask the machine for hints."))
    if terms.substitutes:
        sentences.append(tr(_SUBSTITUTES))
    elif terms.takeover:
        sentences.append(tr("If a player leaves, the machine takes over the seat."))
    return " ".join(sentences)


def clock_words(terms: Terms) -> str:
    """The rule of a clock for the whole match in a sentence."""
    time, bank, count = span_words(terms.pace), span_words(terms.bank), terms.increment
    if terms.pace:
        return tr("You have {time} for each move, and {bank} in reserve.", time=time, bank=bank)
    sentence = mark("You have {bank} for the whole match, and {count} seconds more with each turn.")
    first_rule = mark("Of that, you have {time} for your first move, or you lose.")
    time = span_words(first_move_time(terms.bank))
    return f"{tr(sentence, bank=bank, count=count)} {tr(first_rule, time=time)}"


def _rated_words(match: Match, newcomers: Collection[int]) -> str:
    """Whether the match counts, and the reason if it never can."""
    if match.has_machine:
        return tr("Friendly, because the machine takes part.")
    if len(match.players) == 1:
        return tr("Friendly, because you play alone.")
    if not match.terms.rated:
        if not match.terms.first_friendly or not newcomers:
            return tr("Friendly: the result changes no rating.")
        names = names_of(match, *sorted(newcomers))
        return tr("Friendly: the first match of this game for {players}.", players=names)
    if match.terms.first_friendly and any(player.is_vacant for player in match.players):
        return tr("**Rated**, unless a newcomer to the game joins.")
    return tr("**Rated**: the result changes the ratings.")


def habits_words(match: Match, duration: int | None, hours: Mapping[int, Hours]) -> str:
    """The usual length of such a match, and its players' usual hours in each reader's time zone."""
    sentences = []
    if duration is not None:
        sentences.append(tr("Such a match takes about {time}.", time=duration_words(duration)))
    midnight = match.created_at - match.created_at % DAY
    for seat, usual in sorted(hours.items()):
        words = tr(
            "{player} usually moves between {start} and {end}.",
            player=names_of(match, seat),
            start=f"<t:{midnight + usual.first * HOUR}:t>",
            end=f"<t:{midnight + (usual.first + usual.length) * HOUR}:t>",
        )
        sentences.append(words)
    return " ".join(sentences)


def clock_time(seconds: int) -> str:
    return f"{seconds // 60}:{seconds % 60:02}"


def due_line(
    due: int | None, match: Match | None = None, now: int = 0, seats: Collection[int] = ()
) -> str:
    """The deadline of the move, which Discord words as “in 3 days”; empty without one.

    In a live ``match`` it is the end of the clock of ``seats``; a sign warns of little time.
    """
    if due is None:
        return ""
    when = f"<t:{due}:R>"
    if match is None or not match.terms.is_timed:
        return f"⏳ {tr('due {when}', when=when)}"
    is_first = any(is_first_move(match, seat) for seat in seats)
    words = tr("first move due {when}", when=when) if is_first else tr("due {when}", when=when)
    return f"{'⚠️' if due - now <= low_bank(match) else '⏱️'} {words}"


def banks_line(match: Match, to_move: Collection[int], due: str = "") -> str:
    """The time that players had left after the last move of a match with clocks.

    With a live clock all are listed, behind the deadline ``due``. In a slow match, the deadline has
    the time of a player who moves alone.
    """
    is_timed, seats = match.terms.is_timed, match.voters
    if not is_timed and len(to_move) == 1:
        seats = seats.difference(to_move)
    if not seats:
        return ""
    words, names = clock_time if is_timed else duration_words, names_in_text(match)
    bank_words = [f"{names[seat - 1]} {words(bank_left(match, seat))}" for seat in sorted(seats)]
    if is_timed:
        return f"-# {f'{due} ·' if due else '⏱️'} {' · '.join(bank_words)}"
    return "-# " + tr("In reserve: {banks}", banks=" · ".join(bank_words))


def thought_words(match: Match, known: Timeline, ply: int) -> str:
    """How long the player of a known turn thought, with a live clock."""
    if (thought := find_thought(match, known.plays, ply, known.views[ply].seen)) is None:
        return ""
    time, left = map(clock_time, thought)
    return tr("thought for {time}, {left} left", time=time, left=left)


def stopwatch_line(due: int | None, seconds: int) -> str:
    """The end of the shared clock; Discord counts the seconds down."""
    if due is not None:
        return tr("⏱️ Time runs out {when}.", when=f"<t:{due}:R>")
    return tr("⏱️ You share {time}; the clock starts with the first move.", time=clock_time(seconds))


def outage_line(outage: Outage) -> str:
    start, end = f"<t:{outage.began}:f>", f"<t:{outage.ended}:f>"
    return tr("There is more time, as the bot was away: {start} – {end}.", start=start, end=end)


def span_words(seconds: int) -> str:
    """A length of time in its largest whole unit; from two hours on in hours and minutes."""
    if seconds < HOUR and seconds % 60:
        return trn("{count} second", "{count} seconds", seconds)
    if seconds % DAY == 0:
        return trn("{count} day", "{count} days", seconds // DAY)
    if seconds % HOUR == 0:
        return trn("{count} hour", "{count} hours", seconds // HOUR)
    if seconds > 2 * HOUR:
        return f"{span_words(seconds // HOUR * HOUR)} {span_words(seconds % HOUR)}"
    return trn("{count} minute", "{count} minutes", seconds // 60)
