"""
Many tests, one question
========================

Logistic regression on the iris data against two opponents: a decision tree, which is about as good, and a stump, a tree
of depth one, which can name only two of the three species. Every test should see the second difference; what the tests
say about the first one depends on what they take for new evidence.
"""

# %%
# Nine tests on six resampling plans. Tests that need the same training set share its fit.
import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
from sklearn.datasets import load_iris
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.tree import DecisionTreeClassifier

from bayescmp.frequentist import run_tests

X, y = load_iris(return_X_y=True)
estimators = {
    "logistic": make_pipeline(StandardScaler(), LogisticRegression(solver="newton-cholesky")),
    "tree": DecisionTreeClassifier(),
    "stump": DecisionTreeClassifier(max_depth=1),
}
names = [
    "resampled_t",
    "corrected_repeated_holdout_t",
    "kfold_t",
    "t_5x2",
    "combined_5x2_t",
    "combined_5x2_f",
    "bcv_mcnemar",
    "calibrated_5x2_bcv_f",
    "holdout_mcnemar_exact",
]
results = {
    opponent: run_tests(estimators, X, y, first="logistic", second=opponent, tests=names, random_state=1)
    for opponent in ("tree", "stump")
}

# %%
# error of logistic - error of opponent, as each test's own validation sets show it, and the p-value.
together = pd.concat({opponent: table.set_index("test") for opponent, table in results.items()}, axis=1)
together = together.swaplevel(axis=1)[["estimate", "pvalue", "reject"]].loc[names]
with pd.option_context("display.width", 120):
    print(together.round({column: 4 for column in together.columns if column[0] != "reject"}).to_string())
print("fits of each classifier:", {opponent: table.attrs["fits"] for opponent, table in results.items()})

# %%
# Points left of the dotted line reject; p-values below 1e-12 are drawn there. Against the tree, the estimates agree
# that there is little to see. The resampled t test rejects all the same, because it counts thirty overlapping hold-outs
# as thirty independent ones; the test with a correction for the overlap does not. The 5 x 2 t test has a single fold in
# its numerator, so that it can reject where the mean of its ten folds is near 0, and does so here. The combined tests
# use the same ten folds, all of them. McNemar's test on the 50 flowers of one hold-out sees no difference at all.
figure, (left, right) = plt.subplots(1, 2, figsize=(9, 4.2), layout="constrained", sharey=True)
height = np.arange(len(names))[::-1]
least = 1e-12
markers = {"tree": ("o", "white"), "stump": ("s", "black")}
for opponent, (marker, fill) in markers.items():
    table = results[opponent].set_index("test").loc[names]
    style = {"marker": marker, "facecolor": fill, "edgecolor": "black", "zorder": 3, "label": f"against the {opponent}"}
    left.scatter(table["estimate"], height, **style)
    right.scatter(table["pvalue"].clip(lower=least), height, **style)
left.axvline(0, color="black", linewidth=0.8)
left.set_xlabel("error of logistic - error of opponent\nproportion of records")
left.set_yticks(height, names)
right.axvline(0.05, color="black", linestyle=":", label="level .05")
right.set_xscale("log")
right.set_xlabel("p-value (logarithmic)")
for axes in (left, right):
    axes.grid(axis="y", color="0.9")
    axes.set_axisbelow(True)
figure.legend(*right.get_legend_handles_labels(), loc="outside upper center", ncols=3, frameon=False)
plt.show()
