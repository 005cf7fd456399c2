"""A ranking over data sets in sentences, on one screen of text, and in a short form for notebooks."""

import textwrap
from collections.abc import Collection, Mapping, Sequence
from typing import Any, Protocol

import numpy as np
import pandas as pd
import xarray as xr
from markupsafe import Markup

from bayescmp._answers import OUTCOMES
from bayescmp._population import DirichletPrior
from bayescmp._results import CI_KINDS, Trust
from bayescmp._settings import Settings
from bayescmp._text import counted, listed
from bayescmp.evidence._fact import SCALE_OF_DATA
from bayescmp.metrics import Metric
from bayescmp.words._datasets import assumes_words, prior_words, sizes_words
from bayescmp.words._datasets_notes import FEW, notes_of_numbers
from bayescmp.words._datasets_result import unit_of
from bayescmp.words._layout import aligned, labelled
from bayescmp.words._names import WIDTH, name_text, row_names
from bayescmp.words._numbers import decimal_text, decimals_of, equals, has_rope, probability_text, pvalue_text
from bayescmp.words._ranking import tiers_words

_HALF = 0.5  # probability
_MOST_ROWS, _MOST_NAMED = 20, 5
_TESTS = {
    "friedman": "Friedman",
    "iman_davenport": "Iman-Davenport",
    "nemenyi critical difference": "Nemenyi critical difference",
}
_LEAST_NAME, _WIDEST_NAME = 12, 28


class DatasetsRankingResult(Protocol):
    """What is said of several classifiers over data sets; a `DatasetsRanking` is one."""

    @property
    def metric(self) -> Metric:
        """Whose losses are compared."""

    @property
    def settings(self) -> Settings:
        """What was asked for."""

    @property
    def by(self) -> str | None:
        """The coordinate whose values are the data sets."""

    @property
    def prior(self) -> DirichletPrior:
        """Of the difference of two."""

    @property
    def control(self) -> str | None:
        """The control of Holm's procedure that was asked for."""

    @property
    def losses(self) -> xr.DataArray:
        """As observed."""

    @property
    def levels(self) -> Mapping[str, tuple[str, float]]:
        """Level and number of records of each data set."""

    @property
    def classifiers(self) -> pd.DataFrame:
        """A row per classifier."""

    @property
    def pairs(self) -> pd.DataFrame:
        """A row per pair."""

    @property
    def tests(self) -> pd.DataFrame:
        """A row per test of all."""

    @property
    def against_control(self) -> pd.DataFrame:
        """A row per classifier."""

    @property
    def unbeaten(self) -> tuple[str, ...]:
        """Classifiers that no other beats on average."""

    @property
    def tiers(self) -> tuple[tuple[str, ...], ...]:
        """Runs of neighbours, no pair of which is decided on average."""

    @property
    def gap(self) -> float:
        """How far averages of a pair are from those on the data sets with all classifiers."""

    @property
    def provenance(self) -> Mapping[str, Any]:
        """How the result came about."""

    @property
    def trust(self) -> Trust:
        """The verdict on the draws."""


def headline_of_datasets_ranking(result: DatasetsRankingResult) -> str:
    """Return who is best on the next data set and on average, after a warning where draws are not reliable."""
    warning = "" if result.trust.reliable else "NOT RELIABLE, see trust. "
    count, unit = result.losses.sizes["dataset"], unit_of(result)
    if count < FEW:
        warning += f"Driven by the prior ({counted(count, unit)}). "
    return f"{warning}{_best(result, 'next_dataset', f'On the next {unit}')} {_on_average(result)}"


def _best(result: DatasetsRankingResult, question: str, where: str) -> str:
    """Name the most probable best; where it is so in less than half of the draws, the next one as well."""
    shares = result.classifiers[f"{question}_prob_best"].sort_values(ascending=False, kind="stable")
    if shares.isna().any():
        return f"{where} nobody is named the best, for no {unit_of(result)} has all."
    named = [(name_text(str(name)), drawn_probability(result, float(share))) for name, share in shares.items()]
    (best, probability), *others = named
    if float(shares.iloc[0]) >= _HALF or not others:
        return f"{where} {best} is best with probability {probability}."
    return f"{where} nobody is best for sure: {best} with probability {probability}, {others[0][0]} {others[0][1]}."


