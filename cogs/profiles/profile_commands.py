"""A player in a game, in tabs: the card to keep or to share, finished matches, statistics, and a
head to head.

Every button carries its target, so no state is kept between presses.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TypeAlias

import discord
from discord import Interaction, app_commands

from cogs.board.match_message import Rendering
from cogs.board.shown_messages import SharedPosts
from cogs.contract.sign import worded
from cogs.frame.features import answers, makes_command
from cogs.frame.interaction import selected_number
from cogs.frame.layout import Button, Content, Item, Picture, layout
from cogs.frame.names import plain, safe
from cogs.frame.options import Command, everywhere
from cogs.frame.replies import say, turn_into
from cogs.frame.visit import visit_of
from cogs.players.match_list import WHICH_GAME, PlayedGames
from cogs.presses.addresses import TAB, OfPlayer, PlayerPress
from cogs.profiles.finished_match_views import About, MatchHistory, Section
from prowlerbot.core.errors import Denied
from prowlerbot.core.game import Registry
from prowlerbot.core.i18n import mark, tr
from prowlerbot.match.preferences import Theme
from prowlerbot.match.ratings import Won, is_provisional, medal, tally
from prowlerbot.match.scene import Kind
from prowlerbot.profiles.finished_match_service import FinishedMatches
from prowlerbot.service.visibility_check import Reader
from prowlerbot.storage.match_store import Store
from renderer.profile import Card, draw_profile

User: TypeAlias = discord.User | discord.Member

_LATEST = 10
_GONE = mark("There is nothing to show any more.")
_PROVISIONAL = mark("Provisional rating {points}.")
_SETTLED = mark("Rating {points}, give or take {range}.")

_WORDS = {Won.WON: mark("won"), Won.SHARED: mark("shared"), Won.LOST: mark("lost")}


@dataclass(eq=False)
class Profiles:
    _store: Store
    _games: Registry
    _rendering: Rendering
    _shared: SharedPosts
    _history: MatchHistory
    _finished: FinishedMatches
    _played: PlayedGames

    @makes_command
    def _profile(self) -> Command:
        @app_commands.command(
            description="See a player's card, finished matches and statistics, and you against them"
        )
        @app_commands.describe(player="The player (default: you)", game=WHICH_GAME)
        @app_commands.choices(game=self._played.choices)
        async def profile(
            interaction: Interaction, player: discord.User | None = None, game: str | None = None
        ) -> None:
            meant = await self._played.meant(interaction.user.id, game)
            await self._show(interaction, meant, _person(player or interaction.user))

        return everywhere(profile)

    @makes_command
    def _menu(self) -> app_commands.ContextMenu:
        async def head_to_head(interaction: Interaction, player: discord.User) -> None:
            meant = await self._played.meant(interaction.user.id, None)
            await self._head_to_head(interaction, meant, _person(player))

        return everywhere(app_commands.ContextMenu(name="Head to head", callback=head_to_head))

    async def _show(self, interaction: Interaction, game: str, player: User) -> None:
        """Show the card of a player to the asker only, with the tabs and a button to share it."""
        about = About(game, player.id, player.display_name)
        content = await self._card_tab(interaction, about)
        nothing = tr(
            "{player} has not finished a match that you can find here.",
            player=safe(player.display_name),
        )
        if player.id == interaction.user.id:
            nothing = tr("No finished match so far.")
        await say(interaction, nothing if content is None else content)

    async def _head_to_head(self, interaction: Interaction, game: str, opponent: User) -> None:
        """Compare the asker with somebody."""
        if opponent.id == interaction.user.id:
            raise Denied("Choose another player to compare yourself with.")
        about = About(game, opponent.id, opponent.display_name)
        section = await self._history.against(interaction, about)
        await say(interaction, _tab(interaction, about, "against", section))

    # ------------------------------------------------------------------ tabs

    @answers(PlayerPress, "card", "history", "statistics", "against")
    async def _turn(self, interaction: Interaction, press: PlayerPress) -> None:
        game = self._games.named(press.game).key  # the id of a button is untrusted
        reader = visit_of(interaction)
        if not await self._finished.count_matches(reader, game, press.player):
            raise Denied(_GONE)
        names = await self._store.results.names([press.player], reader.guild)
        about = About(game, press.player, names[press.player])
        section: Section | None
        match press.action:
            case "history":
                section = await self._history.history(interaction, about, press.page)
            case "statistics":
                section = await self._history.statistics(interaction, about)
            case "against":
                section = await self._against(interaction, about)
            case _:
                section = None
        content = (
            _tab(interaction, about, press.action, section)
            if section is not None
            else await self._card_tab(interaction, about)
        )
        if content is None:
            raise Denied(_GONE)
        await turn_into(interaction, content)

    async def _against(self, interaction: Interaction, about: About) -> Section:
        """The asker against this player; on the asker's own card, against a chosen opponent."""
        if about.player != interaction.user.id:
            return await self._history.against(interaction, about)
        opponents = await self._finished.opponents(visit_of(interaction), about.game)
        choice = self._history.opponents(interaction, about.game, opponents)
        chosen = selected_number(interaction)
        other = next((each for each in opponents if each.id == chosen), None)
        if other is None:
            return choice
        against = About(about.game, other.id, other.name)
        return replace(await self._history.against(interaction, against), rows=choice.rows)

    async def _card_tab(self, interaction: Interaction, about: About) -> Content | None:
        """The card; None for a player without a match that the asker may see."""
        visit = visit_of(interaction)
        card = await self._card(visit, about)
        if card is None:
            return None
        share = PlayerPress("profile", about.game, about.player)
        button = Button(tr("Show to all"), share, emoji="📣")
        tabs = _tabs(about, "card", own=visit.user == about.player)
        return await self._content(card, visit.theme, [tabs, [button]])

    # ------------------------------------------------------------------ the card

    @answers(PlayerPress, "profile")
    async def _share(self, interaction: Interaction, press: PlayerPress) -> None:
        """Show a card to everybody here, in the server's language and colours."""
        game = self._games.named(press.game).key  # the id of a button is untrusted
        visit = visit_of(interaction)
        names = await self._store.results.names([press.player], visit.guild)
        about = About(game, press.player, names[press.player])
        # Players may show all of their own card.
        reader = visit if press.player == visit.user else replace(visit, user=0)

        async def draw() -> Content:
            card = await self._card(reader, about)
            if card is None:
                raise Denied(_GONE)
            return await self._content(card, visit.server.theme, [])

        await self._shared.share(interaction, Kind.CARD, press.player, draw)

    async def _card(self, reader: Reader, about: About) -> Card | None:
        game, player = about.game, about.player
        finished = await self._finished.history(reader, game, player)
        if not finished:
            return None
        tallied = tally(finished, player)
        standing = await self._store.results.standing(game, player)
        board = await self._finished.leaderboards.read_leaderboard(reader, game, player)
        place, matches = board.place, standing.matches if standing else 0
        face = self._rendering.faces[game]
        won = await self._finished.medals(reader, game, player)
        return Card(
            game=face.title,
            name=plain(about.name),
            points=standing.rating.points if standing else None,
            range=standing.rating.range if standing else 0,
            place=place,
            places=board.all,
            medal=medal(place, board.all, matches) if place else None,
            provisional=is_provisional(matches),
            won=tallied.won,
            shared=tallied.shared,
            lost=tallied.lost,
            latest=tuple(result.value for result in tallied.results[:_LATEST]),
            best=tallied.best,
            favourite=await self._history.computed(finished, player, face.favourite),
            medals=(won[1], won[2], won[3]),
        )

    async def _content(self, card: Card, theme: Theme, rows: Sequence[Sequence[Item]]) -> Content:
        png = await self._rendering.draw(partial(draw_profile, card, theme=theme))
        told = card_words(card)
        title = tr("Profile of {player} at {game}.", player=card.name, game=card.game)
        picture = Picture("profile.png", png, title if worded() else " ".join([title, *told]))
        heading = tr("{player} at {game}", player=safe(card.name), game=card.game)
        text = "\n".join([f"### {heading}", *(told if worded() else ())])
        return layout(text, [picture], rows)


