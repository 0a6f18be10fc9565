"""Who reads what in which language: in private the asker's own, in shared messages the server's.

Each language has letters of its own here, into which its catalogue turns every message. So a text
in the wrong language shows by its letters, and one that goes past the catalogues by plain ones.
"""

import random
import re
from gettext import NullTranslations

import pytest
import simcord
import simcord.interactions

from prowlerbot.core import i18n
from prowlerbot.core.i18n import LANGUAGES, Language
from prowlerbot.match.preferences import PlayerChoices
from prowlerbot.privacy import Privacy
from tests.discord.message import Message
from tests.discord.places import bring
from tests.discord.room import Bench, Room

_SAME_EVERYWHERE = re.compile(
    r"Ada|Ben|Cleo|Prowler(\\)?'s Passage|https?://\S+|<[@#t]\S+?>|`/?[\w -]+`"
    r"|\b[a-z2-9]{8}\b|nonsense|UTC"
)
"""Names, addresses, times, ids of matches, commands, and the input of the tests."""
_FIRST_LETTERS: dict[Language, tuple[str, str]] = {
    "en": ("𝙰", "𝚊"),
    "de": ("Ａ", "ａ"),
    "es": ("Ⓐ", "ⓐ"),
}
_JOINED = {"and": "en", "und": "de"}
"""The languages of words that join a list; they are not of the catalogues."""
_LETTERS: dict[Language, dict[int, str]] = {
    language: {
        ord(start) + at: chr(ord(first) + at)
        for start, first in zip("Aa", both, strict=True)
        for at in range(26)
    }
    for language, both in _FIRST_LETTERS.items()
}


def spell(message: str, language: Language) -> str:
    """A message in the letters of a language; its fields stay as they are."""
    parts = re.split(r"(\{\w+\})", message)
    letters = _LETTERS[language]
    return "".join(it if it.startswith("{") else it.translate(letters) for it in parts)


class Spelt(NullTranslations):
    def __init__(self, language: Language) -> None:
        super().__init__()
        self._language = language

    def gettext(self, message: str) -> str:
        return spell(message, self._language)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.gettext(msgid1 if n == 1 else msgid2)


@pytest.fixture
def room(simcord_env: simcord.Env, bench: Bench, monkeypatch: pytest.MonkeyPatch) -> Room:
    """A German server: Ada reads Spanish, Ben Swedish, which the bot lacks, and Cleo German."""
    room = Room(simcord_env, bench, locale="de")
    room.patch = monkeypatch
    locales = {room.ada.id: "es-419", room.ben.id: "sv-SE", room.cleo.id: "de"}
    real = simcord.interactions.base_payload

    def base_payload(*args: object, **fields: object) -> object:
        record, payload = real(*args, **fields)  # type: ignore[arg-type]  # handed on as they came
        payload["locale"] = locales[fields["user_id"]]  # type: ignore[index]  # an id
        return record, payload

    monkeypatch.setattr(simcord.interactions, "base_payload", base_payload)
    catalogues = {each: Spelt(each if each in _LETTERS else "en") for each in LANGUAGES}
    monkeypatch.setattr(i18n, "_catalogue", catalogues.__getitem__)
    return room


def told_in(*texts: str) -> set[str]:
    """The languages of some texts, and whatever stands there in the letters of none."""
    found: set[str] = set()
    for text in texts:
        rest = _SAME_EVERYWHERE.sub("", text)
        for language, letters in _LETTERS.items():
            if set(rest) & set(letters.values()):
                found.add(language)
        found |= {_JOINED.get(word, word) for word in re.findall(r"[A-Za-z]{3,}", rest)}
    return found


def words_of(message: Message) -> list[str]:
    labels = [each.get("label") or "" for each in message.buttons]
    return [message.text, *labels, *message.alts]


async def test_a_shared_board_speaks_the_servers_language_whoever_presses(room: Room) -> None:
    board = await room.challenge(first="me")
    assert told_in(*words_of(board)) == {"de"}
    await room.press(room.ben, board, spell("Accept", "de"))
    asides = {spell(label, "de") for label in ASIDES}
    rng = random.Random(5)
    while board.moves and (await room.match(board)).ply < 27:
        choice = rng.choice([each for each in board.moves if each["label"] not in asides])
        await room.press(await room.mover(board), board, choice["label"])
        assert told_in(*words_of(board)) == {"de"}
        for call in room.calls():
            assert told_in(call.text) == {"de"}


