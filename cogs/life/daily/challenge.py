"""The day's challenge: the card of a day, a try on a board of its own, results and lists.

No state survives a press: every button carries the game and the day.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

import discord
from discord import Interaction, app_commands

from cogs.board.access import check_permissions
from cogs.board.machines import Machines
from cogs.board.private.boards import PrivateBoards
from cogs.board.rendering import Rendering
from cogs.board.shown_messages import ShownMessages
from cogs.contract.manifest import Manifests
from cogs.frame.asker import asker_of
from cogs.frame.interaction import selected_number
from cogs.frame.layout import Button, Content, Item, layout, menu
from cogs.frame.names import safe, safe_player_name
from cogs.frame.options import Command, everywhere
from cogs.frame.press import Action, ReplayPress
from cogs.frame.replies import show_privately, show_to_all, turn_into
from cogs.frame.router import Route
from cogs.life.daily import words
from cogs.people.standings import reader_of
from cogs.views import match_views as views
from cogs.views.daily_buttons import (
    DAILY,
    DailyPress,
    Way,
    daily_button,
    play_button,
    result_button,
)
from prowlerbot.core.errors import Denied
from prowlerbot.core.i18n import mark, speaking, tr
from prowlerbot.daily.days import begins
from prowlerbot.daily.results import squares
from prowlerbot.match.match import SOMEONE, Player
from prowlerbot.service.daily import Daily, Running
from prowlerbot.service.daily_results import Comparison, DailyResults
from prowlerbot.service.finished import Reader
from prowlerbot.service.service import Service
from prowlerbot.storage.daily import Day, Listed, Try
from prowlerbot.storage.showings import Kind

Row = Sequence[Item] | str
_MOST_LISTED = 20
_OTHERS_TOLD = 10
"""Results for fun: nothing limits their number, but Discord does that of a message's letters."""
_DAYS_ON_A_PAGE = 25
"""Discord's limit for the options of a select."""
_GONE = mark("There is no such game here any more; open what you need again.")
_NO_RESULT = mark("You have no result of that day yet.")


