"""A cache of recent results."""

import threading
from collections import OrderedDict
from typing import Generic, TypeVar

_K = TypeVar("_K")
_V = TypeVar("_V")


class Recent(Generic[_K, _V]):
    """A cache of at most ``max_size`` values; it drops the least recently used. Thread-safe."""

    def __init__(self, max_size: int) -> None:
        self._max_size = max_size
        self._kept: OrderedDict[_K, _V] = OrderedDict()
        self._lock = threading.Lock()

    def find(self, key: _K) -> _V | None:
        with self._lock:
            if (value := self._kept.get(key)) is not None:
                self._kept.move_to_end(key)
            return value

    def keep(self, key: _K, value: _V) -> None:
        with self._lock:
            self._kept[key] = value
            self._kept.move_to_end(key)
            if len(self._kept) > self._max_size:
                self._kept.popitem(last=False)

    def drop(self, key: _K) -> None:
        with self._lock:
            self._kept.pop(key, None)
