"""The look of a game in Discord: everything that the shared messages ask of a game.

``Face`` answers all of it from the rules alone, so nothing is required, and a game states only what
it does better. Most begin with these, each of which improves many messages:

- words: ``pitch``, ``rules``, ``lines`` and ``move_words``, later ``events`` with ``sentences``
- pictures: ``pictures``, and the board by ``picture``
- keys of its own: ``screen``; moves in secret: ``private``
- the end: ``final_count``, ``result``
- advice: ``merits``, ``regions`` (``advice.py``); plans: ``PlanWords``

``account.py`` has what a face says about events, positions and moments.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from cogs.contract import count_words, plain_words
from cogs.contract.account import Moments
from cogs.contract.advice import Advice
from cogs.contract.lesson import Lesson, try_moves
from cogs.contract.screen import Chapter, Drawing, Key, Look, Names, Row, Screen, capitalized
from cogs.contract.sign import Sign
from prowlerbot.core.conditional_replies import EXAMPLE
from prowlerbot.core.final_count import Count
from prowlerbot.core.game import AnyView, Game
from prowlerbot.core.i18n import label_text, mark, tr
from prowlerbot.match.match import Ranks
from prowlerbot.match.preferences import Theme
from renderer.covers import draw_plaque
from renderer.film import Filmed, animate_pictures
from renderer.sheet import Dress, draw_sheet, draw_sky_ahead, plain_dress
from renderer.theme import Colour

CALM, QUICK = 1_600, 800
"""Milliseconds that an animation shows a move: calm to follow it, quick to skim it."""

PlayedOut = tuple[Sequence[AnyView], int]
"""A match that was played out: the views of a timeline from the set-up to the final position, and
the seat of the player in question. A player can have a hundred of them, with hundreds of views
each. So they are read beside the event loop, and each is replayed only when its turn comes.
"""


class Pictures(NamedTuple):
    """The drawings that every game with pictures of its own has."""

    cover: Callable[[Theme], bytes]
    cover_words: str  # the cover for people who cannot see it, in English
    ahead: Callable[[Theme], Sequence[Callable[[], object]]]
    """The parts that pictures share; see ``Face.prepare``."""
    animate: Callable[[Filmed], bytes]
    """Draws a match as a GIF: half a second of pure CPU work, the first time more than a second."""
    dress: Callable[[str], Dress] | None = None  # how the sheet of the final count looks in a theme


class PlanWords(Moments):
    """The words of plans, for a game whose position has them: conditional replies, or goals.

    A game with conditional replies needs at most ``begun_words``; all else is about goals.
    """

    plans_goals = False  # whether plans have goals rather than conditional replies
    plan_example: str = EXAMPLE  # a plan in words, which players type in their own language

    def begun_words(self, begun: str) -> str:
        """All moves that begin alike, such as those of one wild shovel, like ``move_words``."""
        return begun

    def reply_words(self, view: AnyView, player: str, moves: str, answer: str) -> str:
        """The sentence of a plan that answers these moves of a player, all in words."""
        sentence = mark("If {player} plays {moves}, you play {answer}.")
        return tr(sentence, player=player, moves=moves, answer=answer)

    def goals(self, view: AnyView, plan: str, choosing: str, look: Look) -> Sequence[Row]:
        """The keys that add a goal to the viewer's plan, with the text to type for each.
        ``choosing`` is the argument of the key whose choice is open.
        """
        return ()

    def goal_question(self, choosing: str) -> str:
        """The question above the keys of ``goals``; empty by default."""
        return ""

    @property
    def goals_help(self) -> str:
        """How a plan with goals goes on, and when it ends; empty by default."""
        return ""

    def plan_end(self, views: Sequence[AnyView], names: Names) -> str:
        """Why the last move of the views, if any, has ended the viewer's plan."""
        event = self.recap(views, names) if views else ""
        return tr("It has ended: {event}.", event=event) if event else tr("It has ended.")

    def plan_course(self, views: Sequence[AnyView], names: Names) -> Sequence[str]:
        """The gains by a plan with goals, and those of the others meanwhile, one line each."""
        return ()

    def example_of_plan(self, view: AnyView) -> str:
        """``plan_example``, with places of the viewer's board where the game has them."""
        return tr(self.plan_example)

    def plan_words(self, view: AnyView, plan: str) -> Sequence[str]:
        """The viewer's plan with goals in words, one text for each goal."""
        return ()

    def plan_goals(self, plan: str) -> Sequence[str]:
        """The moves of each of these goals, as a plan has them."""
        return ()