def _on_average(result: DatasetsRankingResult) -> str:
    likely = _best(result, "average", "on average").removesuffix(".")
    unbeaten, needed = result.unbeaten, f"at {result.settings.threshold:g}"
    margin = f" by more than {result.settings.rope[1]:g}" if has_rope(result) else ""
    if len(unbeaten) == 1 and _beats_all(result, unbeaten[0]):
        better = (
            f"On average {name_text(unbeaten[0])} {result.metric.better_words()} than every other{margin}, {needed}"
        )
        return f"{better}; {likely}."
    whom = few_words([name_text(name) for name in unbeaten]) if unbeaten else "nobody"
    if len(unbeaten) == len(result.classifiers):
        whom = f"all {len(unbeaten)}"
    if _equivalent(result, unbeaten):
        return f"On average {whom} are equivalent, each pair {needed}, and nobody beats them; {likely}."
    return f"Unbeaten on average{margin} {needed}: {whom}; {likely}."


def _beats_all(result: DatasetsRankingResult, name: str) -> bool:
    first, _, second = (result.pairs["average_decision"] == outcome for outcome in OUTCOMES)
    first, second = first & (result.pairs["first"] == name), second & (result.pairs["second"] == name)
    return int((first | second).sum()) == len(result.classifiers) - 1


def _equivalent(result: DatasetsRankingResult, names: Sequence[str]) -> bool:
    """Tell whether every two of some classifiers are equivalent on average."""
    inside = result.pairs["first"].isin(names) & result.pairs["second"].isin(names)
    return len(names) > 1 and bool((result.pairs["average_decision"][inside] == OUTCOMES[1]).all())


def screen_of_datasets_ranking(result: DatasetsRankingResult) -> str:
    """One screen of at most 80 columns."""
    return "\n\n".join([textwrap.fill(headline_of_datasets_ranking(result), WIDTH), _table(result), _context(result)])


def html_of_datasets_ranking(result: DatasetsRankingResult) -> str:
    """Return a short form for notebooks, with every name escaped."""
    names = row_names(list(result.classifiers.index), _WIDEST_NAME)
    columns = _columns(result, len(names))
    frame = pd.DataFrame({"classifier": names, **columns})
    page = Markup("<div><p><strong>{}</strong></p>{}<p>{}</p><p>{}</p></div>").format(
        headline_of_datasets_ranking(result),
        Markup(frame.to_html(index=False, border=0)),  # noqa: S704 - pandas escapes
        f"{legend_of_classifiers(result, columns)}.",
        f"Tiers on average: {tiers_words(result)}.",
    )
    return str(page)


def is_on_all(result: DatasetsRankingResult) -> bool:
    """Tell whether every classifier is on every data set."""
    return bool((result.classifiers["n_datasets"] == result.losses.sizes["dataset"]).all())


def loss_text(result: DatasetsRankingResult, value: float) -> str:
    """Write a loss in decimals that show two figures of the deviation of an average; "" where there is none."""
    width = float(np.nanmedian(result.pairs["average_high"] - result.pairs["average_low"]))
    return "" if np.isnan(value) else decimal_text(value, decimals_of(width / 4))


def drawn_probability(result: DatasetsRankingResult, probability: float, threshold: float = 1.0) -> str:
    """Write a probability in the decimals that its Monte Carlo error leaves; draws prove none to be 0 or 1."""
    if np.isnan(probability):
        return ""
    decimals = 2 if result.trust.prob_error > 0.001 else 3
    return probability_text(min(max(float(probability), 1e-9), 1 - 1e-9), decimals, threshold)


