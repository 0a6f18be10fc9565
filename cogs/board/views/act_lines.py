"""What admins, moderators and hosts have done, as lines of the log of a server."""

from __future__ import annotations

from collections.abc import Callable

from cogs.board.views.moderation_words import reason_line
from cogs.frame.names import safe
from prowlerbot.core.acts import Act, Person, What
from prowlerbot.core.i18n import mark, tr
from prowlerbot.core.lists_and_numbers import listed

_LONGEST_DETAIL = 100
_SENTENCES: dict[What, str] = {
    What.SETTING: mark("{actor} changed a setting. {setting}"),
    What.GREETED: mark("{actor} posted the message with all games."),
    What.UNGREETED: mark("{actor} removed the message with all games."),
    What.LIFTED: mark("{actor} lifted the bar of {target}."),
    What.ENDED: mark("{actor} ended match {subject} ({detail}) without a result."),
    What.WITHDRAWN: mark("{actor} withdrew challenge {subject} of {target}."),
    What.DELETED: mark("{actor} removed a message that {target} had posted."),
    What.CREATED: mark("{actor} created {detail} ({subject})."),
    What.EDITED: mark("{actor} changed the name or text of {detail} ({subject})."),
    What.REMOVED: mark("{actor} took {target} out of {detail} ({subject})."),
    What.PROLONGED: mark("{actor} set another end of the round of {detail} ({subject})."),
    What.ROUND_ENDED: mark("{actor} ended a round of {detail} ({subject})."),
    What.CANCELLED: mark("{actor} ended {detail} ({subject}) early."),
}
_BARRED = mark("{actor} barred {target} for good.")
_BARRED_UNTIL = mark("{actor} barred {target} until {date}.")


def act_lines(act: Act, setting: Callable[[Act], str]) -> str:
    """An act with its time and reason; ``setting`` tells how a setting was changed."""
    sentence, until = _SENTENCES.get(act.what, _BARRED), 0
    if act.what is What.BARRED and (until := int(act.detail or 0)):
        sentence = _BARRED_UNTIL
    text = tr(
        sentence,
        actor=f"**{_named(act.actor)}**",
        target=f"**{_named(act.target)}**",
        subject=safe(act.subject),
        detail=safe(act.detail, _LONGEST_DETAIL),
        date=f"<t:{until}:f>",
        setting=setting(act) if act.what is What.SETTING else "",
    )
    lines = [f"<t:{act.at}:f> {text}"]
    if act.what is What.BARRED and act.subject:
        named = listed(act.subject.split())
        lines.append(f"-# {tr('Open matches then: {matches}', matches=named)}")
    if act.reason:
        lines.append(f"-# {reason_line(act.reason)}")
    return "\n".join(lines)


def _named(person: Person) -> str:
    """The name that they had then, and the user whom Discord knows now."""
    return f"{safe(person.name)} (<@{person.id}>)" if person.id else safe(person.name)
