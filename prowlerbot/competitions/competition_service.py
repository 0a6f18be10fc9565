"""Competitions as the bot serves them, with the changes that people make.

A change is loaded, made by a pure transition and committed, as with matches. It first records the
results of matches that have ended, so every step knows them.
"""

import asyncio
import random
from collections.abc import Awaitable, Callable, Collection, Mapping
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import TypeAlias, TypeVarTuple

from prowlerbot.competitions import competition_changes, competition_player_store, competition_steps
from prowlerbot.competitions.competition_changes import INTEREST_REFUSAL, tied_result
from prowlerbot.competitions.competition_post_store import CompetitionPosts, CompetitionServers
from prowlerbot.competitions.competition_record import (
    Competition,
    CompetitionTerms,
    Format,
    Stored,
    Todo,
    check_terms,
    check_words,
    not_found,
)
from prowlerbot.competitions.competition_store import (
    CompetitionMatches,
    CompetitionStore,
    LimitCheck,
)
from prowlerbot.competitions.course import THE_BOT, Actor, By, Decided, Paired, WordsField
from prowlerbot.core.errors import Denied, Stale
from prowlerbot.core.posts import Act
from prowlerbot.match import closing, leaving, lobby
from prowlerbot.match.banks import longest_match_time
from prowlerbot.match.call_rules import MatchDuty
from prowlerbot.match.match import Context, Ending, Match, Player
from prowlerbot.match.player_statistics import usual_duration
from prowlerbot.match.ratings import NEW_RATING
from prowlerbot.match.scene import Scene
from prowlerbot.match.terms import Terms as MatchTerms
from prowlerbot.service.habit_store import HabitStore
from prowlerbot.service.housekeeping import Housekeeping
from prowlerbot.service.match_service import Service
from prowlerbot.storage.act_store import check_not_barred, put_act
from prowlerbot.storage.engines.database import Work

_FindKeptOut: TypeAlias = Callable[[Scene], Awaitable[Collection[int]]]
_FindGone: TypeAlias = Callable[[int, Collection[int], int], Awaitable[Collection[int]]]
"""Takes a server, some players, and the seconds for which one seen there is not looked up."""
_Arguments = TypeVarTuple("_Arguments")
"""The parameters of a transition between the competition and the time."""

FIRST_LETTER = "c"
"""The first letter of all ids of competitions; they are longer than ids of matches by it."""
PAIR_SIZE = 2
"""The number of players of a pair; every format has pairs, so every game needs two seats."""
_DEFAULT_TURNS = 40  # the turns of a match of a game of which few are finished
_MAX_LISTED = 25  # the most competitions of a list, as many as one menu of Discord has
_MAX_SHARED_LEAGUES = 10  # the most leagues of all servers that a list has
_ENDING_OF_REMOVAL: Mapping[By, Ending] = {"host": Ending.REMOVED, "admin": Ending.REMOVED_BY_ADMIN}
"""The ending of a match whose player is taken out, by the acting role."""


async def _find_nobody(*_: object) -> Collection[int]:
    return ()


