"""Makes the messages of calls: whom each is for, where it goes, and its words."""

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass, replace
from operator import attrgetter
from typing import NamedTuple

import discord

from cogs.board.rendering import Rendering
from cogs.board.views import agreement_views
from cogs.board.views import match_views as views
from cogs.board.views.results_text import ended_sentence
from cogs.board.views.terms_words import due_line
from cogs.contract.face import Face
from cogs.contract.screen import capitalized
from cogs.frame.layout import PLAIN_LIMIT, Button, plain_view
from cogs.frame.names import command, names_in_text, names_of, other_safe_names
from cogs.frame.outbox import Sending, custom_ids
from cogs.frame.replies import AnyInteraction, current_interaction, ping_mentions
from cogs.presses import MatchAction, MatchPress
from prowlerbot.core.clock import DAY
from prowlerbot.core.i18n import Language, get_language, listing, mark, speaking, tr, trn
from prowlerbot.core.posts import Post
from prowlerbot.match import call_rules
from prowlerbot.match.call_rules import CallAudience, CallKind, Lapse, key_of, part_of, rule_of
from prowlerbot.match.deadlines import seat_deadline
from prowlerbot.match.leaving import UNFOUND_SECONDS
from prowlerbot.match.match import Match, Phase, Player
from prowlerbot.match.scene import Access, Board, Scene
from prowlerbot.match.timeline import Timeline
from prowlerbot.service.match_service import Service

_TURN_CALLS = {
    1: mark("{player}, your turn in {game}."),
    2: mark("{player}, your turn in {game} against {others}."),
    3: mark("{player}, your turn in {game} with {others}."),
}
"""By the number of players; 3 means three or more."""
_OUT_OF_TURN = mark("{player}, you must move out of turn in {game}. {reason}")
_ALL_TO_MOVE = mark("{players}, you are to move in {game}.")
_SEVERAL = mark("{player}, your moves are due in several matches:")
_MORE_MATCHES = mark("There are more: `{command}` shows them all.")
_MAX_TOLD = 4  # the most events in a call after a plan; if there are more, it has only the last one
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
_CLAIMABLE = mark("{player}, the time of {others} in {game} is up: `{command}` claims that.")
ONLY_DIRECT = {CallKind.QUESTION, CallKind.CLAIM}
"""Reasons that the player reads elsewhere too, so that no other call replaces a direct one."""
_QUESTION_ACTIONS: set[MatchAction] = {"agree", "refuse", "withdraw"}


class Call(NamedTuple):
    """A recorded call in a match that has a place."""

    scene: Scene
    board: Board
    post: Post
    seat: int  # 0 for a call to all readers of the place
    loud: bool = True
    brought: bool = False
    """Whether the match came there from another place, so that its players may not be there."""
    deadline: int = 0  # the deadline that a reminder is about; 0 for other calls

    @property
    def player(self) -> Player:
        return self.scene.match.player(self.seat)

    @property
    def direct(self) -> bool:
        """Whether the player is called in their own chat, also where no answer could call them."""
        if not self.seat:
            return False
        kind, setting = part_of(self.post).kind, self.scene.choices_of(self.seat).calls
        if setting == "dm" or self.board.in_a_chat or kind in ONLY_DIRECT:
            return True
        if self.board.access is Access.MEMBER:
            return False
        if self.brought or rule_of(self.post).lapse is Lapse.LATE:
            return True
        is_alone = len(self.scene.match.people) < 2
        return kind is CallKind.TURN and not is_alone and public_interaction(self.board) is None

    def sharing_key(self, *, direct: bool) -> Hashable:
        """The key that calls have in common if they share a message in the same kind of place."""
        board, until, match = self.board, rule_of(self.post).lapse, self.scene.match
        if until is Lapse.LATE and board.message and board.access is Access.MEMBER:
            return self.player.id, not direct and board.channel
        of_match = match.phase is Phase.OVER or board.access is not Access.MEMBER
        return match.id if not direct and until is Lapse.DECIDED and of_match else self.post.name


