"""Buttons and lines that messages share: about a match, its keys, links, games and lists."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from textwrap import shorten
from typing import get_args

from discord import ButtonStyle, Interaction, SelectOption

from cogs import presses
from cogs.board.views.results_text import ended_sentence
from cogs.contract.face import Face
from cogs.contract.manifest import Manifest
from cogs.contract.screen import MOST_IN_A_MENU, Chapter, Film, Key, Row
from cogs.contract.sign import spelled, worded
from cogs.frame.layout import Button, Item, key_rows, menu
from cogs.frame.names import command, names_in_text, names_of, safe_player_name
from cogs.frame.replies import selected_values
from cogs.presses import MatchAction, MatchPress, ReplayPress, ReviewPress
from prowlerbot.core.errors import Denied
from prowlerbot.core.i18n import tr, trn
from prowlerbot.match.leaving import UNAWARE
from prowlerbot.match.match import Level, Match, Player
from prowlerbot.match.scene import Board, PostPlace
from prowlerbot.match.terms import Motion
from prowlerbot.match.timeline import Place, Timeline

FILM = "🎞️"  # the emoji of animations
PLAN = "💭"  # the emoji of plans
REFRESH = "🔄"  # the emoji of the button that brings a board up to date
_ACTIONS: Mapping[ButtonStyle, set[MatchAction]] = {
    ButtonStyle.success: {
        *("accept", "join", "claim!", "confirm", "confirm1", "agree", "takeseat", "prego")
    },
    ButtonStyle.primary: {"start", "rematch", "m"},
    ButtonStyle.danger: {"resign!", "repost!"},
}
_STOPS_NEARBY = 8
"""The number of moves on each side of the present one that a long list names without a gap."""
WHOLE_MATCH = "match"  # the value for the whole match in a select of chapters
_LEVELS: tuple[Level, ...] = get_args(Level)
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
    return Button(label, press, _STYLES.get(action, ButtonStyle.secondary), emoji)


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


def play_now_button(game: str, *, first: bool = True, alone: bool = False) -> Button:
    """The button for a match against the easy machine, or ``alone``; ``first`` is the main one."""
    style = ButtonStyle.success if first else ButtonStyle.secondary
    label = tr("Play alone") if alone else tr("Play the machine")
    return Button(label, presses.HubPress("now", game), style)


def has_won_alone(match: Match, known: Timeline) -> bool:
    """Whether the only person of a match has won it over the board."""
    outcome = known.present.outcome
    if outcome is None or len(match.people) != 1:
        return False
    return outcome.winner is not None and match.seat_of(*match.people) == outcome.winner


def level_buttons(match: Match, press: Callable[[Level], object], *, won: bool) -> list[Button]:
    """Buttons for another match against an easier machine and, after a match ``won``, a harder one.

    There are none unless one person played against machines of one level.
    """
    machines = [player for player in match.players if player.is_machine]
    levels = {player.level for player in machines if player.level is not None}
    has_substitute = any(player.is_substitute for player in machines)
    if len(match.people) != 1 or len(levels) != 1 or has_substitute or match.terms.day:
        return []
    index, row = _LEVELS.index(levels.pop()), list[Button]()
    if index:
        row.append(Button(tr("Easier"), press(_LEVELS[index - 1])))
    if won and index + 1 < len(_LEVELS):
        row.append(Button(tr("Harder"), press(_LEVELS[index + 1])))
    return row


def find_level(name: str) -> Level | None:
    return next((level for level in _LEVELS if level == name), None)


def games_menu(press: object, manifests: Iterable[Manifest]) -> Item:
    """A menu that chooses a game, where there are more than have buttons of their own."""
    options = list[SelectOption]()
    for manifest in manifests:
        pitch = shorten(manifest.face.pitch, 100, placeholder="…")
        options.append(SelectOption(label=manifest.title, value=manifest.key, description=pitch))
    return menu(press, tr("Choose a game"), options)


def another_game_button() -> Button:
    return Button(tr("Another game"), presses.HubPress("open"))


def matches_button() -> Button:
    return Button(tr("Your matches"), presses.MatchesPress(0))


def preferences_button() -> Button:
    return Button(tr("Preferences"), presses.PlainPress("preferences:"), emoji="⚙️")


def tutorial_buttons(face: Face) -> list[Button]:
    tutorial = Button(tr("Tutorial"), presses.TeachPress(face.key), emoji="🎓")
    return [tutorial] if face.lessons else []


def words_first_line() -> str:
    """The way to a whole match in words, for readers who see the greeting or a first match."""
    return tr(
        "Every game can be played without a picture: choose “Words first” in `{command}`.",
        command=command("preferences"),
    )


def tell_button(subject: str) -> Button:
    """The button that lets players be told of the next of a subject."""
    return Button(tr("Tell me"), presses.TellPress("switch", subject), emoji="🔔")


def daily_button() -> Button:
    return Button(tr("Daily challenge"), presses.DailyPress("open"))


def result_button(game: str, day: int) -> Button:
    return Button(tr("Result"), presses.DailyPress("result", game, day), ButtonStyle.primary)


def stops_to_list(last: int, present: int, max_stops: int = MOST_IN_A_MENU) -> list[int]:
    """The numbers of the stops that a list names: all if there is room, else some of them.

    These are nearby ones, and others at even distances: each is at most two choices away.
    """
    if last < max_stops:
        return list(range(last + 1))
    first_nearby, last_nearby = max(0, present - _STOPS_NEARBY), min(last, present + _STOPS_NEARBY)
    nearby = {*range(first_nearby, last_nearby + 1)}
    intervals = max_stops - len(nearby) - 1
    chosen = nearby | {last * number // intervals for number in range(intervals + 1)}
    # Stops of both kinds may coincide, which leaves room for the next nearby ones.
    others = sorted(set(range(last + 1)) - chosen, key=lambda stop: abs(stop - present))
    return sorted([*chosen, *others[: max_stops - len(chosen)]])


def chapter_options(face: Face, known: Timeline, chosen: str | None = None) -> list[SelectOption]:
    """The whole match and its chapters for a select, some of very many; ``chosen`` is on show."""
    with spelled():
        chapters = face.chapters(known.views)
    if not chapters:
        return []
    keys = [chapter.key for chapter in chapters]
    index = keys.index(chosen) if chosen in keys else len(keys) - 1
    numbers = stops_to_list(len(keys) - 1, index, MOST_IN_A_MENU - 1)
    labels = {WHOLE_MATCH: tr("The whole match")}
    labels |= {chapters[number].key: chapters[number].label for number in numbers}
    return [
        SelectOption(label=label, value=key, default=key == chosen) for key, label in labels.items()
    ]
