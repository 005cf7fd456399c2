"""
An experiment: one more classifier costs no more than its own fits
==================================================================

Classifiers on several data sets: run once into a folder, resumed by the same call, ranked, and written as the table
that papers print.
"""

# %%
# Four classifiers on the four data sets of scikit-learn, in 3 x 2 cross-validations to be quick. Every classifier on a
# data set is a unit, written as soon as it is done.
import tempfile
from pathlib import Path

import matplotlib.pyplot as plt
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.tree import DecisionTreeClassifier

import bayescmp as bc

folder = tempfile.TemporaryDirectory()
out = Path(folder.name, "experiment")
datasets = ["iris", "wine", "breast_cancer", "digits"]
classifiers = {
    "tree": DecisionTreeClassifier(),
    "bayes": GaussianNB(),
    "neighbours": make_pipeline(StandardScaler(), KNeighborsClassifier()),
}
cv = bc.BlockRegularizedCV(3)
bc.cross_val_datasets(classifiers, datasets, out=out, cv=cv, rng=0)
print(bc.model_selection.units_of(out)[["dataset", "classifier", "status", "n_repeats"]].to_string(index=False))

# %%
# The same call with one more classifier fits that one only; it would do the same for more repeats, another data set, or
# after a crash.
classifiers["stump"] = DecisionTreeClassifier(max_depth=1)
tree = bc.cross_val_datasets(classifiers, datasets, out=out, cv=cv)
ranking = bc.rank_datasets(tree, metric="accuracy")
print(ranking)

# %%
# P(best) on average and on the next data set. Four data sets say little about the next one.
ranking.plot()
plt.show()

# %%
# The values: the best of each data set is marked, and so is what cannot be told apart from it there.
bc.plots.plot_datasets(ranking)
plt.show()
folder.cleanup()
