"""
Four classifiers, six pairs
===========================

Four classifiers make six pairs. Each is tested with McNemar's test on one hold-out and with the 5 x 2 t test: what the
two cost, what they decide, what is left of it when six tests are allowed for, and what the posterior says.
"""

# %%
# 178 wines of three cultivars, described by 13 measurements. The two classifiers that are sensitive to the scale of the
# measurements get scaled ones.
from itertools import combinations
from time import perf_counter

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
from sklearn.datasets import load_wine
from sklearn.ensemble import GradientBoostingClassifier, RandomForestClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC

import bayescmp as bc
from bayescmp.frequentist import adjust_pvalues, run_tests
from bayescmp.metrics import fold_values
from bayescmp.model_selection import PLANS

X, y = load_wine(return_X_y=True)
estimators = {
    "boosting": GradientBoostingClassifier(n_estimators=25, learning_rate=0.2),
    "forest": RandomForestClassifier(n_estimators=30),
    "svm": make_pipeline(StandardScaler(), SVC()),
    "logistic": make_pipeline(StandardScaler(), LogisticRegression(solver="newton-cholesky")),
}

# %%
# Error rates, as proportions of the validation records: of one hold-out of a third of the records, and averaged over
# the ten fits of each 5 x 2 design. On the 60 wines of the hold-out, one error more or less is already .017.
plans = ("hold-out 2/3", "5 x 2 random", "5 x 2 block-regularized")
predictions = {
    plan: bc.cross_val_predictions(estimators, X, y, cv=PLANS[plan].splitter(0), random_state=0) for plan in plans
}
errors = pd.DataFrame(
    {plan: fold_values(one).mean(("repeat", "fold")).to_series() for plan, one in predictions.items()}
)
print(errors.round(3))

# %%
# Each pair is tested twice. The seconds (s) include the fits, one or ten of each classifier, and were measured when
# this page was built; p is the p-value by itself, Holm the one corrected for six pairs. Both are compared with .05.
tests = {"McNemar": "holdout_mcnemar_exact", "5x2 t": "t_5x2"}
rows = {}
for first, second in combinations(estimators, 2):
    row = {}
    for label, name in tests.items():
        begin = perf_counter()
        table = run_tests(estimators, X, y, first=first, second=second, tests=[name], random_state=0)
        row[f"{label}: s"] = perf_counter() - begin
        row[f"{label}: p"] = table["pvalue"].iloc[0]
    rows[f"{first} - {second}"] = row
pairs = pd.DataFrame(rows).T
for label in tests:
    pairs[f"{label}: Holm"] = adjust_pvalues(pairs[f"{label}: p"])
    pairs[f"{label}: p rejects"] = pairs[f"{label}: p"] <= 0.05
    pairs[f"{label}: Holm rejects"] = pairs[f"{label}: Holm"] <= 0.05
for label in tests:
    shown = pairs[[f"{label}: {what}" for what in ("s", "p", "Holm", "p rejects", "Holm rejects")]]
    print(shown.round(3).to_string(), end="\n\n")

# %%
# McNemar's test finds nothing: two classifiers without an error on the hold-out give p = 1, and two errors against none
# are far from enough. The 5 x 2 t test sees more, at about ten times the cost, and what it rejects by itself does not
# outlast the correction. That says nothing about equality: a test that does not reject leaves open whether there is no
# difference or too little data.
#
# The posterior of each difference, from the block-regularized design. Two percentage points, about four of the 178
# wines, would not matter here.
posterior = {}
for first, second in combinations(estimators, 2):
    result = bc.compare(predictions["5 x 2 block-regularized"], first=first, second=second, rope=0.02)
    posterior[f"{first} - {second}"] = {
        "mean": result.difference.mean,
        "low": result.interval.low,
        "high": result.interval.high,
        "P(first better)": result.prob_first_better,
        "P(equivalent)": result.prob_equivalent,
        "P(second better)": result.prob_second_better,
        "decision": result.decision,
    }
posterior = pd.DataFrame(posterior).T
print(posterior.map(lambda value: value if isinstance(value, str) else round(value, 3)).to_string())

# %%
# Left: p-values of the two tests, before and after Holm's correction; where both are 1, only the white mark is seen.
# Right: how large each difference may be. The intervals of boosting do not reach 0, but they reach into the rope: it
# errs more than the others, and whether by an amount that matters stays open. The other three are probably equivalent,
# at a probability that falls short of a decision, which takes .975.
figure, (left, right) = plt.subplots(1, 2, figsize=(9.5, 4.2), layout="constrained", sharey=True)
height = np.arange(len(pairs))[::-1]
for label, marker, shift in (("McNemar", "o", 0.13), ("5x2 t", "s", -0.13)):
    plain, adjusted = pairs[f"{label}: p"], pairs[f"{label}: Holm"]
    left.hlines(height + shift, plain, adjusted, color="0.6", linewidth=1)
    left.scatter(plain, height + shift, marker=marker, color="black", zorder=3, label=label)
    left.scatter(adjusted, height + shift, marker=marker, color="white", edgecolor="black", zorder=3)
left.scatter([], [], marker="o", color="white", edgecolor="black", label="white: after Holm's correction")
left.axvline(0.05, color="black", linestyle=":", label="level .05")
left.set_xscale("log")
left.set_xticks((0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1), ("0.01", "0.02", "0.05", "0.1", "0.2", "0.5", "1"))
left.minorticks_off()
left.set_xlabel("p-value (logarithmic)")
left.set_yticks(height, pairs.index)

mean, low, high = (posterior[name].astype(float) for name in ("mean", "low", "high"))
right.axvspan(-0.02, 0.02, color="0.88", label="rope, -0.02 to 0.02")
right.axvline(0, color="black", linewidth=0.8)
right.errorbar(
    mean, height, xerr=(mean - low, high - mean), fmt="D", color="black", capsize=3, label="mean, 95 % interval"
)
right.set_xlabel("error of first - error of second\nproportion of records")
for axes in (left, right):
    axes.legend(loc="lower center", bbox_to_anchor=(0.5, 1.0), ncols=2, frameon=False, fontsize="small")
plt.show()
