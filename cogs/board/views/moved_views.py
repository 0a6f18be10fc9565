"""The short message that replaces a board or a challenge after its match has moved."""

from __future__ import annotations

from cogs.board.views import match_views as views
from cogs.contract.face import Face
from cogs.frame.layout import Content, layout
from prowlerbot.core.i18n import tr
from prowlerbot.core.lists_and_numbers import listed
from prowlerbot.match.match import Match, Phase

_LONGEST_THREAD_NAME = 100


def moved_view(match: Match, face: Face, link: str | None, *, away: bool = False) -> Content:
    """The short message that replaces a board after its match has moved elsewhere.

    With ``away``, the match is in another place. Then a player can bring it back, as they may see
    it nowhere else.
    """
    moved = tr("The board of {players} has moved.", players=listed(views.names(match)))
    back = away and match.phase is not Phase.OVER
    rows = [[views.button("repost!", match, tr("Bring it back here"))]] if back else []
    return layout(f"### {face.title}\n{moved} {views.way_to(link) if link else ''}", rows=rows)


def thread_name(match: Match) -> str:
    return views.together(views.plain_names(match))[:_LONGEST_THREAD_NAME]


def thread_view(match: Match, face: Face, thread: str) -> Content:
    """The short message that replaces a challenge after its match has moved to a thread."""
    return layout(
        f"{views.heading(match, face)}\n{tr('The match is played in {thread}.', thread=thread)}"
    )
