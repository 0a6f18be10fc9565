"""Puzzles: positions with one best move, for one player alone, with the buttons of a real match.

Each button carries the position and the tries so far; reviews use the same rows of tries. Only the
first try at a puzzle is stored, as it changes the ratings of the player and the puzzle.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from functools import partial

import discord
from discord import Interaction, app_commands
from discord.ext import commands

from cogs.board.rendering import Rendering
from cogs.board.views.match_boards import Sight
from cogs.contract.account import whole_percent
from cogs.contract.face import Face
from cogs.contract.plain_words import seat_names
from cogs.contract.screen import Key, Look, Row, Select, enabled_rows
from cogs.frame.command_options import Suggestions, allow_everywhere, suggestions_with, suggests
from cogs.frame.features import answers
from cogs.frame.layout import Button, Content, Item, key_rows
from cogs.frame.names import plain_name, safe_name
from cogs.frame.replies import say, selected_values, turn_into
from cogs.frame.visit import visit_of
from cogs.players.match_list import PlayedGames
from cogs.presses import TRIES, NextPuzzlePress, PlainPress, TryPress
from prowlerbot.core.errors import Denied
from prowlerbot.core.game import CHANCE, AnyView
from prowlerbot.core.game_parts import puzzle_file, puzzle_rules
from prowlerbot.core.i18n import in_parts, mark, one_decimal_words, signed_words, tr
from prowlerbot.opponent.judgement import JudgedMove
from prowlerbot.puzzles.puzzle import Puzzle, PuzzleMeeting
from prowlerbot.puzzles.puzzle_service import GIVEN_UP, Puzzles, PuzzleTry
from prowlerbot.puzzles.puzzle_store import PuzzleStanding
from prowlerbot.service.match_service import Service

_POSITION_END = ","
"""The end of a custom_id's part about the position; the value of an option is the rest alone."""
_NO_MORE = mark("There is no other puzzle of this kind yet; reviews of matches bring new ones.")
UNEXPLAINED = mark("No simple reason shows it: the machine looked far ahead after both moves.")
_NO_THEME = mark("There are no puzzles with that theme; choose one from the list.")


def chosen_press(interaction: Interaction, press: TryPress) -> TryPress:
    """The press of the chosen option, if this press is on a menu. Raises Denied without any."""
    if press.menu is None:
        return press
    match selected_values(interaction):
        case [value]:
            position, comma, _ = str(press).partition(_POSITION_END)
            read = TryPress.read(f"{position}{comma}{value}")
            if read is not None and read.menu is None:
                return read
    raise Denied("Choose one of the options in the menu.")


def try_rows(
    press: TryPress, rows: Sequence[Row], wrong: Collection[str | None] = ()
) -> list[list[Item]]:
    """The legal moves as buttons and menus; those of ``wrong`` ones cannot be pressed."""

    def cross_out(keys: Sequence[Key]) -> list[Key]:
        crossed = partial(replace, emoji="❌", enabled=False)
        return [crossed(key) if key.argument in wrong else key for key in keys]

    def after(key: Key) -> str:
        opened = replace(press, choosing=key.argument)
        return str(opened if key.opens else press.with_try(key.argument))

    return key_rows(
        [
            replace(row, keys=cross_out(row.keys)) if isinstance(row, Select) else cross_out(row)
            for row in enabled_rows(rows)
        ],
        after,
        lambda key: after(key).partition(_POSITION_END)[2],
        lambda at: str(replace(press, menu=at, choosing=None, move=None)),
    )


def back_button(press: TryPress) -> list[Item]:
    """The button that leaves an open choice."""
    if press.choosing is None:
        return []
    return [Button(tr("Back"), replace(press, choosing=None))]


