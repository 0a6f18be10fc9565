"""The words for the end of a match, with names made safe: results, ratings, acts of moderators."""

import re
from collections.abc import Mapping, Sequence

import discord

from cogs.contract.face import Face
from cogs.contract.screen import capitalized
from cogs.frame.forms import form, line_field, submitted_values
from cogs.frame.names import (
    names_in_text,
    names_of,
    plain_name,
    player_names,
    safe_name,
    safe_player_name,
)
from cogs.presses import MatchPress, Press
from prowlerbot.core.i18n import label_text, listing, mark, percent_words, signed_words, tr, trn
from prowlerbot.core.posts import MAX_REASON_LENGTH
from prowlerbot.match.banks import is_first_move
from prowlerbot.match.machine_help import count_hints
from prowlerbot.match.match import (
    CUT_ENDINGS,
    REMOVED_ENDINGS,
    SOMEONE,
    Ending,
    Match,
    Phase,
    Player,
)
from prowlerbot.match.player_statistics import FinishedMatch, Tally, WonOrLost, result_for
from prowlerbot.match.ratings import MAX_RATED_A_DAY, PlayerStanding, Verdict, is_provisional
from prowlerbot.match.timeline import Timeline


def rating_line(finished: FinishedMatch) -> str:
    """The change of the players' ratings by a match, for everybody to read below the board."""
    if finished.verdict is Verdict.SHORT:
        return "-# " + tr("Too short to be rated")
    if finished.verdict is Verdict.OFTEN:
        return "-# " + trn(
            "Not rated: you have had {count} rated match with each other today.",
            "Not rated: you have had {count} rated matches with each other today.",
            MAX_RATED_A_DAY,
        )
    if reason := _unrated_words(finished):
        return f"-# {reason}"
    changes = ", ".join(
        f"{safe_name(player.name)} {_rating_after(finished, index)}"
        for index, player in enumerate(finished.players[: len(finished.ratings_after)])
    )
    return tr("📈 Rating: {changes}", changes=changes) if changes else ""


def _unrated_words(finished: FinishedMatch) -> str:
    if len(finished.players) == 1:
        return tr("Not rated: played alone.")
    if any(player.is_machine for player in finished.players):
        return tr("Not rated: the machine took part.")
    if finished.ending in CUT_ENDINGS | REMOVED_ENDINGS:
        return tr("Not rated: the players did not end it themselves.")
    return tr("Not rated: a friendly match.") if finished.verdict is Verdict.FRIENDLY else ""


def _rating_after(finished: FinishedMatch, index: int) -> str:
    """The rating after a match, and its change; not at first, when changes are large."""
    after = finished.ratings_after[index].points
    if is_provisional(finished.rated_counts[index]):
        return _provisional_words(after)
    return f"**{after}** ({signed_words(after - finished.ratings_before[index].points)})"


def rating_words(standing: PlayerStanding) -> str:
    """A rating with its range, which appears only once it is meaningful."""
    if is_provisional(standing.matches):
        return _provisional_words(standing.rating.points)
    return f"**{standing.rating.points}** ± {standing.rating.range}"


def _provisional_words(rating: int) -> str:
    return tr("{rating} provisional", rating=f"**{rating}**")


def history_line(finished: FinishedMatch, player: int, where: str, *, readers: bool) -> str:
    """One finished match in a history, with the way to it; ``readers`` means the reader's own."""
    index, names = finished.index_of(player), player_names(finished.players, safe_name)
    others = [name for each, name in zip(finished.players, names, strict=True) if each.id != player]
    totals = [str(total) for total in finished.totals]
    own_first = " : ".join([*totals[index : index + 1], *totals[:index], *totals[index + 1 :]])
    result = tr(
        _history_sentences(finished, readers=readers)[result_for(finished, player)],
        others=listing(others),
        totals=own_first,
        place=finished.ranks[index],
        count=len(finished.players),
        player=names[finished.ended_by - 1 if finished.ended_by else 0],
    )
    parts = [result]
    if finished.ratings_after:
        after = finished.ratings_after[index].points
        sign = "📉" if after < finished.ratings_before[index].points else "📈"
        # A list of matches would only repeat the word for provisional ratings.
        provisional = is_provisional(finished.rated_counts[index])
        parts.append(f"{sign} {f'**{after}**' if provisional else _rating_after(finished, index)}")
    elif not any(each.is_machine for each in finished.players) and len(finished.players) > 1:
        friendly = finished.verdict is Verdict.FRIENDLY
        parts.append(tr("friendly match") if friendly else tr("unrated"))
    return " · ".join(filter(None, [*parts, f"<t:{finished.ended_at}:d>", where]))