def _tab(interaction: Interaction, about: About, shown: OfPlayer, section: Section) -> Content:
    tabs = _tabs(about, shown, own=interaction.user.id == about.player)
    return layout(section.text, rows=[*section.rows, tabs])


def _tabs(about: About, shown: OfPlayer, *, own: bool) -> list[Button]:
    """The tabs. The present one cannot be pressed, and needs a custom_id of its own."""
    labels: dict[OfPlayer, str] = {
        "card": tr("Profile"),
        "history": tr("Matches"),
        "statistics": tr("Statistics"),
        "against": tr("Against…") if own else tr("Against you"),
    }
    return [
        Button(label, TAB, discord.ButtonStyle.primary, disabled=True)
        if action == shown
        else Button(label, PlayerPress(action, about.game, about.player))
        for action, label in labels.items()
    ]


def card_words(card: Card) -> list[str]:
    """The whole card in words below its title, in the order of the picture."""
    parts: list[str] = []
    if card.points is None:
        parts.append(tr("Not rated yet."))
    else:
        sentence = _PROVISIONAL if card.provisional else _SETTLED
        parts.append(tr(sentence, points=card.points, range=card.range))
        if card.place is not None:
            parts.append(tr("Place {place} of {all}.", place=card.place, all=card.places))
    parts.append(
        tr(
            "Matches: {won} won, {shared} shared, {lost} lost.",
            won=card.won,
            shared=card.shared,
            lost=card.lost,
        )
    )
    latest = ", ".join(tr(_WORDS[Won(each)]) for each in card.latest)
    parts.append(tr("The latest first: {results}.", results=latest))
    if card.best is not None:
        parts.append(tr("Best total {best}.", best=card.best))
    if any(card.medals):
        gold, silver, bronze = card.medals
        medals = tr(
            "Medals of competitions: {gold} gold, {silver} silver, {bronze} bronze.",
            gold=gold,
            silver=silver,
            bronze=bronze,
        )
        parts.append(medals)
    if card.favourite:
        parts.append(tr("Favourite: {favourite}.", favourite=card.favourite))
    return parts


def _person(player: User) -> User:
    if player.bot:
        raise Denied("Bots do not play; choose a person.")
    return player