@dataclass(eq=False)
class DailyChallenge:
    _service: Service
    _rendering: Rendering
    _machines: Machines
    _manifests: Manifests
    _private: PrivateBoards
    _shown: ShownMessages

    def __post_init__(self) -> None:
        self.daily = Daily(self._service)
        self._store = self._service.store
        self._results = DailyResults(self._store)
        self.routes = (Route(DAILY, DailyPress.read, self._pressed),)

    async def show(self, interaction: Interaction) -> None:
        """Show today's challenges to the asker only."""
        await _show(interaction, await self._card(interaction.user.id, self.daily.today))

    async def _pressed(self, interaction: Interaction, press: DailyPress) -> None:
        day = press.day or self.daily.today
        if day > self.daily.today or (press.game and press.game not in self._manifests):
            raise Denied(_GONE)
        match press.way:
            case Way.OPEN | Way.POSTED:
                await _show(interaction, await self._card(interaction.user.id, day))
            case Way.EARLIER:
                await self._earlier(interaction, press.day)
            case _ if not press.game:
                raise Denied(_GONE)
            case Way.PLAY:
                await self._play(interaction, press.game, day)
            case Way.RESULT:
                await self._result(interaction, press.game, day)
            case Way.POST:
                await self._post(interaction, press.game, day)
            case Way.HERE | Way.ALL:
                await self._list(interaction, press.game, day, only_here=press.way is Way.HERE)

    # ------------------------------------------------------------------ the card of a day

    async def _card(self, user: int, day: int) -> Content:
        today = self.daily.today
        tries = await self._store.daily.tries(user, day)
        title = tr("The day's challenge") if day == today else tr("An earlier challenge")
        lines = [f"### {title} · {words.day_words(day)}"]
        if day == today:
            lines.append(
                tr(
                    "The same for everybody: one try of each game counts. The next ones come"
                    " {when}.",
                    when=f"<t:{begins(day + 1)}:R>",
                )
            )
        else:
            lines.append(tr("Its tries are for fun and count for no list or streak."))
        if streak := words.streak_words(await self._results.streak(user, today)):
            lines.append(streak)
        rows: list[Row] = []
        for key, manifest in self._manifests.items():
            own = [each for each in tries if each.game == key]
            drawn = await self.daily.of(key, day)
            counted = any(each.counts for each in own)
            spent = day == today and not counted and await self.daily.spent(key, user)
            state = await self._state(own, drawn, spent=spent)
            told = f"**{manifest.title}** · {words.kind_words(drawn)}\n{state}"
            rows += [told, self._ways(key, own, day, counting=day == today and not spent)]
        earlier = Button(tr("Earlier days"), str(DailyPress(Way.EARLIER)))
        rows.append([earlier] if day == today else [daily_button(), earlier])
        return Content(layout("\n".join(lines), rows=rows))

    async def for_all(self, guild: int, day: int) -> discord.ui.LayoutView:
        """The challenges of a day and the best results of the day before, for everybody in a
        server. It names nobody, so nobody's name has to be taken out of it later.
        """
        title = tr("The day's challenge")
        lines = [f"### {title} · {words.day_words(day)}"]
        for key, manifest in self._manifests.items():
            drawn = await self.daily.of(key, day)
            lines.append(f"**{manifest.title}** · {words.kind_words(drawn)}")
            lines.append(await self._best(guild, key, day - 1))
        press = str(DailyPress(Way.POSTED, day=day))
        button = Button(tr("Play"), press, discord.ButtonStyle.success)
        return layout("\n".join(filter(None, lines)), rows=[[button]])

    async def _best(self, guild: int, game: str, day: int) -> str:
        """The best result of a game in a server; empty without any."""
        everybody = Reader(0, guild)
        listed = await self._results.listed(everybody, game, day, only_here=True, most=1)
        score = listed[0].tried.score if listed else None
        if score is None:
            return ""
        alone = (await self.daily.of(game, day)).players == 1
        best = words.score_words(score, alone=alone)
        return "-# " + tr("Best of the day before: {result}", result=best)

    async def _names(self, listed: Sequence[Listed]) -> list[str]:
        """The players of results, ready for markdown."""
        people = [each.tried.player for each in listed]
        names = await self._store.results.names({each for each in people if each > 0})
        return [safe_player_name(Player(it, names.get(it) or SOMEONE)) for it in people]

    async def _state(self, own: Sequence[Try], drawn: Day, *, spent: bool) -> str:
        """The reader's progress in one game, in words."""
        counted = next((each for each in own if each.counts), None)
        if any(each.ended_at is None for each in own):
            return "▶️ " + tr("Your try is under way.")
        if spent:
            return "▫️ " + tr("You have deleted your try that counted; others are for fun.")
        if counted is None:
            return "▫️ " + tr("Not played yet.")
        if counted.score is None:
            return "▫️ " + tr("The try that counts came to no result.")
        told = words.score_words(counted.score, alone=drawn.players == 1)
        compared = await self._results.compared(counted)
        place = f" · {words.place_words(compared)}" if compared else ""
        return f"{await self._squares(counted)} {told}{place}"

    async def _squares(self, tried: Try) -> str:
        match = await self._service.match(tried.match)
        return squares(self._service.course(match))

    def _ways(self, game: str, own: Sequence[Try], day: int, *, counting: bool) -> list[Item]:
        """The buttons of a game on the card of a day."""
        running = any(each.ended_at is None for each in own)
        first = not own and counting
        label = tr("Go on") if running else tr("Play") if first else tr("Play for fun")
        row: list[Item] = [play_button(game, day, label, for_fun=not (running or first))]
        if any(each.score is not None for each in own):
            row.append(result_button(game, day))
        row.append(Button(tr("List"), str(DailyPress(Way.HERE, game, day))))
        return row

    async def _earlier(self, interaction: Interaction, newest: int) -> None:
        """Choose an earlier day, or show the chosen one."""
        yesterday = self.daily.today - 1
        chosen, first = selected_number(interaction), await self.daily.first()
        if chosen is not None:
            if not first <= chosen <= yesterday:
                raise Denied(_GONE)
            await _show(interaction, await self._card(interaction.user.id, chosen))
            return
        newest = min(newest, yesterday) if newest else yesterday
        days = range(newest, max(newest - _DAYS_ON_A_PAGE, first - 1), -1)
        if not days:
            raise Denied("There are no earlier days.")
        options = [discord.SelectOption(label=words.day_words(day), value=str(day)) for day in days]
        row: list[Item] = [daily_button()]
        if days[-1] > first:
            press = DailyPress(Way.EARLIER, day=days[-1] - 1)
            row.insert(0, Button(tr("Further back"), str(press)))
        text = "### " + tr("Earlier days") + "\n" + tr("Choose a day to play it for fun.")
        select = menu(str(DailyPress(Way.EARLIER, day=newest)), tr("Choose a day"), options)
        await _show(interaction, Content(layout(text, rows=[[select], row])))

    # ------------------------------------------------------------------ a try

    async def _play(self, interaction: Interaction, game: str, day: int) -> None:
        """Begin a try on a board that only its player sees, or show the one under way."""
        user = interaction.user
        player, home = Player(user.id, user.display_name), asker_of(interaction).home
        tries = await self._tries(user.id, game, day)
        running = any(each.ended_at is None for each in tries)
        if not running and (await self.daily.of(game, day)).players > 1:
            self._machines.seats.admit(await self._service.server(interaction.guild_id))
        try:
            match = await self.daily.begin(game, day, player, home)
        except Running as earlier:
            match = await self._service.match(earlier.match)
        await self._private.show(interaction, match)
        self._machines.wake(match, user.id)

    # ------------------------------------------------------------------ results

    async def _tries(self, user: int, game: str, day: int) -> list[Try]:
        """The tries of a reader at one challenge."""
        tries = await self._store.daily.tries(user, day)
        return [each for each in tries if each.game == game]

    async def _result(self, interaction: Interaction, game: str, day: int) -> None:
        user = interaction.user.id
        tries = await self._tries(user, game, day)
        tried = _own(tries)
        compared = await self._results.compared(tried)
        drawn = await self.daily.of(game, day)
        lines = await self._told(tried, drawn, compared)
        if not tried.counts:
            lines.append(tr("For fun: it counts for no list or streak."))
        lines.append(_for_fun(tries, tried, drawn))
        title, pictures = self._rendering.faces[game].title, []
        if compared is not None and compared.count:
            theme = await self._rendering.theme(interaction.guild_id, user)
            if (await self._service.player(user)).text_first:
                lines.append(
                    tr("All results: {results}", results=words.spread_words(compared, tried))
                )
            drawing = words.spread_drawing(compared, tried, title, theme)
            pictures = await self._rendering.pictures(DAILY, [drawing])
        row: list[Item] = []
        if tried.counts:
            post = str(DailyPress(Way.POST, game, day))
            row.append(Button(tr("Post"), post, discord.ButtonStyle.primary))
        row.append(Button(tr("List"), str(DailyPress(Way.HERE, game, day))))
        row.append(Button(tr("Replay"), str(ReplayPress(Action.REPLAY, tried.match, 0))))
        row.append(Button(tr("Back"), str(DailyPress(Way.OPEN, day=day))))
        heading = f"### {title} · {words.day_words(day)}"
        text = "\n".join(filter(None, [heading, *lines]))
        await _show(interaction, Content(layout(text, pictures, [row]), pictures))

    async def _told(self, tried: Try, drawn: Day, compared: Comparison | None) -> list[str]:
        """A result in lines that give no move away."""
        score = tried.score
        if score is None:
            raise Denied(_NO_RESULT)
        alone = drawn.players == 1
        match = await self._service.match(tried.match)
        marks = squares(self._service.course(match))
        view = self._service.timeline(match, None).present
        ended = self._rendering.face(match).result(view, views.names(match))
        lines = [ended, f"{marks} {words.score_words(score, alone=alone)}"]
        if tried.counts:
            streak = await self._results.streak(tried.player, self.daily.today)
            place = words.place_words(compared) if compared is not None else ""
            lines.append(" · ".join(filter(None, [place, words.streak_words(streak)])))
        return lines

    async def _post(self, interaction: Interaction, game: str, day: int) -> None:
        """Show the presser's result to everybody here, without spoilers."""
        tried = _own(await self._tries(interaction.user.id, game, day))
        if not tried.counts:
            raise Denied("Only the result of the try that counts can be posted.")
        check_permissions(interaction)
        drawn = await self.daily.of(game, day)
        compared = await self._results.compared(tried)
        with speaking(await self._rendering.language(interaction.guild_id)):
            title = self._rendering.faces[game].title
            heading = tr(
                "**{player}** · {game}, challenge of {day}",
                player=safe(interaction.user.display_name),
                game=title,
                day=words.day_words(day),
            )
            press = str(DailyPress(Way.OPEN, day=day))
            button = Button(tr("The day's challenge"), press)
            text = "\n".join([heading, *await self._told(tried, drawn, compared)])
            content = Content(layout(text, rows=[[button]]))
        # A result names its player like a card, so it goes with the player's data.
        send = partial(show_to_all, interaction, content)
        await self._shown.share(interaction, Kind.CARD, tried.player, send)

    async def _list(
        self, interaction: Interaction, game: str, day: int, *, only_here: bool
    ) -> None:
        reader = reader_of(interaction)
        only_here = only_here and interaction.guild_id is not None
        listed = await self._results.listed(
            reader, game, day, only_here=only_here, most=_MOST_LISTED
        )
        told = await self._names(listed)
        drawn = await self.daily.of(game, day)
        alone = drawn.players == 1
        lines = words.list_lines(listed, told, reader.user, alone=alone)
        where = tr("Results in this server") if only_here else tr("Results in all servers")
        title = self._rendering.faces[game].title
        heading = f"### {where}\n-# {title} · {words.day_words(day)}"
        nothing = tr("Nobody whom you can find has a result yet.")
        text = "\n".join([heading, *(lines or [nothing])])
        row: list[Item] = []
        if interaction.guild_id is not None:
            label = tr("All servers") if only_here else tr("This server")
            press = DailyPress(Way.ALL if only_here else Way.HERE, game, day)
            row.append(Button(label, str(press)))
        row.append(Button(tr("Back"), str(DailyPress(Way.OPEN, day=day))))
        await _show(interaction, Content(layout(text, rows=[row])))


