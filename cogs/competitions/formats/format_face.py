"""The views of a format: pictures, buttons and news, wherever they depend on it."""

from collections.abc import Mapping, Sequence
from functools import cache, partial
from typing import ClassVar, NamedTuple

from discord import ButtonStyle, Interaction

from cogs.competitions import competition_text as words
from cogs.competitions.competition_text import FormatWords, words_of
from cogs.competitions.standings_views import PicturePart, ShownCompetition, standings_parts
from cogs.competitions.state_text import rounds_state_words
from cogs.frame.layout import Button, Content, layout
from cogs.frame.replies import say
from cogs.presses import CompetitionAction, CompetitionPress
from prowlerbot.competitions.competition_record import Competition, Format, Stored
from prowlerbot.competitions.course import Paired
from prowlerbot.competitions.news import News, news_of_rounds
from prowlerbot.core.i18n import mark, tr

MAX_NAMED = 24  # players that the message names before the beginning
MAX_BUTTONS_IN_A_ROW = 3  # a phone has no room for more
_DANGEROUS: tuple[CompetitionAction, ...] = ("leave!", "endladder", "end!", "endround!", "remove!")
_STYLES: Mapping[str, ButtonStyle] = {
    **dict.fromkeys(("join", "challenge"), ButtonStyle.success),
    **dict.fromkeys(("checkin", "mine"), ButtonStyle.primary),
    **dict.fromkeys(_DANGEROUS, ButtonStyle.danger),
}
_LABELS: Mapping[CompetitionAction, str] = {
    "join": mark("Join"),
    "leave": mark("Leave"),
    "mine": mark("My matches"),
    "play": mark("Play"),
    "pause": mark("Pause"),
    "challenge": mark("Challenge"),
    "holiday": mark("Holiday"),
    "standings": mark("Standings"),
    "pairings": mark("Pairings"),
    "rules": mark("Rules"),
    "record": mark("Record file"),
    "again": mark("Again"),
}


def competition_button(label: str, press: CompetitionPress) -> Button:
    return Button(label, press, _STYLES.get(press.action, ButtonStyle.secondary))


def competition_buttons(competition: str, place: str, *actions: CompetitionAction) -> list[Button]:
    """Buttons with their usual labels; ``place`` names the message that has them."""
    presses = [CompetitionPress(action, competition, place=place) for action in actions]
    return [competition_button(tr(_LABELS[press.action]), press) for press in presses]


async def ask_to_confirm(
    interaction: Interaction, question: str, label: str, press: CompetitionPress
) -> None:
    """Ask the user privately to confirm; the button carries ``press``."""
    await say(interaction, layout(question, rows=[[competition_button(label, press)]]))


class Pairings(NamedTuple):
    """The pairings of a round, or of another part with a number from 1 to ``last_number``."""

    number: int
    last_number: int
    heading: str
    paired: Sequence[Paired]
    previous_label: str  # the label of the button to the part before this one
    next_label: str  # and of that to the part after it
    resting_lines: Sequence[str] = ()  # lines about players without a match


class FormatFace(FormatWords):
    """The views of a tournament in rounds, in the current language."""

    has_table: ClassVar[bool] = True  # whether it has a table of all results
    has_event: ClassVar[bool] = True  # whether an event of the server announces its start
    edit_pause: ClassVar[int] = 0  # minimum of seconds between two edits of its message
    repost_pause: ClassVar[int] = 0  # minimum of seconds to a new post of its message; 0 for none
    only_admins_end: ClassVar[bool] = False  # whether admins, rather than its host, may end it

    def state_words(self, stored: Stored) -> str:
        return rounds_state_words(stored)

    def picture_parts(self, shown: ShownCompetition) -> list[PicturePart]:
        return standings_parts(shown)

    def first_page(self, competition: Competition) -> int:
        """The number of the picture that is shown first."""
        return 0

    def public_pages(self, competition: Competition) -> Sequence[int]:
        """The numbers of the pictures in the message for all."""
        return [self.first_page(competition)]

    def pairings(self, stored: Stored, number: int, reader: int) -> Pairings:
        """The pairings with a number, or of the present part if it is 0."""
        course = stored.course
        number = min(number, course.round) or course.round
        return Pairings(
            number,
            course.round,
            self.round_title(stored.competition, number),
            course.pairings_in(number),
            tr("Earlier round"),
            tr("Later round"),
            words.resting_lines(stored, number, reader),
        )

    def button_rows(self, stored: Stored, place: str) -> list[list[Button]]:
        """The buttons of a message about a competition in its present state."""
        course, buttons = stored.course, partial(competition_buttons, stored.id, place)
        if course.ended and course.began is None:
            return [buttons("rules")]
        if course.ended:
            last = buttons("record", "rules") if course.results else buttons("rules")
            return [buttons("standings", "pairings"), last]
        if course.began is None:
            confirm_button = self.button(stored, place, tr(self.confirm_label), "checkin")
            players = self.button(stored, place, tr("Players"), "standings")
            player_list = [players] if len(course.present) > MAX_NAMED else []
            usual_buttons = buttons("join", "leave", "rules")
            confirms = [confirm_button] if course.called else []
            all_buttons, size = [*confirms, *usual_buttons, *player_list], MAX_BUTTONS_IN_A_ROW
            return [all_buttons[at : at + size] for at in range(0, len(all_buttons), size)]
        entry_actions = ("join", "leave") if self.is_open(stored) else ("leave",)
        return [buttons("mine", "pairings", "standings"), buttons("rules", *entry_actions)]

    @staticmethod
    def button(stored: Stored, place: str, label: str, action: CompetitionAction) -> Button:
        return competition_button(label, CompetitionPress(action, stored.id, place=place))

    def is_open(self, stored: Stored) -> bool:
        """Whether people can still join after the beginning."""
        return stored.format.takes_late_entries(stored.competition)

    def waiting_sentence(self, stored: Stored, player: int) -> str:
        """A sentence for a player who waits for a match, or pauses; none by default."""
        return ""

    def return_buttons(self, stored: Stored, place: str) -> list[Button]:
        """The buttons for a player whom the bot has taken out; none by default."""
        return []

    def start_lines(self, stored: Stored) -> list[str]:
        """Lines of the news about the start."""
        return []

    def end_lines(self, stored: Stored) -> list[str]:
        """Lines of the news about the end."""
        return []

    def due_news(self, stored: Stored) -> list[News]:
        """The news due at present; earlier news is no longer sent."""
        return news_of_rounds(stored)

    def news_content(self, stored: Stored, news: News, links: Mapping[str, str]) -> Content | None:
        """Silent news that only this format has; None for others."""
        return None


@cache
def face_of(kind: Format) -> FormatFace:
    face = words_of(kind)
    if not isinstance(face, FormatFace):
        raise TypeError(kind.key)
    return face