def _history_sentences(finished: FinishedMatch, *, readers: bool) -> Mapping[WonOrLost, str]:
    """The description of a match for each result of the player in question."""
    count = len(finished.players)
    if count == 1:
        return _ALONE
    played = finished.ending is Ending.PLAYED
    if finished.ending in CUT_ENDINGS | REMOVED_ENDINGS or (played and not finished.totals):
        return _ALL_LEFT
    if played:
        return _PLAYED if count == 2 else _PLAYED_BY_MORE
    resigned = finished.ending is Ending.RESIGNED
    if count > 2:
        return _LEFT if resigned else _CLAIMED_BY_MORE
    if readers:
        return _RESIGNED_READER if resigned else _CLAIMED_READER
    return _RESIGNED if resigned else _CLAIMED


_ALONE = {
    WonOrLost.WON: mark("🏆 Won alone, {totals}"),
    WonOrLost.LOST: mark("▫️ Lost alone, {totals}"),
}
_PLAYED = {
    WonOrLost.WON: mark("🏆 Won against **{others}**, {totals}"),
    WonOrLost.SHARED: mark("🤝 Shared the victory with **{others}**, {totals}"),
    WonOrLost.LOST: mark("▫️ Lost against **{others}**, {totals}"),
}
_PLAYED_BY_MORE = {
    **_PLAYED,
    WonOrLost.SHARED: mark("🤝 Shared the victory in a match with **{others}**, {totals}"),
    WonOrLost.LOST: mark("▫️ Place {place} of {count} in a match with **{others}**, {totals}"),
}
_RESIGNED = {
    WonOrLost.WON: mark("🏆 Won: **{others}** resigned"),
    WonOrLost.LOST: mark("▫️ Resigned against **{others}**"),
}
_RESIGNED_READER = {**_RESIGNED, WonOrLost.LOST: mark("▫️ You resigned against **{others}**")}
_CLAIMED = {
    WonOrLost.WON: mark("🏆 Won: **{others}** ran out of time"),
    WonOrLost.SHARED: mark("🤝 Shared the victory in a match with **{others}**; the time ran out"),
    WonOrLost.LOST: mark("▫️ Ran out of time against **{others}**"),
}
_CLAIMED_READER = {**_CLAIMED, WonOrLost.LOST: mark("▫️ You ran out of time against **{others}**")}
_ALL_LEFT = {
    WonOrLost.WON: mark("🏆 Won the match with **{others}**, not played out"),
    WonOrLost.SHARED: mark("🤝 Shared the victory in a match with **{others}**, not played out"),
    WonOrLost.LOST: mark("▫️ Place {place} of {count} in a match with **{others}**, not played out"),
}
_LEFT = {
    WonOrLost.WON: mark("🏆 Won against **{others}**; {player} left"),
    WonOrLost.SHARED: mark("🤝 Shared the victory in a match with **{others}**; {player} left"),
    WonOrLost.LOST: mark("▫️ Place {place} of {count} in a match with **{others}**; {player} left"),
}
_CLAIMED_BY_MORE = {
    **_CLAIMED,
    WonOrLost.WON: mark("🏆 Won against **{others}**; the time ran out"),
    WonOrLost.LOST: mark(
        "▫️ Place {place} of {count} in a match with **{others}**; the time ran out"
    ),
}


def tally_line(result: Tally) -> str:
    count = trn("{count} match", "{count} matches", len(result.results))
    parts = [tr("{count} won", count=result.won), tr("{count} lost", count=result.lost)]
    if result.shared:
        parts.append(tr("{count} shared", count=result.shared))
    rate = percent_words(round(100 * result.won / len(result.results)))
    return label_text(f"**{count}**", f"{', '.join(parts)} ({tr('{rate} won', rate=rate)})")


def streak_line(result: Tally, name: str, other: str) -> str:
    """The winner of the latest matches in a row, if anybody has a streak."""
    if result.streak < 2 or result.results[0] is WonOrLost.SHARED:
        return ""
    return trn(
        "🔥 {player} has won the last {count} match.",
        "🔥 {player} has won the last {count} matches.",
        result.streak,
        player=safe_name(name if result.results[0] is WonOrLost.WON else other),
    )


REASON = "reason"  # the field of the form


def end_form(match: Match) -> discord.ui.Modal:
    """The form for the reason to end a match, or to withdraw a challenge."""
    question = mark("End this match without a result?")
    if match.phase is Phase.LOBBY:
        question = mark("Withdraw this challenge?")
    return reason_form(MatchPress("end!", match.id, match.moment), tr(question))


def reason_form(press: Press, title: str) -> discord.ui.Modal:
    """A form for the reason of what ``press`` does, which is posted for all."""
    hint = tr("Everybody here reads this sentence. You may leave it empty.")
    field = line_field(REASON, tr("Reason"), hint=hint, longest=MAX_REASON_LENGTH, required=False)
    return form(str(press), title, [field])


def submitted_reason(interaction: discord.Interaction) -> str:
    return clean_reason(submitted_values(interaction).get(REASON, ()))


