"""
Logistic regression against a support vector machine
====================================================

The two tests that reviewers ask for most often, the 5 x 2 t test and McNemar's test, on a clear case: 1,000 simulated
records of two classes, ten features, all of them informative. The posterior stands beside them.
"""

# %%
# The data are Gaussian clusters, several for each class, so that no straight line separates the classes well.
import matplotlib.pyplot as plt
import pandas as pd
from matplotlib.colors import PowerNorm
from sklearn.datasets import make_classification
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import train_test_split
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC

import bayescmp as bc
from bayescmp.frequentist import run_tests
from bayescmp.metrics import fold_values

X, y = make_classification(1000, n_features=10, n_informative=10, n_redundant=0, random_state=1)
estimators = {
    "logistic": make_pipeline(StandardScaler(), LogisticRegression()),
    "svc": make_pipeline(StandardScaler(), SVC()),
}

# %%
# Ten error rates of each come from a block-regularized 5 x 2 cross-validation.
repeated = bc.cross_val_predictions(estimators, X, y, random_state=1)
errors = fold_values(repeated).reset_coords(drop=True).to_dataset("classifier").to_dataframe()
print(errors.agg(["mean", "std", "min", "max"]).round(3))

# %%
# One hold-out, a third of the records, gives a paired table.
X_train, X_test, y_train, y_test = train_test_split(X, y, test_size=1 / 3, random_state=1)
columns = {name: estimator.fit(X_train, y_train).predict(X_test) for name, estimator in estimators.items()}
table = bc.paired_tables(bc.labels(y_test, columns)).squeeze(drop=True)
print(table.to_pandas())

# %%
# Left: even the worst fit of the machine beats the best one of the regression. Right: of the records on which the two
# disagree, by far the most are errors of the regression; McNemar's test looks at these two cells only.
figure, (left, right) = plt.subplots(1, 2, figsize=(9, 3.8), layout="constrained", width_ratios=(1.1, 1))
figure.get_layout_engine().set(wspace=0.08)
left.boxplot(
    errors.to_numpy(),
    tick_labels=list(estimators),
    widths=0.5,
    showmeans=True,
    medianprops={"color": "black"},
    meanprops={"marker": "D", "markerfacecolor": "white", "markeredgecolor": "black"},
)
left.set_ylim(bottom=0)
left.set_xlabel("classifier (line: median, diamond: mean)")
left.set_ylabel("error rate of one fit\nproportion of 500 validation records")
left.set_title("5 x 2 cross-validation, ten fits each")

image = right.imshow(table.values, cmap="Greys", norm=PowerNorm(0.5, vmin=0))
for row, first in enumerate(table["first"].values):
    for column, second in enumerate(table["second"].values):
        count = int(table.sel(first=first, second=second))
        dark = count > 0.5 * int(table.max())
        right.text(column, row, f"{count}", ha="center", va="center", size=14, color="white" if dark else "black")
right.set_xticks((0, 1), table["second"].values)
right.set_yticks((0, 1), table["first"].values)
right.set_xlabel("svc")
right.set_ylabel("logistic")
right.set_title(f"hold-out of {y_test.size} records")
figure.colorbar(image, ax=right, label="records")
plt.show()

# %%
# The tests. Each takes the splits of its own plan; a negative estimate would say that the regression errs less.
results = run_tests(
    estimators, X, y, tests=["bcv_mcnemar", "t_5x2", "holdout_mcnemar", "holdout_mcnemar_exact"], random_state=1
)
with pd.option_context("display.width", 100):
    print(results[["test", "statistic", "df", "pvalue", "reject", "estimate", "fits"]].round(5).to_string(index=False))

# %%
# All agree that there is a difference. The posterior adds how large it is: an interval instead of a yes.
print(bc.compare(repeated, rope=0.01))
