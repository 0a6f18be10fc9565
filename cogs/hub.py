"""The hub: all games, each with its picture, one press from a match, a challenge or a lesson."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain
from typing import assert_never

import discord
from discord import Interaction, app_commands
from discord.ext import commands

from cogs.board.board_access import Answers
from cogs.board.challenges import Challenges, Invitation, Wishes, can_repeat, is_private
from cogs.board.machine_moves import Machines
from cogs.board.match_message import Rendering
from cogs.board.views import common_buttons
from cogs.board.views.terms_words import PACE_CHOICES, find_pace_choice, pace_choices
from cogs.contract.manifest import Manifest, Manifests
from cogs.contract.plain_words import players_words
from cogs.contract.screen import Drawing
from cogs.finding.finding_views import find_button
from cogs.frame.command_options import allow_everywhere
from cogs.frame.features import answers
from cogs.frame.layout import Button, Content, HostLinks, Item, Row, fits, has_feature, layout, menu
from cogs.frame.names import command, player_names, safe_name
from cogs.frame.replies import chosen_users, say, selected_values, turn_into
from cogs.frame.visit import visit_of
from cogs.presses import HubPress, PlainPress, TeachPress, read_number
from prowlerbot.core.errors import Denied, StoreError
from prowlerbot.core.i18n import label_text, listing, mark, tr
from prowlerbot.match.match import Level, Match, Phase, seat_at
from prowlerbot.match.preferences import ServerChoices, Theme
from prowlerbot.match.scene import Access, Scene
from prowlerbot.match.terms import sufficient_pace
from prowlerbot.service.match_service import Service
from renderer.gallery import MOST_HUB_GAMES, draw_hub

_EASY: Level = "easy"
_IN_A_ROW = 3
"""Buttons with titles of games that fit beside each other on a phone."""
_PACE_OF_SERVER: tuple[int | None, str] = None, ""
_NO_CHOICE = "none"
"""In place of a clock that no choice has: the button differs from “Challenge” all the same."""
_PACES_BY_TEXT = {str(each.value): (int(each.value), each.name) for each in PACE_CHOICES}
_MOST_BUTTONS = 9
"""The most games with buttons of their own; more are chosen in a menu."""
_COMMANDS_HINT = mark(
    "Here, commands work for those who have added me to their account; buttons work for everybody."
)
_GONE = mark("There is no such game here any more; open what you need again.")


@dataclass(eq=False)
class Hub(commands.Cog):
    _service: Service
    _rendering: Rendering
    _machines: Machines
    _manifests: Manifests
    _challenges: Challenges
    _answers: Answers
    _links: HostLinks
    _bot: commands.AutoShardedBot

    async def cog_load(self) -> None:
        entry = app_commands.ContextMenu(name="Challenge", callback=self.offer_games)
        self._bot.tree.add_command(allow_everywhere(entry))

    @allow_everywhere
    @app_commands.command(description="Choose a game and begin, with one press")
    async def play(self, interaction: Interaction) -> None:
        await self.show(interaction)

    async def show(self, interaction: Interaction) -> None:
        """Show the games to the asker only, with their latest match on top."""
        visit = visit_of(interaction)
        last: Scene | None = None
        with suppress(StoreError):  # skip a match that cannot be read
            last = await self._service.store.last_asked(interaction.user.id)
        again: list[Row] = []
        known = last is not None and last.match.game in self._manifests
        if last is not None and known and can_repeat(interaction, last):
            over = last.match.phase is Phase.OVER and last.match.setup
            won = bool(over) and common_buttons.has_won_alone(
                last.match, self._service.facts.timeline(last.match, interaction.user.id)
            )
            again += _again_rows(last.match, self._manifests[last.match.game], won=won)
        alone, words = interaction.context.dm_channel, visit.reader.text_first
        content = await self._content(visit.server, visit.theme, again, alone=alone, words=words)
        await say(interaction, content)

    async def content_for_all(self, guild: int) -> Content:
        """The hub for everybody in a server, in its colours and the current language."""
        server = await self._service.server(guild)
        return await self._content(server, server.theme)

    async def _content(
        self,
        server: ServerChoices,
        theme: Theme,
        again: Sequence[Row] | None = None,
        *,
        alone: bool = False,
        words: bool = False,
    ) -> Content:
        """The hub, for everybody unless it has rows to play ``again``; it fits on a phone.

        A reader who is ``alone`` there gets no challenges. With ``words`` first, each label names
        its game, and there is no picture.
        """
        manifests = self._manifests.values()
        games = [self._way_rows(each, server, alone=alone, words=words) for each in manifests]
        has_picture = not (words or again) and len(manifests) <= MOST_HUB_GAMES
        drawings = [self._cover_drawing([*manifests], theme)] if has_picture else []
        rest = self._rows_of_any_game(for_all=again is None)
        everything = [*(again or ()), *chain(*games), *rest]
        if not fits((), everything):  # more games than a message has room for
            games = [[[common_buttons.games_menu(HubPress("game"), manifests)]]]
        if not fits(drawings, everything):
            drawings = []
        pictures = await self._rendering.pictures("hub", drawings)
        rows = [*(again or ()), *pictures, *chain(*games), *rest]
        heading = "### " + tr("Which game would you like to play?")
        if words:
            heading += "\n" + tr(
                "Words first is on: a match that you begin opens a board in words, which stays."
            )
        return layout(heading, rows=rows)

    def _rows_of_any_game(self, *, for_all: bool) -> list[Row]:
        row = [Button(tr("Puzzles"), PlainPress("puzzles:")), common_buttons.matches_button()]
        row.append(Button(tr("Help"), HubPress("help")))
        rows: list[Row] = [[find_button(), common_buttons.daily_button()], row]
        rows.insert(0, f"-# **{tr('In any game')}**")
        if for_all:
            rows.append(f"-# {common_buttons.words_first_line()}")
        if line := self._links.line():
            rows.append(line)
        return rows

    def _cover_drawing(self, manifests: Sequence[Manifest], theme: Theme) -> Drawing:
        """The cover of one game, or those of several in small."""
        covers = [each.face.cover(theme) for each in manifests]
        if len(covers) == 1:
            return covers[0]
        seats = [players_words(self._service.games[each.key].seats) for each in manifests]
        titles = [each.title for each in manifests]
        draws = [cover.draw for cover in covers]
        draw = partial(draw_hub, [*zip(titles, seats, draws, strict=True)], theme)
        return Drawing("games.png", draw, ". ".join(map(label_text, titles, seats)))

    def _way_rows(
        self, manifest: Manifest, server: ServerChoices, *, alone: bool, words: bool
    ) -> list[Row]:
        """The words and buttons of a game, except buttons that the bot would refuse here.

        A phone has room for three side by side, without the title that readers of words first hear.
        """
        key, title, row = manifest.key, manifest.title, list[Item]()
        about = f"-# **{title}** · {manifest.face.pitch}"
        if self._machines.can_begin(key, server):
            by_machine = self._machines.seats.admits_machine(server)
            begin = common_buttons.play_now_button(key, alone=not by_machine)
            now = mark("Play {game} now") if by_machine else mark("Play {game} alone")
            row.append(replace(begin, label=tr(now, game=title)) if words else begin)
        if not alone:
            label = tr("Challenge in {game}", game=title) if words else tr("Challenge")
            row.append(Button(label, HubPress("ask", key)))
        if manifest.face.lessons:
            label = tr("Learn {game}", game=title) if words else tr("Learn")
            row.append(Button(label, TeachPress(key)))
        return [about, *([row] if row else [])]

    @answers(HubPress, "hub")
    async def _press_hub(self, interaction: Interaction, press: HubPress) -> None:
        match press.way:
            case "open":
                await self.show(interaction)
            case "help":
                guest = visit_of(interaction).access is Access.INTERACTION
                text = help_text() + (f"\n-# {tr(_COMMANDS_HINT)}" if guest else "")
                row = [common_buttons.matches_button(), common_buttons.preferences_button()]
                await say(interaction, layout(text, rows=[row]))
            case "again":
                await self._play_again(interaction, press)
            case "game":
                await self._show_game(interaction, self._chosen_game(interaction, press))
            case "ask":
                manifest = self._chosen_game(interaction, press)
                game = self._service.games[manifest.key]
                usual = str(sufficient_pace(visit_of(interaction).server.pace or 0, game))
                pace = next(iter(selected_values(interaction)), press.other or usual)
                await self._ask(interaction, self._question_content(manifest, pace))
            case "now" | "alone" | "asked" | "anybody" | "with":
                await self._challenge(interaction, press)
            case _:
                assert_never(press.way)

    def _chosen_game(self, interaction: Interaction, press: HubPress) -> Manifest:
        """The game that a press names, or that was chosen in its menu."""
        chosen = selected_values(interaction) if press.way in {"game", "with"} else []
        if (manifest := self._manifests.get(press.subject or "".join(chosen))) is None:
            raise Denied(_GONE)
        return manifest

    async def _show_game(self, interaction: Interaction, manifest: Manifest) -> None:
        visit, alone = visit_of(interaction), interaction.context.dm_channel
        drawing = self._cover_drawing([manifest], visit.theme)
        pictures = await self._rendering.pictures("hub", [drawing])
        ways = self._way_rows(manifest, visit.server, alone=alone, words=False)
        await say(interaction, layout(f"### {manifest.title}", pictures, ways))

    async def _challenge(self, interaction: Interaction, press: HubPress) -> None:
        manifest = self._chosen_game(interaction, press)
        invited = Invitation(tuple(chosen_users(interaction)))
        if at_once := press.way in {"now", "alone"}:
            invited = self._invitation_at_once(interaction, press.way, manifest.key)
        if press.way == "with":
            invited = Invitation((await _fetch_user(interaction, read_number(press.other)),))
        # Where the bot is a guest, nobody else has asked for a match in their sight.
        private = at_once and visit_of(interaction).access is Access.INTERACTION
        wanted, _ = _PACES_BY_TEXT.get(press.other, _PACE_OF_SERVER)
        wishes, setup = Wishes(pace=0 if private else wanted), manifest.read_setup({})
        await self._challenges.challenge(
            interaction, manifest.key, invited, setup, wishes, private=private
        )
        if press.way != "now" and interaction.message is not None:
            await self._answers.remove(interaction.message.id)

    async def offer_games(self, interaction: Interaction, rival: discord.User) -> None:
        """Offer the asker all games to which they can challenge a user."""
        if rival.bot or rival.id == interaction.user.id:
            raise Denied("Choose another player to challenge; bots do not play.")
        games_for_two = {key for key, game in self._service.games.items() if 2 in game.seats}
        games = [each for key, each in self._manifests.items() if key in games_for_two]
        press = partial(HubPress, "with", other=str(rival.id))
        rows: list[Row] = [[common_buttons.games_menu(press(), games)]]
        if len(games) <= _MOST_BUTTONS:
            buttons = [Button(each.title, press(each.key)) for each in games]
            rows = [buttons[at : at + _IN_A_ROW] for at in range(0, len(buttons), _IN_A_ROW)]
        heading = "### " + tr("Challenge {player}", player=safe_name(rival.display_name))
        hint = tr("Your challenge is posted here and pings the players you choose.")
        await self._ask(interaction, layout(f"{heading}\n{hint}", rows=rows))

    async def _ask(self, interaction: Interaction, question: Content) -> None:
        """Ask for the opponent or game of a challenge, in a message removed once that is posted."""
        if selected_values(interaction):
            await turn_into(interaction, question)
            return
        self._answers.keep_answer(await say(interaction, question), interaction)

    def _invitation_at_once(self, interaction: Interaction, way: str, game: str) -> Invitation:
        """A match alone, or against the easy machine where the server lets it play."""
        server = visit_of(interaction).server
        alone = 1 in self._service.games[game].seats
        if way == "alone" or (alone and not self._machines.seats.admits_machine(server)):
            return Invitation(seats=1)
        return Invitation(level=_EASY)

    def _question_content(self, manifest: Manifest, pace: str) -> Content:
        asked = str(HubPress("asked", manifest.key, pace))
        game = self._service.games[manifest.key]
        select: discord.ui.UserSelect[discord.ui.LayoutView] = discord.ui.UserSelect(
            custom_id=asked, placeholder=tr("Choose your opponent"), max_values=game.seats[-1] - 1
        )
        times = [(tr(each.name), str(each.value)) for each in pace_choices(game)]
        _, now = _PACES_BY_TEXT.get(pace, _PACE_OF_SERVER)
        clock = menu(HubPress("ask", manifest.key), f"⏱️ {tr(now)}", times)
        others = [Button(tr("Anyone"), HubPress("anybody", manifest.key, pace))]
        if 1 in game.seats:
            others.append(Button(tr("Play alone"), HubPress("alone", manifest.key)))
        hint = tr("Your challenge is posted here and pings the players you choose.")
        return layout(f"### {manifest.title}\n{hint}", rows=[[clock], [select], others])

    async def _play_again(self, interaction: Interaction, press: HubPress) -> None:
        # The store has no match of this id any more if it was dropped; only the wish is left.
        last = await self._service.store.dropped.last_asked(interaction.user.id)
        if last is None or last.match.id != press.subject:
            last = await self._service.scene(press.subject, interaction.guild_id or 0)
        seat_at(last.match, interaction.user.id)
        if not can_repeat(interaction, last):
            raise Denied("The players of that match cannot be challenged here.")
        guest = visit_of(interaction).access is Access.INTERACTION
        elsewhere = last.board is None or last.board.channel != interaction.channel_id
        # Nobody has seen a match alone in a place where the bot is a guest: it stays private.
        private = is_private(last) or (guest and elsewhere and len(last.match.people) == 1)
        level = common_buttons.find_level(press.other)
        await self._challenges.ask_again(interaction, last, level, private=private)


async def _fetch_user(interaction: Interaction, user: int | None) -> discord.User | discord.Member:
    """A user by their id, as a member where the bot is in the server. Raises Denied for nobody."""
    if user is None:
        raise Denied(_GONE)
    guild = interaction.client.get_guild(interaction.guild_id or 0)
    try:
        if guild is not None:
            return guild.get_member(user) or await guild.fetch_member(user)
        return await interaction.client.fetch_user(user)
    except discord.NotFound:
        raise Denied("That player is not here any more.") from None


def _again_rows(last: Match, manifest: Manifest, *, won: bool) -> list[Row]:
    """The asker's latest match; buttons repeat it and, against people, offer another clock."""
    asker, others = last.challenger - 1, player_names(last.players, safe_name)
    del others[asker]
    words = tr("-# **Again** · {game}, alone", game=manifest.title)
    if others:
        words = tr(
            "-# **Again** · {game} against {players}", game=manifest.title, players=listing(others)
        )
    row = [Button(tr("Play again"), HubPress("again", last.id), discord.ButtonStyle.primary)]
    if len(last.people) > 1:
        clock, value = find_pace_choice(last.terms), ""
        if clock is not None:
            words, value = f"{words} · {tr(clock.name)}", str(clock.value)
        row.append(Button(tr("More choices"), HubPress("ask", last.game, value or _NO_CHOICE)))
    again = partial(HubPress, "again", last.id)
    return [words, [*row, *common_buttons.level_buttons(last, again, won=won)]]