def _own(tries: Sequence[Try]) -> Try:
    """The result among a reader's tries: the one that counts, else the latest one for fun."""
    found = [each for each in tries if each.score is not None]
    if not found:
        raise Denied(_NO_RESULT)
    return max(found, key=lambda each: (each.counts, each.ended_at or 0))


def _for_fun(tries: Sequence[Try], shown: Try, drawn: Day) -> str:
    """The best of the other results among a reader's tries."""
    scores = [each.score for each in tries if each.match != shown.match and each.score is not None]
    best = sorted(scores, key=lambda score: score.order)[:_OTHERS_TOLD]
    others = [words.score_words(score, alone=drawn.players == 1) for score in best]
    return tr("-# Other tries: {results}", results=", ".join(others)) if others else ""


async def _show(interaction: Interaction, content: Content) -> None:
    """Turn the presser's own message into another one; a message for all stays as it is."""
    message = interaction.message
    if message is not None and message.flags.ephemeral:
        await turn_into(interaction, content)
    else:
        await show_privately(interaction, content)


def daily_command(daily: DailyChallenge) -> Command:
    @app_commands.command(
        name="daily", description="Play the day's challenge, the same for everybody"
    )
    async def command(interaction: Interaction) -> None:
        await daily.show(interaction)

    return everywhere(command)