@pytest.mark.parametrize("refused", [False, True])
async def test_direct_messages_are_in_the_language_last_seen(room: Room, *, refused: bool) -> None:
    await room.prefers(room.ada, calls="dm")
    board = await room.challenge(first="them")
    if refused:
        room.env.inject_error("POST", "/users/@me/channels", status=403, times=None)
    await room.press(room.ben, board, spell("Accept", "de"))
    await room.press(room.ada, board, spell("Castle", "de"))
    await room.play_stored(board.match, random.Random(1), 2)
    await room.time_passes(3 * 24 * 3600 - 60)
    told = room.calls() if refused else room.chat(room.ada)
    wanted: Language = "de" if refused else "es"
    assert any(spell("nearly up", wanted) in each.text for each in told)
    assert told_in(*(each.text for each in told)) == {wanted}


async def test_the_language_last_seen_is_stored_when_it_changes_and_forgotten(room: Room) -> None:
    board = await room.challenge(first="them")
    await room.press(room.ben, board, spell("Accept", "de"))
    assert (await room.service.player(room.ada.id)).language == "es"
    assert (await room.service.player(room.ben.id)).language == "en"
    await room.prefers(room.ada, language="de", theme="day")
    await room.press(room.ada, board, spell("Castle", "de"))
    assert await room.service.player(room.ada.id) == PlayerChoices(language="es", theme="day")
    assert b'"language": "es"' in await Privacy(room.service).export_data(room.ada.id)
    await Privacy(room.service).delete_data(room.ada.id)
    assert await room.service.player(room.ada.id) == PlayerChoices()


async def test_in_a_group_boards_speak_as_the_challenger_calls_as_the_called(room: Room) -> None:
    bring(room, room.patch, "group")
    board = await room.challenge(first="me")
    await room.press(room.ben, board, spell("Accept", "es"))
    asides = {spell(label, "es") for label in ASIDES}
    for _ in range(4):
        choice = next(each for each in board.moves if each["label"] not in asides)
        await room.press(await room.mover(board), board, choice["label"])
        assert told_in(*words_of(board)) == {"es"}
        (call,) = room.calls()
        called = await room.mover(board)
        assert told_in(call.text) == {"es" if called is room.ada else "en"}


async def test_a_board_in_the_bots_chat_speaks_as_its_reader_whoever_moves(room: Room) -> None:
    await room.begin_nowhere(2)
    shown = await room.ben.user.slash("prowler board")
    board = Message(room.env, shown.response.channel_id, shown.response.id)
    assert told_in(*words_of(board)) == {"en"}
    before = board.text
    assert (await room.command(room.ada, "play", pathway=spell("Castle", "es"))).told
    assert board.text != before
    assert told_in(*words_of(board)) == {"en"}


ASIDES = ("Back", "Refresh", "Scores", "Menu", "My view", "What does it bring?")


async def test_menus_suggestions_and_refusals_are_in_the_askers_language(room: Room) -> None:
    board = await room.challenge(first="me")
    await room.press(room.ben, board, spell("Accept", "de"))
    for typed in ("C", "nonsense"):
        answer = await room.command(room.ada, "play", pathway=typed)
        assert told_in(answer.told) == {"es"}
    answer = await room.command(room.ben, "play", pathway="nonsense")
    assert told_in(answer.told) == {"en"}
    late = board.button(spell("Castle", "de"))["custom_id"]
    shown = board.snapshot()
    await room.press(room.ben, board, spell("Castle", "de"))
    answer = await room.late_press(room.ben, board, late.replace(">C", ">B"), shown)
    assert told_in(answer.told) == {"en"}
    assert told_in(*words_of(board)) == {"de"}
    menu = await room.press(room.ada, board, spell("Menu", "de"))
    assert told_in(*words_of(menu.message)) == {"es"}
    for label in ("Scores", "Describe", "How to play"):
        answer = await room.press(room.ada, menu.message, spell(label, "es"))
        assert told_in(*words_of(answer.message)) == {"es"}
        if answer.message.id == menu.message.id:
            await room.press(room.ada, menu.message, spell("Back", "es"))
    for command, option in (("play", "pathway"), ("board", "match")):
        found = await room.ada.autocomplete(room.channel, f"prowler {command}", option, "")
        assert told_in(*(each["name"] for each in found)) == {"es"}


@pytest.mark.translated_commands
async def test_discord_is_told_the_commands_in_german_and_spanish(room: Room) -> None:
    (sent,) = [each.json for each in room.env.http_requests if each.path.endswith("/commands")]
    assert sent is not None
    (group,) = [each for each in sent if each["name"] == "prowler"]
    (challenge,) = [each for each in group["options"] if each["name"] == "challenge"]
    opponent, _machine, first = challenge["options"][:3]
    for part, de, es in ((challenge, "herausfordern", "desafiar"), (opponent, "gegner", "rival")):
        names = {"de": de, "es-ES": es, "es-419": es}
        assert names.items() <= part["name_localizations"].items()
        assert names.keys() <= part["description_localizations"].keys()
    assert first["choices"][0]["name_localizations"]["de"] == "Ich beginne"
