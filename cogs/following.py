"""Follow a match that others play: its turning points and its end come by direct message.

A message says no more than a spectator could see at that moment.
"""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

import discord
from discord import Interaction
from discord.ext import commands

from cogs.board.match_duties import spare_damaged
from cogs.board.rendering import Rendering
from cogs.board.views import match_views as views
from cogs.board.views.results_text import ended_sentence
from cogs.frame.duty_loop import DutyLoop
from cogs.frame.features import answers, answers_in_match
from cogs.frame.layout import Button, Content, Item, layout
from cogs.frame.names import names_of, plain_names
from cogs.frame.outbox import Outbox, carries
from cogs.frame.replies import LOST, is_refusal, say, send_args
from cogs.frame.visit import bare_asker, visit_of
from cogs.presses import MatchPress, ReviewPress, UnfollowPress
from cogs.reviews.review_views import ReviewScreen
from prowlerbot import following_store
from prowlerbot.core.errors import Denied, NotFound
from prowlerbot.core.i18n import get_language, speaking, tr
from prowlerbot.core.posts import Post, PostKind, PostName
from prowlerbot.match.match import Match, Phase, check_playing
from prowlerbot.match.preferences import PlayerChoices, is_in_peace
from prowlerbot.match.scene import Scene
from prowlerbot.match.timeline import Timeline
from prowlerbot.reviews.review_digest import MOST_TURNS
from prowlerbot.reviews.review_service import Reviews
from prowlerbot.service.housekeeping import Housekeeping
from prowlerbot.service.match_service import Service
from prowlerbot.service.visibility_check import Asker

_END_ARGUMENT = "end"  # the argument of the button below the message of the end
_MAX_LABEL = 40  # letters of a button on a line of a phone


