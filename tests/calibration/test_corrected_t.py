"""Type I error rate of the corrected t test of folds, and of the one without the correction, by 10-fold."""

import pytest

from bayescmp.studies import Simple, Study, method_named, run_study

TRIALS = 400
HIGHEST = 0.05 + 3 * (0.05 * 0.95 / TRIALS) ** 0.5


@pytest.mark.full
def test_ten_folds_reject_equal_algorithms_at_the_level_and_without_the_correction_too_often(tmp_path):
    methods = [method_named("corrected_repeated_kfold_t", plan="10-fold"), method_named("kfold_t")]
    study = Study(name="folds", cells=[Simple(n_records=100)], methods=methods, trials=TRIALS, seed=3)
    corrected, naive = run_study(study, tmp_path)["rejected"]
    assert 0.01 < corrected < HIGHEST
    assert naive > HIGHEST
