"""Routes presses and submitted forms by their custom_ids; runs commands; answers errors.

An error becomes a sentence for the asker, always in private and never a traceback. A
``DynamicItem`` for each kind of press would be discord.py's own way, but it fails here:

- Once a view that holds one is edited, stopped or times out, its template is gone for the process.
- It takes no forms, and a form filled in while the bot restarts is lost.
- A press whose button is no longer on its message is dropped, but deserves an answer.
- Its errors reach the log alone, and each press costs 0.3 ms more.
"""

import logging
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, ClassVar, Generic, Protocol, TypeAlias, TypeVar

import discord
from discord import app_commands
from discord.ext import commands

from cogs.contract.sign import coloured
from cogs.discord_py.interactions import HookedTree
from cogs.discord_py.requests import error_text
from cogs.frame import replies
from cogs.frame.forms import NUMBER_SIGN
from cogs.frame.interaction_gate import Gate
from cogs.frame.layout import offers_press
from cogs.frame.meter import mark_result
from cogs.frame.names import Verbatim, safe_name, safe_player_name
from cogs.frame.rate_limits import TooMuch
from cogs.frame.visit import Visit, begin_visit
from cogs.presses import MatchPress, Press
from prowlerbot.core.errors import Denied, NotFound, Refused, Stale, StoreError
from prowlerbot.core.i18n import COMMAND, Marked, language_of, listing, mark, tr, translate_or_none
from prowlerbot.match.match import Player
from prowlerbot.match.preferences import PlayerChoices, ServerChoices
from prowlerbot.match.scene import Access, Scene
from prowlerbot.service.match_service import Service
from prowlerbot.storage.engines.database import has_changed

log = logging.getLogger(__name__)

_MAX_FIELD = 200
_STORE_FAILED = mark(
    "My database is out of reach, so nothing was changed. Please try again in a minute."
)
_PERHAPS_STORED = mark(
    "My database failed, but part of that may have been stored. Look at the board in a moment"
    " before you try again."
)
_OUR_FAULT = mark("Something went wrong on my side. Your match is safe; please try again.")


def refusal_sentence(refused: Refused) -> str:
    """The sentence for the asker, with text from outside made harmless."""
    fields = {name: _field_words(value) for name, value in refused.fields.items()}
    return tr(refused.template, **fields)


def _field_words(value: object) -> str:
    if isinstance(value, tuple):
        return listing([_field_words(part) for part in value])
    if isinstance(value, Verbatim):
        return value
    if isinstance(value, Player):
        return safe_player_name(value)
    if isinstance(value, Refused):  # the sentence of an inner error
        return refusal_sentence(value)
    if isinstance(value, Marked):
        return tr(value)
    return safe_name(str(value), _MAX_FIELD)


async def answer_error(
    interaction: discord.Interaction, error: Exception, gate: Gate | None = None
) -> None:
    """Answer an error: a refusal in its own words, anything else with an apology and a log line.

    A ``gate`` lets a user who is too fast get an answer only now and then.
    """
    if isinstance(error, app_commands.CommandInvokeError):
        error = error.original
    if gate is not None and isinstance(error, TooMuch) and not gate.may_answer_refused(interaction):
        return
    if replies.is_too_late(error):  # nobody waits for the answer
        mark_result(interaction, "late")
        return
    result, text = _error_answer(error)
    mark_result(interaction, result)
    try:
        await replies.say(interaction, text)
    except replies.LOST as lost:
        if replies.is_too_late(lost):
            return
        log.warning("an error message was not delivered: %s", lost)


def _error_answer(error: Exception) -> tuple[str, str]:
    """The result that is counted, and the sentence for the asker; the log gets all failures."""
    if isinstance(error, StoreError):  # its message names the file, so it is for the host
        log.error("the database failed: %s", error)
        return "failed", tr(_PERHAPS_STORED if has_changed() else _STORE_FAILED)
    if isinstance(error, Refused):
        return "refused", refusal_sentence(error)
    if isinstance(error, app_commands.TransformerError):
        return "refused", tr("That is not one of the choices; pick one from the list.")
    if replies.is_outage(error):
        log.warning("an answer was lost: %s", error_text(error))
    else:
        log.error("an interaction failed", exc_info=error)
    return "failed", tr(_OUR_FAULT)


