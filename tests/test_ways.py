"""The counter of ``tools/ways.py``: what belongs to a way, and how often."""

import asyncio

from tools.ways import Call, Trace


def double(number: int) -> int:
    return 2 * number


async def slow() -> None:
    for _ in range(3):
        await asyncio.sleep(0)
    double(1)


async def arrive(aside: list[asyncio.Task[None]]) -> None:
    double(1)
    await slow()
    [double(each) for each in range(2)]
    aside.append(asyncio.create_task(slow()))


async def elsewhere() -> None:
    await asyncio.sleep(0)
    await asyncio.to_thread(double, 1)


def told(call: Call) -> list[object]:
    return [call.code.co_name, *map(told, call.calls)]


async def test_a_way_has_each_call_once_also_in_the_tasks_that_it_begins() -> None:
    aside: list[asyncio.Task[None]] = []
    with Trace((__file__,)) as trace:
        other = asyncio.create_task(elsewhere())
        await arrive(aside)
        await asyncio.gather(other, *aside)
    doubled = ["double"]
    expected = ["arrive", doubled, ["slow", doubled], doubled, doubled, ["slow", doubled]]
    assert told(trace.longest) == expected
    assert ["elsewhere"] in [told(each) for each in trace.ways], "a thread stands aside"
    assert max(each.depth for each in trace.longest.all()) == 3
    noted = len(trace.ways)
    await asyncio.create_task(slow())
    assert len(trace.ways) == noted, "nothing is noted afterwards"
