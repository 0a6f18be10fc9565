"""The messages of a search for somebody to play with: the form, its state, and the questions."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

import discord

from cogs.board.views.match_views import play_now_button
from cogs.board.views.terms_words import PACE_CHOICES
from cogs.frame.forms import Choice, field_of_several, form, menu_field
from cogs.frame.layout import Button, Content, Item, layout
from cogs.frame.names import command
from cogs.presses import FindPress, MatchPress, read_number
from prowlerbot.core.i18n import label_text, listing, mark, tr, trn
from prowlerbot.finding.finding_store import Proposal, ProposalState, QueueEntry
from prowlerbot.finding.matchmaking import SEATS, WAITING_TIMES, Wish

_WAITS = (mark("15 minutes"), mark("1 hour"), mark("4 hours"), mark("1 day"), mark("3 days"))
_WAIT_NAMES = dict(zip(WAITING_TIMES, _WAITS, strict=True))  # in the order of the times
_PACE_NAMES = {int(choice.value): choice.name for choice in PACE_CHOICES}
_GAMES, _SEATS, _PACES, _KINDS, _WAIT = "games", "seats", "paces", "kinds", "lasts"  # the fields
_RATED, _FRIENDLY, _EVERYWHERE = "rated", "friendly", "everywhere"  # the choices of ``_KINDS``


def wish_form(wish: Wish, titles: Mapping[str, str], *, in_server: bool) -> discord.ui.Modal:
    """The form for a wish, with the present one chosen; Discord allows five fields."""
    games = [Choice(key, title, key in wish.games) for key, title in titles.items()]
    seats = [Choice(str(count), _player_count_words(count), count in wish.seats) for count in SEATS]
    paces = [Choice(str(pace), tr(name), pace in wish.paces) for pace, name in _PACE_NAMES.items()]
    kinds = [
        Choice(_RATED, tr("Rated matches"), wish.rated),
        Choice(_FRIENDLY, tr("Friendly matches"), wish.friendly),
    ]
    if in_server:
        kinds.append(Choice(_EVERYWHERE, tr("Players of other servers, too"), wish.everywhere))
    waits = [Choice(str(time), tr(name), time == wish.lasts) for time, name in _WAIT_NAMES.items()]
    games_hint = tr("Choose all that suit you, here and below.")
    fields = [
        field_of_several(_GAMES, tr("Games"), games, games_hint),
        field_of_several(_SEATS, tr("Players in a match"), seats),
        menu_field(_PACES, tr("Time for a move"), paces, maximum=len(paces)),
        field_of_several(_KINDS, tr("Which matches"), kinds, minimum=0),
        menu_field(_WAIT, tr("How long to look"), waits),
    ]
    return form(str(FindPress("submit")), tr("Find somebody"), fields)


def read_wish(fields: Mapping[str, Sequence[str]]) -> Wish:
    """The wish in a submitted form, not checked yet."""
    kinds = fields.get(_KINDS, ())
    lasts = _read_numbers(fields.get(_WAIT, ()))
    return Wish(
        games=tuple(fields.get(_GAMES, ())),
        seats=_read_numbers(fields.get(_SEATS, ())),
        paces=_read_numbers(fields.get(_PACES, ())),
        rated=_RATED in kinds,
        friendly=_FRIENDLY in kinds,
        everywhere=_EVERYWHERE in kinds,
        lasts=lasts[0] if lasts else 0,
    )


def _read_numbers(texts: Sequence[str]) -> tuple[int, ...]:
    return tuple(number for text in texts if (number := read_number(text)) is not None)


def _player_count_words(count: int) -> str:
    return trn("{count} player", "{count} players", count)


def find_button() -> Button:
    return Button(tr("Find somebody"), FindPress("open"))


def _looking_buttons() -> list[Item]:
    change = Button(tr("Change"), FindPress("change"))
    return [change, Button(tr("Stop looking"), FindPress("stop"))]


def wish_lines(
    wish: Wish,
    titles: Mapping[str, str],
    seats_by_game: Mapping[str, Collection[int]],
    *,
    in_server: bool,
) -> list[str]:
    """The games and choices of a search; ``seats_by_game`` has the possible counts of players."""
    seats = {count for game in wish.games for count in seats_by_game.get(game, ())}
    counts = [str(count) for count in wish.seats if count in seats]
    words = [tr("{numbers} players", numbers=listing(counts, either=True))]
    words += [tr(_PACE_NAMES[pace]) for pace in wish.paces]
    if wish.rated == wish.friendly:  # a player without a choice takes both
        words.append(tr("rated or friendly"))
    else:
        words.append(tr("rated") if wish.rated else tr("friendly"))
    if in_server:
        words.append(tr("on all servers") if wish.everywhere else tr("on this server"))
    games = listing([titles[game] for game in wish.games if game in titles])
    return [games, "-# " + " · ".join(words)]


def offer_view(wish: Wish, game: str, wish_text: Sequence[str]) -> Content:
    """A search that a press begins, for one ``game`` if it is given, with a button to change it."""
    lines = ["### " + tr("Find somebody"), *wish_text]
    lines.append("-# " + label_text(tr("How long to look"), tr(_WAIT_NAMES[wish.lasts])))
    seek = Button(tr("Find somebody"), FindPress("seek", game), discord.ButtonStyle.success)
    change = Button(tr("More choices"), FindPress("change", game))
    return layout("\n".join(lines), rows=[[seek, change]])


def searching_view(entry: QueueEntry, wish_text: Sequence[str], machine_game: str) -> Content:
    """A running search; the machine can play ``machine_game`` meanwhile, "" for none."""
    lines = ["### " + tr("You are looking for a match"), *wish_text]
    if entry.proposal:
        lines.append(tr("A match is proposed to you: answer yes or no there."))
    else:
        sentence = mark(
            "The search ends {when}. As soon as a player suits you, I ask you here or by direct"
            " message."
        )
        lines.append(tr(sentence, when=f"<t:{entry.until}:R>"))
    row = _looking_buttons()
    if machine_game:
        lines.append(tr("You can play with the machine meanwhile and keep your place."))
        row.insert(0, play_now_button(machine_game))
    return layout("\n".join(lines), rows=[row])


def stopped_view() -> Content:
    return layout(_stopped_words(), rows=[[find_button()]])


@dataclass(frozen=True, slots=True)
class QuestionReaders:
    """The readers of a question: all its players in a channel, or one of them in a chat."""

    player: int  # the one reader, or 0 for all
    player_words: Mapping[int, str]  # the names and ratings that the reader may see, by player
    search_end: int | None = None  # the end of the one reader's search; None if they no longer look

    @property
    def is_shared(self) -> bool:
        return not self.player


def state_key(proposal: Proposal, readers: QuestionReaders) -> str:
    """The key of the state that a message of the proposal shows; a new key needs an edit."""
    if not proposal.is_open:
        return proposal.state
    seat = proposal.seat_of(readers.player)
    agreed = proposal.agreed if readers.is_shared else int(seat is not None and seat.answer)
    return f"{ProposalState.ASKING}:{agreed}"


def question_view(proposal: Proposal, readers: QuestionReaders, title: str) -> Content:
    """The message of a proposal in its present state; ``title`` is that of the game."""
    if proposal.state is ProposalState.PLAYING:
        return _started_view(proposal, readers, title)
    if proposal.state is ProposalState.OFF:
        return _cancelled_view(readers, title)
    lines = ["### " + tr("A match for you: {game}", game=title), *_player_lines(proposal, readers)]
    kind = tr("rated match") if proposal.rated else tr("friendly match")
    terms = _player_count_words(len(proposal.seats)), tr(_PACE_NAMES[proposal.pace]), kind
    lines.append(f"-# {' · '.join(terms)}")
    seat = proposal.seat_of(readers.player)
    if not readers.is_shared and seat is not None and seat.answer:
        lines.append(tr("You have said yes. The match begins as soon as all have."))
        return layout("\n".join(lines))
    if readers.is_shared and proposal.agreed:
        names = [readers.player_words[seat.player] for seat in proposal.seats if seat.answer]
        lines.append(tr("Yes so far: {players}", players=listing(names)))
    lines.append(tr("Do you want to play? Answer by {when}.", when=f"<t:{proposal.answer_by}:t>"))
    yes, success = FindPress("yes", proposal.id), discord.ButtonStyle.success
    row = [Button(tr("Yes, play"), yes, success), Button(tr("No"), FindPress("no", proposal.id))]
    return layout("\n".join(lines), rows=[row])


def _cancelled_view(readers: QuestionReaders, title: str) -> Content:
    cancelled_words = tr("The proposed match of {game} came to nothing.", game=title)
    if readers.is_shared:
        places = tr("Players who have answered keep their places and go on looking.")
        return layout(f"{cancelled_words} {places}", rows=[[find_button()]])
    if readers.search_end is None:
        return layout(f"{cancelled_words} {_stopped_words()}", rows=[[find_button()]])
    end = f"<t:{readers.search_end}:R>"
    search_words = tr("You are still looking; the search ends {when}.", when=end)
    return layout(f"{cancelled_words} {search_words}", rows=[_looking_buttons()])


def _player_lines(proposal: Proposal, readers: QuestionReaders) -> list[str]:
    if readers.is_shared:
        mentions = [f"<@{seat.player}>" for seat in proposal.seats]
        return [tr("{players}, you can play together!", players=listing(mentions))]
    rivals = [seat.player for seat in proposal.seats if seat.player != readers.player]
    names = [readers.player_words[rival] for rival in rivals if rival in readers.player_words]
    if unnamed_count := len(rivals) - len(names):
        names.append(trn("one player", "{count} players", unnamed_count))
    place_words = tr("It is played in this chat; each player sees a board of their own.")
    return [tr("Found for you: {players}", players=listing(names)), place_words]


def _started_view(proposal: Proposal, readers: QuestionReaders, title: str) -> Content:
    """The view names nobody, so no name has to be removed from it later."""
    words = tr("The match has begun: {game}.", game=title)
    if readers.is_shared:
        return layout(words)
    look, success = MatchPress("look", proposal.match), discord.ButtonStyle.success
    return layout(words, rows=[[Button(tr("Open my board"), look, success)]])


def _stopped_words() -> str:
    return tr("You are not looking for a match any more.")


def unreachable_text(player: int) -> str:
    """The message in the channel of a request whose player the bot cannot write to."""
    return tr(
        "{player}, I found a match for you but cannot send you direct messages, so you are not"
        " looking any more. Allow them, or use `{command}` for players of this server only.",
        player=f"<@{player}>",
        command=command("find"),
    )