@dataclass(eq=False)
class RecordedCalls:
    """Records calls, and makes recorded ones ready to be sent."""

    _service: Service

    def __post_init__(self) -> None:
        self._store, self._post_store = self._service.store, self._service.store.outbox

    def is_standing(self, post: Post, match: Match) -> bool:
        """Whether a call is still right in the present state of its match."""
        if rule_of(post).lapse is Lapse.NEXT:
            return match.phase is Phase.PLAYING
        return key_of(post) in call_rules.valid_call_keys(match, self._service.facts.to_move(match))

    async def note_call(
        self, scene: Scene, key: call_rules.CallKey, part: call_rules.CallPart
    ) -> list[Post]:
        """Record a new call; returns it unless there was one of that key and part before."""
        due = call_rules.DueCall(key, part, self._service.now())
        return await self._post_store.note_calls(scene.match.id, [due])

    async def make_calls(self, scene: Scene, board: Board, post: Post, *, loud: bool) -> list[Call]:
        """Make a recorded call ready; drop it if its player's data was deleted.

        A question to all is recorded also for each player who is asked in a chat of their own. It
        makes a sound if it is ``loud``; other calls do by their reasons.
        """
        match, key, rule = scene.match, key_of(post), rule_of(post)
        if rule.audience is CallAudience.PLACE:
            return [Call(scene, board, post, 0)]
        if rule.audience is CallAudience.ASKED:
            part = part_of(post)
            if part.seat:
                return [Call(scene, board, post, part.seat, loud)]
            calls = [Call(scene, board, post, 0, loud)]
            for seat in self.asked_seats(scene, direct=True):
                noted = await self.note_call(scene, key, part._replace(seat=seat))
                calls += [Call(scene, board, new, seat, loud) for new in noted]
            return calls
        seat = key.called_seat
        if rule.audience is CallAudience.LEAVER and (leaver := match.player(seat).leaver):
            # The machine may have the seat by now.
            players, choices = list(match.players), list(scene.choices)
            players[seat - 1] = replace(players[seat - 1], id=leaver)
            choices[seat - 1] = await self._service.player(leaver)
            match = replace(match, players=tuple(players))
            scene = replace(scene, match=match, choices=tuple(choices))
        if not match.player(seat).is_person:
            self._post_store.note_gone(post)
            return []
        is_hosted = board.access is Access.INTERACTION or (board.in_a_chat and bool(board.message))
        brought = is_hosted and await self._store.showings.was_brought(board.match, board.channel)
        is_reminder = rule.lapse is Lapse.LATE
        deadline = self._service.clocks.deadline(scene, seat) if is_reminder else None
        return [Call(scene, board, post, seat, rule.loud, brought, deadline or 0)]

    def asked_seats(self, scene: Scene, *, direct: bool) -> list[int]:
        """The seats that are asked the open question, in their own chats or in public."""
        match, board = scene.match, scene.board
        if (question := match.open_question) is None or board is None:
            return []
        known = self._service.facts.timeline(match, None)
        return [
            seat
            for seat in agreement_views.seats_to_answer(match, known, question)
            if call_rules.wants_calls(scene, seat)
            and (scene.choices_of(seat).calls == "dm" or board.in_a_chat) is direct
        ]


