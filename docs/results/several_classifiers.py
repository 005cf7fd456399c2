"""How often rules decide any pair of several classifiers, of simulated outcomes that are equal or spread.

    python docs/results/several_classifiers.py hold-out OUT > docs/results/several-classifiers.csv
    python docs/results/several_classifiers.py cross-validation OUT > docs/results/several-cross-validated.csv

OUT is a folder for the runs, which go on where they ended. A hold-out tests 500 records; in 5 x 2 block-regularized
cross-validation training sets add less or more variance. Trials and jobs, 500 or 300 and 1 if left out, may follow.

One row a cell and rule: any_pair (share of the trials in which a pair is decided; for P(best), in which one classifier
has a probability above .95), right and wrong (mean shares of pairs that are decided for the classifier that is before,
and after, the other in the order of true errors; if all are equal, both are wrong), each with its standard error.
"""

import sys
from dataclasses import dataclass
from itertools import product

import numpy as np
import pandas as pd
from scipy import special, stats

import bayescmp as bc
from bayescmp.evidence import Evidence
from bayescmp.frequentist import adjust_pvalues
from bayescmp.methods import Auto
from bayescmp.model_selection import BLOCKED_5_X_2, HOLD_OUT, PLANS, splits_of_plan
from bayescmp.ranking._draws import of_draws
from bayescmp.ranking._frames import pvalues_of
from bayescmp.ranking._pooled import pooled
from bayescmp.ranking._rank import method_of
from bayescmp.results._settings import Settings
from bayescmp.studies import Batch, Cell, Scenario, Study, StudyMethod, Truth, run_study
from bayescmp.studies._outcomes import folds_of, joined, outcomes_of
from bayescmp.studies._summary import results_of_cells

SHARED, OWN = 0.6, 0.2
"""Shares of a latent outcome's variance: of the record, and of the record and the classifier; the rest is new in
every fit."""


