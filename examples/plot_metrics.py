"""
Other metrics: one errs less, the other has the better balanced accuracy
========================================================================

Where one class is rare, who errs less may find fewer of it. Which classifier is better depends on what is asked, and
any metric of labels can be: each has its own posterior, from the same predictions.
"""

# %%
# A class that has a tenth of the records, and two kinds of logistic regression: one as it is, one that weighs the
# classes alike.
import matplotlib.pyplot as plt
from sklearn.datasets import make_classification
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import ConfusionMatrixDisplay

import bayescmp as bc
from bayescmp.plots import plot_difference

X, y = make_classification(1500, n_features=8, n_informative=5, weights=[0.9], flip_y=0.02, random_state=2)
estimators = {"plain": LogisticRegression(), "balanced": LogisticRegression(class_weight="balanced")}
predictions = bc.cross_val_predictions(estimators, X, y, rng=0)

# %%
# What each takes for what, in the first repeat: *plain* misses more of class 1, *balanced* raises more false alarms.
_, axes = plt.subplots(1, 2, figsize=(7, 3), layout="constrained")
for ax, name in zip(axes, estimators, strict=True):
    predicted = predictions["y_pred"].sel(classifier=name).isel(repeat=0)
    ConfusionMatrixDisplay.from_predictions(predictions["y_true"], predicted, ax=ax, colorbar=False, cmap="Blues")
    ax.set_title(name)
plt.show()

# %%
# Three questions, three answers.
results = {metric: bc.compare(predictions, metric=metric) for metric in ("error", "f1", "balanced_accuracy")}
for metric, result in results.items():
    print(f"{metric}: {result.observed['plain']:.3f}, {result.observed['balanced']:.3f}, {result.decision}")

# %%
# By the error lower is better, by balanced accuracy higher: a negative difference speaks for *plain* on the left, and
# for *balanced* on the right.
_, axes = plt.subplots(1, 2, figsize=(9, 3.4), layout="constrained")
for ax, metric in zip(axes, ("error", "balanced_accuracy"), strict=True):
    plot_difference(results[metric], ax=ax)
plt.show()

# %%
# One of them in words.
print(results["balanced_accuracy"])
