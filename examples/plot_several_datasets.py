"""
Many data sets: six are too few to tell of the next one
=======================================================

A tree or naive Bayes: which is better on data sets like these, and how sure is that?
"""

# %%
# Six small data sets, two of them generated, and a cross-validation of 5 x 2 folds on each. Every data set enters by
# its own posterior.
import matplotlib.pyplot as plt
from sklearn.datasets import load_breast_cancer, load_digits, load_iris, load_wine, make_classification
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier

import bayescmp as bc
from bayescmp.plots import plot_forest

estimators = {"tree": DecisionTreeClassifier(random_state=0), "bayes": GaussianNB()}
datasets = {
    "iris": load_iris(return_X_y=True),
    "wine": load_wine(return_X_y=True),
    "breast cancer": load_breast_cancer(return_X_y=True),
    "digits": load_digits(return_X_y=True),
    "generated, easy": make_classification(200, class_sep=2.0, random_state=0),
    "generated, hard": make_classification(200, class_sep=0.5, random_state=0),
}
data = {name: bc.cross_val_predictions(estimators, X, y, rng=0) for name, (X, y) in datasets.items()}

result = bc.compare_datasets(data, first="tree", second="bayes", rope=0.01)
print(result)

# %%
# On every data set by itself. The two last rows are the answers: the average over data sets like these, and the next
# one. The interval of the next one is wide, for the data sets differ.
_, ax = plt.subplots(figsize=(7, 4), layout="constrained")
plot_forest(result, ax=ax)

# %%
# How much hangs on single data sets.
print(result.leave_one_out.filter(like="first_better").round(3))