@dataclass(eq=False)
class CallWords:
    """Writes calls. Everybody may read them, so they have only what a spectator may know."""

    _client: discord.Client
    _service: Service
    _rendering: Rendering

    def language_at(self, call: Call) -> Language:
        """The language of the place of a call; without a server, it is the player's."""
        scene, board = call.scene, call.board
        if not call.seat:
            return self._rendering.language_at(scene, board.guild, board.access)
        with speaking(scene.choices_of(call.seat).language or get_language()):
            guild = self._client.get_guild(board.guild)
            return scene.server.language_in(guild and guild.preferred_locale)

    def message(
        self, calls: Sequence[Call], *, with_board: bool = False, direct: bool = False
    ) -> Sending:
        """The message of calls that share it, in the current language.

        A message ``with_board`` shows the board too, so it needs no link to it. Without a link, a
        button opens the reader's own board. A ``direct`` message has it also for a reader of words
        first: elsewhere all would see who that is.
        """
        if not calls:
            return call_message("", (), quiet=True)
        first, match = calls[0], calls[0].scene.match
        users = list(dict.fromkeys(call.player.id for call in calls))
        pinged = [call.player.id for call in calls if call.loud]
        link = "" if with_board else board_link_of(first.board)
        if len(calls) == 1:
            text = self._call_sentence(first)
        elif len(users) == 1:
            return call_message(self._join_reminders(calls), users, quiet=not pinged)
        else:
            text = self._words_to_all(match, listing([f"<@{user}>" for user in users]))
        message = call_message(f"{text} {link}".rstrip(), pinged or users, quiet=not pinged)
        is_claim = part_of(first.post).kind is CallKind.CLAIM
        row = [agreement_views.claim_button(match)] if is_claim else list[Button]()
        words_first = direct and any(call.scene.choices_of(call.seat).text_first for call in calls)
        if not with_board and (words_first or not link):
            press, style = MatchPress("look", match.id), discord.ButtonStyle.success
            row.append(Button(tr("Open my board"), press, style))
        return {**message, "view": plain_view(row)} if row else message

    def place_message(self, call: Call, pinged: Sequence[int]) -> Sending:
        """The message about a free seat, or the question that calls the ``pinged`` users."""
        match, link = call.scene.match, board_link_of(call.board)
        if part_of(call.post).kind is CallKind.SEAT or match.open_question is None:
            seat = key_of(call.post).seat - call_rules.FREE_SEAT_OFFSET
            line = views.free_seat_line(match.player(seat))
            return call_message(f"{line} {link}", (), quiet=False)
        known, face = self._service.facts.timeline(match, None), self._rendering.face(match)
        view = agreement_views.question_view(match, known, face, match.open_question, link)
        return {"view": view, "allowed_mentions": ping_mentions(pinged), "silent": not pinged}

    def _call_sentence(self, call: Call) -> str:
        """The sentence to one player; by default to their turn, or to the end."""
        match, seat, kind = call.scene.match, call.seat, part_of(call.post).kind
        title, player = self._service.games.title_of(match.game), f"<@{call.player.id}>"
        others = match.voters - {seat}
        if text := rule_of(call.post).text:
            return tr(text, player=player, game=title, when=f"<t:{call.deadline}:R>")
        if kind is CallKind.ABSENCE and others:
            absent = names_of(match, min(others & self._service.facts.to_move(match) or others))
            sentence = _ABSENT if match.terms.limit else _ABSENT_WITHOUT_LIMIT
            if len(match.voters) > 2:
                sentence = _ABSENT_OF_MANY if match.terms.limit else _ABSENT_OF_MANY_WITHOUT_LIMIT
            claim, days = command(match.game, "time-up"), UNFOUND_SECONDS // DAY
            return tr(sentence, player=player, others=absent, command=claim, count=days)
        if kind is CallKind.CLAIM:
            late = names_of(match, *sorted(self._service.clocks.late_seats(call.scene)))
            claim = command(match.game, "time-up")
            return tr(_CLAIMABLE, player=player, others=late, game=title, command=claim)
        if kind in {CallKind.QUESTION, CallKind.REFUSED}:
            is_question = kind is CallKind.QUESTION
            line = agreement_views.question_line if is_question else agreement_views.refused_line
            known = self._service.facts.timeline(match, None)
            return f"{player} {line(match, known, self._rendering.face(match))}"
        if match.phase is Phase.OVER:
            ended = self._end_words(match)
            sentence = mark("{player}, your match of {game} is over. {ended}")
            return tr(sentence, player=player, game=title, ended=ended)
        return self._turn_words(match, seat, player, title)

    def _turn_words(self, match: Match, seat: int, player: str, title: str) -> str:
        """The last event, if another player caused it, the turn of this seat, and its deadline."""
        known = self._service.facts.timeline(match, None)
        face, names, event = self._rendering.face(match), names_in_text(match), ""
        if known.plays and known.plays[-1].seat != seat:
            event = self._last_event_words(known, face, seat, names)
        if undone := agreement_views.taken_back_line(match, known, face, seat):
            event = undone.removesuffix(".")
        end = f" {event}." if event else ""
        if match.terms.is_timed:
            since = match.decision(seat).since
            end += f" {due_line(seat_deadline(match, seat), match, since, {seat})}".rstrip()
        if reason := face.out_of_turn(known.views, seat, names):
            return tr(_OUT_OF_TURN, player=player, game=title, reason=reason) + end
        # In a match of two, the event names the opponent.
        form = 1 if event and len(match.players) == 2 else min(len(match.players), 3)
        others = listing([name for other, name in enumerate(names, 1) if other != seat])
        return tr(_TURN_CALLS[form], player=player, game=title, others=others) + end

    @staticmethod
    def _last_event_words(known: Timeline, face: Face, seat: int, names: Sequence[str]) -> str:
        """The last event; for a seat that moved by a plan, those since its own last move."""
        plays = known.plays
        by_hand = (ply for ply, it in enumerate(plays, 1) if it.seat == seat and not it.planned)
        first_ply = max(by_hand, default=0)
        planned = sum(play.seat == seat for play in plays[first_ply:])
        count = known.ply - first_ply if planned else 1
        plies = range(known.ply if count > _MAX_TOLD else known.ply - count + 1, known.ply + 1)
        events = [face.recap(known.views_until(ply), names) for ply in plies]
        if planned:
            sentence = trn("Your plan made {count} move.", "Your plan made {count} moves.", planned)
            events.insert(0, sentence.removesuffix("."))
        return ". ".join(map(capitalized, filter(None, events)))

    def _words_to_all(self, match: Match, players: str) -> str:
        """The call to all of these players, by their mentions: to their turn, or to the end."""
        face = self._rendering.face(match)
        if match.phase is Phase.OVER:
            sentence = mark("{players}, the match of {game} is over. {ended}")
            return tr(sentence, players=players, game=face.title, ended=self._end_words(match))
        known, names = self._service.facts.timeline(match, None), names_in_text(match)
        event = face.recap(known.views_until(known.ply), names) if known.plays else ""
        end = f" {capitalized(event)}." if event else ""
        return tr(_ALL_TO_MOVE, players=players, game=face.title) + end

    def _end_words(self, match: Match) -> str:
        known = self._service.facts.timeline(match, None)
        return ended_sentence(match, known, self._rendering.face(match)).removesuffix(".") + "."

    def _join_reminders(self, calls: Sequence[Call]) -> str:
        """The reminders of a player in several matches, the most urgent first, as many as fit."""
        text = tr(_SEVERAL, player=f"<@{calls[0].player.id}>")
        rest = f"\n{tr(_MORE_MATCHES, command=command('matches'))}"
        for number, call in enumerate(sorted(calls, key=attrgetter("deadline")), 1):
            match, link = call.scene.match, views.link_to(call.board, call.board.message)
            title, due = self._rendering.face(match).title, due_line(call.deadline)
            others = listing(other_safe_names(match, call.player.id))
            line = f"\n- [{title}]({link}) · **{others}** · {due}"
            if len(text + line + rest * (number < len(calls))) > PLAIN_LIMIT:
                return text + rest
            text += line
        return text


