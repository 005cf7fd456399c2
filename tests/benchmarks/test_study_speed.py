"""How long studies take; efficiencies and memory are printed by the command in docs/trust/studies.md."""

import pytest

from bayescmp.frequentist import TESTS
from bayescmp.studies import Epsilon, SixClass, Study, method_named, run_study

LOSS_ONLY = [
    name
    for name, test in TESTS.items()
    if not (test.needs_labels or test.needs_probabilities or test.needs_rope) and test.plan != "half-splits"
]


@pytest.mark.parametrize("jobs", [1, 2])
def test_all_loss_only_tests_on_10000_epsilon_trials(benchmark, tmp_path, jobs):
    trials = 10_000 if benchmark.enabled else 20
    study = Study(name="e", cells=[Epsilon()], methods=[method_named(name) for name in LOSS_ONLY], trials=trials)
    runs = iter(range(1000))
    benchmark.pedantic(
        lambda: run_study(study, tmp_path / f"{next(runs)}", n_jobs=jobs), rounds=2, warmup_rounds=1, iterations=1
    )


@pytest.mark.parametrize("jobs", [1, 2])
def test_220_fits_in_each_of_100_trials(benchmark, tmp_path, jobs):
    methods = [method_named(name) for name in ("bcv_mcnemar", "corrected_repeated_kfold_t")]
    trials = 100 if benchmark.enabled else 2
    study = Study(name="s", cells=[SixClass()], methods=methods, trials=trials, truth_draws=2)
    runs = iter(range(1000))
    benchmark.pedantic(
        lambda: run_study(study, tmp_path / f"{next(runs)}", n_jobs=jobs), rounds=2, warmup_rounds=1, iterations=1
    )