def tell_worth(option: JudgedMove, face: Face, *, exact: bool) -> str:
    """The worth of a move by the machine's judgement, in words."""
    if option.chance is None:
        treasure = one_decimal_words(option.margin.mean)
        return tr("brings about {treasure} treasure", treasure=treasure)
    if not exact:
        return tr("wins {count} of 100", count=whole_percent(option.chance.mean))
    if option.chance.mean == 0.5:
        return tr("shares the win")
    wins, ahead = option.chance.mean > 0.5, abs(round(option.margin.mean))
    if not ahead:
        return tr("wins") if wins else tr("loses")
    by = mark("wins by at least {amount}") if wins else mark("loses by at least {amount}")
    return tr(by, amount=face.amount(ahead))


def unit_line(face: Face, view: AnyView, seat: int, best: JudgedMove) -> str:
    """The meaning of expected treasure, in small; empty for a chance or a lead."""
    words = face.expected_words(view, seat, best.move) if best.chance is None else ""
    return words and f"-# {words}"


def standing_words(standing: PuzzleStanding) -> str:
    """A player's rating in the puzzles of a game; empty before the first try."""
    if not standing.tries:
        return ""
    points, solved, tries = standing.rating.points, standing.solved, standing.tries
    rated = mark("🧩 Puzzle rating: {points} ({solved} of {tries} solved at the first try)")
    return tr(rated, points=points, solved=solved, tries=tries)


def task_words(puzzle: Puzzle) -> str:
    if not puzzle.exact:
        if puzzle.best.chance is None:
            return tr("Find the move that leaves you the most treasure.")
        return tr("Find the move that wins most of 100 matches.")
    if puzzle.best.chance is not None and puzzle.best.chance.mean > 0.5:
        return tr("Find the only move that wins.")
    return tr("Find the only move that does not lose.")


