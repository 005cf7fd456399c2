"""
Many classifiers: three cannot be told apart, the fourth is worse
=================================================================

Which of four classifiers is best, how sure is that, and which cannot be told apart? And what does a critical-difference
diagram make of the same data?
"""

# %%
# 178 wines of three cultivars, described by 13 measurements, and four classifiers.
import matplotlib.pyplot as plt
from sklearn.datasets import load_wine
from sklearn.ensemble import GradientBoostingClassifier, RandomForestClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC

import bayescmp as bc
from bayescmp.frequentist import nemenyi
from bayescmp.metrics import fold_values
from bayescmp.plots import plot_pair_matrix, plot_rank_probabilities, plot_tiers

X, y = load_wine(return_X_y=True)
estimators = {
    "boosting": GradientBoostingClassifier(n_estimators=25, learning_rate=0.2),
    "forest": RandomForestClassifier(n_estimators=30),
    "svm": make_pipeline(StandardScaler(), SVC()),
    "logistic": make_pipeline(StandardScaler(), LogisticRegression(solver="newton-cholesky")),
}
predictions = bc.cross_val_predictions(estimators, X, y, rng=0)

ranking = bc.rank(predictions)
print(ranking)

# %%
# A column of its own says how much of P(best) hangs on the prior of the variance of training sets: "cautious". Who is
# unbeaten and the tiers come from the pairs, each by its own posterior, and so does the matrix.
_, axes = plt.subplots(1, 2, figsize=(10, 3.6), layout="constrained")
plot_rank_probabilities(ranking, ax=axes[0])
plot_pair_matrix(ranking, ax=axes[1])

# %%
# Tiers beside a critical-difference diagram of the same ten fits. The diagram joins classifiers whose mean ranks over
# validation sets lie within Nemenyi's critical difference. Three things are wrong with it here. Validation sets of one
# data set share their records and training sets, so that they are no ten blocks. Ranks do not see by how much. And
# whether two classifiers are joined depends on which others are there: below, the same two are judged again after the
# other two have left, by ranks among two. The tiers judge every pair by itself: a bracket never covers a decided pair.
losses = fold_values(predictions).stack(block=("repeat", "fold"))
ranks = nemenyi(losses.drop_vars(("block", "repeat", "fold")))
_, (left, right) = plt.subplots(1, 2, figsize=(10, 3.2), layout="constrained")
plot_tiers(ranking, ax=left)

mean_ranks = ranks.ranks.to_series().sort_values()
right.plot(mean_ranks, range(len(mean_ranks)), "o", color="black")
for place, (name, value) in enumerate(mean_ranks.items()):
    right.annotate(name, (value, place), xytext=(0, 6), textcoords="offset points", ha="center")
    right.plot([value, value + ranks.critical_difference], [place, place], color="0.6")
right.set(xlabel="mean rank (line: critical difference)", yticks=[])
right.margins(0.1, 0.2)
right.invert_yaxis()

# %%
# The verdict on two classifiers, before and after the others left.
pair = ["svm", "boosting"]
alone = nemenyi(losses.drop_vars(("block", "repeat", "fold")).sel(classifier=pair))
among_four = float(ranks.pvalues.sel(classifier=pair[0], other_classifier=pair[1]))
among_two = float(alone.pvalues.sel(classifier=pair[0], other_classifier=pair[1]))
print(f"Nemenyi, {pair[0]} against {pair[1]}: p = {among_four:.3f} among four, {among_two:.3f} among two")
again = bc.rank(predictions.sel(classifier=pair))
for one in (ranking, again):
    row = one.pairs.set_index(["first", "second"]).loc[("boosting", "svm") if one is ranking else tuple(pair)]
    print(f"rank, {len(one.classifiers)} classifiers: P = {max(row.prob_first_better, row.prob_second_better):.6f}")
plt.show()
