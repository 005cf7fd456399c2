"""
Two classifiers: a tree errs more than logistic regression
==========================================================

Two algorithms and one data set. Both are trained and validated on the same splits, a block-regularized 5 x 2
cross-validation, and the question is which *algorithm*, trained on half of the records, errs less on new ones.
"""

# %%
# The splitter need not be named: five repeats of two folds are the default of
# :func:`~bayescmp.cross_val_predictions`.
import matplotlib.pyplot as plt
from sklearn.datasets import load_breast_cancer
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.tree import DecisionTreeClassifier

import bayescmp as bc

X, y = load_breast_cancer(return_X_y=True)
estimators = {
    "logistic": make_pipeline(StandardScaler(), LogisticRegression()),
    "tree": DecisionTreeClassifier(),
}
predictions = bc.cross_val_predictions(estimators, X, y, random_state=0)
result = bc.compare(predictions)

# %%
# One table per fold, and from it one difference of error rates per fold.
tables = bc.paired_tables(predictions)
share = tables / tables.sum(("first", "second"))
differences = share.sel(first="wrong").sum("second") - share.sel(second="wrong").sum("first")
print(differences.to_pandas().round(3))

# %%
# The ten differences are not ten independent measurements: folds of different repeats share half of their records. The
# interval of the posterior (grey) is therefore wider than the spread of the ten points would suggest.
figure, axes = plt.subplots(figsize=(7, 3.6), layout="constrained")
interval = result.interval
axes.axhspan(interval.low, interval.high, color="0.85", label=f"{interval.ci_prob:.0%} interval")
axes.axhline(float(differences.mean()), color="black", linestyle="--", label="mean of the ten folds")
axes.axhline(0, color="black", linewidth=0.8)
for fold, (marker, fill) in enumerate((("o", "black"), ("s", "white"))):
    axes.scatter(
        differences["repeat"] + 1 + 0.16 * (fold - 0.5),
        differences.sel(fold=fold),
        marker=marker,
        facecolor=fill,
        edgecolor="black",
        zorder=3,
        label=f"fold {fold + 1}",
    )
axes.set_xlabel("repeat")
axes.set_ylabel("error of logistic - error of tree\nproportion of records")
axes.set_xticks(differences["repeat"] + 1)
axes.legend(loc="center left", bbox_to_anchor=(1.0, 0.5), frameon=False)
plt.show()

# %%
# The answer in words.
print(result)