P = TypeVar("P", bound=Press)
_Answer: TypeAlias = Callable[[], Awaitable[None]]

_ROUTED_TYPES = {discord.InteractionType.component, discord.InteractionType.modal_submit}
_NOT_OFFERED = mark("This bot does not offer that.")
_UNREADABLE = mark("I cannot read this button; open the menu or the command again.")


@dataclass(frozen=True, slots=True)
class Route(Generic[P]):
    """A route for presses of a ``kind``; ``name`` is their custom_id up to the first colon."""

    name: str
    kind: type[P]
    handle: Callable[[discord.Interaction, P], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class MatchRoute:
    """A route for presses about a match; see ``answers_in_match`` in ``features.py``."""

    kind: ClassVar = MatchPress

    name: str
    handle: Callable[[discord.Interaction, MatchPress, Scene], Awaitable[None]]
    late: Callable[[discord.Interaction, MatchPress, Scene, Stale], Awaitable[None]] | None = None
    """Answers a press that came too late; without it, the refusal does."""


AnyRoute: TypeAlias = Route[Any] | MatchRoute


class PressedBoards(Protocol):
    """Updates the boards of matches after presses about a match."""

    async def update_pressed(self, interaction: discord.Interaction, match_id: str) -> None:
        """Bring the pressed message up to date if it is the board of that match."""

    async def tell_unaware(self, interaction: discord.Interaction, before: Scene) -> None:
        """Follow a press; ``before`` is the scene as the press found it."""


@dataclass(eq=False)
class Router(commands.Cog):
    """Hands presses and submitted forms to the handlers that features register."""

    _gate: Gate
    _service: Service

    def __post_init__(self) -> None:
        self._routes: dict[str, AnyRoute] = {}
        self._boards: PressedBoards | None = None

    def add_boards(self, boards: PressedBoards) -> None:
        """Let these boards follow each press about a match."""
        self._boards = boards

    def add_routes(self, *routes: AnyRoute) -> None:
        """Register one handler for each name."""
        for route in routes:
            if route.name in self._routes:
                raise ValueError(f"two handlers for presses of {route.name!r}")
            self._routes[route.name] = route

    @commands.Cog.listener()
    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """Answer a press in the presser's language, and report any error."""
        if interaction.type not in _ROUTED_TYPES:
            return
        data: Mapping[str, Any] = interaction.data or {}
        custom_id = replies.read_text(data.get("custom_id", ""))
        if interaction.type is discord.InteractionType.modal_submit:
            custom_id = custom_id.partition(NUMBER_SIGN)[0]
        route = self._routes.get(custom_id.partition(":")[0])
        if route is None and offers_press(custom_id):
            return  # a button of another cog
        with self._gate.handling(interaction):
            try:
                with self._gate.limiting(interaction):
                    await self._answer(interaction, route, custom_id)
            except Exception as error:  # noqa: BLE001 - the presser reads of any error
                await answer_error(interaction, error, self._gate)

    async def _answer(
        self, interaction: discord.Interaction, route: AnyRoute | None, custom_id: str
    ) -> None:
        """Read the press, count it against the limits, and call its handler."""
        self._gate.check_remembered_limit(interaction)
        press = route.kind.read(custom_id) if route is not None else None
        if route is None or press is None:
            await self._gate.admit_user(interaction)
            raise Denied(_NOT_OFFERED if route is None else _UNREADABLE)
        answer: _Answer
        if isinstance(route, MatchRoute):
            visit, scene = await self._admit_in_match(interaction, press.match)
            answer = partial(self._answer_in_match, interaction, route, press, scene)
        else:
            visit = await self._gate.admit_user(interaction)
            answer = partial(route.handle, interaction, press)
        # The pressed message is brought up to date before the presser's first private answer if it
        # is a shared one that can change only in the answer to a press on it.
        match = getattr(press, "match", "")
        message = interaction.message
        is_shared = message is not None and not message.flags.ephemeral
        if self._boards and match and is_shared and visit.access is Access.INTERACTION:
            update = partial(self._boards.update_pressed, interaction, match)
            replies.set_first_answer(interaction, update)
        with coloured(visit.theme, words=visit.reader.text_first):
            await answer()

    async def _admit_in_match(
        self, interaction: discord.Interaction, match_id: str
    ) -> tuple[Visit, Scene]:
        """Admit a presser to a match: like ``Gate.admit_user``, but all is read at once."""
        guild, user = interaction.guild_id or 0, interaction.user.id
        try:
            scene = await self._service.scene(match_id, guild, user)
        except NotFound:
            await self._gate.admit_user(interaction)  # presses about unknown matches count too
            raise
        # All act at once in a live match, as fast as they can. Only one with a clock counts, so
        # nobody can keep one open to press without limits.
        seat = scene.match.seat_of(user)
        is_live = seat is not None and self._service.facts.end_of_stage(scene.match) is not None
        self._gate.count_interaction(interaction, scene.server, live=is_live)
        reader = scene.reader if seat is None else scene.choices_of(seat)
        visit = begin_visit(interaction, scene.server, reader, self._gate.posts)
        await self._gate.check_bars(interaction, scene.bars)
        if seat is not None:  # so they may see it, and know of their turn from now on
            return visit, replace(scene, match=await self._service.note_seen(scene.match, user))
        await self._service.visibility.check_may_look(visit, scene.match, scene.board)
        return visit, scene

    async def _answer_in_match(
        self, interaction: discord.Interaction, route: MatchRoute, press: MatchPress, scene: Scene
    ) -> None:
        try:
            await route.handle(interaction, press, scene)
        except Stale as stale:
            if route.late is None:
                raise
            await route.late(interaction, press, scene, stale)
        finally:
            if self._boards is not None:
                await self._boards.tell_unaware(interaction, scene)


class Tree(HookedTree):
    """The slash commands, with limits, error reports and the asker's language."""

    gate: Gate | None = None

    async def around(self, interaction: replies.AnyInteraction, call: _Answer) -> None:
        if (gate := self.gate) is None:  # before the features are added
            await call()
            return
        with gate.handling(interaction):
            if interaction.type is not discord.InteractionType.autocomplete:
                await self._run_command(interaction, gate, call)
                return
            async with gate.suggesting(interaction) as is_newest:
                if is_newest and not gate.shutdown.begun:
                    # Suggestions depend on no preference, so the bot reads none for them.
                    begin_visit(interaction, ServerChoices(), PlayerChoices(), gate.posts)
                    await call()

    async def _run_command(
        self, interaction: replies.AnyInteraction, gate: Gate, call: _Answer
    ) -> None:
        """Run a command; ``on_error`` reports the errors of the command itself."""
        try:
            with gate.limiting(interaction):
                visit = await gate.admit_user(interaction)
                with coloured(visit.theme, words=visit.reader.text_first):
                    await call()
        except Refused as refused:
            await answer_error(interaction, refused, gate)
            interaction.command_failed = True

    async def on_error(
        self, interaction: replies.AnyInteraction, error: app_commands.AppCommandError
    ) -> None:
        await answer_error(interaction, error)


_LANGUAGE_OF_LOCALE = {
    locale: language for locale in discord.Locale if (language := language_of(str(locale))) != "en"
}
_LOCATIONS = app_commands.TranslationContextLocation
_NAME_LOCATIONS = {_LOCATIONS.command_name, _LOCATIONS.group_name, _LOCATIONS.parameter_name}


class Catalogues(app_commands.Translator):
    """Gives Discord the names and descriptions of commands in the languages of the catalogues."""

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContextTypes,
    ) -> str | None:
        if locale not in _LANGUAGE_OF_LOCALE:  # asked thousands of times at each start
            return None
        kind = COMMAND if context.location in _NAME_LOCATIONS else ""
        return translate_or_none(string.message, _LANGUAGE_OF_LOCALE[locale], kind)