@dataclass(eq=False)
class Following(commands.Cog):
    _client: discord.Client
    _service: Service
    _rendering: Rendering
    _reviews: Reviews
    _outbox: Outbox
    _duty_loop: DutyLoop

    def __post_init__(self) -> None:
        self._outbox.add_kind(PostKind.FOLLOW, self.finish_post, repeatable=True)
        tell = spare_damaged(Housekeeping(self._service), self.tell_followers)
        self._duty_loop.add_handler(following_store.FOLLOW_DUTY, tell)
        self._follows = following_store.FollowStore(self._service.store.database)

    @answers_in_match("follow")
    async def _follow(self, interaction: Interaction, _press: MatchPress, scene: Scene) -> None:
        match, user = scene.match, interaction.user.id
        check_playing(match)
        if match.seat_of(user) is not None:
            raise Denied("You play in this match, so you are called anyway.")
        if not await self._service.visibility.may_look(bare_asker(self._client, user), match, None):
            raise Denied(
                "Nobody could check later whether you may still see this match, so it cannot be"
                " followed from here."
            )
        known = self._service.facts.timeline(match, None)
        if scene.reader.language != get_language():  # the messages are in this language
            await self._service.store.choices.change(PlayerChoices, user, language=get_language())
        if not await self._follows.follow(match.id, user, self._service.now(), known.ply):
            await self._offer_to_unfollow(interaction)
            return
        text = tr("You follow this match: its turning points and its end come by direct message.")
        unfollow = Button(tr("Unfollow"), UnfollowPress(match.id), emoji="🔕")
        await say(interaction, layout(text, rows=[[unfollow]]))

    async def _offer_to_unfollow(self, interaction: Interaction) -> None:
        """Answer a user who follows as many matches as possible with buttons to unfollow them."""
        text = tr(
            "You follow {count} matches, the most possible. Unfollow one of them:",
            count=following_store.MAX_FOLLOWED,
        )
        match_ids = await self._follows.list_followed(interaction.user.id)
        buttons = [await self._unfollow_button(interaction, match_id) for match_id in match_ids]
        rows = [buttons[first : first + 2] for first in range(0, len(buttons), 2)]
        await say(interaction, layout(text, rows=rows))

    async def _unfollow_button(self, interaction: Interaction, match_id: str) -> Button:
        """The button that unfollows a match, with its players if the asker may still see it."""
        label = match_id
        with suppress(NotFound):
            match = await self._service.visible_match(match_id, visit_of(interaction))
            label = views.join_players(plain_names(match))
        return Button(label[:_MAX_LABEL], UnfollowPress(match_id), emoji="🔕")

    @answers(UnfollowPress, "unfollow")
    async def _unfollow(self, interaction: Interaction, press: UnfollowPress) -> None:
        await self._follows.unfollow(press.match, interaction.user.id)
        await say(interaction, tr("You do not follow this match any more."))

    async def tell_followers(self, match_id: str) -> int | None:
        """Send followers the news; returns when those who wait for a review stop to follow."""
        scene = await self._service.scene(match_id)
        for follow in await self._follows.read_follows(match_id):
            await self._tell_follower(follow, scene)
        remaining = await self._follows.read_follows(match_id)
        review_until = scene.match.changed_at + following_store.MAX_REVIEW_WAIT
        if scene.match.phase is not Phase.OVER or not remaining:
            return None
        if self._service.now() < review_until:
            return review_until
        for follow in remaining:
            await self._follows.unfollow(match_id, follow.player)
        return None

    async def _tell_follower(self, follow: following_store.Follow, scene: Scene) -> None:
        match, player = scene.match, follow.player
        if match.seat_of(player) is not None:  # they have taken a free seat since
            await self._follows.unfollow(match.id, player)
            return
        covered = await self._next_covered(follow, scene)
        if covered == follow.covered:
            return
        name = following_store.follow_name(match.id, player, follow.covered, covered)
        message = await self._news_message(name, scene)
        post = Post(name, self._service.now()) if message is not None else None
        is_own_to_send = await self._follows.note_news(follow, covered, post)
        if message is not None and post is not None and is_own_to_send:
            with suppress(*LOST):  # the outbox tries again
                await self._send_news(post, message)
        elif covered == following_store.KNOWS_REVIEW and message is None:
            await self._follows.unfollow(match.id, player)

    async def finish_post(self, post: Post) -> None:
        scene = await self._service.scene(post.name.subject)
        if (message := await self._news_message(post.name, scene)) is None:
            self._service.store.outbox.note_gone(post)
        else:
            await self._send_news(post, message)

    async def _next_covered(self, follow: following_store.Follow, scene: Scene) -> int:
        """The plies that a follower knows after the next message, or one of the KNOWS values."""
        if follow.covered >= 0:  # neither the end nor the review is known
            known = self._service.facts.timeline(scene.match, None)
            return following_store.KNOWS_END if scene.match.phase is Phase.OVER else known.ply
        with suppress(Denied):
            review = await self._reviews.find_review(scene.match, follow.player)
            if review is not None and review.digest is not None:
                return following_store.KNOWS_REVIEW
        return following_store.KNOWS_END

    async def _news_message(self, name: PostName, scene: Scene) -> Content | None:
        """The message of this name; None without news, or if its reader may not see the match."""
        match, player = scene.match, int(name.key)
        known = self._service.facts.timeline(match, None)
        since, covered = following_store.plies_of(name)
        asker = bare_asker(self._client, player)
        if not await self._service.visibility.may_look(asker, match, None):
            return None
        with speaking((await self._service.player(player)).language or get_language()):
            if covered == following_store.KNOWS_REVIEW:
                return await self._review_message(match, known, asker)
            points = self._service.facts.game(match).points
            turns = await asyncio.to_thread(following_store.public_turning_points, known, points)
            last_ply = known.ply if covered == following_store.KNOWS_END else covered
            lines = [_turn_words(match, known, it) for it in turns if since < it.at <= last_ply]
            if covered == following_store.KNOWS_END:
                lines.append(ended_sentence(match, known, self._rendering.face(match)))
            if not lines:
                return None
            return await self._message_content(match, asker, lines, _unfollow_press(name))

    async def _review_message(self, match: Match, known: Timeline, asker: Asker) -> Content | None:
        """The message about the review of a finished match, if the follower may see it."""
        review = await self._reviews.find_review(match, asker.user)
        if review is None or review.digest is None:
            return None
        face = self._rendering.face(match)
        lines = ReviewScreen(match, known, face, review.digest).turning_point_lines(MOST_TURNS)
        return await self._message_content(match, asker, lines, None) if lines else None

    async def _message_content(
        self, match: Match, asker: Asker, lines: Sequence[str], press: UnfollowPress | None
    ) -> Content:
        """News with a link to the board, and a button that identifies the message in a search."""
        face = self._rendering.face(match)
        board = (await self._service.visibility.visible_boards(asker, [match.id])).get(match.id)
        row = list[Item]()
        if board is not None:
            row.append(discord.ui.Button(label=tr("Go to the board"), url=views.link_to(*board)))
        if press is not None:
            row.append(Button(tr("Unfollow"), press, emoji="🔕"))
        else:
            row += views.review_buttons(match, self._service.facts.timeline(match, None))
        footer = f"-# {face.title} · {views.match_words(match)}"
        text = "\n".join([views.match_heading(match, face), *lines, footer])
        return layout(text, rows=[row])

    async def _send_news(self, post: Post, message: Content) -> None:
        """Send a post to a follower, who follows no more if it is refused. Raises one of LOST."""
        match_id, user = post.name.subject, int(post.name.key)
        is_quiet = is_in_peace(await self._service.player(user), self._service.now())
        button = str(_unfollow_press(post.name) or ReviewPress("review", match_id))
        content = send_args(message, silent=is_quiet)
        try:
            chat = await self._client.create_dm(discord.Object(user))
            await self._outbox.send(replace(post, channel=chat.id), content, carries(button))
        except LOST as error:
            if not is_refusal(error):
                raise
            await self._follows.unfollow(match_id, user)
            return
        if following_store.plies_of(post.name).covered == following_store.KNOWS_REVIEW:
            await self._follows.unfollow(match_id, user)


def _unfollow_press(name: PostName) -> UnfollowPress | None:
    """The press of the button that identifies a message; None for the message about a review."""
    covered = following_store.plies_of(name).covered
    if covered == following_store.KNOWS_REVIEW:
        return None
    if covered == following_store.KNOWS_END:
        return UnfollowPress(name.subject, end=_END_ARGUMENT)
    return UnfollowPress(name.subject, covered)


def _turn_words(match: Match, known: Timeline, turn: following_store.TurningPoint) -> str:
    player = names_of(match, turn.seat)
    if not turn.points:
        return tr("🚪 {player} has left the match.", player=player)
    points = map(str, sorted(turn.points, reverse=True))
    return tr(
        "📈 {player} takes the lead with move {number}, {score}.",
        player=player,
        number=known.count_moves(turn.at),
        score="\N{NO-BREAK SPACE}:\N{NO-BREAK SPACE}".join(points),
    )
