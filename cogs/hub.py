"""The hub: all games, each with its picture, one press from a match, a challenge or a lesson."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain
from typing import NamedTuple, assert_never

import discord
from discord import Interaction, app_commands
from discord.ext import commands

from cogs.board.challenges import Challenges, Invitation, Wishes, can_repeat, is_private
from cogs.board.machine_moves import Machines
from cogs.board.rendering import Rendering
from cogs.board.shown_messages import Answers
from cogs.board.views import match_views
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
from renderer.gallery import MAX_HUB_GAMES, draw_hub

_EASY: Level = "easy"
_TITLES_IN_A_ROW = 3  # buttons with titles of games that fit beside each other on a phone
_PACE_OF_SERVER: tuple[int | None, str] = None, ""  # for a press without a known pace
_UNLISTED_PACE = "none"  # a clock that no choice has; unlike “Challenge”, the press names it
_PACES_BY_TEXT = {str(each.value): (int(each.value), each.name) for each in PACE_CHOICES}
"""The pace and its name for the text that stands for it in a press."""
_MOST_GAME_BUTTONS = 9  # the most games with buttons of their own; more are chosen in a menu
_CHALLENGE_HINT = mark("Your challenge is posted here and pings the players you choose.")
_COMMANDS_HINT = mark(
    "Here, commands work for those who have added me to their account; buttons work for everybody."
)
_GONE = mark("There is no such game here any more; open what you need again.")


class _HubReader(NamedTuple):
    """The reader of the hub; by default everybody in a server."""

    is_everybody: bool = True
    again_rows: Sequence[Row] = ()  # the rows that repeat the reader's latest match
    is_alone: bool = False  # whether nobody else is there, so that there is nobody to challenge
    words_first: bool = False  # whether each label names its game, and there is no picture


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
            last = await self._service.store.last_requested(interaction.user.id)
        reader = _HubReader(
            is_everybody=False,
            again_rows=self._again_rows(interaction, last) if last is not None else (),
            is_alone=interaction.context.dm_channel,
            words_first=visit.reader.text_first,
        )
        await say(interaction, await self._hub_content(visit.server, visit.theme, reader))

    def _again_rows(self, interaction: Interaction, last: Scene) -> list[Row]:
        """The rows that repeat the asker's latest match; none where it cannot be repeated."""
        match = last.match
        if match.game not in self._manifests or not can_repeat(interaction, last):
            return []
        was_played = match.phase is Phase.OVER and bool(match.setup)
        won = was_played and match_views.has_won_alone(
            match, self._service.facts.timeline(match, interaction.user.id)
        )
        return _repeating_rows(match, self._manifests[match.game], won=won)

    async def content_for_all(self, guild: int) -> Content:
        """The hub for everybody in a server, in its colours and the current language."""
        server = await self._service.server(guild)
        return await self._hub_content(server, server.theme, _HubReader())

    async def _hub_content(
        self, server: ServerChoices, theme: Theme, reader: _HubReader
    ) -> Content:
        """The hub, short enough for a phone and for Discord's limits of a message."""
        manifests = self._manifests.values()
        games = [self._game_rows(manifest, server, reader) for manifest in manifests]
        has_room = not (reader.words_first or reader.again_rows)
        has_picture = has_room and len(manifests) <= MAX_HUB_GAMES
        drawings = [self._cover_drawing([*manifests], theme)] if has_picture else []
        rest = self._rows_of_any_game(for_all=reader.is_everybody)
        everything = [*reader.again_rows, *chain(*games), *rest]
        if not fits((), everything):  # more games than a message has room for
            games = [[[match_views.games_menu(HubPress("game"), manifests)]]]
        if not fits(drawings, everything):
            drawings = []
        pictures = await self._rendering.pictures("hub", drawings)
        rows = [*reader.again_rows, *pictures, *chain(*games), *rest]
        heading = "### " + tr("Which game would you like to play?")
        if reader.words_first:
            heading += "\n" + tr(
                "Words first is on: a match that you begin opens a board in words, which stays."
            )
        return layout(heading, rows=rows)

    def _rows_of_any_game(self, *, for_all: bool) -> list[Row]:
        heading, help_button = f"-# **{tr('In any game')}**", Button(tr("Help"), HubPress("help"))
        row = [Button(tr("Puzzles"), PlainPress("puzzles:")), match_views.matches_button()]
        rows: list[Row] = [heading, [find_button(), match_views.daily_button()]]
        rows.append([*row, help_button])
        if for_all:
            rows.append(f"-# {match_views.words_first_line()}")
        if line := self._links.line():
            rows.append(line)
        return rows

    def _cover_drawing(self, manifests: Sequence[Manifest], theme: Theme) -> Drawing:
        """The cover of one game, or those of several in small."""
        covers = [manifest.face.cover(theme) for manifest in manifests]
        if len(covers) == 1:
            return covers[0]
        games = [self._service.games[manifest.key] for manifest in manifests]
        seats = [players_words(game.seats) for game in games]
        titles = [manifest.title for manifest in manifests]
        draws = [cover.draw for cover in covers]
        draw = partial(draw_hub, [*zip(titles, seats, draws, strict=True)], theme)
        return Drawing("games.png", draw, ". ".join(map(label_text, titles, seats)))

    def _game_rows(
        self, manifest: Manifest, server: ServerChoices, reader: _HubReader
    ) -> list[Row]:
        """The words and buttons of a game, except buttons that the bot would refuse here.

        A phone has room for three side by side, without the title that readers of words first hear.
        """
        key, title, buttons = manifest.key, manifest.title, list[Item]()
        pitch = f"-# **{title}** · {manifest.face.pitch}"
        if self._machines.can_begin(key, server):
            by_machine = self._machines.seats.admits_machine(server)
            begin = match_views.play_now_button(key, alone=not by_machine)
            label = mark("Play {game} now") if by_machine else mark("Play {game} alone")
            named = replace(begin, label=tr(label, game=title))
            buttons.append(named if reader.words_first else begin)
        if not reader.is_alone:
            long_label = tr("Challenge in {game}", game=title)
            challenge = long_label if reader.words_first else tr("Challenge")
            buttons.append(Button(challenge, HubPress("ask", key)))
        if manifest.face.lessons:
            learn = tr("Learn {game}", game=title) if reader.words_first else tr("Learn")
            buttons.append(Button(learn, TeachPress(key)))
        return [pitch, buttons] if buttons else [pitch]

    @answers(HubPress, "hub")
    async def _press_hub(self, interaction: Interaction, press: HubPress) -> None:
        match press.action:
            case "open":
                await self.show(interaction)
            case "help":
                await self._show_help(interaction)
            case "again":
                await self._play_again(interaction, press)
            case "game":
                await self._show_game(interaction, self._chosen_game(interaction, press))
            case "ask":
                manifest = self._chosen_game(interaction, press)
                game = self._service.games[manifest.key]
                default_pace = str(sufficient_pace(visit_of(interaction).server.pace or 0, game))
                pace = next(iter(selected_values(interaction)), press.option or default_pace)
                await self._ask_in_message(interaction, self._opponent_question(manifest, pace))
            case "now" | "alone" | "asked" | "anybody" | "with":
                await self._press_challenge(interaction, press)
            case _:
                assert_never(press.action)

    async def _show_help(self, interaction: Interaction) -> None:
        is_guest = visit_of(interaction).access is Access.INTERACTION
        text = help_text() + (f"\n-# {tr(_COMMANDS_HINT)}" if is_guest else "")
        row = [match_views.matches_button(), match_views.preferences_button()]
        await say(interaction, layout(text, rows=[row]))

    def _chosen_game(self, interaction: Interaction, press: HubPress) -> Manifest:
        """The game that a press names, or that was chosen in its menu."""
        chosen = selected_values(interaction) if press.action in {"game", "with"} else []
        if (manifest := self._manifests.get(press.subject or "".join(chosen))) is None:
            raise Denied(_GONE)
        return manifest

    async def _show_game(self, interaction: Interaction, manifest: Manifest) -> None:
        visit = visit_of(interaction)
        drawing = self._cover_drawing([manifest], visit.theme)
        pictures = await self._rendering.pictures("hub", [drawing])
        reader = _HubReader(is_everybody=False, is_alone=interaction.context.dm_channel)
        rows = self._game_rows(manifest, visit.server, reader)
        await say(interaction, layout(f"### {manifest.title}", pictures, rows))

    async def _press_challenge(self, interaction: Interaction, press: HubPress) -> None:
        """Post a challenge, or begin a match at once; ``option`` is a pace, or a user to play."""
        manifest = self._chosen_game(interaction, press)
        at_once = press.action in {"now", "alone"}
        if at_once:
            invited = self._invitation_at_once(interaction, press.action, manifest.key)
        elif press.action == "with":
            invited = Invitation((await _fetch_user(interaction, read_number(press.option)),))
        else:
            invited = Invitation(tuple(chosen_users(interaction)))
        # Where the bot is a guest, nobody else has asked for a match in their sight.
        private = at_once and visit_of(interaction).access is Access.INTERACTION
        pace, _ = _PACES_BY_TEXT.get(press.option, _PACE_OF_SERVER)
        wishes, setup = Wishes(pace=0 if private else pace), manifest.read_setup({})
        await self._challenges.challenge(
            interaction, manifest.key, invited, setup, wishes, private=private
        )
        if press.action != "now" and interaction.message is not None:
            await self._answers.remove(interaction.message.id)

    async def offer_games(self, interaction: Interaction, rival: discord.User) -> None:
        """Offer the asker all games to which they can challenge a user."""
        if rival.bot or rival.id == interaction.user.id:
            raise Denied("Choose another player to challenge; bots do not play.")
        games_for_two = {key for key, game in self._service.games.items() if 2 in game.seats}
        games = [game for key, game in self._manifests.items() if key in games_for_two]
        press = partial(HubPress, "with", option=str(rival.id))
        rows: list[Row] = [[match_views.games_menu(press(), games)]]
        if len(games) <= _MOST_GAME_BUTTONS:
            buttons = [Button(game.title, press(game.key)) for game in games]
            starts = range(0, len(buttons), _TITLES_IN_A_ROW)
            rows = [buttons[start : start + _TITLES_IN_A_ROW] for start in starts]
        heading = "### " + tr("Challenge {player}", player=safe_name(rival.display_name))
        question = layout(f"{heading}\n{tr(_CHALLENGE_HINT)}", rows=rows)
        await self._ask_in_message(interaction, question)

    async def _ask_in_message(self, interaction: Interaction, question: Content) -> None:
        """Ask for the opponent or game of a challenge, in a message removed once that is posted."""
        if selected_values(interaction):
            await turn_into(interaction, question)
            return
        self._answers.keep_answer(await say(interaction, question), interaction)

    def _invitation_at_once(self, interaction: Interaction, action: str, game: str) -> Invitation:
        """A match alone, or against the easy machine where the server lets it play."""
        server = visit_of(interaction).server
        can_play_alone = 1 in self._service.games[game].seats
        if action == "alone" or (
            can_play_alone and not self._machines.seats.admits_machine(server)
        ):
            return Invitation(seats=1)
        return Invitation(level=_EASY)

    def _opponent_question(self, manifest: Manifest, pace: str) -> Content:
        """Asks for the opponents and the ``pace`` of a challenge, which is as in a press."""
        game, chosen = self._service.games[manifest.key], str(HubPress("asked", manifest.key, pace))
        most, asked = game.seats[-1] - 1, tr("Choose your opponent")
        opponents: discord.ui.UserSelect[discord.ui.LayoutView] = discord.ui.UserSelect(
            custom_id=chosen, placeholder=asked, max_values=most
        )
        options = [(tr(choice.name), str(choice.value)) for choice in pace_choices(game)]
        _, pace_name = _PACES_BY_TEXT.get(pace, _PACE_OF_SERVER)
        clock = menu(HubPress("ask", manifest.key), f"⏱️ {tr(pace_name)}", options)
        buttons = [Button(tr("Anyone"), HubPress("anybody", manifest.key, pace))]
        if 1 in game.seats:
            buttons.append(Button(tr("Play alone"), HubPress("alone", manifest.key)))
        text = f"### {manifest.title}\n{tr(_CHALLENGE_HINT)}"
        return layout(text, rows=[[clock], [opponents], buttons])

    async def _play_again(self, interaction: Interaction, press: HubPress) -> None:
        # The store has no match of this id any more if it was dropped; only the wish is left.
        last = await self._service.store.dropped.last_requested(interaction.user.id)
        if last is None or last.match.id != press.subject:
            last = await self._service.scene(press.subject, interaction.guild_id or 0)
        seat_at(last.match, interaction.user.id)  # raises Denied for others
        if not can_repeat(interaction, last):
            raise Denied("The players of that match cannot be challenged here.")
        is_guest = visit_of(interaction).access is Access.INTERACTION
        elsewhere = last.board is None or last.board.channel != interaction.channel_id
        # Nobody has seen a match alone in a place where the bot is a guest: it stays private.
        private = is_private(last) or (is_guest and elsewhere and len(last.match.people) == 1)
        level = match_views.find_level(press.option)  # None: as in that match
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


def _repeating_rows(last: Match, manifest: Manifest, *, won: bool) -> list[Row]:
    """The asker's latest match; buttons repeat it and, against people, offer another clock."""
    rivals = player_names(last.players, safe_name)
    del rivals[last.challenger - 1]  # the asker
    fields = {"game": manifest.title, "players": listing(rivals)}
    words = tr("-# **Again** · {game}, alone", game=manifest.title)
    if rivals:
        words = tr("-# **Again** · {game} against {players}", **fields)
    again = partial(HubPress, "again", last.id)
    row = [Button(tr("Play again"), again(), discord.ButtonStyle.primary)]
    if len(last.people) > 1:
        clock, pace = find_pace_choice(last.terms), _UNLISTED_PACE
        if clock is not None:
            words, pace = f"{words} · {tr(clock.name)}", str(clock.value)
        row.append(Button(tr("More choices"), HubPress("ask", last.game, pace)))
    return [words, [*row, *match_views.level_buttons(last, again, won=won)]]


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
    yield match_views.words_first_line()
    if has_feature("profiles"):
        yield tr("`{profile}` has your results.", profile=command("profile"))
