"""The state of a competition in words: its start, its round, its end, and the next one."""

from cogs.board.views.results_text import reason_line
from cogs.competitions.competition_text import first_of_names, name_of, time_fields, words_of
from prowlerbot.competitions.competition_record import Stored
from prowlerbot.competitions.competition_steps import begins_at
from prowlerbot.competitions.course import Ended
from prowlerbot.competitions.standings import ranked_standings
from prowlerbot.core.i18n import mark, tr, trn

_MAX_NAMED = 10  # players that a sentence names
_MAX_AWAITED = 5  # matches that a sentence names while a round waits for them
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


def state_words(stored: Stored) -> str:
    """The present and the next step of a competition, in words."""
    return words_of(stored.format).state_words(stored)


def next_line(stored: Stored) -> str:
    """The next tournament of a series after the end of one; empty if it is none."""
    terms, course = stored.terms, stored.course
    if not terms.every or not course.ended:
        return ""
    last = stored.competition.events[-1]
    if isinstance(last, Ended) and last.next:
        return tr("Next start: {date} ({when}).", **time_fields(last.next))
    if course.cancelled:
        return tr("No other one follows.")
    if course.ended_by == "left":
        return tr("No other one follows, as the host has left the server.")
    if course.ended_by == "barred":
        return tr("No other one follows, as a moderator has barred the host.")
    return tr("No other one follows, as three in a row had too few players.")


def rounds_state_words(stored: Stored) -> str:
    if stored.course.ended:
        return _ended_words(stored)
    return _starting_words(stored) if stored.course.began is None else _round_words(stored)


def _starting_words(stored: Stored) -> str:
    terms, course = stored.terms, stored.course
    start = tr("Start: {date} ({when}).", **time_fields(begins_at(stored.competition)))
    if course.called:
        if called := words_of(stored.format).check_in_state(stored, start):
            return called
        return f"**{tr('The check-in is open.')}** {start} {_check_in_words(stored)}"
    if not terms.check_in:
        return f"**{start}**"
    opening = terms.starts - terms.check_in
    if opening <= stored.created_at:
        return f"**{start}** {tr('The check-in opens at once.')}"
    opening_words = tr("The check-in opens on {date}.", date=f"<t:{opening}:f>")
    return f"**{start}** {opening_words}"


def _check_in_words(stored: Stored) -> str:
    """The number of players who have checked in, and the names of those who have not."""
    course = stored.course
    absent = [player for player in course.present if player not in course.checked_in]
    names, count = [name_of(stored, player) for player in absent], len(course.checked_in)
    if not names:
        return trn("{count} player is there.", "{count} players are there.", count)
    return trn(
        "{count} of {all} players is there; missing: {players}.",
        "{count} of {all} players are there; missing: {players}.",
        count,
        all=len(course.present),
        players=first_of_names(names, _MAX_NAMED),
    )


def length_line(stored: Stored) -> str:
    """The rounds and the latest end of a tournament with players that has not begun, else empty."""
    terms, course = stored.terms, stored.course
    players = len(course.present)
    rounds = terms.format.count_rounds(terms, players) if players > 1 else terms.rounds
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
        start, seconds = begins_at(stored.competition), rounds * terms.round_time
        ends = start + seconds, start + seconds * terms.format.max_matches_a_round
        date, later = (f"<t:{end}:f>" for end in ends)
        sentence = mark("It is over by {date} at the latest.")
        if later != date:
            sentence = mark("It is over by {date}, or by {later} if matches are played again.")
        sentences.append(tr(sentence, date=date, later=later))
    return " ".join(sentences)


def _round_words(stored: Stored) -> str:
    """The present round, or the rounds that are being played at the same time."""
    course = stored.course
    pairings = [pairing for pairing in course.pairings.values() if not pairing.is_bye]
    rounds = {course.round, *(pairing.round for pairing in course.open)}
    if not stored.terms.at_once:
        pairings = [pairing for pairing in pairings if pairing.round in rounds]
    if not pairings:
        return f"**{tr('The first round is about to be paired.')}**"
    over_count = sum(pairing.pairing in course.results for pairing in pairings)
    progress = ""
    if len(pairings) > 1:
        progress = tr("{over} of {all} matches are over.", over=over_count, all=len(pairings))
    end = course.latest_end
    end_words = tr("End: {when} at the latest.", when=f"<t:{end}:R>") if end else ""
    if stored.terms.at_once:
        heading = tr("Season {season}", season=stored.season)
    elif len(rounds) > 1:
        first, last, count = min(rounds), course.round, stored.competition.rounds
        heading = tr("Rounds {first} to {last} of {all}", first=first, last=last, all=count)
    else:
        heading = words_of(stored.format).round_title(stored.competition, course.round)
    waiting = ""
    if over_count and 0 < len(course.open) <= _MAX_AWAITED:
        names = ([name_of(stored, player) for player in pairing.players] for pairing in course.open)
        waiting = tr("Waiting for: {players}.", players=", ".join(map(" – ".join, names)))
    return " ".join(filter(None, [f"**{heading}.**", end_words, progress, waiting]))


def _ended_words(stored: Stored) -> str:
    if stored.course.cancelled:
        return _cancelled_words(stored)
    if stored.course.began is None:
        return _not_begun_words(stored)
    best = [line for line in ranked_standings(stored.competition) if line.place == 1]
    if not best:
        return f"**{tr('Over without a winner.')}**"
    winners = first_of_names([name_of(stored, line.player) for line in best], _MAX_NAMED)
    sentence = trn("🏆 {players} has won!", "🏆 {players} have won!", len(best), players=winners)
    return f"## {sentence}"


def state_line(stored: Stored) -> str:
    """The state for a line of a list."""
    return state_words(stored).removeprefix("## ").replace("**", "")


def _cancelled_words(stored: Stored) -> str:
    """The state after an early end."""
    course = stored.course
    if course.ended_by == "channel":
        text = tr(_NO_SERVER if stored.is_wide else _NO_CHANNEL)
    elif cancelled := words_of(stored.format).cancelled_state:
        text = tr(cancelled)
    elif course.began is None:
        text = tr(_CANCELLED[course.ended_by])
    else:
        text = tr(_ENDED_EARLY[course.ended_by])
    sentences = [f"**{text}**", released_words(stored), reason_line(course.reason)]
    return " ".join(filter(None, sentences))


def released_words(stored: Stored) -> str:
    """A sentence about the matches that are still being played; empty if there are none."""
    if not stored.course.open:
        return ""
    return tr(
        "Matches that are being played no longer count in it; they go on as matches of their own."
    )


def _not_begun_words(stored: Stored) -> str:
    """The reason why a competition did not begin, and the next step."""
    course = stored.course
    if too_few := words_of(stored.format).too_few_state:
        return f"**{tr(too_few)}**"
    left = {it for it, out in course.left.items() if not out.removed or out.by_host or out.by}
    count = len(course.entries.keys() - left)  # also of those who did not check in
    if not count:
        text = tr("It did not begin, as nobody joined.")
    elif count == 1:
        text = tr("It did not begin, as only one player joined.")
    elif not course.present:
        text = tr("It did not begin: {count} players joined, but nobody checked in.", count=count)
    else:
        text = tr("It did not begin: {count} players joined, but only one checked in.", count=count)
    is_last = stored.host > 0 and not stored.terms.every
    again = tr("{host} can create it again.", host=f"<@{stored.host}>") if is_last else ""
    return f"**{text}** {again}".rstrip()
