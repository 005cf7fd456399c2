"""
Networks that were trained ten times
====================================

Two small networks and a forest learn handwritten digits from the same 350 records, ten times each, with other random
numbers. Which algorithm is better on new records, and how much of the doubt comes from the runs?
"""

import warnings

from sklearn.datasets import load_digits
from sklearn.ensemble import RandomForestClassifier
from sklearn.neural_network import MLPClassifier

import bayescmp as bc

warnings.simplefilter("ignore")  # that a network had too few iterations
X, y = load_digits(return_X_y=True)
algorithms = {f"network of {units}": MLPClassifier((units,), max_iter=80) for units in (8, 16)}
algorithms["forest"] = RandomForestClassifier(15)
cv = bc.TrainingRuns(10, test_size=0.5)
p = bc.cross_val_predictions(algorithms, X[:700] / 16, y[:700], cv=cv, rng=0)

# %%
# The error of every run, and the mean over runs with its interval: on new records, and over new runs.

_ = bc.evaluate(p).plot()

# %%
# One network against the forest. Who trains once gets one run of each, of which the screen says how often it is the
# better one.

result = bc.compare(p, first="network of 16", second="forest")
print(result)

# %%
# The difference of the means over runs.

_ = result.plot()

# %%
# More runs, or more records? A run costs fifty times as much as a record here.

print(bc.plan(result, n_runs=[5, 10, 20], n_records=[350, 1000], costs=(1, 50)))
