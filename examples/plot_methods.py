"""
Methods side by side
====================

The same ten fits, seen by three methods: the outcomes of every record, the ten tables with the paper's bounds, and the
ten tables with correlations that other experiments told. What a method assumes is what its answer costs.
"""

from sklearn.datasets import load_breast_cancer
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier

import bayescmp as bc
from bayescmp.hierarchical import run_correlations, shipped_correlations
from bayescmp.plots import plot_correlations

X, y = load_breast_cancer(return_X_y=True)
classifiers = {"tree": DecisionTreeClassifier(max_depth=3), "Bayes": GaussianNB()}
predictions = bc.cross_val_predictions(classifiers, X, y, random_state=0)

# %%
# `compare` decides on the first row, and shows the others beside it.

result = bc.compare(predictions)
print(result)

# %%
# What other experiments told is an option of a method, which decides where it is named. A row per method, with what
# each assumes:

known = shipped_correlations()
named = bc.compare(predictions, method=bc.methods.FoldCorrelation(known=known))
posteriors = named.methods[named.methods["kind"] == "posterior"]
print(posteriors[["method", "estimate", "low", "high", "prob_first_better"]].round(3).to_string(index=False))
for method, assumes in zip(posteriors["method"], posteriors["assumes"], strict=True):
    print(f"{method}: {assumes}")

# %%
# The correlations of this run's folds: what other experiments told, and what one run and a prior would say. Contours
# show the probability that the tree is better for every possible pair at phi = 1; the effective table is the corner of
# the bounds of 1/2.

tables = bc.paired_tables(predictions)
clouds = {
    "one run and a prior": run_correlations(tables),
    "known from other experiments": run_correlations(tables, known),
}
plot_correlations(clouds, sensitivity=bc.comparison.correlation_sensitivity(result))

# %%
# What more data would show: the interval narrows with more records, and hardly with more repeats.

print(bc.plan(result))
