"""Calls that do not fit the signature of a function."""

import pytest

import bayescmp as bc


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (
            lambda: bc.paired_table(both_wrong=5, only_first_wrong=12, only_second_wrong=28, both_correct=55),
            r"^paired_table: got an unexpected keyword argument 'both_correct'\. Did you mean 'both_right'\?$",
        ),
        (
            lambda: bc.paired_table(both_wrong=5, only_first_wrong=12, only_second_wrong=28),
            r"^paired_table: missing a required .*argument: 'both_right'\. `paired_table\(both_wrong=65, ",
        ),
        (lambda: bc.compare(metrics="f1"), r"unexpected keyword argument 'metrics'\. Did you mean 'metric'\?$"),
        (
            lambda: bc.cross_val_predictions({}, X=[], y=[], seed=1),
            r"argument 'seed'\. `cross_val_predictions\(.*\. Other keywords are estimators, cv, groups, n_jobs, ran",
        ),
        (bc.compare, r"^compare: missing a required argument: 'data'\. `compare\(cross_val_predictions"),
        (lambda: bc.compare(None, alpha=0.05), r"keyword argument 'alpha'\. `ci_prob=0\.95` is the probability of"),
        (lambda: bc.compare(None, random_state=0), r"keyword argument 'random_state'\. `rng=` is the seed of what is"),
        (lambda: bc.compare(1, 2), r"^compare: too many positional arguments\. `compare\(cross_val_predictions"),
    ],
)
def test_what_does_not_fit_is_named_and_so_is_what_to_type(call, said):
    with pytest.raises(TypeError, match=said):
        call()
