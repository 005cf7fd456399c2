"""
Pictures of a comparison
========================

Every plot takes a result, draws on the axes that it is given or on new ones, and returns them: sizes, titles and files
are matplotlib's. Each is readable in one column of a journal, 85 mm, in grey too.
"""

# %%
# Three algorithms on scikit-learn's breast cancer data, cross-validated on the same splits. Differences of half a
# percentage point would not matter: ``rope=0.005``.
import matplotlib.pyplot as plt
from sklearn.datasets import load_breast_cancer
from sklearn.linear_model import LogisticRegression
from sklearn.naive_bayes import GaussianNB
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.tree import DecisionTreeClassifier

import bayescmp as bc
from bayescmp import plots

X, y = load_breast_cancer(return_X_y=True)
estimators = {
    "logistic": make_pipeline(StandardScaler(), LogisticRegression()),
    "tree": DecisionTreeClassifier(),
    "bayes": GaussianNB(),
}
predictions = bc.cross_val_predictions(estimators, X, y, random_state=0, probabilities=True)
result = bc.compare(predictions, first="logistic", second="tree", rope=0.005)


def new_axes(width=3.35, height=2.4):
    """Return axes in a figure as wide as a column, that makes room for legends."""
    return plt.subplots(figsize=(width, height), layout="constrained")[1]


# %%
# How large is the difference? The density of its posterior: left of 0 the first classifier errs less.
plots.plot_difference(result, ax=new_axes())
plt.show()

# %%
# Do other methods and the significance tests for this design agree? The decision rests on the row in bold.
plots.plot_methods(result, ax=new_axes(height=2.6))
plt.show()

# %%
# What was observed: the tables of the ten folds, and the one table that carries as much information.
plots.plot_table(result.tables, ax=new_axes(height=2.6))
plots.plot_table(result.effective_table, ax=new_axes())
plt.show()

# %%
# The difference in each fold. The ten marks are not ten independent measurements: any two training sets of different
# repeats share half of their records.
plots.plot_folds(result, ax=new_axes())
plt.show()

# %%
# Which of them gives probabilities that are as large as they should be? Naive Bayes is nearly always nearly sure.
# Whiskers are those of other records, not of other fits.
plots.plot_calibration(predictions, first="logistic", second="bayes", pos_label=0, ax=new_axes(height=3.3))
plt.show()

# %%
# What does the decision rest on? It holds unless training sets add more variance than at the tipping point, which is
# more than most measured pairs of classifiers had; up to the half-width of the rope where the curve falls below the
# threshold; and, with the effective table, for all correlations of folds up to the bound that it takes.
for over in ("tau", "rope", "rho"):
    plots.plot_sensitivity(result, over=over, ax=new_axes())
plt.show()

# %%
# The answer in words.
print(result)
