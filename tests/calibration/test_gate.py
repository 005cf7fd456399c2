"""How often a gate blocks what is no worse, beside the same without an adjustment."""

import numpy as np
import pytest

from tests.data import module_at
from tests.docs.test_numbers import DOCS

SUITES = 2000


@pytest.fixture(scope="module")
def blocked():
    """Return the share of suites in which a rule blocks, by world and rule, of 20 tasks with 200 records each."""
    script = module_at(DOCS / "results" / "gate.py")
    script.SUITES = SUITES
    rng = np.random.default_rng(3)
    rows = [row for world in ("at delta", "all at 2 delta") for row in script.suites_of(world, 0.02, 20, 200, rng)]
    return {(row["world"], row["rule"]): row["blocked"] for row in rows}


def test_no_more_suites_are_blocked_falsely_than_stated(blocked):
    assert blocked["at delta", "ours"] <= 0.025 + 3 * np.sqrt(0.025 / SUITES)


def test_without_adjustment_they_are(blocked):
    assert blocked["at delta", "unadjusted"] > 0.2
    assert blocked["at delta", "nel"] > 0.2


def test_all_tasks_together_find_what_none_shows_alone(blocked):
    found, alone = (blocked["all at 2 delta", rule] for rule in ("ours", "tasks alone"))
    assert found > alone + 0.2
