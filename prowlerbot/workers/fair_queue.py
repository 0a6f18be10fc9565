"""A fair queue of requests in front of processes."""

from collections import deque
from collections.abc import Hashable, Iterator
from typing import Generic, NamedTuple, TypeVar

_R = TypeVar("_R")
_Waiting = dict[Hashable, dict[Hashable, deque[_R]]]
"""Requests by person and place, both in the order in which they are served."""


class QueuePlace(NamedTuple):
    """A request's place: the person that the machine works for, and the match or other subject."""

    person: Hashable
    about: Hashable


class FairQueue(Generic[_R]):
    """A fair queue by person, and within a person's requests by match.

    People take turns, however many matches they have, and so do the matches of a person, however
    many requests they have. A request whose place is no ``QueuePlace`` is a person of its own.
    Requests for ``later`` have a queue of their own, which is served while nothing else waits.
    """

    def __init__(self) -> None:
        self._waiting: tuple[_Waiting[_R], _Waiting[_R]] = {}, {}
        """The requests for now, and those for later: the index is ``later``."""
        self._served: dict[tuple[bool, Hashable], _R] = {}
        """By ``later`` and place: the request that is served."""

    def join(self, place: Hashable, request: _R, *, later: bool = False) -> None:
        places = self._waiting[later].setdefault(_person_of(place), {})
        places.setdefault(place, deque()).append(request)

    def take_next(self) -> _R | None:
        """Take the next request of a match not served now; its match and person then come last."""
        for later in (False, True):
            waiting = self._waiting[later]
            for person, places in waiting.items():
                place = next((each for each in places if (later, each) not in self._served), None)
                if place is not None:
                    requests = places.pop(place)
                    request = requests.popleft()
                    if requests:
                        places[place] = requests
                    del waiting[person]
                    if places:
                        waiting[person] = places
                    self._served[later, place] = request
                    return request
        return None

    def remove(self, place: Hashable, request: _R, *, later: bool = False) -> None:
        """Remove a request that has been served, or that nobody waits for any longer."""
        waiting, person = self._waiting[later], _person_of(place)
        places = waiting.get(person, {})
        if self._served.get((later, place)) is request:
            del self._served[later, place]
        elif request in (requests := places.get(place, deque())):
            requests.remove(request)
            if not requests:
                del places[place]
            if not places:
                del waiting[person]

    def __len__(self) -> int:
        """The requests that wait, those for later included."""
        return len([*self._requests()])

    def _requests(self) -> Iterator[_R]:
        for waiting in self._waiting:
            for places in waiting.values():
                for requests in places.values():
                    yield from requests

    def count_ahead(self, place: Hashable) -> int:
        """The number of matches that are served before this one, also if it arrived only now."""
        if (False, place) in self._served:
            return 0
        waiting, person = self._waiting[False], _person_of(place)
        places = [*waiting.get(person, ())]
        before = places.index(place) if place in places else len(places)
        people = [*waiting]
        turn = people.index(person) if person in people else len(people)
        others = (  # as many of each other person are served, one more of those whose turn is first
            min(len(waiting[other]), before + (number < turn))
            for number, other in enumerate(people)
            if other != person
        )
        return len(self._served) + before + sum(others)

    def clear(self) -> list[_R]:
        """Remove and return all waiting requests."""
        requests = [*self._requests()]
        for waiting in self._waiting:
            waiting.clear()
        return requests

    @property
    def served(self) -> int:
        return len(self._served)


def _person_of(place: Hashable) -> Hashable:
    return place.person if isinstance(place, QueuePlace) else place
