"""Kill processes that share the shards while people play: ``make kills``.

Nothing may be lost, doubled or unanswered for longer than a minute. The exit status is 1 otherwise.
"""

from __future__ import annotations

import argparse
import asyncio
import math
import sys
import tempfile
from pathlib import Path

from prowlerbot.shell.arguments import progress_bar, whole_number
from tests.kills.campaign import Plan, Report, campaign
from tests.persistence.cluster import drop_database, installed, new_database, stop
from tests.process.hosted_bot import Pace


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=whole_number, default=20)
    parser.add_argument("--seed", type=whole_number, default=20)
    parser.add_argument(
        "--real-times", action="store_true", help="let leases last as long as they really do"
    )
    parser.add_argument("--minutes", type=float, default=math.inf, help="kill no more after them")
    arguments = parser.parse_args()
    if not installed():
        parser.exit(1, "PostgreSQL's programs or psycopg are not installed\n")
    plan = Plan(
        arguments.kills,
        arguments.seed,
        minutes=arguments.minutes,
        pace=Pace(hurry=not arguments.real_times),
    )
    with tempfile.TemporaryDirectory() as name, progress_bar("Killing", plan.kills) as bar:
        folder = Path(name)
        url = new_database(folder)

        def done(report: Report) -> None:
            bar.show(report.moments.total())

        try:
            report = asyncio.run(campaign(plan, folder, url, done))
        finally:
            drop_database(url)
            stop(folder)
    sys.stdout.write(f"{report}\n")
    return 1 if report.faults else 0


if __name__ == "__main__":
    sys.exit(main())
