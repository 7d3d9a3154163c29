# SPDX-License-Identifier: MIT
"""A part of a test's inputs that is the same wherever the test runs, and another one each day (CUDASTDENV_DAY is the day
to repeat). All parts together are all inputs, which CUDASTDENV_EVERY_CASE=1 has at once."""

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
        """Each kind is there, and the items keep their order."""
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
    """Whether the nightly set runs, where a shorter sample would do for each push."""
    return bool(os.environ.get("CUDASTDENV_EVERY_CASE"))


def sample_of_today(parts):
    """Everything where every case is tried."""
    return Sample() if tries_every_case() else Sample(today(), parts)
