"""Parts of messages about a match: its buttons, the keys of its board, its heading, and links."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

import discord
from discord import Interaction

from cogs.board.views.results_text import ended_sentence
from cogs.contract.face import Face
from cogs.contract.screen import Chapter, Film, Key, Row
from cogs.contract.sign import worded
from cogs.frame.layout import Button, Item, key_rows
from cogs.frame.names import names_in_text, names_of, safe_player_name
from cogs.frame.replies import selected_values
from cogs.presses import MatchAction, MatchPress, ReplayPress, ReviewPress
from prowlerbot.core.errors import Denied
from prowlerbot.core.i18n import tr, trn
from prowlerbot.match.leaving import UNAWARE
from prowlerbot.match.match import Match, Player
from prowlerbot.match.scene import Board, PostPlace
from prowlerbot.match.terms import Motion
from prowlerbot.match.timeline import Place, Timeline

FILM = "🎞️"  # the emoji of animations
PLAN = "💭"  # the emoji of plans
REFRESH = "🔄"  # the emoji of the button that brings a board up to date
_ACTIONS: Mapping[discord.ButtonStyle, set[MatchAction]] = {
    discord.ButtonStyle.success: {
        *("accept", "join", "claim!", "confirm", "confirm1", "agree", "takeseat", "prego")
    },
    discord.ButtonStyle.primary: {"start", "rematch", "m"},
    discord.ButtonStyle.danger: {"resign!", "repost!"},
}
_STYLES = {action: style for style, actions in _ACTIONS.items() for action in actions}


def button(
    action: MatchAction,
    match: Match,
    label: str,
    emoji: str | None = None,
    *,
    argument: str = "",
    step: int = 0,
) -> Button:
    press = MatchPress(action, match.id, match.moment, argument, step)
    return Button(label, press, _STYLES.get(action, discord.ButtonStyle.secondary), emoji)


@dataclass(frozen=True, slots=True)
class Keyboard:
    """The actions of the keys of a board."""

    match: Match
    move: MatchAction = "m"
    opens: MatchAction = "choose"  # of a key that opens a choice
    pick: MatchAction = "pick"  # of a menu of keys
    step: int = 0  # the number of the next secret step; 0 on the shared board
    final: MatchAction | None = None  # in place of ``move`` for a step that cannot be taken back

    def rows(self, rows: Sequence[Row]) -> list[list[Item]]:
        press = partial(MatchPress, match=self.match.id, moment=self.match.moment, step=self.step)
        return key_rows(
            rows,
            lambda key: str(press(self.action(key), argument=key.argument)),
            lambda key: f"{self.action(key)}:{key.argument}",
            lambda row: str(press(self.pick, argument=str(row))),
        )

    def action(self, key: Key) -> MatchAction:
        if key.opens:
            return self.opens
        return self.final if key.final and self.final is not None else self.move


def picked_press(
    interaction: Interaction, press: MatchPress, carried: Collection[MatchAction]
) -> MatchPress:
    """The press of the chosen option. Raises Denied unless the menu ``carried`` its action."""
    match selected_values(interaction):
        case [value]:
            name, _, argument = value.partition(":")
            for action in carried:
                if action == name:
                    return replace(press, action=action, argument=argument)
    raise Denied("Choose one of the options in the menu.")


def own_board_button(match: Match) -> Button:
    return button("look", match, tr("Open my board"), "👁️")


def plan_button(match: Match) -> Button:
    return button("pre", match, tr("Plan"), PLAN)


def draw_button(match: Match) -> Button:
    """The button that asks the other players to have moves drawn."""
    draw = button("ask", match, tr("Draw the rest"), "🎲", argument=Motion.DRAWN)
    return replace(draw, disabled=match.open_question is not None)


def scores_button(match: Match) -> Button:
    return button("scores", match, tr("Scores"), "🧮")


def replay_button(match: Match, known: Timeline, chapter: Chapter | None = None) -> Button:
    """The way into a replay of the moves that its reader may know, or of one chapter of them."""
    press = ReplayPress("replay", match.id, replay_start(match, known))
    if chapter is not None:
        press = replace(press, ply=chapter.first, chapter=chapter.key)
    return Button(tr("Replay"), press, emoji="⏪")


def replay_start(match: Match, known: Timeline) -> int:
    """The first moment of a replay: the start of a finished match, otherwise the last move."""
    return 0 if match.ending else known.ply


def last_board_button(match: Match, known: Timeline) -> Button:
    """The replay below the end of a match: from the last board on, if its final count is shown."""
    if known.present.outcome is None or worded():
        return replace(replay_button(match, known), emoji=None)
    return Button(tr("Last board"), ReplayPress("replay", match.id, known.ply))


def film_button(match: Match, ply: int, film: Film) -> Button:
    """The animation of a chapter, for the presser only; its replay for readers of words first."""
    if worded():
        return Button(film.label, ReplayPress("replay", match.id, chapter=film.chapter), emoji="⏪")
    press = ReplayPress("animate", match.id, ply, chapter=film.chapter)
    return Button(film.label, press, emoji=FILM)


def review_buttons(match: Match, known: Timeline) -> list[Button]:
    """The button to a review; none if nobody chose anything."""
    return [Button(tr("Review"), ReviewPress("review", match.id))] if known.count_moves() else []


def match_heading(match: Match, face: Face) -> str:
    """The players, each with the mark of the seat."""
    return f"### {marked_players(match, face)}"


def marked_players(match: Match, face: Face) -> str:
    marks = [face.seat_mark(seat, match.setup) for seat in match.seats]
    return join_players([*map(" ".join, zip(marks, names_in_text(match), strict=True))])


def join_players(players: Sequence[str]) -> str:
    """The players of a match in a heading: two play against each other, more are listed."""
    return f" {tr('against')} ".join(players) if len(players) == 2 else " · ".join(players)


def ended_line(match: Match, known: Timeline, face: Face) -> str:
    """The result of the match as a heading; empty while the match runs."""
    sentence = ended_sentence(match, known, face)
    return f"### {sentence}" if sentence else ""


def match_words(match: Match) -> str:
    """The match by its id, and the match and move that it branched off from."""
    words, origin = tr("match {id}", id=match.id), match.origin
    if origin is None:
        return words
    branched = trn(
        "branched from {source} after {count} move",
        "branched from {source} after {count} moves",
        origin.count,
        source=origin.source,
    )
    return f"{words} · {branched}"


def free_seat_line(player: Player) -> str:
    """The line about a player who has left, with the time until which the seat can be taken."""
    return tr(
        "🪑 {player} left. Another player can take the seat; the machine does so {when}.",
        player=safe_player_name(as_person(player)),
        when=f"<t:{player.offered}:R>",
    )


def as_person(player: Player) -> Player:
    """The player who had a seat before the machine."""
    return replace(player, level=None, leaver=0, offered=0)


def unaware_line(match: Match, seats: Collection[int]) -> str:
    """The players who cannot know of their turns yet, and what others can do about that."""
    return tr(UNAWARE, players=names_of(match, *sorted(seats)))


def link_to(place: Place | Board | PostPlace, message: int) -> str:
    """The address of a message; its readers should have access to that place."""
    return f"https://discord.com/channels/{place.guild or '@me'}/{place.channel}/{message}"


def board_link(link: str) -> str:
    """The address of a board as a link with words."""
    return f"[{tr('Go to the board')}]({link})"
