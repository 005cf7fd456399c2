"""
Predictions on one hold-out
===========================

Two classifiers were trained once, and both predicted the same held-out records. The question is which of *these two
fitted classifiers* errs less on new records.
"""

# %%
# Any source of predictions will do. Here two classifiers are trained on 30 % of scikit-learn's digits; what
# is needed afterwards are the true labels and two columns of predicted ones.
import matplotlib.pyplot as plt
import numpy as np
from sklearn.datasets import load_digits
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import train_test_split
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

import bayescmp as bc

X, y = load_digits(return_X_y=True)
X_train, X_test, y_train, y_test = train_test_split(X, y, train_size=0.3, random_state=0)

y_logistic = make_pipeline(StandardScaler(), LogisticRegression()).fit(X_train, y_train).predict(X_test)
y_nearest = KNeighborsClassifier(n_neighbors=1).fit(X_train, y_train).predict(X_test)

# %%
# A difference of less than one percentage point would not matter here: ``rope=0.01``.
result = bc.compare(y_test, {"logistic": y_logistic, "nearest": y_nearest}, rope=0.01)

# %%
# The paired table counts on how many records both err, only one errs, and neither errs. Only the records on which the
# two disagree tell them apart.
print(result.tables.to_pandas())

# %%
# The posterior density of the difference. What lies left of the rope (dotted) says that the logistic regression errs
# less by more than a percentage point, what lies right of it that the nearest neighbour does.
difference, interval = result.difference, result.interval
low, high = result.rope
x = np.linspace(difference.mean - 4.5 * difference.sd, difference.mean + 4.5 * difference.sd, 400)
density = difference.pdf(x)

figure, axes = plt.subplots(figsize=(7, 3.6), layout="constrained")
axes.plot(x, density, color="black")
inside = (x >= interval.low) & (x <= interval.high)
axes.fill_between(x[inside], density[inside], color="0.75", label=f"{interval.ci_prob:.0%} interval")
axes.axvline(low, color="black", linestyle=":", label=f"rope, {low:g} to {high:g}")
axes.axvline(high, color="black", linestyle=":")
axes.set_ylim(bottom=0)
axes.set_xlabel("error of logistic - error of nearest, proportion of records")
axes.set_ylabel("posterior density (1 / proportion)")
axes.legend(frameon=False)
plt.show()

# %%
# The answer in words.
print(result)
