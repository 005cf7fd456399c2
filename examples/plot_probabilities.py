"""
Probabilities: who orders records as well may still be too sure
===============================================================

Naive Bayes counts a measurement as often as there are copies of it. That hardly changes the order in which it puts
records, but it drives probabilities towards 0 and 1. By the area under the ROC curve it cannot be told from a logistic
regression, by the Brier score it is worse.
"""

# %%
# Three measurements, each of which was taken four times with little noise. ``probabilities=True`` keeps what
# ``predict_proba`` says.
import matplotlib.pyplot as plt
import numpy as np
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import RocCurveDisplay
from sklearn.naive_bayes import GaussianNB

import bayescmp as bc
from bayescmp.plots import plot_calibration

rng = np.random.default_rng(0)
y = rng.integers(0, 2, 800)
X = np.repeat(rng.normal(0.6 * y[:, None], 1, (800, 3)), 4, axis=1) + rng.normal(0, 0.3, (800, 12))
estimators = {"logistic": LogisticRegression(), "bayes": GaussianNB()}
predictions = bc.cross_val_predictions(estimators, X, y, rng=0, probabilities=True)

# %%
# The ROC curves, here of the first repeat, see the order only; the calibration sees the probabilities. Marks of naive
# Bayes lie below the dotted line where its probabilities are too large, above it where they are too small.
_, axes = plt.subplots(1, 2, figsize=(9, 4.2), layout="constrained")
once = predictions.isel(repeat=0)
for name in estimators:
    RocCurveDisplay.from_predictions(
        once["y_true"], once["y_prob"].sel(classifier=name, label=1), name=name, ax=axes[0]
    )
plot_calibration(predictions, ax=axes[1])
plt.show()

# %%
# Two questions. Of the AUC more is better, of the Brier score less.
for metric in ("roc_auc", "neg_brier_score"):
    result = bc.compare(predictions, metric=metric)
    print(f"{metric}: difference {result.difference.mean:.3f}, {result.decision}")

# %%
# The second one in words.
print(result)
