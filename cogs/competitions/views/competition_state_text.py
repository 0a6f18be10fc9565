"""The state of a competition in words: the present and the next step."""

from __future__ import annotations

from cogs.competitions.formats.format_words import words_of
from cogs.competitions.views.competition_text import first_names, moment, name_of
from prowlerbot.competitions.competition_steps import begins_at
from prowlerbot.competitions.competition_store import Stored
from prowlerbot.competitions.course import Ended
from prowlerbot.competitions.standings import ranked
from prowlerbot.core.i18n import mark, tr, trn

_NAMED = 10
"""The most players that a sentence names."""


def state(stored: Stored) -> str:
    """The present and the next step of a competition, in words."""
    return words_of(stored.format).state(stored)


def next_line(stored: Stored) -> str:
    """The next tournament of a series after the end of one; empty if it is none."""
    terms, course = stored.terms, stored.course
    if not terms.every or not course.ended:
        return ""
    last = stored.competition.events[-1]
    if isinstance(last, Ended) and last.next:
        return tr("The next one starts {date} ({when}).", **moment(last.next))
    if course.cancelled:
        return tr("No other one follows.")
    if course.ended_by == "left":
        return tr("No other one follows, as the host has left the server.")
    if course.ended_by == "barred":
        return tr("No other one follows, as a moderator has barred the host.")
    return tr("No other one follows, as three in a row had too few players.")


def in_rounds(stored: Stored) -> str:
    """The state of a competition in rounds."""
    if stored.course.ended:
        return _ended(stored)
    if stored.course.began is None:
        return _starting(stored)
    return _round(stored)


def _starting(stored: Stored) -> str:
    terms, course = stored.terms, stored.course
    starts = tr("It starts {date} ({when}).", **moment(begins_at(stored.competition)))
    if course.called:
        if called := words_of(stored.format).called(stored, starts):
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
    """The number of rounds of a tournament and its latest end; empty once it has begun.

    Both follow from its players so far, or else from the most that it can have.
    """
    terms, course = stored.terms, stored.course
    players = len(course.present) if len(course.present) > 1 else terms.most
    rounds = terms.format.rounds(terms, players)
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
        rounds *= terms.format.most_matches
        over = begins_at(stored.competition) + rounds * terms.round_time
        sentences.append(tr("It is over by {date} at the latest.", date=f"<t:{over}:f>"))
    return " ".join(sentences)


def _round(stored: Stored) -> str:
    course = stored.course
    shown = [each for each in course.pairings.values() if not each.is_bye]
    if not stored.terms.at_once:
        shown = [each for each in shown if each.round == course.round]
    if not shown:
        return f"**{tr('The first round is about to be paired.')}**"
    over = sum(each.pairing in course.results for each in shown)
    played = tr("{over} of {all} matches are over.", over=over, all=len(shown))
    until = max((course.until(each) for each in course.open), default=0)
    ends = tr("It ends {when} at the latest.", when=f"<t:{until}:R>") if until else ""
    if stored.terms.at_once:
        heading = tr("Season {season}", season=stored.season)
    else:
        heading = tr("Round {number} of {all}", number=course.round, all=stored.competition.rounds)
    return " ".join(filter(None, [f"**{heading}.**", ends, played]))


def _ended(stored: Stored) -> str:
    if stored.course.cancelled:
        return _cancelled(stored)
    if stored.course.began is None:
        return _not_begun(stored)
    best = [line for line in ranked(stored.competition) if line.place == 1]
    if not best:
        return f"**{tr('Over without a winner.')}**"
    winners = first_names([name_of(stored, line.player) for line in best], _NAMED)
    return "## " + trn(
        "🏆 {players} has won!", "🏆 {players} have won!", len(best), players=winners
    )


def state_line(stored: Stored) -> str:
    """The state for a line of a list."""
    return state(stored).removeprefix("## ").replace("**", "")


_CANCELLED = {
    "": mark("The host or an admin has cancelled it."),
    "host": mark("The host has cancelled it."),
    "admin": mark("An admin has cancelled it."),
    "place": mark(
        "All places of members were taken, so I have withdrawn it for a member who hosts none here."
        " Fewer than two players had joined."
    ),
}
_NO_CHANNEL = mark("It has ended, as its channel was deleted.")
_NO_SERVER = mark("It has ended, as no server takes part in it any more.")
_ENDED_EARLY = {
    "": mark("The host or an admin has ended it, without a winner."),
    "host": mark("The host has ended it, without a winner."),
    "admin": mark("An admin has ended it, without a winner."),
}
"""By the role of the person who did it; older records do not have it."""


def _cancelled(stored: Stored) -> str:
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
    return f"**{text}** {released(stored)}".rstrip()


def released(stored: Stored) -> str:
    """A sentence about the matches that are still being played; empty if there are none."""
    if not stored.course.open:
        return ""
    return tr(
        "Matches that are being played no longer count in it; they go on as matches of their own."
    )


def _not_begun(stored: Stored) -> str:
    """The reason why a competition did not begin, and the next step."""
    course = stored.course
    left = {
        each for each, gone in course.left.items() if not gone.removed or gone.by_host or gone.by
    }
    joined = len(course.entries.keys() - left)
    if too_few := words_of(stored.format).too_few:
        return f"**{tr(too_few)}**"
    if not joined:
        text = tr("It did not begin, as nobody joined.")
    elif joined == 1:
        text = tr("It did not begin, as only one player joined.")
    elif not course.present:
        text = tr("It did not begin: {count} players joined, but nobody checked in.", count=joined)
    else:
        text = tr(
            "It did not begin: {count} players joined, but only one checked in.", count=joined
        )
    is_last = stored.host > 0 and not stored.terms.every
    again = tr("{host} can create it again.", host=f"<@{stored.host}>") if is_last else ""
    return f"**{text}** {again}".rstrip()