def _columns(result: DatasetsRankingResult, most: int) -> dict[str, list[str]]:
    """Return the columns of a table of the first classifiers, the names left out."""
    rows = list(result.classifiers.head(most).itertuples())
    columns = {
        "excess": [loss_text(result, row.estimate) for row in rows],
        "interval": [_interval(result, row.low, row.high) for row in rows],
        "P(next)": [drawn_probability(result, row.next_dataset_prob_best) for row in rows],
        "P(avg)": [drawn_probability(result, row.average_prob_best) for row in rows],
        "rank": [f"{row.next_dataset_expected_rank:.1f}".replace("nan", "") for row in rows],
        "regret": [loss_text(result, row.next_dataset_expected_regret) for row in rows],
    }
    return columns if is_on_all(result) else columns | {"sets": [f"{row.n_datasets:.0f}" for row in rows]}


def _interval(result: DatasetsRankingResult, low: float, high: float) -> str:
    return "" if np.isnan(low) else f"[{loss_text(result, low)}, {loss_text(result, high)}]"


def legend_of_classifiers(result: DatasetsRankingResult, heads: Collection[str]) -> str:
    """Say what stands in the columns."""
    unit, settings = unit_of(result), result.settings
    parts = {
        "excess": f"average {result.metric.loss_symbol} less the mean of all classifiers, with its "
        f"{100 * settings.ci_prob:g} % {CI_KINDS[settings.ci_kind]} interval",
        "P(next)": f"probability to be the best on the next {unit}",
        "P(avg)": "the same on average",
        "rank": f"expected rank on the next {unit}",
        "regret": f"expected loss beyond the best on the next {unit}",
        "sets": f"{unit}s it is on",
    }
    return "; ".join(f"{head}: {words}" for head, words in parts.items() if head in heads)


def _table(result: DatasetsRankingResult) -> str:
    names = list(result.classifiers.index)
    columns = _columns(result, _MOST_ROWS)
    while (room := _room_of_names(columns)) < _LEAST_NAME and len(columns) > 1:
        columns.popitem()
    short = row_names(names[:_MOST_ROWS], max(_LEAST_NAME, min(_WIDEST_NAME, room)))
    table = aligned(
        ("classifier", *columns),
        list(zip(short, *columns.values(), strict=True)),
        max(map(len, ["classifier", *short])),
    )
    more = f"\n  ... and {len(names) - _MOST_ROWS} more: see `classifiers`" if len(names) > _MOST_ROWS else ""
    legend = legend_of_classifiers(result, columns)
    return f"{table}{more}\n{textwrap.fill(legend, WIDTH, initial_indent='  ', subsequent_indent='  ')}"


def _room_of_names(columns: Mapping[str, Sequence[str]]) -> int:
    """Return how wide names may be beside columns."""
    return WIDTH - 2 - sum(2 + max(map(len, [head, *texts])) for head, texts in columns.items())


def _context(result: DatasetsRankingResult) -> str:
    lines = [
        labelled("tiers", f"on average: {tiers_words(result)}"),
        labelled("decided", decided_words(result)),
        labelled("data", data_words_of_ranking(result)),
        labelled("population", population_words_of_ranking(result)),
        labelled("mean ranks", mean_ranks_words(result)),
        labelled("assumes", assumes_words(result)),
        labelled("trust", result.trust.sentence),
        *(labelled("note", note) for note in notes_of_datasets_ranking(result)),
        labelled("not answered", not_answered_of_datasets_ranking(result)),
    ]
    return "\n".join(lines)


def not_answered_of_datasets_ranking(result: DatasetsRankingResult) -> str:
    """Say what the analysis says nothing about."""
    unit = unit_of(result)
    return f"what holds on {unit}s of another kind; decisions on pairs are not adjusted for their number"


def decided_words(result: DatasetsRankingResult) -> str:
    """Say how many pairs are decided, for both questions."""
    texts = []
    for question, words in (("next_dataset", f"next {unit_of(result)}"), ("average", "average")):
        decision = result.pairs[f"{question}_decision"]
        better, even = int(decision.str.endswith("better").sum()), int((decision == "equivalent").sum())
        equivalent = f", {even} more equivalent" if even else ""
        texts.append(f"{words}: {better} of {counted(len(decision), 'pair')}{equivalent}")
    return f"{'; '.join(texts)}; each by itself"