@dataclass(eq=False)
class PuzzleScreens(commands.Cog):
    _service: Service
    _rendering: Rendering
    _puzzles: Puzzles
    _games: PlayedGames

    def __post_init__(self) -> None:
        self._rules = {key: puzzle_rules(game) for key, game in self._service.games.items()}
        app_commands.choices(game=self._games.choices)(self.puzzle)

    @allow_everywhere
    @app_commands.command(description="Find the one best move, for your eyes only")
    @app_commands.describe(
        game="Which game, if not the one you played last",
        theme="The theme, such as an attack or a statue",
    )
    async def puzzle(
        self, interaction: Interaction, game: str | None = None, theme: str | None = None
    ) -> None:
        of, _, about = (theme or "").partition(":")
        if theme and (theme not in dict(self._theme_options(game))):
            raise Denied(_NO_THEME)
        if named := of or game:
            await say(interaction, await self._open_puzzle(interaction, named, about))
        else:
            await self._open_any(interaction, PlainPress("puzzles:"))

    @suggests(puzzle, "theme")
    async def _suggest_themes(self, interaction: Interaction, typed: str) -> Suggestions:
        game = getattr(interaction.namespace, "game", None)
        return suggestions_with(typed, ((name, value) for value, name in self._theme_options(game)))

    def _theme_options(self, game: str | None) -> list[tuple[str, str]]:
        """The themes of one game or of all, as values of the option, each with its name."""
        return [
            (f"{key}:{theme}", tr(name))
            for key, rules in self._rules.items()
            if game in {None, key}
            for theme, name in rules.themes.items()
        ]

    @answers(PlainPress, "puzzles")
    async def _open_any(self, interaction: Interaction, _: PlainPress) -> None:
        """Open a puzzle of the game that the user played last, or of one that has puzzles."""
        latest = await self._games.find_game(interaction.user.id, None)
        rest = [key for key, game in self._service.games.items() if puzzle_file(game).is_file()]
        for game in (latest, *rest):
            if await self._puzzles.next_puzzle(interaction.user.id, game) is not None:
                await say(interaction, await self._open_puzzle(interaction, game))
                return
        raise Denied(_NO_MORE)

    @answers(NextPuzzlePress, "nextpuzzle")
    async def _open_next(self, interaction: Interaction, press: NextPuzzlePress) -> None:
        game = self._service.games.named(press.game).key  # the id of a button is untrusted
        await turn_into(interaction, await self._open_puzzle(interaction, game, press.theme))

    async def _open_puzzle(self, interaction: Interaction, game: str, theme: str = "") -> Content:
        if theme and theme not in self._rules[game].themes:
            raise Denied(_NO_THEME)
        if (puzzle := await self._puzzles.next_puzzle(interaction.user.id, game, theme)) is None:
            raise Denied(_NO_MORE)
        return await self._content(interaction, puzzle, TryPress("puzzle", puzzle.id, origin=theme))

    @answers(TryPress, "puzzle")
    async def _turn_to(self, interaction: Interaction, press: TryPress) -> None:
        press = chosen_press(interaction, press)
        puzzle = await self._puzzles.find_puzzle(press.subject)
        made: PuzzleTry | None = None
        if press.tried is not None:
            made = await self._puzzles.try_move(interaction.user.id, puzzle, press.tried)
        await turn_into(interaction, await self._content(interaction, puzzle, press, made))

    async def _content(
        self,
        interaction: Interaction,
        puzzle: Puzzle,
        press: TryPress,
        made: PuzzleTry | None = None,
    ) -> Content:
        visit = visit_of(interaction)
        named = seat_names(visit.name, puzzle.seat, puzzle.seats)
        names, shown = [safe_name(name) for name in named], [plain_name(name) for name in named]
        look = Look(names, shown, visit.theme, words=visit.reader.text_first, aside=True)
        face, over = self._rendering.faces[puzzle.game], _is_over(press, made)
        views = self._puzzles.views(puzzle, *([puzzle.best.move] if over else []))
        screen = face.screen(views, look, None if over else press.choosing)
        if over and face.private:  # its own board has marks for the next question
            drawn = face.compared(views[0], look, puzzle.best_other.move, puzzle.best.move)
            screen = replace(screen, drawings=[drawn] if drawn else screen.drawings)
        counted = made is not None and made.first is not None
        rows: list[list[Item]]
        if over:
            lines = self._solution_lines(puzzle, press, look, views)
            following = NextPuzzlePress(puzzle.game, press.origin)
            rows = [[Button(tr("Next puzzle"), following, discord.ButtonStyle.success)]]
        else:
            lines = _task_lines(puzzle, face, press, look, views[0])
            if press.tried is None or look.words:  # a try changes nothing
                lines.append(screen.text)
            give_up = Button(tr("Show the solution"), press.with_try(GIVEN_UP), emoji="💡")
            first = await self._puzzles.store.first_move(visit.user, puzzle.id)
            wrong = {press.move, first} - {*puzzle.solutions} if press.tries else ()
            rows = [*try_rows(press, screen.rows, wrong), [*back_button(press), give_up]]
        if counted or not (over or press.tries):
            lines.append(await self._rating_words(visit.user, puzzle, made))
        heading = "### " + tr("Puzzle · {game}", game=face.title)
        text, key = "\n".join(filter(None, [heading, *lines])), f"puzzle:{puzzle.id}"
        sight, drawings = Sight(face, views[-1], look, screen), screen.drawings
        return await self._rendering.message(key, sight, text, rows, drawings, asks=True)

    def _solution_lines(
        self, puzzle: Puzzle, press: TryPress, look: Look, views: Sequence[AnyView]
    ) -> list[str]:
        """The verdict, the best and the second best move, each with its worth, and the effect."""
        face, view, names = self._rendering.faces[puzzle.game], views[0], look.names
        best, second = puzzle.best, puzzle.best_other
        rolls = CHANCE in views[-1].to_move  # nobody does for a puzzle
        gained = "" if rolls else face.gain(view, views[-1], puzzle.seat, names)
        told = gained and best.chance is not None  # the gain tells the effects of the move itself
        own = face.reasons(view, puzzle.seat, best.move, names) if told else ()
        found = face.reasons(view, puzzle.seat, best.move, names, second.move)
        reasons = [it for it in found if it not in own]
        ending, unexplained = face.countdown(view), "" if own else tr(UNEXPLAINED)
        solved = press.tried in puzzle.solutions
        theme = self._rules[puzzle.game].themes.get(puzzle.theme)

        def told_of(option: JudgedMove) -> dict[str, str]:
            move = face.exact_words(view, option.move, (), names)
            return {"move": move, "worth": tell_worth(option, face, exact=puzzle.exact)}

        lines = [
            "✅ " + tr("That is the move: **{move}** ({worth}).", **told_of(best))
            if solved
            else "💡 " + tr("The solution: **{move}** ({worth}).", **told_of(best)),
            tr("Why: {reasons}.", reasons=in_parts(reasons)) if reasons else unexplained,
            tr("The second best: {move} ({worth}).", **told_of(second)),
            ending and f"-# {ending}",
        ]
        lines += [face.news(views, names) if look.words and not rolls else "", gained]
        notes = [tr("Theme: {theme}", theme=tr(theme))] if theme else []
        if not puzzle.exact and best.chance is not None:
            notes.insert(0, tr("Wins are those of 100 matches that the machine plays on for all."))
        return [*lines, f"-# {' '.join(notes)}" if notes else ""]

    async def _rating_words(self, user: int, puzzle: Puzzle, made: PuzzleTry | None) -> str:
        """The player's rating, with its change by a first try, or that only this one changes it."""
        if made is not None and made.first is not None:
            now, before = made.first.standing.rating, made.first.before
            return "-# " + tr(
                "Your puzzle rating: {points} ({change}). This puzzle is rated {puzzle}.",
                points=now.points,
                change=signed_words(now.points - before.points),
                puzzle=made.first.puzzle.points,
            )
        rating = (await self._puzzles.store.standing(user, puzzle.game)).rating
        meeting = PuzzleMeeting(rating, puzzle.first_rating)
        won, lost = (meeting.after(solved=solved).player.points for solved in (True, False))
        return "-# " + tr(
            "Your puzzle rating is {points}. Only the first try changes it: by about {won} if it is"
            " right, by about {lost} if it is wrong or you see the solution.",
            points=rating.points,
            won=signed_words(won - rating.points),
            lost=signed_words(lost - rating.points),
        )


