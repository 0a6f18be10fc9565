"""The end of a match in a sentence."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from cogs.board.views.moderation_words import moderated_sentence
from cogs.contract.face import Face
from cogs.frame.names import player_names, safe_player_name
from prowlerbot.core.i18n import mark, tr
from prowlerbot.core.lists_and_numbers import listed
from prowlerbot.match.match import SOMEONE, Ending, Match
from prowlerbot.match.timeline import Timeline

_MANY = 3
_SENTENCES: Mapping[Ending | None, Mapping[int, str]] = {
    Ending.AGREED: {
        _MANY: mark("🤝 {players} agreed to end the match without a result."),
    },
    Ending.ABANDONED: {
        _MANY: mark("💤 Nobody moved for a long time, so the match ended without a result."),
    },
    Ending.CLAIMED: {
        2: mark("⌛ {player} wins: {others} ran out of time."),
        _MANY: mark("⌛ {player} ended the match after waiting too long."),
    },
    Ending.CLOSED: {
        0: mark("⌛ The time is up, and nobody has won."),
        2: mark("⌛ The time is up: {others} wins on time used."),
        _MANY: mark("⌛ The time for the round is up, and {player} was late."),
    },
    Ending.CUT: {
        0: mark("⌛ The host ended the round, and nobody has won."),
        2: mark("⌛ The host ended the round: {others} wins on time used."),
        _MANY: mark("⌛ The host ended the round, and {player} had used the most time."),
    },
    Ending.CUT_BY_ADMIN: {
        0: mark("⌛ An admin ended the round, and nobody has won."),
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
"""By the number of players: 0 where nobody has lost, and ``_MANY`` for all other numbers. The
``player`` has claimed the end, was late, has left, or was taken out.
"""


def ended_sentence(match: Match, known: Timeline, face: Face) -> str:
    """The end of the match: the winner and the margin, or the reason that it was not played out."""
    if match.ending is Ending.MODERATED:
        return moderated_sentence(match)
    sentences = _SENTENCES.get(match.ending)
    if sentences is None:
        sentence = face.result(known.present, _names(match, match.seats))
    else:
        count = len(match.players) if match.ended_by else 0
        sentence = tr(
            sentences.get(count, sentences[_MANY]),
            player="".join(_names(match, {match.ended_by} - {0})),
            others=listed(_names(match, {*match.seats} - {match.ended_by})),
            players=listed(_names(match, match.voters or match.seats)),
        )
    return _with_a_capital(match, sentence)


def _names(match: Match, seats: Collection[int]) -> list[str]:
    shown = player_names(match.players, safe_player_name)
    return [shown[seat - 1] for seat in sorted(seats)]


def _with_a_capital(match: Match, sentence: str) -> str:
    """A sentence that begins with the word for a forgotten player, who has no name."""
    word = tr(SOMEONE)
    before, separator, after = sentence.partition(word)
    forgotten = any(player.name == SOMEONE for player in match.players)
    if not forgotten or not separator or any(sign.isalnum() for sign in before):
        return sentence
    return f"{before}{word[0].upper()}{word[1:]}{after}"