@dataclass(frozen=True, kw_only=True)
class SeveralClassifiers(Scenario):
    """Outcomes of several classifiers that are equal, or spread evenly between error - spread and error + spread.

    A latent normal outcome of a classifier on a record is the sum of the record's effect, 60 % of its variance, of one
    of the record for this classifier, 20 %, of noise that is new in every fit, and of the effect of the training set;
    the classifier errs where it is below the quantile of its error rate. `tau` is the variance that training sets add
    to the difference of two errors, in units of its sampling variance.

    The effect of a training set is the sum of independent normal effects of its records, of every classifier by
    itself, so that training sets with common records vary together. The error rates are averages over training sets,
    and exact. There is no truth of a single difference.
    """

    n_records: int = 1500
    n_classifiers: int = 5
    error: float = 0.14
    spread: float = 0.0
    tau: float = 0.0
    trials_per_chunk = 50
    has_truth = False

    @property
    def errors(self):
        """True error rates, the lowest first."""
        return np.linspace(self.error - self.spread, self.error + self.spread, self.n_classifiers)

    def truth(self, *_, **__):
        """Return the error rates of the first two classifiers, which are exact."""
        return Truth(first=float(self.errors[0]), second=float(self.errors[1]))

    def batch(self, plans, streams):
        """Draw a data set per trial, and under every plan the outcomes of its fits."""
        outcomes = {plan: joined([self._trial(plan, stream) for stream in streams]) for plan in plans}
        return Batch.without_fits(outcomes, len(streams))

    def _trial(self, plan, stream):
        """Draw which predictions are wrong."""
        splits = splits_of_plan(plan, self.n_records, int(stream.generate_state(1)[0]))
        fold, rng = folds_of(plan, splits, self.n_records), np.random.default_rng(stream)
        shape = (self.n_classifiers, self.n_records)
        fixed = np.sqrt(SHARED) * rng.standard_normal(self.n_records) + np.sqrt(OWN) * rng.standard_normal(shape)
        latent = fixed[:, None] + np.sqrt(1 - SHARED - OWN) * rng.standard_normal((shape[0], *fold.shape))
        of_record, sd = rng.standard_normal(shape), self._training_sd(len(splits[0][0]))
        for number, (train, test) in enumerate(splits):
            effect = of_record[:, train].sum(1) / np.sqrt(len(train))
            latent[:, number // PLANS[plan].n_folds, test] += sd * effect[:, None]
        cut = special.ndtri(self.errors) * np.sqrt(1 + sd**2)
        return outcomes_of(plan, splits, (latent < cut[:, None, None])[None], fold[None])

    def _training_sd(self, n_train):
        """Return the deviation of a training set's effect on the latent scale."""
        cut = special.ndtri(self.error)
        together = float(stats.multivariate_normal.cdf([cut, cut], cov=[[1, SHARED], [SHARED, 1]]))
        disagreement = 2 * (self.error - together)
        return float(np.sqrt(self.tau * disagreement / 2 / n_train) / stats.norm.pdf(cut))


SD = 2.0  # of the normal prior of a log strength; weak, and keeps it finite where a classifier wins nothing
STEPS = 50


def first_better(wins):
    """Return for all pairs in order the probability that the first is stronger, in the model of Bradley and Terry.

    `wins` counts on how many records the row is right and the column wrong, (k, k). The model takes the wins of all
    pairs as independent, which they are not: those of a classifier over all others come from the same outcomes of its
    own. If all are equal, log strengths differ with a deviation sqrt(k/2) times as large as the model says (derived).
    The posterior is taken as a normal distribution around its mode; the prior of every log strength is N(0, 2^2).
    """
    k = len(wins)
    games, strength = wins + wins.T, np.zeros(k)
    precision = np.eye(k)
    for _ in range(STEPS):
        chance = special.expit(strength[:, None] - strength)
        information = games * chance * (1 - chance)
        precision = np.diag(information.sum(1)) - information + np.eye(k) / SD**2
        step = np.linalg.solve(precision, (wins - games * chance).sum(1) - strength / SD**2)
        strength += step
        if np.abs(step).max() < 1e-10:
            break
    covariance, (first, second) = np.linalg.inv(precision), np.triu_indices(k, 1)
    own = np.diag(covariance)
    variance = own[first] + own[second] - 2 * covariance[first, second]
    return special.ndtr((strength[first] - strength[second]) / np.sqrt(variance))


RULES = ("pairs", "Holm of the test", "Holm of the pairs", "pooled", "Bradley-Terry", "P(best) > .95")
"""What decides: each pair's posterior by itself, adjusted p-values of the test and of the posteriors, the pooled
probabilities, a model of independent wins, and the probability of being best."""
DRAWS = 4000


def method_under(plan):
    """Return the method that ranks, and finds for every rule whether and how many pairs it decides.

    It finds `reject`, whether any pair is decided, and the shares of pairs that are decided for the first classifier,
    `estimate`, and for the second, `statistic`.
    """
    return StudyMethod(name="rank", plan=plan, assess=assess, coords={"rule": list(RULES)})


def assess(outcomes, alpha):
    trials = range(outcomes.wrong.sizes["experiment"])
    found = np.array([decided(Evidence(predictions=predictions_of(outcomes, k)), alpha) for k in trials])
    return dict(zip(("reject", "estimate", "statistic"), np.moveaxis(found, -1, 0), strict=True))


def predictions_of(outcomes, trial):
    """Return one trial as predictions of 0, the true label, or 1."""
    wrong = outcomes.wrong.isel(experiment=trial).transpose("classifier", "repeat", "record").to_numpy().astype(int)
    fold = outcomes.fold.isel(experiment=trial).transpose("repeat", "record").to_numpy()
    if outcomes.plan == HOLD_OUT.name:
        wrong = wrong[:, 0, fold[0] >= 0]
        return bc.labels(np.zeros(wrong.shape[-1], int), named(wrong))
    repeat, record = np.nonzero(fold >= 0)
    how = bc.folds(fold[repeat, record], repeat=repeat)
    return bc.labels(np.zeros(repeat.size, int), named(wrong[:, repeat, record]), record=record, how=how)


def named(wrong):
    return {f"classifier {number + 1}": one for number, one in enumerate(wrong)}


def decided(evidence, alpha):
    """Return for every rule whether any pair is decided, and the shares decided for the first and the second.

    The numbers are those of `rank`, without its intervals, which take most of its time.
    """
    method, settings = method_of(Auto(), evidence), Settings(ci_prob=1 - alpha, rng=0)
    of_pairs = evidence.pairs()
    posterior = method.fit(of_pairs, settings)
    joint = method.joint(evidence.answered_by_all, posterior, settings)
    prob = np.asarray(posterior.prob_first_better)
    shrunk = pooled(joint.moments, settings.rope, alike=evidence.alike).probabilities
    peers, surely = first_better(wins_of(evidence)), 1 - alpha / 2
    by_rule = [
        (prob >= surely, 1 - prob >= surely),
        *(
            (rejected & (prob > 0.5), rejected & (prob < 0.5))
            for rejected in (
                adjust_pvalues(p) <= alpha for p in (pvalues_of(of_pairs, settings), 2 * np.minimum(prob, 1 - prob))
            )
        ),
        (shrunk[:, 0] >= surely, shrunk[:, 2] >= surely),
        (peers >= surely, 1 - peers >= surely),
    ]
    best = of_draws(joint.draw(DRAWS, settings.rng).to_numpy(), settings.rope[1], evidence.alike).ranks[:, 0]
    return [*(counted(*of_rule) for of_rule in by_rule), (float((best > 1 - alpha).any()), np.nan, np.nan)]


def counted(for_first, for_second):
    return float((for_first | for_second).any()), float(for_first.mean()), float(for_second.mean())


def wins_of(evidence):
    """Return on how many records the row is right and the column wrong, averaged over repeats."""
    wrong = evidence.wrong.transpose("repeat", "classifier", "record").to_numpy().astype(float)
    both = (wrong @ wrong.swapaxes(1, 2)).mean(0)
    return np.diag(both) - both


def counts(results):
    """Return means over trials with standard errors; that of a share is of (count + 1)/(trials + 2), so never 0."""
    found = {"trials": results.sizes["trial"]}
    for name, variable in {"any_pair": "reject", "right": "estimate", "wrong": "statistic"}.items():
        values = results[variable].dropna("trial").to_numpy()
        n = values.size
        rate = (values.sum() + 1) / (n + 2)
        variance = rate * (1 - rate) if name == "any_pair" else values.var(ddof=1) if n > 1 else np.nan
        found |= {name: values.mean() if n else np.nan, f"{name}_se": float(np.sqrt(variance / max(n, 1)))}
    return found


HOLD_OUTS = [{"n_records": [1500], "n_classifiers": [2, 5, 10, 20], "spread": [spread]} for spread in (0.0, 0.04)]
CROSS_VALIDATIONS = [
    {"n_records": [500], "n_classifiers": [5, 10], "tau": [0.1, 0.3, 3.0]},
    {"n_records": [500], "n_classifiers": [5, 10], "spread": [0.04], "tau": [0.3]},
]


def study_of(design, trials=None):
    """Return the study of hold-outs, or that of cross-validations."""
    made = {"hold-out": (HOLD_OUT, 500, 5, HOLD_OUTS), "cross-validation": (BLOCKED_5_X_2, 300, 6, CROSS_VALIDATIONS)}
    plan, usual, seed, kinds = made[design]
    cells = [
        Cell(scenario=SeveralClassifiers(**dict(zip(varied, values, strict=True))), name=str(values))
        for varied in kinds
        for values in product(*varied.values())
    ]
    return Study(name=design, cells=cells, methods=[method_under(plan.name)], trials=trials or usual, seed=seed)


def rows_of(out):
    """Yield a row a cell and rule."""
    for cell, results in results_of_cells(out, ("rule",)):
        for rule in RULES:
            about = {name: cell["parameters"][name] for name in ("n_records", "n_classifiers", "spread", "tau")}
            yield about | {"rule": rule} | counts(results.sel(rule=rule).isel(method_name=0))


if __name__ == "__main__":
    design, out, *numbers = sys.argv[1:]
    trials, jobs = [int(one) for one in numbers] + [None, 1][len(numbers) :]
    run_study(study_of(design, trials), out, n_jobs=jobs, progress=True)
    pd.DataFrame(rows_of(out)).round(5).to_csv(sys.stdout, index=False)