class Face(Advice, PlanWords):
    """Descriptions and drawings of a game, made from views alone; names are the players' own.

    A face gets views of its own game only, with no more than the reader may know: it must not
    reveal anything that is not in ``view.seen``. ``views`` is the whole replay, so a face can tell
    the effect of the last move. Names in texts come ready for markdown, names in pictures and
    spoken words are plain. ``ended`` is for the last position of a match that ended before it was
    played out: the rank of each seat as in an outcome, or nothing if there is no result.
    """

    # ------------------------------------------------------------------ the kind of game
    private = False
    """Whether players plan in secret on boards of their own; the shared board then has no moves."""
    chaptered = False  # whether a match has ``chapters``
    pictures: Pictures | None = None
    """The game's own drawings; without them it is shown by plaques with words."""
    signs: Sequence[Sign] = ()
    """The signs that are drawn for texts and buttons, and uploaded to Discord."""

    def __init__(self, game: Game, lessons: Sequence[Lesson] = ()) -> None:
        self.game = game
        self.lessons = lessons  # the lessons of the tutorial, in order

    @property
    def key(self) -> str:
        return self.game.key

    @property
    def title(self) -> str:
        return self.game.title

    # ------------------------------------------------------------------ before a match
    @property
    def pitch(self) -> str:
        """One sentence of 120 characters at most: the subject of the game, how long it takes."""
        return f"{plain_words.players_words(self.game.seats)}."

    def cover(self, theme: Theme, options: Mapping[str, str] | None = None) -> Drawing:
        """The picture of a challenge, wide rather than high; it may show the place to play."""
        if self.pictures is not None:
            draw = partial(self.pictures.cover, theme)
            return Drawing("cover.png", draw, tr(self.pictures.cover_words))
        draw = partial(draw_plaque, self.title, (self.pitch,), theme=theme)
        return Drawing("cover.png", draw, self.title)

    @property
    def rules(self) -> str:
        """The rules in short, at most 4,000 characters."""
        return self.pitch

    def rules_drawings(self, theme: Theme) -> Sequence[Drawing]:
        """The pictures beside the rules: those of the lesson that is only for reading, if any."""
        for lesson in self.lessons:
            if lesson.drawings is not None:
                attempt = try_moves(lesson, self.game, ())
                names = plain_words.seat_names(tr("You"), attempt.seat, lesson.seats)
                return lesson.drawings(attempt.views[-1], Look(names, names, theme))
        return ()

    def setup_words(self, options: Mapping[str, str], names: Names) -> str:
        """The effect of these options of `challenge` for the players who are asked to play, in
        sentences for small print; empty if there is nothing to say.
        """
        return ""

    def medals(self, options: Mapping[str, str]) -> str:
        """The totals that bring a player alone a medal; empty in a game without medals."""
        return ""

    def seat_mark(self, seat: int, setup: str) -> str:
        """The emoji of a seat wherever its player is named. It may depend on the set-up, such as on
        the colours that it gives to seats. ``setup`` is empty if none is drawn yet; the mark then
        only tells the seats apart.
        """
        return plain_words.SEAT_MARKS[(seat - 1) % len(plain_words.SEAT_MARKS)]

    def seat_look(self, seat: int, setup: str, theme: Theme) -> tuple[int, Colour]:
        """The number of a seat's shape and its colour, in pictures that all games share."""
        index = (seat - 1) % len(plain_words.SEAT_COLOURS)
        return index + 1, plain_words.SEAT_COLOURS[index]

    def seat_choice(self, choice: str) -> Key:
        """The button that chooses a seat together with one of the ``choices`` of the game."""
        return Key(choice.capitalize(), choice)

    # ------------------------------------------------------------------ the position
    def picture(self, view: AnyView, look: Look) -> Drawing:
        """The board; an animation shows these pictures in sequence."""
        words = tuple(each.words for each in self.parts(view, look.plain, look.ended))
        draw = partial(draw_plaque, self.title, words, theme=look.theme)
        return Drawing("board.png", draw, self.brief(view, look.plain, look.ended))

    def plan_picture(self, view: AnyView, plan: str, look: Look) -> Drawing:
        """The board with the viewer's plan with goals."""
        return self.picture(view, look)

    def screen(self, views: Sequence[AnyView], look: Look, choosing: str | None = None) -> Screen:
        """The whole screen of the last view: the latest events, the decisions to make now, the
        players who have left, the board. It is for everybody if the viewer is None, else for one
        player with their private knowledge. ``choosing`` is the argument of the key whose choice is
        open: the text is then its question and the rows are the answers. Buttons never shift their
        place. Drawing is slow, so nothing is drawn here. Raises IllegalMove for an unknown choice.
        """
        view = views[-1]
        is_running = view.outcome is None and look.ended is None
        has_buttons = is_running and not (self.private and view.viewer is None)
        moves = plain_words.offered_moves(view) if has_buttons else ()
        keys = [Key(capitalized(self.move_words(view, move)), move) for move in moves]
        turn = self.turn(view, look.names) if is_running and not look.aside else ""
        leaver_lines = plain_words.lines_of_leavers(views, look.names)
        sheet = [] if view.outcome is None else self.sheet(views, look)
        ending = self.ending(view, look.names) if sheet else ""
        text = "\n".join(filter(None, (self.news(views, look.names), *leaver_lines, turn, ending)))
        rows = plain_words.move_rows(keys, choosing)
        return Screen(text, [*sheet, self.picture(view, look)], rows)

    def opening_page(self, views: Sequence[AnyView], orders: Collection[str]) -> str:
        """The page with the first event that may be missed, under the standing ``orders``."""
        return ""

    def present_page(self, views: Sequence[AnyView]) -> str:
        """The page of a private board that shows the present of these views."""
        return ""

    def turn(self, view: AnyView, names: Names) -> str:
        """The players to act now and their tasks, ready for markdown; empty if nobody acts."""
        players = [f"**{name}**" for name in plain_words.deciding_names(view, names)]
        if len(players) == 1:
            return tr("▶️ {player}'s turn", player=players[0])
        return f"▶️ {plain_words.decision_sentence(players).removesuffix('.')}" if players else ""

    # ------------------------------------------------------------------ the final count
    def final_count(self, views: Sequence[AnyView]) -> Count | None:
        """The count of each seat in the last view, item by item. It has the course of the match if
        ``views`` is the whole replay. The sheet, the scores and the list at the end show it.
        """
        return None

    def scores(self, view: AnyView, names: Names) -> str:
        """The running scores by category."""
        if (count := self.final_count([view])) is None:
            return self.describe(view, names)
        has_phases = len(count.rows_of(1)) > 1
        totals = count_words.sum_lines(count, self._marked(view, names)) if has_phases else ()
        return count_words.scores_page(count, self.told_apart(view, names), totals)

    def sheet(self, views: Sequence[AnyView], look: Look) -> list[Drawing]:
        """The picture of the count; none for a game without one."""
        if (count := self.final_count(views)) is None:
            return []
        dress = (self.pictures and self.pictures.dress) or partial(plain_dress, self.title)
        draw = partial(draw_sheet, count, look.plain, dress, look.theme)
        view, names = views[-1], self.told_apart(views[-1], look.plain)
        alt = count_words.alt_text(count, names, self.result(view, look.plain))
        return [Drawing("sheet.png", draw, alt, counted=view.outcome is not None)]

    def table(self, views: Sequence[AnyView], look: Look) -> list[Drawing]:
        """The picture above the scores of a running match; none by default."""
        return []

    def ending(self, view: AnyView, names: Names) -> str:
        """The count as a list: the deciding rule, and the sum of each seat."""
        if (count := self.final_count([view])) is None:
            return ""
        signs = {sign.name: sign for sign in self.signs}
        return count_words.final_list(count, self._marked(view, names), signs)

    def _marked(self, view: AnyView, names: Names) -> list[str]:
        return [self.marked(view, seat, names) for seat in range(1, len(names) + 1)]

    def course(self) -> str:
        """The subject of the marks of ``Game.course``, within a sentence; empty by default."""
        return ""

    # ------------------------------------------------------------------ the latest events
    def gain(self, before: AnyView, after: AnyView, seat: int, names: Names) -> str:
        """The change of the score by a move of ``seat`` from one position to the next."""
        return ""

    def rolling(self, view: AnyView) -> bool:
        """Whether a moment lasts only until the roll of the last move is drawn. Replays, animations
        and texts skip it, so the news of the roll tell the move too.
        """
        return False

    def chapters(self, views: Sequence[AnyView]) -> Sequence[Chapter]:
        """The chapters that have begun, in order; ``views`` is the whole replay. A chapter has the
        same key for all readers, however much they may know.
        """
        return ()

    # ------------------------------------------------------------------ moves that players type
    def asked_before(self, view: AnyView, move: str) -> str:
        """The argument that opens the question before a move, typed or pressed; else empty."""
        return ""

    def typed_move(self, view: AnyView, typed: str, detail: str | None, names: Names) -> str:
        """The text of a typed move; names are plain. Raises IllegalMove with the reason."""
        labels = {move: label for label, move in self.typed_options(view, names)}
        return plain_words.read_move(typed, [*labels], told=lambda move: (labels[move],))

    def is_final(self, view: AnyView, move: str) -> bool:
        """Whether a move is a secret step that, unlike others, cannot be taken back."""
        return False

    # ------------------------------------------------------------------ animations and preparation
    def animation(  # noqa: PLR0917 - all that an animation depends on
        self,
        views: Sequence[AnyView],
        names: Names,
        theme: Theme = "night",
        ended: Ranks | None = None,
        pace: int = CALM,
        title: str = "",
    ) -> Callable[[], bytes]:
        """The drawing of a match as a GIF; picklable, as another process runs it. Its texts are in
        the current language. It shows each move for ``pace`` milliseconds. With a ``title`` the
        views are those of a chapter, which begins with it and ends without a sheet.
        """
        captions = [title or self.opening(names), *self.captions(views, names)]
        if self.pictures is None:
            look, stops = Look(names, names, theme), plain_words.replay_stops(views, self.rolling)
            pictures = [self.picture(views[ply], look).draw for ply in stops]
            texts = [captions[ply] for ply in stops]
            return partial(animate_pictures, pictures, texts, theme=theme, pace=pace)
        if ended is None and views[-1].outcome is not None and not title:
            captions.append(self.result(views[-1], names))
        seen = [view.seen for view in views]
        return partial(self.pictures.animate, Filmed(seen, names, captions, pace, theme, ended))

    def opening(self, names: Names) -> str:
        """The words below the first picture of an animation, all that many see of it."""
        return label_text(self.title, " · ".join(names))

    def prepare(self, theme: Theme) -> Sequence[Callable[[], object]]:
        """Draw ahead the parts that all pictures of a theme share, and the cover, in pieces that
        take a moment each; picklable, as other processes run them. A picture that needs a part
        meanwhile waits for it or draws it.
        """
        if self.pictures is None:
            return ()
        dress = self.pictures.dress
        skies = [partial(draw_sky_ahead, dress, theme)] if dress else []
        return [*self.pictures.ahead(theme), partial(self.pictures.cover, theme), *skies]

    # ------------------------------------------------------------------ many matches of a player
    def highlights(self, matches: Iterable[PlayedOut]) -> list[str]:
        """Common features of matches, one a line; ``matches``, latest first, can be read once."""
        return plain_words.highlights(matches)

    def favourite(self, matches: Iterable[PlayedOut]) -> str:
        """A player's most frequent choice, in a few words; empty if none stands out."""
        return ""
