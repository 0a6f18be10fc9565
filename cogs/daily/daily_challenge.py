"""The day's challenge: its card, the beginning of a try, and its posts in servers.

A try is on a private board. The bot posts the challenge in the servers whose admins want that, at
their hour. After a crash it searches the channel for the post before it posts again, so it needs
the permission to read the channel.
"""

import logging
from collections.abc import Collection, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Final, assert_never

import discord
from discord import Interaction, app_commands
from discord.ext import commands

from cogs.board.board_messages import BoardMessages
from cogs.board.private_boards import PrivateBoards
from cogs.board.rendering import Rendering
from cogs.board.views.match_views import daily_button, games_menu, result_button, tell_button
from cogs.board.views.terms_words import due_line
from cogs.contract.manifest import Manifests
from cogs.contract.screen import MOST_IN_A_MENU
from cogs.contract.sign import worded
from cogs.daily import daily_ranking
from cogs.frame import replies
from cogs.frame.command_options import allow_everywhere
from cogs.frame.duty_loop import DutyLoop
from cogs.frame.features import answers
from cogs.frame.layout import Button, Content, Item, fits, has_feature, layout, menu
from cogs.frame.outbox import Outbox, carries
from cogs.frame.permissions import NEEDED_IN_CHANNEL, missing_permissions
from cogs.frame.visit import visit_of
from cogs.presses import DailyAction, DailyPress
from prowlerbot.core.errors import Denied
from prowlerbot.core.i18n import label_text, mark, speaking, tr
from prowlerbot.core.posts import Duty, Post, PostKind, PostName
from prowlerbot.daily.daily_days import POST_WINDOW_SECONDS, day_of, post_due, start_of_day
from prowlerbot.daily.daily_service import Daily, DailyResults, TryRunning
from prowlerbot.daily.daily_store import DAILY_POST_DUTY, DailyStore, DailyTry, Day
from prowlerbot.match.match import Match, Phase, Player
from prowlerbot.match.preferences import ServerChoices, time_zone
from prowlerbot.match.terms import counts_until
from prowlerbot.service.match_service import Service
from prowlerbot.service.visibility_check import Reader

log = logging.getLogger(__name__)

_Row = Sequence[Item] | str
_GONE = mark("There is no such game here any more; open what you need again.")
NEEDED_TO_POST: Final = discord.Permissions(NEEDED_IN_CHANNEL.value, read_message_history=True)


