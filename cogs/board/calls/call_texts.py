"""The texts of calls: the last event and the turn, a reminder, or the end of the match."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import NamedTuple

from cogs.board.rendering import Rendering
from cogs.board.views.endings import ended_sentence
from cogs.board.views.match_views import due_line, names, others
from cogs.board.views.question_views import refused_line, taken_back_line
from cogs.contract.face import Face
from cogs.contract.plain_words import label
from cogs.frame.names import command
from prowlerbot.core.clock import DAY
from prowlerbot.core.i18n import mark, tr, trn
from prowlerbot.core.lists_and_numbers import listed
from prowlerbot.match.agreements import UNFOUND
from prowlerbot.match.call_rules import Word
from prowlerbot.match.match import Match, Phase
from prowlerbot.match.scene import Scene
from prowlerbot.match.timeline import Timeline
from prowlerbot.service.match_service import Service

_TURN = {
    1: mark("{player}, your turn in {game}."),
    2: mark("{player}, your turn in {game} against {others}."),
    3: mark("{player}, your turn in {game} with {others}."),
}
"""By the number of players; 3 means three or more."""
_OUT_OF_TURN = mark("{player}, you must move out of turn in {game}. {reason}")
_REMINDERS = {
    Word.HALF: mark("{player}, half of your time in {game} has passed. Your move is due {when}."),
    Word.LAST: mark("{player}, your time in {game} is nearly up. Your move is due {when}."),
}
_PLAIN = {
    Word.GONE: mark(
        "{player}, your time ran out, and you had to leave the match of {game}. It goes on"
        " without you."
    ),
    Word.AWAITED: mark("{player}, all others have decided: the match of {game} waits for you."),
}
_ALL_TO_MOVE = mark("{players}, you are to move in {game}.")
_TOGETHER = mark("{player}, your moves are due in several matches:")
_MORE = mark("There are more: `{command}` shows them all.")
LONGEST_CALL = 2_000
"""Discord's limit for a message of plain text."""
_MOST_TOLD = 4
"""The most events in a call after a plan; if there are more, it has only the last one."""
_ABSENT = mark(
    "{player}, {others} has left this server, and the clock runs on. Once the time is up,"
    " `{command}` wins you the match."
)
_ABSENT_WITHOUT_LIMIT = mark(
    "{player}, {others} has left this server. If no move comes within {count} days, `{command}`"
    " wins you the match."
)
_ABSENT_OF_MANY = mark(
    "{player}, {others} has left this server, and the clock runs on. Once the time is up,"
    " `{command}` takes them out of the match."
)
_ABSENT_OF_MANY_WITHOUT_LIMIT = mark(
    "{player}, {others} has left this server. If no move comes within {count} days, `{command}`"
    " takes them out of the match."
)


class Due(NamedTuple):
    """A move of a seat is due by then; ``link`` leads to its match."""

    by: int
    match: Match
    seat: int
    link: str


@dataclass(eq=False)
class CallWords:
    """Writes calls. Everybody may read them, so they have only what a spectator may know.

    ``player`` is the mention of the called player.
    """

    _service: Service
    _rendering: Rendering

    def of(self, scene: Scene, seat: int, word: Word, player: str) -> str:
        """The call to a seat for this reason; by default to its turn, or to the end."""
        match, absent = scene.match, scene.match.voters - {seat}
        game = self._rendering.face(match).title
        if word in _REMINDERS and (due := self._service.deadline(scene, seat)):
            return tr(_REMINDERS[word], player=player, game=game, when=f"<t:{due}:R>")
        if word in _PLAIN:
            return tr(_PLAIN[word], player=player, game=game)
        if word is Word.ABSENCE and absent:
            return _absence(match, min(absent & self._service.to_move(match) or absent), player)
        if word is Word.REFUSED:
            known = self._service.timeline(match, None)
            return f"{player} {refused_line(match, known, self._rendering.face(match))}"
        if match.phase is Phase.OVER:
            ended = self._ended(match)
            sentence = mark("{player}, your match of {game} is over. {ended}")
            return tr(sentence, player=player, game=game, ended=ended)
        return self._turn(match, seat, player)

    def _turn(self, match: Match, seat: int, player: str) -> str:
        """The last event, if another player caused it, and the turn of this seat."""
        known = self._service.timeline(match, None)
        face, who, happened = self._rendering.face(match), names(match), ""
        if known.plays and known.plays[-1].seat != seat:
            happened = self._happened(known, face, seat, who)
        if undone := taken_back_line(match, known, face, seat):
            happened = undone.removesuffix(".")
        event = f" {happened}." if happened else ""
        if reason := face.out_of_turn(known.views, seat, who):
            return tr(_OUT_OF_TURN, player=player, game=face.title, reason=reason) + event
        # In a match of two, the event names the opponent.
        number = 1 if happened and len(match.players) == 2 else min(len(match.players), 3)
        company = listed(others(match, match.player(seat).id))
        return tr(_TURN[number], player=player, game=face.title, others=company) + event

    @staticmethod
    def _happened(known: Timeline, face: Face, seat: int, who: Sequence[str]) -> str:
        """The last event.

        For a seat that moved by a plan: the number of those moves, and a few events since the
        player's own last move.
        """
        first = known.since(seat)
        planned = sum(play.seat == seat for play in known.plays[first:])
        since = known.ply - first if planned else 1
        plies = range(known.ply if since > _MOST_TOLD else known.ply - since + 1, known.ply + 1)
        events = [face.recap(known.views_until(ply), who) for ply in plies]
        if planned:
            made = trn("Your plan made {count} move.", "Your plan made {count} moves.", planned)
            events.insert(0, made.removesuffix("."))
        return ". ".join(map(label, filter(None, events)))

    def of_all(self, match: Match, players: str) -> str:
        """The call to all of these players, by their mentions: to their turn, or to the end."""
        face, who = self._rendering.face(match), names(match)
        if match.phase is Phase.OVER:
            sentence = mark("{players}, the match of {game} is over. {ended}")
            return tr(sentence, players=players, game=face.title, ended=self._ended(match))
        known = self._service.timeline(match, None)
        event = face.recap(known.views_until(known.ply), who) if known.plays else ""
        told = f" {label(event)}." if event else ""
        return tr(_ALL_TO_MOVE, players=players, game=face.title) + told

    def _ended(self, match: Match) -> str:
        known = self._service.timeline(match, None)
        ended = ended_sentence(match, known, self._rendering.face(match)).removesuffix(".")
        return f"{ended}."

    def together(self, player: str, due: Sequence[Due]) -> str:
        """The reminders of a player in several matches, the most urgent first, as many as fit."""
        text, more = tr(_TOGETHER, player=player), f"\n{tr(_MORE, command=command('matches'))}"
        for at, (by, match, seat, link) in enumerate(sorted(due, key=attrgetter("by")), 1):
            title, user = self._rendering.face(match).title, match.player(seat).id
            line = f"\n- [{title}]({link}) · **{listed(others(match, user))}** · {due_line(by)}"
            if len(text + line + more * (at < len(due))) > LONGEST_CALL:
                return text + more
            text += line
        return text


def _absence(match: Match, absent: int, player: str) -> str:
    """The absence of a player, and the options of the others."""
    claim, other = command(match.game, "time-up"), names(match)[absent - 1]
    sentence = _ABSENT if match.terms.pace else _ABSENT_WITHOUT_LIMIT
    if len(match.voters) > 2:
        sentence = _ABSENT_OF_MANY if match.terms.pace else _ABSENT_OF_MANY_WITHOUT_LIMIT
    return tr(sentence, player=player, others=other, command=claim, count=UNFOUND // DAY)
