"""The shards of this process, while other processes serve the rest; leases divide the shards.

A process renews its leases several times before they end. It counts the end of a lease from the
moment before its request. It gives its shards up a little earlier. So another process gets a shard
only after this one has given it up. That holds even if this process was frozen or the database was
out of reach. The process refuses interactions that arrive later.

A shard passes from one running process to another without a pause. This happens when the shares are
made even, and when a process is about to end. The next process, the heir, connects beside the
present one, the holder. Discord sends each event to all connections of a shard.

Once the heir knows all servers of the shard, the holder begins no further interaction. It waits a
moment for its answers. Then it offers the shard with a list of the interactions that it has begun.
The heir takes the lease. Then it handles the interactions that it has held and that are not in the
list. If the heir does not take the offer in time, the holder withdraws it and continues. It also
handles the interactions that it held meanwhile. Offer and withdrawal change the same lease one
after another. So exactly one of the two processes handles each interaction.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass
from functools import partial
from typing import Any

from cogs.discord_py.shards import SHARD, Gateway, ShardSet
from prowlerbot.core.clock import shard_of, steady_seconds
from prowlerbot.core.errors import StoreError
from prowlerbot.storage.leases import HeldLeases, LeaseConflict, LeaseStore, requests_a_second

log = logging.getLogger(__name__)

TakeStep = Callable[[str, Callable[[], Awaitable[Any]]], Awaitable[None]]
"""Takes a step of connecting, repeatedly if it fails; the text names it in the log."""


@dataclass(eq=False)
class ShardConnections:
    """The connections of this process, one for each of its shards."""

    identify_every = 5.0  # seconds between two shards of a bucket, as Discord demands
    identify_retry_every = 0.25  # seconds until the next attempt to identify

    _shards: ShardSet
    _leases: LeaseStore
    take_step: TakeStep
    wait_for_answers: Callable[[], Awaitable[None]]  # waits for the answers that are under way

    def __post_init__(self) -> None:
        self._wanted_shards: Sequence[int] = ()
        self._wanted_changed = asyncio.Event()
        self._launched_shards: set[int] = set()
        self.complete: set[int] = set()  # shards whose servers are all known
        self._connecting: int | None = None
        self._gateway: Gateway | None = None  # asked for anew before shards connect
        self._identify_buckets = 1

    def has_begun(self, shard: int) -> bool:
        """Whether a shard is connected, or about to be."""
        return shard in self._launched_shards or shard == self._connecting

    def mark_ready(self, shard: int) -> bool:
        """Record that all servers of a shard are known; False if the shard is no longer wanted."""
        if self.has_begun(shard):
            self.complete.add(shard)
        return shard in self.complete

    def connect_only(self, shards: Sequence[int]) -> None:
        """Connect these shards one after another; ``disconnect`` disconnects the others."""
        self._wanted_shards = shards
        self._wanted_changed.set()

    async def keep_connected(self) -> None:
        """Connect the wanted shards, for as long as the process runs."""
        while True:
            waiting = [shard for shard in self._wanted_shards if shard not in self._launched_shards]
            if not waiting:
                self._gateway = None
                self._wanted_changed.clear()
                await self._wanted_changed.wait()
                continue
            if self._gateway is None:
                await self.take_step("asking for the gateway", self.ask_for_gateway)
                continue
            shard = self._connecting = waiting[0]
            try:
                await self._shards.connect_shard(shard, self._gateway)
            finally:
                self._connecting = None
            if shard in self._wanted_shards:
                self._launched_shards.add(shard)
            else:
                await self.disconnect([shard])

    async def disconnect(self, lost_shards: Collection[int]) -> None:
        """Disconnect shards; those still wanted connect again."""
        self._launched_shards -= {*lost_shards}
        self.complete -= {*lost_shards}
        await asyncio.gather(*map(self._disconnect_one, lost_shards))

    async def _disconnect_one(self, shard: int) -> None:
        try:
            await self._shards.remove_shard(shard)
        except (OSError, TimeoutError) as error:
            log.info("the connection of shard %d was lost already: %s", shard, error)

    async def forget_guilds_later(self, lost_shards: Collection[int]) -> None:
        """Forget the servers of shards, after the running answers, which still need them."""
        await self.wait_for_answers()
        for shard in lost_shards:
            if shard not in self._wanted_shards:
                self._shards.forget_guilds(shard)

    async def ask_for_gateway(self) -> Gateway:
        gateway = self._gateway = await self._shards.ask_for_gateway()
        self._identify_buckets = max(1, gateway.at_once)
        starts = gateway.starts
        if starts.are_few:
            log.warning("session starts left today: %d of %d", starts.left, starts.a_day)
        try:
            await self._leases.note_starts(starts)
        except StoreError as error:
            log.warning("the number of session starts left is unknown: %s", error)
        return gateway

    async def wait_to_identify(self, shard: int) -> None:
        """Wait until Discord lets a shard identify; the one before may be in another process."""
        while True:
            try:
                bucket = shard % self._identify_buckets
                if await self._leases.claim_identify(bucket, self.identify_every):
                    return
            except StoreError as error:
                log.warning("shard %d has to wait: %s", shard, error)
            await asyncio.sleep(self.identify_retry_every)


@dataclass(eq=False)
class PassingPresses:
    """The interactions that a process holds and has begun, each as Discord sent it."""

    held_for = 2.5  # seconds; an interaction must be answered within three
    max_held = 1_000  # interactions of a shard that are held at once
    remembered_for = 10.0  # seconds in which both processes surely get an event

    _handle: Callable[[Any], None]  # gets the interactions that were held
    _clock: Callable[[], float]

    def __post_init__(self) -> None:
        self._begun_ids: deque[tuple[float, int, int]] = deque()  # time, shard and id of each
        self._held_events: dict[int, deque[tuple[float, Any]]] = {}
        self._begun_elsewhere: dict[int, tuple[float, Collection[int]]] = {}
        """For each shard, the interactions that its last process has begun, and until when."""

    def begin_interaction(self, event: Any) -> bool:
        """Note that an interaction is handled; False if another process has begun it."""
        shard, interaction, now = event[SHARD], int(event["id"]), self._clock()
        shared_until, begun_elsewhere = self._begun_elsewhere.get(shard, (now, ()))
        if now < shared_until and interaction in begun_elsewhere:
            return False
        while self._begun_ids and self._begun_ids[0][0] < now - self.remembered_for:
            self._begun_ids.popleft()
        self._begun_ids.append((now, shard, interaction))
        return True

    def begun_interactions(self, shard: int) -> list[int]:
        """The interactions of a shard that this process has begun lately, by their ids."""
        return [event_id for _, of_shard, event_id in self._begun_ids if of_shard == shard]

    def hold_press(self, event: Any) -> None:
        """Keep an interaction until one process has the shard."""
        events = self._held_events.setdefault(event[SHARD], deque(maxlen=self.max_held))
        events.append((self._clock(), event))
        self._drop_late(events)

    def release(self, shard: int, begun: Collection[int]) -> None:
        """Handle the held interactions that no other process has begun."""
        self._begun_elsewhere[shard] = self._clock() + self.remembered_for, begun
        events = self._held_events.pop(shard, deque())
        self._drop_late(events)
        for _, event in events:
            if self.begin_interaction(event):
                self._handle(event)

    def drop_held(self, shard: int) -> None:
        """Leave the held interactions to another process."""
        self._held_events.pop(shard, None)

    def _drop_late(self, events: deque[tuple[float, Any]]) -> None:
        while events and events[0][0] < self._clock() - self.held_for:
            events.popleft()


@dataclass(eq=False)
class SharedShards:
    """The leases and shards of this process."""

    lease_seconds = 20.0  # seconds until a dead process has lost its shards
    safety_margin = 2.0  # seconds before the end of its lease at which a process gives a shard up
    renew_every = 5.0
    poll_every = 1.0  # seconds to the next look for free leases, handovers, a lost database
    fast_poll_every = 0.1  # seconds, while interactions wait for the end of a handover
    handover_timeout = 1.0  # seconds for the running answers, and then for the heir
    parting_timeout = 100.0  # seconds in which others may take all shards before this process ends

    _shards: ShardSet
    _leases: LeaseStore
    take_step: TakeStep
    wait_for_answers: Callable[[], Awaitable[None]]
    handle: Callable[[Any], None]  # handles an interaction, given as Discord sent it

    def __post_init__(self) -> None:
        self.connections = ShardConnections(
            self._shards, self._leases, self.take_step, self.wait_for_answers
        )
        self._presses = PassingPresses(self.handle, steady_seconds)
        self._lease_numbers: dict[int, int] = {}  # by shard that this process may serve
        self._claims: frozenset[int] = frozenset()  # shards of others, about to be taken
        self._offering: set[int] = set()  # served again only if their heirs do not take them
        self._processes = 2  # running ones, this one included; not alone until that is known
        self._renewed_at = self._valid_until = float("-inf")
        self._is_database_away = self._is_spare_logged = self._is_parting = False
        self._leases_lock = asyncio.Lock()  # answers must come in the order of changes
        self._wake_up = asyncio.Event()  # set to look at the leases at once
        self._parted = asyncio.Event()  # set once no shard is left, or nobody to take them
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def is_live(self) -> bool:
        """Whether the leases of this process are surely valid; if not, it may answer nobody."""
        return bool(self._lease_numbers) and steady_seconds() < self._valid_until

    @property
    def is_spare(self) -> bool:
        """Whether other processes have all shards."""
        return not self._lease_numbers

    @property
    def shard_count(self) -> int:
        """The number of shards that this process has."""
        return len(self._lease_numbers)

    def describe_shards(self) -> str:
        """The shards of this process in words, for the health address."""
        if self.is_spare and self._is_database_away:
            return "no shards: the database is away"
        if self.is_spare:
            return f"spare: other processes have all {self._shards.count} shards"
        shards = f"shards {_list_shards(self._lease_numbers)} of {self._shards.count}"
        return f"{shards}, leases renewed {self.lease_age:.0f} s ago"

    @property
    def lease_age(self) -> float:
        """Seconds since the leases were renewed; 0 if there are none."""
        return steady_seconds() - self._renewed_at if self._lease_numbers else 0.0

    @property
    def requests_a_second(self) -> int:
        """This process's part of the requests that Discord takes."""
        served = len(self._lease_numbers.keys() - self._offering) if self.is_live else 0
        return requests_a_second(served, max(1, self._shards.count), self._processes)

    def serves_guild(self, guild: int) -> bool:
        """Whether this process serves a server, or with 0 whatever has no server."""
        return self.serves_shard(shard_of(guild, self._shards.count))

    def serves_shard(self, shard: int) -> bool:
        """Whether this process serves the servers of a shard."""
        return self._may_serve(shard) and shard in self.connections.complete

    def _may_serve(self, shard: int) -> bool:
        return self.is_live and shard in self._lease_numbers and shard not in self._offering

    def let_in(self, event: Any) -> bool:
        """Whether to handle an interaction now, given as Discord sent it."""
        shard = event[SHARD]
        if self._may_serve(shard):
            return self._presses.begin_interaction(event)
        if shard in self._claims or shard in self._offering:
            self._presses.hold_press(event)
        return False  # else another process may serve this server already

    async def begin_sharing(self, wanted: int | None) -> None:
        """Settle the number of shards, and begin to share them. Raises LeaseConflict."""
        recommended = (await self.connections.ask_for_gateway()).recommended
        count = await self._leases.settle_count(wanted or recommended, fixed=wanted is not None)
        self._shards.begin_without_shards(count)
        for work in (self._keep_leases, self.connections.keep_connected):
            self._begin_task(self._run_or_fail_client(work))

    async def part_with_shards(self) -> None:
        """Let other processes, if any, take all shards; this one answers until they have them."""
        if not self._lease_numbers:
            return
        shards = _list_shards(self._lease_numbers)
        log.info("shards %s go to other processes, if there are any", shards)
        self._is_parting = True
        self._wake_up.set()
        try:
            async with asyncio.timeout(self.parting_timeout):
                await self._parted.wait()
        except TimeoutError:
            log.warning("shards %s were not taken in time", _list_shards(self._lease_numbers))

    def stop_sharing(self) -> None:
        """Take and give no shard from now on; the leases last until the last answers are sent."""
        for task in self._tasks:
            task.cancel()

    async def free_leases(self) -> None:
        """Free all leases; the client has closed its shards."""
        self.stop_sharing()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._lease_numbers.clear()
        try:
            await self._leases.free_leases()
        except StoreError as error:
            log.warning("other processes get the shards later: %s", error)

    def mark_ready(self, shard: int) -> None:
        """Note that all servers of a shard are known."""
        if self.connections.mark_ready(shard):
            if shard in self._lease_numbers:
                self._shards.announce_served(shard)
            self._wake_up.set()

    async def _keep_leases(self) -> None:
        while True:
            left = await self._renew_leases()
            while left > 0:
                waiting = self._claims & self.connections.complete
                pause = min(self.fast_poll_every if waiting else self.poll_every, left)
                with suppress(TimeoutError):
                    async with asyncio.timeout(pause):
                        await self._wake_up.wait()
                is_woken = self._wake_up.is_set()
                self._wake_up.clear()
                left = 0.0 if is_woken or await self._is_renewal_needed() else left - pause

    async def _is_renewal_needed(self) -> bool:
        """Whether a shard is free, or a handover waits for a step of this process."""
        try:
            async with asyncio.timeout(self.poll_every):
                return await self._leases.needs_renewal()
        except (StoreError, TimeoutError):
            return False

    async def _renew_leases(self) -> float:
        """Renew the leases once; returns the seconds until the next time."""
        sent_at = steady_seconds()
        if self._lease_numbers and sent_at >= self._valid_until:
            shards = _list_shards(self._lease_numbers)
            log.warning("shards %s are given up: their leases were not renewed in time", shards)
            await self._give_up([*self._lease_numbers])
            sent_at = steady_seconds()
        end = self._valid_until if self._lease_numbers else sent_at + self.lease_seconds
        async with AsyncExitStack() as lock_stack:
            try:
                async with asyncio.timeout(end - sent_at):
                    await lock_stack.enter_async_context(self._leases_lock)
                    complete, leaving = frozenset(self.connections.complete), self._is_parting
                    held = await self._leases.renew(
                        self.lease_seconds, complete=complete, leaving=leaving
                    )
            except LeaseConflict:
                raise
            except (StoreError, TimeoutError) as error:
                if not self._is_database_away:
                    log.warning("leases of shards are not renewed: %s", str(error) or "no answer")
                self._is_database_away = True
                return max(0.0, min(self.poll_every, end - steady_seconds()))
            self._is_database_away = False
            self._renewed_at = sent_at  # the end of a lease counts from before its request
            self._valid_until = sent_at + self.lease_seconds - self.safety_margin
            await self._apply_renewal(held)
        pause = self.poll_every if len(held.numbers) < held.due else self.renew_every
        left = self._valid_until - steady_seconds()  # the process may have been frozen meanwhile
        return max(0.0, min(pause, left))

    async def _apply_renewal(self, held: HeldLeases) -> None:
        """Give up lost shards, begin with new ones, and hand over those whose heirs are ready."""
        self._processes = held.processes
        # ``_hand_over`` alone settles the shards that are on offer now, also while this one waits.
        numbers = {shard: held.numbers[shard] for shard in held.numbers.keys() - self._offering}
        await self._give_up_lost(numbers, held)
        if added := numbers.keys() - self._lease_numbers.keys():
            message = "this process has shards %s of %d; processes that share them: %d"
            log.info(message, _list_shards(added), self._shards.count, held.processes)
            self._lease_numbers.update({shard: numbers[shard] for shard in added})
            self._begin_to_serve(added, held)
        self._connect_wanted()
        for shard in held.claimed & self._lease_numbers.keys() - self._offering:
            if shard in held.ready or not self.connections.has_begun(shard):
                self._offering.add(shard)
                self._begin_task(self._run_or_fail_client(partial(self._hand_over, shard)))
        self._log_spare(is_spare=not (held.numbers or held.due or self._is_parting))
        if self._is_parting and not (self._lease_numbers and held.staying):
            self._parted.set()

    async def _give_up_lost(self, numbers: Mapping[int, int], held: HeldLeases) -> None:
        """Give up the shards that have other lease numbers, and claims that no longer hold."""
        served = self._lease_numbers.keys() - self._offering
        if lost := {shard for shard in served if numbers.get(shard) != self._lease_numbers[shard]}:
            log.warning("shards %s are given up: another process has them", _list_shards(lost))
            await self._give_up(lost)
        dropped_claims = self._claims - held.claims - held.numbers.keys()
        self._claims = held.claims
        if dropped_claims:
            await self._give_up(dropped_claims)

    def _log_spare(self, *, is_spare: bool) -> None:
        if is_spare and not self._is_spare_logged:
            count = self._shards.count
            log.info("other processes have all %d shards; this process waits as a spare", count)
        self._is_spare_logged = is_spare

    def _begin_to_serve(self, shards: Collection[int], held: HeldLeases) -> None:
        for shard in sorted(shards):
            if shard in held.begun:
                self._presses.release(shard, held.begun[shard])
            else:  # its last holder was cut off without a list of its interactions
                self._presses.drop_held(shard)
            if shard in self.connections.complete:
                self._shards.announce_served(shard)

    async def _hand_over(self, shard: int) -> None:
        """Pass a shard to its heir, or continue with it if the heir does not take it."""
        lease_number = self._lease_numbers[shard]
        with suppress(TimeoutError):
            async with asyncio.timeout(self.handover_timeout):
                await self.wait_for_answers()
        is_taken, is_taken_back = await self._offer_to_heir(shard, lease_number), False
        while not (is_taken or is_taken_back) and self._lease_numbers.get(shard) == lease_number:
            try:
                async with self._leases_lock:
                    is_taken_back = await self._leases.take_back_offer(shard, lease_number)
                    is_taken = not is_taken_back
                    if is_taken_back and shard in self._lease_numbers:
                        self._lease_numbers[shard] = lease_number + 1
            except StoreError:  # it is unknown whether the heir has taken it
                await asyncio.sleep(self.fast_poll_every)
        if is_taken:
            log.info("shard %d has passed to another process", shard)
            await self._give_up([shard])
        elif is_taken_back and shard in self._lease_numbers:
            self._offering.discard(shard)
            self._presses.release(shard, ())

    async def _offer_to_heir(self, shard: int, lease_number: int) -> bool:
        """Offer a shard to its heir; returns whether it is known to have taken it."""
        begun = self._presses.begun_interactions(shard)
        try:
            async with asyncio.timeout(self.handover_timeout):
                if not await self._leases.offer_shard(shard, lease_number, begun):
                    return False
                while await self._leases.is_mine(shard, lease_number):  # noqa: ASYNC110 - it is another process that changes it
                    await asyncio.sleep(self.fast_poll_every)
        except (StoreError, TimeoutError):
            return False
        return True

    async def _give_up(self, lost_shards: Collection[int]) -> None:
        """Handle nothing of these shards any more, and disconnect them."""
        for shard in lost_shards:
            self._lease_numbers.pop(shard, None)
            self._presses.drop_held(shard)
        self._offering -= {*lost_shards}
        self._connect_wanted()
        await self.connections.disconnect(lost_shards)
        self._begin_task(self.connections.forget_guilds_later([*lost_shards]))
        if self._is_parting and not self._lease_numbers:
            self._parted.set()

    def _connect_wanted(self) -> None:
        """Connect the shards that no process serves, and then those of other processes."""
        self.connections.connect_only([*sorted(self._lease_numbers), *sorted(self._claims)])

    def _begin_task(self, work: Awaitable[None]) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _run_or_fail_client(self, work: Callable[[], Awaitable[None]]) -> None:
        """Do work; if it fails, so does the bot, so that others can have its shards."""
        try:
            await work()
        except Exception as error:  # noqa: BLE001 - raised again by the client
            self._shards.fail_client(error)


def _list_shards(shards: Collection[int]) -> str:
    return ", ".join(map(str, sorted(shards)))
