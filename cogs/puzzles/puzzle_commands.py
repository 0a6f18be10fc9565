"""Puzzles: positions with one best move, for one player alone, with the buttons of a real match.

Each button carries the puzzle and the tries so far, so no state is kept between presses. Only the
first try is stored, as it changes the ratings of the player and the puzzle.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from discord import Interaction, app_commands

from cogs.board.match_message import Rendering
from cogs.board.views.match_views import board_content, described, position_words
from cogs.contract import advice
from cogs.contract.plain_words import seated
from cogs.contract.screen import Look
from cogs.frame.features import answers, makes_command
from cogs.frame.layout import Content
from cogs.frame.names import plain, safe
from cogs.frame.options import Command, Suggestions, everywhere, having, suggest
from cogs.frame.replies import say, turn_into
from cogs.frame.visit import visit_of
from cogs.players.match_list import PlayedGames
from cogs.presses.addresses import TRIES, NextPuzzlePress, PlainPress, TryPress
from cogs.puzzles import puzzle_views as views
from cogs.puzzles.puzzle_views import chosen, try_rows
from prowlerbot.core.errors import Denied
from prowlerbot.core.game import CHANCE
from prowlerbot.core.game_parts import puzzle_file, puzzle_rules
from prowlerbot.core.i18n import mark, tr
from prowlerbot.core.lists_and_numbers import in_parts
from prowlerbot.puzzles.puzzle import Puzzle
from prowlerbot.puzzles.puzzle_service import GIVEN_UP, Puzzles, Try
from prowlerbot.service.match_service import Service

_NO_MORE = mark("There is no other puzzle of this kind yet; reviews of matches bring new ones.")
_NO_THEME = mark("There are no puzzles with that theme; choose one from the list.")


@dataclass(eq=False)
class PuzzleScreens:
    _service: Service
    _rendering: Rendering
    _puzzles: Puzzles
    _games: PlayedGames

    def __post_init__(self) -> None:
        self._rules = {key: puzzle_rules(game) for key, game in self._service.games.items()}

    @makes_command
    def _puzzle(self) -> Command:
        """The command that opens a puzzle; its themes are suggested for the chosen game."""

        @app_commands.command(description="Find the one best move, for your eyes only")
        @app_commands.describe(
            game="Which game, if not the one you played last",
            theme="The theme, such as an attack or a statue",
        )
        @app_commands.choices(game=self._games.choices)
        async def puzzle(
            interaction: Interaction, game: str | None = None, theme: str | None = None
        ) -> None:
            of, _, about = (theme or "").partition(":")
            if theme and (theme not in dict(self._themes(game))):
                raise Denied(_NO_THEME)
            if of or game:
                await self._begin(interaction, of or game or "", about)
            else:
                await self._any(interaction)

        async def themes(interaction: Interaction, typed: str) -> Suggestions:
            game = getattr(interaction.namespace, "game", None)
            return having(typed, ((name, value) for value, name in self._themes(game)))

        suggest(puzzle, "theme", themes)
        return everywhere(puzzle)

    def _themes(self, game: str | None) -> list[tuple[str, str]]:
        """The themes of one game or of all, as values of the option, each with its name."""
        return [
            (f"{key}:{theme}", tr(name))
            for key, rules in self._rules.items()
            if game in {None, key}
            for theme, name in rules.themes.items()
        ]

    async def _begin(self, interaction: Interaction, game: str, theme: str = "") -> None:
        await say(interaction, await self._opened(interaction, game, theme))

    @answers(PlainPress, "puzzles")
    async def _open(self, interaction: Interaction, _: PlainPress) -> None:
        await self._any(interaction)

    async def _any(self, interaction: Interaction) -> None:
        """Open a puzzle of the game that the user played last, or of one that has puzzles."""
        latest = await self._games.meant(interaction.user.id, None)
        rest = [key for key, game in self._service.games.items() if puzzle_file(game).is_file()]
        for game in (latest, *rest):
            if await self._puzzles.next_puzzle(interaction.user.id, game) is not None:
                await self._begin(interaction, game)
                return
        raise Denied(_NO_MORE)

    @answers(NextPuzzlePress, "nextpuzzle")
    async def _next(self, interaction: Interaction, press: NextPuzzlePress) -> None:
        game = self._service.games.named(press.game).key  # the id of a button is untrusted
        await turn_into(interaction, await self._opened(interaction, game, press.theme))

    async def _opened(self, interaction: Interaction, game: str, theme: str) -> Content:
        if theme and theme not in self._rules[game].themes:
            raise Denied(_NO_THEME)
        puzzle = await self._puzzles.next_puzzle(interaction.user.id, game, theme)
        if puzzle is None:
            raise Denied(_NO_MORE)
        return await self._content(interaction, puzzle, TryPress("puzzle", puzzle.id, beside=theme))

    @answers(TryPress, "puzzle")
    async def _turn_to(self, interaction: Interaction, press: TryPress) -> None:
        press = chosen(interaction, press)
        puzzle = await self._puzzles.find_puzzle(press.subject)
        made: Try | None = None
        if press.tried is not None:
            made = await self._puzzles.try_move(interaction.user.id, puzzle, press.tried)
        await turn_into(interaction, await self._content(interaction, puzzle, press, made))

    async def _content(
        self, interaction: Interaction, puzzle: Puzzle, press: TryPress, made: Try | None = None
    ) -> Content:
        visit = visit_of(interaction)
        named = seated(visit.name, puzzle.seat, puzzle.seats)
        names, shown = [safe(name) for name in named], [plain(name) for name in named]
        look = Look(names, shown, visit.theme, words=visit.reader.text_first)
        face = self._rendering.faces[puzzle.game]
        view, *_ = self._puzzles.views(puzzle)
        over = made is not None and (made.solved or press.made >= TRIES or press.tried == GIVEN_UP)
        views_ = self._puzzles.views(puzzle, puzzle.best.move) if over else [view]
        screen = face.screen(views_, look, None if over else press.choosing)
        lines = ["### " + tr("Puzzle · {game}", game=face.title)]
        if over:
            lines += self._solution(puzzle, press, names)
            if CHANCE not in views_[-1].to_move:  # nobody rolls for a puzzle
                lines.append(face.news(views_, names))
                lines.append(face.gain(views_[0], views_[-1], puzzle.seat, names))
            rows = [[views.next_button(puzzle, press.beside)]]
        else:
            mark_ = face.seat_mark(puzzle.seat, puzzle.setup)
            player = f"{mark_} **{names[puzzle.seat - 1]}**"
            lines.append(tr("You are {player}. {task}", player=player, task=views.task(puzzle)))
            if press.tried is not None:
                words = face.move_words(view, press.tried)
                lines.append(_missed(puzzle, press.tried, words, press.made))
            lines.append(screen.text)
            rows = [*try_rows(press, screen.rows), views.open_row(press)]
        if made is not None:
            lines.append(await self._rating(visit.user, puzzle, made))
        text, below, drawings = "\n".join(filter(None, lines)), "", screen.drawings
        if look.words:
            below = position_words(text, face, views_[-1], look, choice=screen.drawings)
            drawings = described(screen, face, views_[-1], look, below)
        pictures = await self._rendering.pictures(f"puzzle:{puzzle.id}", drawings)
        return board_content(text, pictures, rows, below)

    def _solution(self, puzzle: Puzzle, press: TryPress, names: Sequence[str]) -> list[str]:
        """The verdict, then the best and the second best move, each with its worth."""
        face = self._rendering.faces[puzzle.game]
        view, *_ = self._puzzles.views(puzzle)
        best, second = puzzle.best, puzzle.second
        merits = face.merits(view, puzzle.seat, best.move, names, second.move)
        others = face.merits(view, puzzle.seat, second.move, names)
        reasons = advice.leading(merits, others)
        solved = press.tried in puzzle.solutions
        theme = self._rules[puzzle.game].themes.get(puzzle.theme)
        fields = {
            "move": face.move_words(view, best.move),
            "worth": views.worth(best, exact=puzzle.exact),
        }
        lines = [
            "✅ " + tr("That is the move: **{move}** ({worth}).", **fields)
            if solved
            else "💡 " + tr("The solution: **{move}** ({worth}).", **fields),
            tr("Why: {reasons}.", reasons=in_parts(reasons)) if reasons else "",
            tr(
                "The second best: {move} ({worth}).",
                move=face.move_words(view, second.move),
                worth=views.worth(second, exact=puzzle.exact),
            ),
        ]
        return [*lines, "-# " + tr("Theme: {theme}", theme=tr(theme))] if theme else lines

    async def _rating(self, user: int, puzzle: Puzzle, made: Try) -> str:
        if made.first is not None:
            return views.rated(made.first)
        return views.unrated((await self._puzzles.store.standing(user, puzzle.game)).rating)


def _missed(puzzle: Puzzle, tried: str, move: str, made: int) -> str:
    """The text about a wrong try, with its ``move`` in words, and the number of the next try."""
    option = puzzle.option(tried)
    if option is None:
        verdict = tr("❌ Not the best move: **{move}**.", move=move)
    elif puzzle.exact and option.chance is not None:
        worth = views.worth(option, exact=True)
        verdict = tr("❌ Not the best move: **{move}** ({worth}).", move=move, worth=worth)
    else:
        lost = views.lost(puzzle.best, option)
        verdict = tr("❌ Not the best move: **{move}** costs {lost}.", move=move, lost=lost)
    count = tr("Try {number} of {all}.", number=made + 1, all=TRIES)
    return f"{verdict} {count}"
