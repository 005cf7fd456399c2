"""Hypothesis profiles: `fixed` by default, `dev` makes new examples, `thorough` many; external tests."""

import gc
import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile("dev", deadline=None, max_examples=25)
# Before NumPy is loaded: each worker keeps one core busy, and threads of several wait for each other.
os.environ.setdefault("OMP_NUM_THREADS", "1")

settings.register_profile("fixed", deadline=None, max_examples=25, derandomize=True, print_blob=True)
settings.register_profile("thorough", deadline=None, max_examples=2000, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "fixed"))

WITHOUT_QUICK = {Path(__file__).parent / name for name in ("benchmarks", "calibration")}
"""Folders whose tests are all full or slow: where neither is asked for, importing them takes longer than it tells."""

EXTERNAL = "BAYESCMP_EXTERNAL"
"""The variable that asks for external tests; then one that is skipped has failed."""


def pytest_ignore_collect(collection_path, config):
    quick = "not slow and not full" in config.option.markexpr and not config.getoption("benchmark_enable")
    return True if quick and collection_path in WITHOUT_QUICK else None


def pytest_collection_modifyitems(items):
    if EXTERNAL not in os.environ:
        skipped = pytest.mark.skip(
            reason=f"needs other processes, a cluster, TeX or a browser, and {EXTERNAL}=1; .ci/run runs it"
        )
        for item in items:
            if "external" in item.keywords:
                item.add_marker(skipped)


def pytest_collection_finish():
    # What was collected stays until the end: to look through it again and again takes a seventh of the time.
    gc.collect()
    gc.freeze()
    gc.set_threshold(100_000, 20, 20)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item):
    report = yield
    if report.skipped and EXTERNAL in os.environ and "external" in item.keywords:
        report.outcome, report.longrepr = "failed", f"{item.nodeid} must not be skipped: {report.longrepr}"
    return report