@dataclass(eq=False)
class DailyChallenge(commands.Cog):
    _service: Service
    _rendering: Rendering
    _boards: BoardMessages
    _manifests: Manifests
    _private: PrivateBoards
    daily: Daily
    _results: DailyResults
    _screens: daily_ranking.ResultScreens
    _store: DailyStore

    def __post_init__(self) -> None:
        self._private.screens.add_note(self._counting_line)

    async def _counting_line(self, match: Match) -> str:
        """Whether a try counts, for its private board at the end and before the first move. There
        it has the time until which the try counts; a phone has no room for that later.
        """
        if not match.terms.day:
            return ""
        known = self._service.facts.timeline(match, match.player(match.challenger).id)
        has_moved = any(play.seat == match.challenger for play in known.plays)
        if has_moved and match.phase is not Phase.OVER:
            return ""
        tried = await self._store.try_of_match(match.id)
        if tried is None or not tried.counts:
            return tr("-# 📅 Daily challenge, for fun: it counts for no ranking or streak.")
        if match.phase is Phase.OVER:
            return tr("-# 📅 Daily challenge: this was your one try that counts.")
        return f"-# 📅 {tr('Daily challenge')} · {due_line(counts_until(match.terms.day))}"

    @allow_everywhere
    @app_commands.command(
        name="daily", description="Play the daily challenge, the same for everybody"
    )
    async def open_daily(self, interaction: Interaction) -> None:
        await self._show_card(interaction, self.daily.today)

    @answers(DailyPress, "day")
    async def _press_daily(self, interaction: Interaction, press: DailyPress) -> None:
        day = press.day or self.daily.today
        if day > self.daily.today or (press.game and press.game not in self._manifests):
            raise Denied(_GONE)
        match press.action:
            case "open" | "posted":
                await self._show_card(interaction, day)
            case "earlier":
                await self._show_earlier(interaction, press.day)
            case "game":
                await self._show_card(interaction, day, only=replies.selected_values(interaction))
            case _ if not press.game:  # all below are about one game
                raise Denied(_GONE)
            case "play" | "begin" | "fun":
                await self._play_try(interaction, press.action, press.game, day)
            case "result":
                await self._screens.show_result(interaction, press.game, day)
            case "post":
                await self._screens.post_result(interaction, press.game, day)
            case "here" | "all":
                only_here = press.action == "here"
                await self._screens.show_ranking(interaction, press.game, day, only_here=only_here)
            case _:
                assert_never(press.action)

    async def _show_card(
        self, interaction: Interaction, day: int, note: str = "", only: Collection[str] = ()
    ) -> None:
        """Show all games of a day, or ``only`` some, below the text ``note``."""
        user, today = interaction.user.id, self.daily.today
        shown = {key: it for key, it in self._manifests.items() if not only or key in only}
        if not shown:
            raise Denied(_GONE)
        tries, rows = await self._store.tries(user, day), list[_Row]()
        for key in shown:
            rows += await self._game_rows(key, user, day, [it for it in tries if it.game == key])
        earlier = Button(tr("Earlier days"), DailyPress("earlier"))
        last: _Row = [earlier] if day == today and not only else [daily_button(), earlier]
        if not fits((), [*rows, last]):  # more games than a message has room for
            rows = [row for row in rows if isinstance(row, str)]
            rows.append([games_menu(DailyPress("game", day=day), shown.values())])
        title = tr("Daily challenge") if day == today else tr("An earlier challenge")
        rule = tr("Its tries are for fun and count for no ranking or streak.")
        if day == today:
            sentences = mark(
                "The same for everybody: you have one try per game that counts. New ones come"
                " {when}."
            )
            rule = tr(sentences, when=f"<t:{start_of_day(day + 1)}:R>")
        streak = daily_ranking.streak_words(await self._results.streak(user, today))
        lines = [note, f"### {title} · {daily_ranking.day_words(day)}", rule, streak]
        content = layout("\n".join(filter(None, lines)), rows=[*rows, last])
        await replies.show_privately(interaction, content)

    async def _game_rows(
        self, game: str, user: int, day: int, own: Sequence[DailyTry]
    ) -> list[_Row]:
        """A game on the card: its challenge, the progress of a user with ``own`` tries, buttons."""
        drawn = await self.daily.challenge_of(game, day)
        spent = await self._has_spent(game, user, day, own)
        state = await self._state_words(own, drawn, spent=spent)
        kind = await self._kind_words(game, day, drawn)
        heading = f"**{self._manifests[game].title}** · {kind}\n{state}"
        counting = day == self.daily.today and not spent
        return [heading, self._game_buttons(game, own, day, counting=counting)]

    async def _has_spent(self, game: str, user: int, day: int, own: Sequence[DailyTry]) -> bool:
        """Whether a player has deleted today's try that counted."""
        if day != self.daily.today or any(tried.counts for tried in own):
            return False
        return await self.daily.has_spent_try(game, user)

    async def _kind_words(self, game: str, day: int, drawn: Day) -> str:
        kind = daily_ranking.kind_words(drawn, await self.daily.first_to_move(game, day, drawn))
        medals = self._rendering.faces[game].medals(drawn.options) if drawn.alone else ""
        return label_text(kind, medals) if medals else kind

    async def post_content(self, guild: discord.Guild, day: int) -> Content:
        """The message for a server. It names nobody, so no name has to be removed from it later."""
        title, over = tr("Daily challenge"), start_of_day(day + 1)
        end, left = f"<t:{over}:f>", f"<t:{over}:R>"
        rule = tr("A try counts if it begins before {end}, {left}.", end=end, left=left)
        lines = [f"### {title} · {daily_ranking.day_words(day)}", rule]
        for key, manifest in self._manifests.items():
            drawn = await self.daily.challenge_of(key, day)
            lines.append(f"**{manifest.title}** · {await self._kind_words(key, day, drawn)}")
            lines.append(await self._best_result_line(guild.id, key, day - 1))
        row = [Button(tr("Play"), DailyPress("posted", day=day), discord.ButtonStyle.success)]
        choices = await self._service.server(guild.id)
        if choices.tells and has_feature("club"):
            row.append(tell_button("daily"))
            role = guild.get_role(choices.told_role)
            lines += [role.mention] if role is not None else []
        return layout("\n".join(filter(None, lines)), rows=[row])

    async def _best_result_line(self, guild: int, game: str, day: int) -> str:
        """The best result of a game in a server; empty without any."""
        everybody = Reader(0, guild)
        listed = await self._results.tries.list_best(everybody, game, day, only_here=True, most=1)
        score = listed[0].tried.score if listed else None
        if score is None:
            return ""
        drawn = await self.daily.challenge_of(game, day)
        best = daily_ranking.score_words(score, self._rendering.faces[game], alone=drawn.alone)
        return "-# " + tr("Best of the day before: {result}", result=best)

    async def _state_words(self, own: Sequence[DailyTry], drawn: Day, *, spent: bool) -> str:
        """The reader's progress in one game, in words."""
        counted = next((tried for tried in own if tried.counts), None)
        if any(tried.ended_at is None for tried in own):
            return "▶️ " + tr("Your try is under way.")
        if spent:
            return "▫️ " + tr("You have deleted your try that counted; others are for fun.")
        if counted is None:
            return "▫️ " + tr("Not played yet.")
        if counted.score is None:
            return "▫️ " + tr("The try that counts came to no result.")
        face = self._rendering.faces[counted.game]
        marks = self._service.facts.course(await self._service.match(counted.match))
        result = daily_ranking.result_words(marks, face, counted.score, alone=drawn.alone)
        compared = await self._results.compare_result(counted)
        place = f" · {daily_ranking.place_words(compared)}" if compared else ""
        return f"{result}{place}"

    def _game_buttons(
        self, game: str, own: Sequence[DailyTry], day: int, *, counting: bool
    ) -> list[Item]:
        """The buttons of a game on the card; ``counting`` says whether a first try counts."""
        is_running = any(tried.ended_at is None for tried in own)
        if is_running or (counting and not own):
            label = tr("Go on") if is_running else tr("Play")
            row: list[Item] = [_play_button(game, day, self._game_label(label, game))]
        else:
            row = [_play_button(game, day, self._game_label(tr("Play for fun"), game), "fun")]
        if any(tried.score is not None for tried in own):
            row.append(result_button(game, day))
        row.append(Button(self._game_label(tr("Ranking"), game), DailyPress("here", game, day)))
        return row

    def _game_label(self, label: str, game: str) -> str:
        """A label; with the game for readers of words first, who hear one after the other."""
        return f"{label} · {self._manifests[game].title}" if worded() else label

    async def _show_earlier(self, interaction: Interaction, newest: int) -> None:
        yesterday = self.daily.today - 1
        chosen, first = replies.selected_number(interaction), await self.daily.first_day()
        if chosen is not None:
            if not first <= chosen <= yesterday:
                raise Denied(_GONE)
            await self._show_card(interaction, chosen)
            return
        newest = min(newest, yesterday) if newest else yesterday
        if not (days := range(newest, max(newest - MOST_IN_A_MENU, first - 1), -1)):
            raise Denied("There are no earlier days.")
        options = [(daily_ranking.day_words(day), day) for day in days]
        row: list[Item] = [daily_button()]
        if days[-1] > first:
            row.insert(0, Button(tr("Further back"), DailyPress("earlier", day=days[-1] - 1)))
        text = "### " + tr("Earlier days") + "\n" + tr("Choose a day to play it for fun.")
        select = menu(DailyPress("earlier", day=newest), tr("Choose a day"), options)
        await replies.show_privately(interaction, layout(text, rows=[[select], row]))

    async def _play_try(
        self, interaction: Interaction, action: DailyAction, game: str, day: int
    ) -> None:
        """Begin a try on a board that only its player sees, or show the one under way. Each button
        says whether its try counts. If that is no longer true, the player gets a new card instead.
        """
        user = interaction.user
        player, home = Player(user.id, user.display_name), visit_of(interaction).home
        tries = await self._store.tries(user.id, day, game)
        if not any(tried.ended_at is None for tried in tries):
            drawn = await self.daily.challenge_of(game, day)
            if not drawn.alone:
                self._boards.machines.seats.check_allowed(visit_of(interaction).server)
            today = day == self.daily.today
            counts = today and not tries and not await self._has_spent(game, user.id, day, tries)
            if counts and action != "begin":
                question = await self._question_content(game, drawn, day)
                await replies.show_privately(interaction, question)
                return
            if not counts and action != "fun":
                note = tr("You have played this one; another try is for fun.") if today else ""
                await self._show_card(interaction, day, note)
                return
        try:
            match = await self.daily.begin_try(game, day, player, home)
        except TryRunning as earlier:
            match = await self._service.match(earlier.match)
        await self._private.show_match(interaction, match, in_place=action == "begin")
        self._boards.wake_machine(match, user.id)

    async def _question_content(self, game: str, drawn: Day, day: int) -> Content:
        """Asks before the one try that counts."""
        kind = await self._kind_words(game, day, drawn)
        heading = f"### {self._rendering.faces[game].title} · {kind}"
        asked = tr(
            "This is your one try today: its result goes into the ranking and your streak. Nobody"
            " helps you: there are no hints, and a finished move stays. You may pause: “{button}”"
            " leads back to it.",
            button=tr("Daily challenge"),
        )
        begin = _play_button(game, day, tr("Begin"), "begin")
        back = Button(tr("Back"), DailyPress("open", day=day))
        return layout(f"{heading}\n{asked}", rows=[[begin, back]])


