"""
Dependent records: many images of few patients are few records
==============================================================

Forty patients with ten images each are not four hundred independent records: what is hard about a patient is hard in
all images. Taken as independent they seem to decide which classifier is better; with patients as units they do not.
"""

# %%
# Made up: the two classifiers err on whole patients more than on single images.
import matplotlib.pyplot as plt
import numpy as np

import bayescmp as bc
from bayescmp.plots import plot_difference

rng = np.random.default_rng(4)
patient = np.repeat(np.arange(40), 10)
y = rng.integers(0, 2, patient.size)
hard = 1.5 * rng.standard_normal((2, 40))[:, patient] + rng.standard_normal((2, patient.size))
wrong = hard > np.array([[1.9], [1.5]])
y_pred = {name: np.where(one, 1 - y, y) for name, one in zip(("tree", "svm"), wrong, strict=True)}

# %%
# The same predictions twice: without and with the patients, which ``group`` names.
alone = bc.compare(y, y_pred)
grouped = bc.compare(bc.labels(y, y_pred, group=patient))
print(f"images as units: {alone.decision}, P = {max(alone.probabilities):.3f}")
print(f"patients as units: {grouped.decision}, P = {max(grouped.probabilities):.3f}")

# %%
# The difference observed is the same; what differs is how surely it is known.
_, axes = plt.subplots(2, 1, figsize=(6, 5.6), layout="constrained", sharex=True)
for ax, result, units in zip(axes, (alone, grouped), ("images", "patients"), strict=True):
    plot_difference(result, ax=ax)
    ax.set_ylabel(f"posterior density\n{units} as units")
plt.show()

# %%
# The answer in words, with the design effect, which is what the groups cost.
print(grouped)