def help_text() -> str:
    """The help. It names the commands of one game as an example for all games."""
    lines = [
        tr(
            "**Begin:** the first button of a game below `{begin}` begins at once, against the"
            " machine at its easy level; below a match that you have won is “Harder”."
            " `{challenge}` sets everything else: players, level, time for a move, takebacks,"
            " whether it is rated.",
            begin=command("play"),
            challenge=command("prowler", "challenge"),
        ),
        tr(
            "**On your turn:** press a button below the board, or type the move with `{play}`."
            " “Menu” has the rules, scores, hints, takebacks, the record of the match, and the way"
            " to give up.",
            play=command("prowler", "play"),
        ),
        " ".join(_later_lines()),
        " ".join(_about_you_lines()),
    ]
    if has_feature("tutorial"):
        lines.append(tr("Each game has a tutorial: “Learn” below `{play}`.", play=command("play")))
    return "\n".join(("### " + tr("Help"), *(f"- {line}" for line in lines)))


def _later_lines() -> Iterator[str]:
    yield tr("**Later:** `{matches}` lists your open matches.", matches=command("matches"))
    if has_feature("following"):
        yield tr("“Follow” in the menu of a match without you tells you how it goes on.")
    if has_feature("replays"):
        yield tr("The replay of a match lets you play on from any move.")


def _about_you_lines() -> Iterator[str]:
    yield tr(
        "**You:** `{preferences}` has your colours, reminders, time zone and holidays, `{privacy}`"
        " what is stored about you.",
        preferences=command("preferences"),
        privacy=command("privacy", "about"),
    )
    yield common_buttons.words_first_line()
    if has_feature("profiles"):
        yield tr("`{profile}` has your results.", profile=command("profile"))
