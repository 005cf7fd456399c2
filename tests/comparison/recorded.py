"""Fifty comparisons of all designs, levels and settings, whose numbers are kept in tests/reference/comparisons.json.

They are there so that a change of the house changes no number. Where a number is meant to change, run
`python tests/comparison/recorded.py`, and say in the changelog what changed.
"""

import json
from pathlib import Path

import numpy as np
import xarray as xr

import bayescmp as bc
from bayescmp.model_selection import PLANS
from bayescmp.model_selection._plans import splits_of_plan

FILE = Path(__file__).parents[1] / "reference" / "comparisons.json"
CHOSEN = (
    "5-fold", "10-fold", "10 x 10-fold", "5 x 2 block-regularized", "3 x 2 block-regularized", "5 x 2 random",
    "15 hold-outs 2/3", "30 hold-outs 2/3",
)  # fmt: skip
SETTINGS = (
    {},
    {"rope": 0.01},
    {"rope": (-0.02, 0.05), "ci_kind": "hdi"},
    {"ci_prob": 0.9, "threshold": 0.9},
    {"prior": "dirichlet", "strength": 0.5},
    {"tau": "cautious", "rope": 0.02},
    {"tau": 0.5, "ci_kind": "hdi"},
)
OF_TABLES = [settings for settings in SETTINGS if "tau" not in settings]
KEPT = (
    "errors", "prob_first_better", "prob_equivalent", "prob_second_better", "decision", "inference", "effective_size",
    "bayes_factor", "difference", "levels", "effective_table", "posterior", "tipping_point", "reliable",
)  # fmt: skip


def predictions(n, seed, plan=None, *, same=False):
    """Simulate labels and predictions of two classifiers that err together, by records and by training sets."""
    rng = np.random.default_rng(seed)
    truth = rng.integers(3, size=n)
    splits = None if plan is None else splits_of_plan(plan, n, seed)
    n_repeats = 1 if plan is None else PLANS[plan].n_repeats
    hard = rng.random(n)
    predicted = {}
    for name, error in (("tree", 0.15), ("svm", 0.22)):
        wrong = 0.6 * hard + 0.4 * rng.random((n_repeats, n)) < error + 0.1 * rng.normal(size=(n_repeats, 1))
        predicted[name] = np.where(wrong, (truth + 1) % 3, truth)
    if same:
        predicted["svm"] = predicted["tree"]
    if n_repeats == 1:
        predicted = {name: values[0] for name, values in predicted.items()}
    return bc.predictions_from_arrays(truth, predicted, splits=splits)


def known():
    """What other experiments told of the correlations of folds."""
    rng = np.random.default_rng(0)
    draws = {
        "rho1": rng.normal(0.1, 0.1, (4, 500)).clip(-0.5, 0.6),
        "rho2": rng.normal(0.2, 0.05, (4, 500)).clip(0, 0.25),
    }
    draws["phi"] = 1 + rng.gamma(4, 0.1, (4, 500))
    tree = xr.DataTree.from_dict(
        {"predictions": xr.Dataset({name: (("chain", "draw"), values) for name, values in draws.items()})}
    )
    diagnostics = json.dumps({"passed": True, "sentence": "all is well"})
    tree.attrs = {"statistic": "difference", "n_experiments": 3, "diagnostics": diagnostics}
    return tree


def cases():
    """Return what to compare and how, by a name."""
    found = {}
    for number, plan in enumerate(CHOSEN):
        for k, n in enumerate((24, 150)):
            settings = SETTINGS[(2 * number + k) % len(SETTINGS)]
            found[f"{plan}, {n} records"] = (predictions(n, number, plan), settings)
    for number, settings in enumerate(OF_TABLES):
        found[f"hold-out {number}"] = (predictions(80, 20 + number), settings)
        folds = bc.paired_tables(predictions(90, 30 + number, "5 x 2 block-regularized"))
        found[f"ten tables {number}"] = (folds, settings)
        found[f"effective table {number}"] = (bc.effective_table(folds), settings)
        named = settings | {"inference": "effective-table"}
        found[f"named effective table {number}"] = (predictions(60, 40 + number, "5 x 2 block-regularized"), named)
        found[f"fold correlation {number}"] = (folds, settings | {"inference": "fold-correlation"})
    tables = bc.paired_tables(predictions(120, 50, "5 x 2 block-regularized"))
    found["known correlations"] = (tables, {"inference": "fold-correlation", "correlations": known()})
    found["known correlations beside"] = (tables, {"correlations": known(), "rope": 0.01})
    found["identical hold-out"] = (predictions(40, 51, same=True), {"rope": 0.01})
    found["identical folds"] = (predictions(40, 52, "5-fold", same=True), {})
    for name, counts in {
        "all right": (0, 0, 0, 9),
        "a tie": (1, 4, 4, 9),
        "one": (0, 1, 0, 0),
        "many": (9, 400, 500, 9000),
    }.items():
        cells = dict(zip(("both_wrong", "only_first_wrong", "only_second_wrong", "both_right"), counts, strict=True))
        found[f"table: {name}"] = (bc.paired_table(**cells), {"rope": 0.005})
    found["swapped"] = (predictions(150, 53, "10-fold"), {"first": "svm", "second": "tree"})
    return found


def numbers_of(comparison):
    """Return the numbers and decisions of a comparison, as JSON holds them."""
    written = json.loads(comparison.to_json())
    return {name: written[name] for name in KEPT}


def main():
    """Compute all and keep them."""
    content = {name: numbers_of(bc.compare(data, **settings)) for name, (data, settings) in cases().items()}
    FILE.write_text(json.dumps(content, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