def clean_reason(typed: Sequence[str]) -> str:
    """A typed reason as it is stored, on one line; empty if there is none."""
    text = " ".join(" ".join(typed).split())
    return plain_name(text, MAX_REASON_LENGTH) if text else ""


def reason_line(reason: str) -> str:
    return tr("Reason: {reason}", reason=shown_reason(reason)) if reason else ""


def shown_reason(reason: str) -> str:
    """A reason as a text shows it: on one line, with its markdown escaped."""
    return safe_name(reason, MAX_REASON_LENGTH)


def moderated_sentence(match: Match) -> str:
    if not match.reason:
        return tr("🛑 Ended by a moderator, without a result.")
    reason = shown_reason(match.reason)
    return tr("🛑 Ended by a moderator, without a result: {reason}", reason=reason)


_NOBODY_LOST, _MANY = 0, 3
"""Keys of ``_ENDINGS`` in the place of a number of players; the others fall back on ``_MANY``."""
_UNMOVED = mark("⌛ {player} wins: {others} made no first move in time.")
_ENDINGS: Mapping[Ending | None, Mapping[int, str]] = {
    Ending.AGREED: {_MANY: mark("🤝 {players} agreed to end the match without a result.")},
    Ending.ABANDONED: {
        _MANY: mark("💤 Nobody moved for a long time, so the match ended without a result.")
    },
    Ending.CLAIMED: {
        2: mark("⌛ {player} wins: {others} ran out of time."),
        _MANY: mark("⌛ {player} ended the match after waiting too long."),
    },
    Ending.CLOSED: {
        _NOBODY_LOST: mark("⌛ The time is up, and nobody has won."),
        2: mark("⌛ The time is up: {others} wins on time used."),
        _MANY: mark("⌛ The time for the round is up, and {player} was late."),
    },
    Ending.CUT: {
        _NOBODY_LOST: mark("⌛ The host ended the round, and nobody has won."),
        2: mark("⌛ The host ended the round: {others} wins on time used."),
        _MANY: mark("⌛ The host ended the round, and {player} had used the most time."),
    },
    Ending.CUT_BY_ADMIN: {
        _NOBODY_LOST: mark("⌛ An admin ended the round, and nobody has won."),
        2: mark("⌛ An admin ended the round: {others} wins on time used."),
        _MANY: mark("⌛ An admin ended the round, and {player} had used the most time."),
    },
    Ending.RESIGNED: {
        1: mark("🏳️ {player} resigned."),
        2: mark("🏳️ {player} resigned; {others} wins."),
        _MANY: mark("🏳️ {player} left, so the match is over."),
    },
    Ending.REMOVED: {
        2: mark("🏳️ The host has taken {player} out of the tournament; {others} wins."),
        _MANY: mark("🏳️ The host has taken {player} out of the tournament."),
    },
    Ending.REMOVED_BY_ADMIN: {
        2: mark("🏳️ An admin has taken {player} out of the tournament; {others} wins."),
        _MANY: mark("🏳️ An admin has taken {player} out of the tournament."),
    },
}
"""By the number of players. ``player`` claimed the end, was late, has left, or was taken out."""


def ended_sentence(match: Match, known: Timeline, face: Face) -> str:
    """The end of the match: the winner and the margin, or the reason that it was not played out."""
    if match.ending is Ending.MODERATED:
        return moderated_sentence(match)
    if (sentences := _ENDINGS.get(match.ending)) is None:
        sentence = face.result(known.present, names_in_text(match))
    else:
        count = len(match.players) if match.ended_by else _NOBODY_LOST
        is_claimed = match.ending is Ending.CLAIMED and count == 2
        unmoved = is_claimed and is_first_move(match, 3 - match.ended_by)
        sentence = tr(
            _UNMOVED if unmoved else sentences.get(count, sentences[_MANY]),
            player=names_of(match, *{match.ended_by} - {0}),
            others=names_of(match, *(seat for seat in match.seats if seat != match.ended_by)),
            players=names_of(match, *sorted(match.voters or match.seats)),
        )
    if any(player.name == SOMEONE for player in match.players):  # a sentence may begin with it
        word = tr(SOMEONE)
        return re.sub(rf"^(\W*){re.escape(word)}", rf"\g<1>{capitalized(word)}", sentence)
    return sentence


def hints_line(match: Match) -> str:
    """The number of hints of each player, for the end of a match; empty without any hint."""
    hints = [(name, count_hints(match, seat)) for seat, name in enumerate(names_in_text(match), 1)]
    hints += [
        (safe_player_name(Player(former.id, former.name)), count_hints(match, seat, former=True))
        for seat in match.seats
        if (former := match.player(seat).former) is not None
    ]
    words = [
        trn("{player} took {count} hint", "{player} took {count} hints", count, player=name)
        for name, count in hints
        if count
    ]
    return f"-# 💡 {listing(words)}" if words else ""
