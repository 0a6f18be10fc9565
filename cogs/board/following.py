"""Follow a match that others play: its turning points and its end come by direct message.

A follower hears no more than a spectator who may look at the match at that moment. A message is
begun in the store before it is sent; what a kill has interrupted is looked for in the chat.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime

import discord
from discord import Interaction

from cogs.board.rendering import Rendering
from cogs.board.shown_messages import link_to
from cogs.frame.asker import away
from cogs.frame.features import answers, answers_in_match
from cogs.frame.layout import Button, LinkButton, layout
from cogs.frame.replies import LOST, NOBODY, say, surely_refused
from cogs.frame.visit import visit_of
from cogs.presses.addresses import MatchPress, ReviewPress, UnfollowPress
from cogs.views import match_views as views
from cogs.views.match_views import review_button
from cogs.views.review_views import ReviewScreen
from prowlerbot.core.errors import Denied, NotFound
from prowlerbot.core.i18n import speaking, spoken, tr
from prowlerbot.match.deadlines import in_peace
from prowlerbot.match.following import Turn, turns
from prowlerbot.match.match import Match, Phase, only_while_playing
from prowlerbot.match.preferences import PlayerChoices
from prowlerbot.match.timeline import Timeline
from prowlerbot.service.housekeeping import Housekeeping
from prowlerbot.service.reviews import Reviews
from prowlerbot.service.service import Service
from prowlerbot.service.visibility_check import Asker
from prowlerbot.storage.follows import ENDED, MOST_FOLLOWED, Follow, FollowStore
from prowlerbot.storage.scenes import Scene

_INTERRUPTED = 2 * 60
"""Seconds after which a message that was begun has been sent or never will."""
_CLOCKS_DIFFER = 60
_LOOKED_THROUGH = 50
"""The most messages to look through in a chat."""
_REVIEWED = -2
"""The review, too, is told, so there is nothing left to follow."""
_END = "end"
"""The argument of the button below the message of the end."""


@dataclass(eq=False)
class Following:
    _client: discord.Client
    _service: Service
    _rendering: Rendering
    _reviews: Reviews

    def __post_init__(self) -> None:
        self._follows = FollowStore(self._service.store.database)
        self._housekeeping = Housekeeping(self._service)

    # ------------------------------------------------------------------ presses

    @answers_in_match("follow")
    async def _follow(self, interaction: Interaction, _press: MatchPress, scene: Scene) -> None:
        match, user = scene.match, interaction.user.id
        only_while_playing(match)
        if match.seat_of(user) is not None:
            raise Denied("You play in this match, so you are called anyway.")
        try:
            await self._service.visibility.check(away(self._client, user), match, None)
        except NotFound as hidden:
            raise Denied(
                "Nobody could check later whether you may still see this match, so it cannot be"
                " followed from here."
            ) from hidden
        known = self._service.timeline(match, None)
        if scene.reader.language != spoken():  # that of the messages
            await self._service.store.rechoose(PlayerChoices, user, language=spoken())
        if await self._follows.add(match.id, user, self._service.now(), known.ply):
            words = tr(
                "You follow this match: its turning points and its end come by direct message."
            )
            await say(interaction, layout(words, rows=[[_unfollow_button(match)]]))
            return
        words = tr(
            "You follow {count} matches, the most possible. Unfollow one of them:",
            count=MOST_FOLLOWED,
        )
        followed = await self._follows.followed(user)
        buttons = [await self._named(interaction, each) for each in followed]
        rows = [buttons[at : at + 2] for at in range(0, len(buttons), 2)]
        await say(interaction, layout(words, rows=rows))

    async def _named(self, interaction: Interaction, match_id: str) -> Button:
        """The button that unfollows a match, with its players if the asker may still see it."""
        press, label = str(UnfollowPress(match_id)), match_id
        with suppress(NotFound):
            match = await self._service.look(match_id, visit_of(interaction))
            label = views.together(views.plain_names(match))
        return Button(label[:40], press, emoji="🔕")

    @answers(UnfollowPress, "unfollow")
    async def _unfollow(self, interaction: Interaction, press: UnfollowPress) -> None:
        await self._follows.remove(press.match, interaction.user.id)
        await say(interaction, tr("You do not follow this match any more."))

    # ------------------------------------------------------------------ messages

    async def tell(self) -> None:
        """Tell followers of what has happened since they were told last."""
        await self._follows.prune(self._service.now())
        await self._look_for_interrupted()
        for match_id in await self._service.mine(await self._follows.due()):
            async with self._housekeeping.sparing(match_id):
                for follow in await self._follows.of(match_id):
                    await self._tell(follow)

    async def _tell(self, follow: Follow) -> None:
        if not await self._follows.claim(follow, self._service.now()):
            return
        scene = await self._service.scene(follow.match)  # after the claim: no change is missed
        if scene.match.seat_of(follow.player) is not None:  # they have taken a free seat since
            await self._follows.remove(follow.match, follow.player)
            return
        asker = away(self._client, follow.player)
        message, told = await self._news(follow, scene, asker)
        if message is not None and await self._may_look(asker, scene):
            try:
                await self._send(follow.player, message)
            except LOST as error:
                if surely_refused(error):  # closed messages end it
                    await self._follows.remove(follow.match, follow.player)
                return  # else it is looked for later
        await self._note(follow, told)

    async def _news(
        self, follow: Follow, scene: Scene, asker: Asker
    ) -> tuple[discord.ui.LayoutView | None, int]:
        """The next message to a follower, if there is any news, and what they know then."""
        match, known = scene.match, self._service.timeline(scene.match, None)
        choices = await self._service.player(follow.player)
        with speaking(choices.language or spoken()):
            if follow.told == ENDED:
                return await self._turning_points(match, known, asker)
            happened = await asyncio.to_thread(turns, known, self._service.game(match).points)
            lines = [_told(match, known, turn) for turn in happened if turn.at > follow.told]
            if match.phase is not Phase.OVER:
                press = UnfollowPress(match.id, known.ply)
                view = await self._message(match, asker, lines, press) if lines else None
                return view, known.ply
            lines.append(views.ended_sentence(match, known, self._rendering.face(match)))
            press = UnfollowPress(match.id, end=_END)
            return await self._message(match, asker, lines, press), ENDED

    async def _turning_points(
        self, match: Match, known: Timeline, asker: Asker
    ) -> tuple[discord.ui.LayoutView | None, int]:
        """Those of a finished match, once there is a review that the follower may see."""
        with suppress(Denied):
            found = await self._reviews.find(match, asker.user)
            if found is not None and found.digest is not None:
                face = self._rendering.face(match)
                lines = ReviewScreen(match, known, face, found.digest).turning_points()
                view = await self._message(match, asker, lines, None) if lines else None
                return view, _REVIEWED
        return None, ENDED

    async def _message(
        self, match: Match, asker: Asker, lines: Sequence[str], press: UnfollowPress | None
    ) -> discord.ui.LayoutView:
        """News with the way to the board, and a button by which the message is found again."""
        face = self._rendering.face(match)
        board = (await self._service.visibility.boards(asker, [match.id])).get(match.id)
        unfollow = Button(tr("Unfollow"), str(press), emoji="🔕") if press else review_button(match)
        way = [LinkButton(tr("Go to the board"), link_to(*board))] if board is not None else []
        small = f"-# {face.title} · {views.which(match)}"
        return layout(
            "\n".join([views.heading(match, face), *lines, small]), rows=[[*way, unfollow]]
        )

    async def _send(self, user: int, message: discord.ui.LayoutView) -> None:
        quiet = in_peace(await self._service.player(user), self._service.now())
        chat = await self._client.create_dm(discord.Object(user))
        await chat.send(view=message, allowed_mentions=NOBODY, silent=quiet)

    async def _note(self, follow: Follow, told: int) -> None:
        if told == _REVIEWED:
            await self._follows.remove(follow.match, follow.player)
        else:
            await self._follows.done(follow, told)

    async def _may_look(self, asker: Asker, scene: Scene) -> bool:
        try:
            await self._service.visibility.check(asker, scene.match, None)
        except NotFound:
            return False
        return True

    # ------------------------------------------------------------------ after a kill

    async def _look_for_interrupted(self) -> None:
        """Send a message again that was begun and did not arrive."""
        found = await self._follows.interrupted(self._service.now() - _INTERRUPTED)
        mine = {*await self._service.mine({each.match for each in found})}
        for follow in found:
            if follow.match in mine:
                try:
                    arrived = await self._arrived(follow)
                except LOST as error:
                    if surely_refused(error):
                        await self._follows.remove(follow.match, follow.player)
                    continue
                if arrived is None:
                    await self._follows.retry(follow)
                else:
                    await self._note(follow, arrived)

    async def _arrived(self, follow: Follow) -> int | None:
        """What the follower knows by a message that was begun and did arrive; None for none."""
        chat = await self._client.create_dm(discord.Object(follow.player))
        since = datetime.fromtimestamp(follow.sending - _CLOCKS_DIFFER, UTC)
        async for message in chat.history(limit=_LOOKED_THROUGH, after=since):
            for row in message.components:
                for item in getattr(row, "children", ()):
                    custom_id = getattr(item, "custom_id", None) or ""
                    press = UnfollowPress.read(custom_id)
                    if follow.told == ENDED:
                        if ReviewPress.read(custom_id) == ReviewPress("review", follow.match):
                            return _REVIEWED
                        continue
                    if press is None or press.match != follow.match:
                        continue
                    if press.end or press.ply > follow.told:
                        return ENDED if press.end else press.ply
        return None


def _unfollow_button(match: Match) -> Button:
    return Button(tr("Unfollow"), str(UnfollowPress(match.id)), emoji="🔕")


def _told(match: Match, known: Timeline, turn: Turn) -> str:
    """A turning point in a sentence."""
    player = views.names_of(match, turn.seat)
    if not turn.points:
        return tr("🚪 {player} has left the match.", player=player)
    score = "\N{NO-BREAK SPACE}:\N{NO-BREAK SPACE}".join(
        map(str, sorted(turn.points, reverse=True))
    )
    return tr(
        "📈 {player} takes the lead with move {number}, {score}.",
        player=player,
        number=known.count(turn.at),
        score=score,
    )