def _play_button(game: str, day: int, label: str, action: DailyAction = "play") -> Button:
    style = discord.ButtonStyle.secondary if action == "fun" else discord.ButtonStyle.success
    return Button(label, DailyPress(action, game, day), style)


def check_daily_channel(channel: discord.abc.GuildChannel) -> None:
    """Raise Denied if the bot cannot post the day's challenge in a channel."""
    missing = missing_permissions(channel.permissions_for(channel.guild.me), NEEDED_TO_POST)
    if missing:
        raise Denied("I lack permissions in that channel: {missing}.", missing=missing)


@dataclass(eq=False)
class DailyPosts:
    """The posts of the challenge in servers, each at the hour that its admins have chosen."""

    _bot: discord.Client
    _service: Service
    _rendering: Rendering
    _challenge: DailyChallenge
    _duty_loop: DutyLoop
    _outbox: Outbox

    def __post_init__(self) -> None:
        self._post_store = self._service.store.outbox
        self._duty_loop.add_handler(DAILY_POST_DUTY, self._post_if_due)
        self._outbox.add_kind(PostKind.DAILY, self.finish_post, repeatable=False)

    async def _post_if_due(self, duty: Duty) -> int | None:
        """Post the day's challenge in a server if it is due; returns the time of the next one."""
        guild, now = int(duty.subject), self._service.now()
        choices = await self._service.store.choices.choices_of(ServerChoices, guild)
        if not choices.daily_channel:
            return None
        due, again = post_due(now, choices.daily_hour, time_zone(choices.timezone))
        name = PostName(PostKind.DAILY, duty.subject, "", str(day_of(now)))
        post = Post(name, now, guild, choices.daily_channel)
        if due and await self._post_store.note_post(post, alone=True):
            with suppress(*replies.LOST):  # the outbox tries again
                await self.finish_post(post)
        return again

    async def finish_post(self, post: Post) -> None:
        """Post a day's challenge unless too late. Raises one of LOST if it may have arrived."""
        server, day = self._bot.get_guild(post.guild), int(post.name.part)
        if server is None or server.unavailable:
            return  # the outbox tries again
        channel, press = server.get_channel(post.channel), str(DailyPress("posted", day=day))
        is_late = self._service.now() > post.begun_at + POST_WINDOW_SECONDS
        if is_late or not isinstance(channel, discord.TextChannel):  # the doctor reports it
            self._post_store.note_gone(post)
            return
        try:
            check_daily_channel(channel)
            with speaking(await self._rendering.language(post.guild)):
                content = await self._challenge.post_content(server, day)
            arguments = replies.send_args(content, replies.PING_ROLES)
            await self._outbox.send(post, arguments, carries(press))
        except (Denied, *replies.LOST) as error:  # the doctor reports it
            log.info("the bot did not post the day's challenge in server %d: %s", post.guild, error)
            if not isinstance(error, Denied) and not replies.is_refusal(error):
                raise
            self._post_store.note_gone(post)