class Competitions:
    """All competitions of a bot, for the commands, the steps and the moderators of its servers."""

    def __init__(
        self,
        service: Service,
        find_kept_out: _FindKeptOut = _find_nobody,
        find_gone: _FindGone = _find_nobody,
    ) -> None:
        self.service = service
        self.store = CompetitionStore(service.store.database)
        self.match_ends = CompetitionMatches(service.store.database)
        self.servers = CompetitionServers(service.store.database)
        self.housekeeping = Housekeeping(service)
        self.find_kept_out = find_kept_out
        """The players who are kept out of a match; only Discord knows them."""
        self.find_gone = find_gone
        """The players among some who have left a server. Members seen within so many seconds are
        still there. If one of the others may have removed them, there are none: the clock decides.
        """

    def new_id(self) -> str:
        return FIRST_LETTER + self.service.new_id()

    async def usual_round(self, format_: Format, game: str, pace: int) -> int:
        """The length of a round with a clock, by the usual turns of a game in finished matches."""
        seats = format_.table_size(self.service.games[game].seats)
        latest = await HabitStore(self.service.store.database).latest_durations(game)
        turns = usual_duration([match.turns for match in latest if match.seats == seats])
        return longest_match_time(MatchTerms().at_pace(pace), seats, turns or _DEFAULT_TURNS)

    async def get(self, competition_id: str) -> Stored:
        """A competition by its id. Raises NotFound."""
        stored = await self.store.load(competition_id) if competition_id.isascii() else None
        if stored is None:
            raise not_found(competition_id)
        return stored

    async def of_guild(
        self, guild: int, *, ended: bool = False, most: int = _MAX_LISTED
    ) -> list[Stored]:
        """The running competitions of a server, or with ``ended`` the others; the latest first."""
        ids = await self.store.ids_of_guild(guild, ended=ended, most=most)
        return [await self.get(competition_id) for competition_id in ids]

    async def ended_of_series(self, guild: int, most: int) -> list[Stored]:
        """The ended competitions of a server, at most two of a series; the latest first."""
        return [await self.get(each) for each in await self.store.ids_of_ended(guild, most)]

    async def latest_of_series(self, stored: Stored) -> Stored:
        """The latest competition of the same series."""
        return await self.get(await self.store.id_of_latest(stored.series) or stored.id)

    async def of_player(self, player: int) -> list[Stored]:
        """The running competitions in which a player takes part."""
        return [await self.get(each) for each in await self.store.ids_of_player(player)]

    async def leagues_of_server(self, guild: int, *, ended: bool = False) -> list[Stored]:
        """The leagues of all servers in which a server takes part."""
        ids = await self.servers.leagues_of(guild, ended=False, most=_MAX_SHARED_LEAGUES)
        if ended:
            ids += await self.servers.leagues_of(guild, ended=True, most=_MAX_SHARED_LEAGUES)
        return [await self.get(competition_id) for competition_id in ids]

    async def open_leagues(self, typed_text: str) -> list[Stored]:
        """The running leagues of all servers whose names or ids fit; the largest first."""
        ids = await self.servers.open_leagues(typed_text, _MAX_LISTED)
        return [await self.get(competition_id) for competition_id in ids]

    async def previous_seasons(self, stored: Stored, person: int = 0) -> list[Competition]:
        """The earlier seasons that still keep people out, the latest last, as a person is known."""
        count = max(1, stored.format.ban_seasons)
        numbers = range(max(1, stored.season - count), stored.season)
        seasons = [await self.store.load_season(stored.series, number) for number in numbers]
        return [await self.as_known(season, person) for season in seasons if season is not None]

    async def as_known(self, stored: Stored, person: int) -> Competition:
        """The competition as if a person, if any, had never deleted their data."""
        if not person:
            return stored.competition
        return await self.service.store.database.run_reading(
            lambda db: competition_player_store.as_known(db, stored, person)
        )

    async def rating_of(self, game: str, player: int) -> int:
        """The present rating of a player, for the record of an entry."""
        standing = await self.service.store.results.standing(game, player)
        return (standing.rating if standing else NEW_RATING).points

    async def apply(
        self,
        competition_id: str,
        transition: Callable[[Competition, *_Arguments, int], Competition],
        *arguments: *_Arguments,
        by: int = 0,
        check: LimitCheck | None = None,
        change_fields: Callable[[Stored], Stored] | None = None,
    ) -> Stored:
        """Store the competition after a transition, a pure function that takes the time at the end.

        If another change is stored first, the transition is tried again. It also has to be allowed
        to the user ``by`` as if they had never deleted their data. ``change_fields`` changes what
        is no part of the record.
        """
        while True:
            before, now = await self.get(competition_id), self.service.now()
            present, done = await self.with_results(before, now)
            known = await self.as_known(replace(before, competition=present), by)
            if known is not present:
                transition(known, *arguments, now)
            competition = transition(present, *arguments, now)
            changed = before if change_fields is None else change_fields(before)
            changed = replace(changed, competition=competition)
            if after := await self.commit(before, changed, done=done, check=check):
                return after

    async def with_results(self, stored: Stored, now: int) -> tuple[Competition, dict[int, Todo]]:
        """The competition with the results of ended matches, and the done tasks of pairings."""
        competition, done = stored.competition, dict[int, Todo]()
        for number in [each for each, todo in stored.todo.items() if todo is Todo.RECORD_RESULT]:
            course = competition.course
            if number not in course.results and not course.ended:
                result = await self._result_of(stored, number, now)
                competition = competition_changes.record_result(competition, result)
            done[number] = Todo.RECORD_RESULT
        return competition, done

    async def _result_of(self, stored: Stored, number: int, now: int) -> Decided:
        """The result of a match that is over; a damaged match is a tie."""
        course = stored.competition.course
        pairing = course.pairings[number]
        result = tied_result(pairing, now)
        async with self.housekeeping.isolating(stored.matches[number]):
            scene = await self.service.scene(stored.matches[number])
            match, outages = scene.match, self.service.clocks.outages(scene)
            game, is_cut = self.service.facts.game(match), bool(course.role_that_cut(pairing))
            min_moves = game.least_moves if stored.terms.rules else competition_changes.MIN_MOVES
            result = competition_changes.result_of_match(
                match, game, pairing, now, is_cut=is_cut, min_moves=min_moves, outages=outages
            )
        return result  # noqa: RET504 - a tie if the match is damaged

    async def commit(
        self,
        before: Stored,
        after: Stored,
        *,
        done: Mapping[int, Todo],
        following: Stored | None = None,
        check: LimitCheck | None = None,
    ) -> Stored | None:
        """Store a change with the matches of its new pairings; None if another is stored first."""
        matches = await self._new_matches(before, after)
        ids = {number: match.id for number, match in matches.items()}
        after = replace(after, matches={**before.matches, **ids}, revision=before.revision + 1)
        is_stored = await self.store.commit(
            before, after, matches=matches, done=done, following=following, check=check
        )
        return after if is_stored else None

    async def _new_matches(self, before: Stored, after: Stored) -> dict[int, Match]:
        """The matches of new pairings; byes and forfeits have none."""
        former, now = before.course.pairings, self.service.now()
        new = [pairing for pairing in after.course.open if pairing.pairing not in former]

        def make_matches() -> dict[int, Match]:
            return {each.pairing: make_match(self.service, after, each, now) for each in new}

        return await asyncio.to_thread(make_matches) if new else {}

    async def create(
        self, asked: Stored, describe: Callable[[Stored], Act] | None = None
    ) -> Stored:
        """Create a competition, which gets its id and its time here; ``describe`` makes its act."""
        terms, now = asked.terms, self.service.now()
        check_terms(terms, asked.pace, now)
        check_words(asked.name, asked.text)
        self._check_game(terms, asked.options)
        if terms.every:
            timezone = (await self.service.server(asked.guild)).timezone
            terms = replace(terms, first=terms.starts, zone=timezone)
        while True:
            new_id, competition = self.new_id(), Competition(terms)
            new = replace(asked, id=new_id, series=new_id, competition=competition, created_at=now)
            act = describe(new) if describe is not None else None
            if await self.store.add(new, partial(_make_room, new=new, act=act)):
                return new

    def _check_game(self, terms: CompetitionTerms, options: Mapping[str, str]) -> None:
        """Raise Denied if the game has not that many seats, or cannot use these options."""
        game = self.service.games[terms.game]
        if PAIR_SIZE not in game.seats:
            raise Denied(
                "A competition can pair two players, and {game} is not for two.", game=game.title
            )
        if terms.table not in game.seats:
            raise Denied("{game} is not for {count} players.", game=game.title, count=terms.table)
        for count in range(game.seats.start, terms.table + 1):
            if count > 1 and options:
                game.setup(random.Random(0), count, options)

    async def enter(self, competition_id: str, player: Player) -> Stored:
        """Enter a player with their present rating; an open check-in counts them as checked in."""
        stored = await self.get(competition_id)
        course = stored.competition.course
        if course.began and course.all_meet and not stored.pause:  # no season follows
            raise Denied("This competition has begun, so nobody can enter any more.")
        previous = await self.previous_seasons(stored, player.id)
        rating = await self.rating_of(stored.competition.terms.game, player.id)
        known = await self.as_known(stored, player.id)
        is_ladder = stored.format.allows_reentry and stored.format.has_seasons
        again = is_ladder and known is not stored.competition

        def enter(before: Competition, now: int) -> Competition:
            after = competition_changes.enter_player(
                before, player.id, rating, now, previous, again=again
            )
            is_open = after.course.called is not None and after.course.began is None
            return competition_changes.check_in(after, player.id, now) if is_open else after

        def with_name(stored: Stored) -> Stored:
            return replace(stored, names={**stored.names, player.id: player.name})

        def check(db: Work) -> None:
            check_not_barred(db, stored.guild, player.id, self.service.now())
            competition_player_store.check_entries(db, stored, player=player.id, again=again)

        return await self.apply(
            competition_id, enter, by=player.id, check=check, change_fields=with_name
        )

    async def leave(self, competition_id: str, player: int) -> Stored:
        """Take a player out at their own wish; they lose the matches in which they have moved."""
        stored = await self.get(competition_id)
        competition_changes.check_not_over(stored.competition)
        for pairing in stored.competition.course.open:
            if player in pairing.players and pairing.pairing in stored.matches:
                await self._resign(stored.matches[pairing.pairing], player)
        return await self.apply(competition_id, competition_changes.withdraw_player, player)

    async def _resign(self, match_id: str, player: int) -> None:
        """Resign a match in which the player has moved, so that it does not count as forfeited."""

        def transition(match: Match, context: Context) -> Match:
            if match.seat_of(player) not in match.moved_seats:
                raise Stale("No move has been made yet.")
            return leaving.resign(match, context, player)

        async with self.housekeeping.isolating(match_id):
            await self.service.apply(match_id, transition)

    async def rename(
        self, competition_id: str, name: str | None, text: str | None, *, role: By = "host"
    ) -> Stored:
        """Give a competition another name and text, which may be empty; None changes nothing."""
        check_words(name or "", text or "")
        new_words: dict[WordsField, str | None] = {"name": name, "text": text}
        changed = [word for word, words in new_words.items() if words is not None]
        change = partial(competition_changes.change_words, new=bool(name or text), role=role)

        def change_fields(stored: Stored) -> Stored:
            new_name = stored.name if name is None else name
            return replace(stored, name=new_name, text=stored.text if text is None else text)

        return await self.apply(competition_id, change, changed, change_fields=change_fields)

    async def lose_channel(self, competition_id: str) -> Stored:
        """Hold a competition whose channel is deleted, or a league that no server takes part in."""
        stored = await self.get(competition_id)
        if stored.course.ended or stored.course.channel_lost_at:
            return stored
        with suppress(Stale):  # it has ended since
            return await self.apply(competition_id, competition_steps.note_channel_lost)
        return await self.get(competition_id)

    async def find_channel(self, stored: Stored) -> Stored:
        """Let a held competition go on where the bot sees its channel again."""
        if not stored.course.channel_lost_at:
            return stored
        with suppress(Stale):  # it has ended
            return await self.apply(stored.id, competition_steps.note_channel_found)
        return await self.get(stored.id)

    async def look_for_servers(self, competition_id: str) -> Stored:
        """Hold a league that no server takes part in, and let it go on once one does."""
        stored = await self.get(competition_id)
        if await self.servers.channels_of(stored.series):
            return await self.find_channel(stored)
        return await self.lose_channel(competition_id)

    async def leave_league(self, stored: Stored, guild: int, *, by: int) -> None:
        """Take a server out of a league, at a user's wish. A league without servers ends."""
        if {*await self.servers.channels_of(stored.series)} == {guild}:
            competition_changes.check_may_cancel(await self.as_known(stored, by), by)
        await self.servers.remove_server(stored.series, guild)
        await self.look_for_servers(stored.id)

    async def move(
        self, competition_id: str, channel: int, *, by: int = 0, for_all: bool = False
    ) -> Stored:
        """Bring a competition to another channel of its server, where its messages come again, at
        the wish of a user. ``for_all`` says that all members see that channel.
        """
        stored = await self.get(competition_id)
        if not (stored.course.channel_lost_at and for_all):
            await self.check_no_interest(stored, by)
        change = partial(competition_steps.move_channel, by=by, for_all=for_all)
        with_channel = partial(replace, channel=channel)
        moved = await self.apply(competition_id, change, by=by, change_fields=with_channel)
        posts = CompetitionPosts(self.service.store.database)
        await posts.move_to_channel(competition_id, "", channel)
        return moved

    async def check_no_interest(
        self, stored: Stored, user: int, why: str = INTEREST_REFUSAL, **players: Player
    ) -> None:
        """Raise Denied for a user with an interest in a competition, also by its last season."""
        if await self.service.store.database.run_reading(
            lambda db: competition_player_store.has_interest_in(db, stored, user)
        ):
            raise Denied(why, **players)

    async def remove(
        self, competition_id: str, player: int, *, by: Actor, reason: str = ""
    ) -> Stored:
        """Take a player out, for a reason that the player reads."""
        await self.check_no_interest(await self.get(competition_id), by.user)
        change = partial(competition_changes.remove_player, by=by, reason=reason)
        return await self.apply(competition_id, change, player, by=by.user)

    async def prolong(self, competition_id: str, until: int, *, by: Actor) -> Stored:
        """Set another end of the rounds that are being played."""
        change = partial(competition_changes.prolong_rounds, by=by)
        return await self.apply(competition_id, change, until, by=by.user)

    async def cancel(self, competition_id: str, *, by: Actor = THE_BOT, reason: str = "") -> Stored:
        """End a competition early, also because its channel is gone. Its matches go on by
        themselves, except for those of players who have left it.
        """
        stored = await self.get(competition_id)
        competition_changes.check_not_over(stored.competition)
        await self.leave_matches(stored)
        cancel = partial(competition_changes.cancel, by=by, reason=reason)
        return await self.apply(competition_id, cancel, by=by.user)

    async def leave_matches(self, stored: Stored) -> dict[int, Todo]:
        """Let players who have left a competition leave its running matches."""
        done: dict[int, Todo] = {}
        course = stored.competition.course
        for number, todo in stored.todo.items():
            if todo is Todo.END_MATCH:
                players = course.pairings[number].players
                gone = [player for player in players if player in course.left]
                removed = [each for player in gone if (each := course.left[player]).by_host]
                ending = _ENDING_OF_REMOVAL[removed[0].by or "host"] if removed else Ending.RESIGNED
                await self._leave_match(stored.matches[number], gone, ending)
                done[number] = Todo.END_MATCH
        return done

    async def _leave_match(self, match_id: str, players: Collection[int], ending: Ending) -> None:
        def transition(match: Match, context: Context) -> Match:
            seats = {seat for seat in match.seats if match.player(seat).id in players}
            return closing.leave_competition(match, context, seats.difference(match.left), ending)

        async with self.housekeeping.isolating(match_id):
            await self.show_at_once(await self.service.apply(match_id, transition))

    async def show_at_once(self, match: Match) -> None:
        """Have a board drawn at once, without a press."""
        await self.service.store.duties.put_duties_of_match(match, {MatchDuty.BOARD: 0})


def make_match(service: Service, stored: Stored, pairing: Paired, now: int) -> Match:
    """The match of a pairing, which begins at once."""
    terms = MatchTerms(
        takebacks="never",
        rated=stored.competition.terms.rated,
        hints=False,
        competition=stored.id,
        pairing=pairing.pairing,
        thread=stored.competition.wants_threads,
    ).at_pace(stored.pace)
    game = service.games[stored.competition.terms.game]
    players = [Player(player, stored.names.get(player, "")) for player in pairing.players]
    new_id = service.new_id()
    asked = lobby.make_challenge(new_id, game, players, stored.options, terms=terms, now=now)
    seated = replace(asked, players=tuple(replace(player, joined=True) for player in asked.players))
    return lobby.begin_match(seated, service.context(seated)._replace(now=now))


def _make_room(db: Work, new: Stored, act: Act | None) -> None:
    """Check that there is room for a new competition, and note the act that creates it."""
    competition_player_store.make_room(db, new)
    if act is not None:
        put_act(db, act)