def _is_over(press: TryPress, made: PuzzleTry | None) -> bool:
    """Whether the solution is shown: found, given up, or missed too often."""
    return made is not None and (made.solved or press.tries >= TRIES or press.tried == GIVEN_UP)


def _task_lines(
    puzzle: Puzzle, face: Face, press: TryPress, look: Look, view: AnyView
) -> list[str]:
    """The task, or the verdict on a wrong try and its lack beside the solution."""
    names = look.names
    if press.tried is None:
        player = f"{face.seat_mark(puzzle.seat, puzzle.setup)} **{names[puzzle.seat - 1]}**"
        task = tr("You are {player}. {task}", player=player, task=task_words(puzzle))
        return [task, unit_line(face, view, puzzle.seat, puzzle.best)]
    move = face.exact_words(view, press.tried, (), names)
    lines = [_missed_words(puzzle, face, press.tried, move, press.tries)]
    lacks = face.lack_sentences(view, puzzle.seat, press.tried, puzzle.best.move, names)
    lines.append(lacks[0] or lacks[1])
    ending = "" if look.words else face.countdown(view)
    return [*lines, ending and f"-# {ending}"]


def _missed_words(puzzle: Puzzle, face: Face, tried: str, move: str, made: int) -> str:
    """The text about a wrong try, with its ``move`` in words, and the number of the next try."""
    option = puzzle.option(tried)
    verdict = tr("❌ Not the best move: **{move}**.", move=move)
    if option is not None:
        worth, best = (tell_worth(each, face, exact=puzzle.exact) for each in (option, puzzle.best))
        template = mark("❌ Not the best move: **{move}** ({worth}); the best one {best}.")
        verdict = tr(template, move=move, worth=worth, best=best)
    return f"{verdict} {tr('Try {number} of {all}.', number=made + 1, all=TRIES)}"