def public_interaction(board: Board) -> AnyInteraction | None:
    """The interaction being answered at a board; None if only the presser sees its answers."""
    interaction = current_interaction(board.channel)
    if interaction is None or not interaction.guild_id:
        return interaction
    return interaction if interaction.permissions.use_external_apps else None


def call_message(text: str, users: Iterable[int], *, quiet: bool) -> Sending:
    """A call to these users; a ``quiet`` one makes no sound."""
    return {"content": text, "allowed_mentions": ping_mentions(users), "silent": quiet}


def is_call(scene: Scene, post: Post, message: discord.Message) -> bool:
    """Whether a message is that of a call: it leads to a board, and is no other recorded call."""
    match, board, seat = scene.match, scene.board, key_of(post).called_seat
    if message.id in {call.message for call in scene.calls}:
        return False
    mention = f"<@{match.player(seat).id}>" if seat in match.seats else ""
    link = views.link_to(board, board.message) if board is not None and board.message else ""
    presses = map(MatchPress.read, custom_ids(message.components))
    actions = {press.action for press in presses if press and press.match == match.id}
    if not mention and not seat and actions & _QUESTION_ACTIONS:
        return True
    leads_to_board = "look" in actions or bool(link and link in message.content)
    return bool(message.content) and leads_to_board and mention in message.content


def board_link_of(board: Board) -> str:
    """The players' link to the match; empty if the match is shown in private chats only."""
    if board.in_a_chat or not board.message:
        return ""
    return views.board_link(views.link_to(board, board.message))