def data_words_of_ranking(result: DatasetsRankingResult) -> str:
    """Say how many data sets there are, of which sizes, and by which levels they enter."""
    levels, sizes = zip(*result.levels.values(), strict=True)
    return sizes_words(unit_of(result), levels, sizes)


def population_words_of_ranking(result: DatasetsRankingResult) -> str:
    """Say which population the data sets are taken to come from."""
    unit = unit_of(result)
    if result.provenance.get(SCALE_OF_DATA):
        scale = "whose scale is the root mean square of the pair's observed differences"
        return f"Dirichlet process: these {unit}s and a prior that counts as {result.prior.mass:g} of them, {scale}"
    return f"Dirichlet process: {prior_words(result.prior, unit)}, of the difference of two"


def complete_datasets(result: DatasetsRankingResult) -> int:
    """Return the number of data sets that have all classifiers."""
    return int(result.losses.notnull().all("classifier").sum())  # noqa: PD004 - of xarray


def mean_ranks_words(result: DatasetsRankingResult) -> str:
    """Give the tests of mean ranks, or say why there are none."""
    complete = counted(complete_datasets(result), unit_of(result))
    if result.tests.empty:
        return f"none: {complete} with all classifiers"
    ranks = result.against_control["mean_rank"].sort_values(kind="stable")
    own = few_words([f"{name_text(str(name))} {rank:.2f}" for name, rank in ranks.items()])
    return f"on {complete}: {own}; {'; '.join(tests_words(result))}; they count orders, not sizes"


def tests_words(result: DatasetsRankingResult) -> list[str]:
    """Give the p-value of each test of mean ranks, or the number that it has instead."""
    return [
        f"{_TESTS[row.test]} {row.statistic:.2f}"
        if np.isnan(row.pvalue)
        else f"{_TESTS[row.test]} p {equals(pvalue_text(row.pvalue))}"
        for row in result.tests.itertuples()
    ]


def notes_of_datasets_ranking(result: DatasetsRankingResult) -> tuple[str, ...]:
    """Return what is unusual, in sentences."""
    unit, count = unit_of(result), result.losses.sizes["dataset"]
    notes = []
    if count < FEW:
        does = "do" if count > 1 else "does"
        notes.append(
            f"{counted(count, unit)} {does} not tell how far {unit}s vary: answers on others are driven by the prior"
        )
    table = result.classifiers["n_datasets"]
    missing = [f"{name_text(str(name))} ({number:.0f})" for name, number in table.items() if number < count]
    if missing:
        notes.append(f"not on all {count} {unit}s, and used where they are: {few_words(missing)}")
    complete = complete_datasets(result)
    if missing:
        notes.append(_words_on_missing(result, complete))
    same = _same_losses(result) if count > 1 else []
    if same:
        notes.append(
            f"{few_words(same)} have the same losses on every {unit}: are they one classifier? Each has a chance of "
            "its own to be the best"
        )
    return (*notes, *notes_of_numbers(result.provenance, result.metric, unit))


def _words_on_missing(result: DatasetsRankingResult, complete: int) -> str:
    """Say on which data sets pairs and all classifiers rest, and how far apart these are."""
    unit = unit_of(result)
    if not complete:
        return f"no {unit} has all classifiers: pairs are answered, who is the best of all is not"
    gap = f"averages of a pair differ by up to {loss_text(result, result.gap)} between them"
    return f"who is best rests on the {counted(complete, unit)} with all classifiers, a pair on those with both; {gap}"


def _same_losses(result: DatasetsRankingResult) -> list[str]:
    """Names of the first classifiers that no data set tells apart; none where there are no such."""
    alike: dict[str, list[str]] = {}
    losses = result.losses.transpose("classifier", "dataset")
    for name, row in zip(losses["classifier"].to_numpy(), losses.to_numpy().tolist(), strict=True):
        alike.setdefault(str(row), []).append(name_text(str(name)))
    return next((names for names in alike.values() if len(names) > 1), [])


def few_words(names: Sequence[str]) -> str:
    """List some names in a sentence: the first ones, and how many more there are."""
    more = len(names) - _MOST_NAMED
    return listed(names if more <= 1 else [*names[:_MOST_NAMED], f"{more} more"])
