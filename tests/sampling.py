# SPDX-License-Identifier: MIT
"""A sample of a test's inputs: the same on every machine, and another one each day (CUDASTDENV_DAY repeats a day). All
samples together are all inputs; CUDASTDENV_EVERY_CASE=1 selects them at once."""

import dataclasses
import datetime
import os


def today():
    """The number of the day: CUDASTDENV_DAY, or today."""
    day = os.environ.get("CUDASTDENV_DAY") or datetime.date.today().isoformat()
    return datetime.date.fromisoformat(day).toordinal()


@dataclasses.dataclass(frozen=True)
class Sample:
    number: int = 0
    parts: int = 1

    def of(self, items, kind=lambda item: None):
        """Each kind is in the sample, and the items keep their order."""
        kinds = {}
        items = list(items)
        for at, item in enumerate(items):
            kinds.setdefault(kind(item), []).append(at)
        chosen = []
        for shift, places in enumerate(kinds.values()):
            parts = min(self.parts, len(places))
            chosen += places[(self.number + shift) % parts::parts]
        return [items[at] for at in sorted(chosen)]


def tries_every_case():
    """Whether the nightly set runs; otherwise a shorter sample is enough."""
    return bool(os.environ.get("CUDASTDENV_EVERY_CASE"))


def sample_of_today(parts):
    """Everything, if every case is tried."""
    return Sample() if tries_every_case() else Sample(today(), parts)
