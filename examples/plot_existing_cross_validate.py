"""
Results of an existing cross_validate
=====================================

scikit-learn's ``cross_validate`` has already been run, with the fitted estimators and the row numbers of the splits
kept. Nothing has to be trained again.
"""

# %%
# What matters in the earlier run: one splitter with a fixed seed for all classifiers, ``return_estimator=True`` and
# ``return_indices=True``.
import matplotlib.pyplot as plt
import numpy as np
from sklearn.datasets import load_wine
from sklearn.model_selection import KFold, cross_validate
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier

import bayescmp as bc

X, y = load_wine(return_X_y=True)
estimators = {"tree": DecisionTreeClassifier(random_state=0), "bayes": GaussianNB()}


def run(cv):
    """Cross-validate both classifiers and keep what the comparison needs."""
    return {
        name: cross_validate(estimator, X, y, cv=cv, return_estimator=True, return_indices=True)
        for name, estimator in estimators.items()
    }


predictions = bc.predictions_from_cross_validate(run(bc.BlockRegularizedCV(random_state=0)), X, y)
result = bc.compare(predictions)

# %%
# Left, the mean of the ten tables of the folds, each with half of the 178 records. Right, the effective table: the
# number of independent records that carry as much information as the ten correlated tables together. Both have the
# same proportions; the posterior counts the right one.
mean_table = result.tables.mean(("repeat", "fold"))
panels = {
    f"mean table of a fold\n{float(mean_table.sum()):.0f} records": mean_table,
    f"effective table\n{result.effective_size:.1f} records": result.effective_table,
}

figure, axes = plt.subplots(1, 2, figsize=(7, 3.4), layout="constrained")
for ax, (title, table) in zip(axes, panels.items(), strict=True):
    counts = table.transpose("first", "second").values
    ax.imshow(np.sqrt(counts / counts.sum()), cmap="Greys", vmin=0, vmax=1.3)
    for (row, column), count in np.ndenumerate(counts):
        dark = count / counts.sum() > 0.5
        ax.text(column, row, f"{count:.1f}", ha="center", va="center", color="white" if dark else "black", fontsize=13)
    ax.set_xticks([0, 1], table["second"].values)
    ax.set_yticks([0, 1], table["first"].values)
    ax.set_xlabel(f"{result.second} (records)")
    ax.set_ylabel(f"{result.first} (records)")
    ax.set_title(title, fontsize=11)
plt.show()

# %%
# A K-fold cross-validation is read in the same way. Each record is predicted once, so that nothing tells records from
# the rest, and the two algorithms are those trained on nine tenths of the records.
tenfold = bc.compare(bc.predictions_from_cross_validate(run(KFold(10, shuffle=True, random_state=0)), X, y))
print(tenfold.summary()[["difference", "low", "high", "prob_first_better", "decision"]].round(3).to_string(index=False))

# %%
# The answer in words.
print(result)
