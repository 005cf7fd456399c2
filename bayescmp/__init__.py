"""Is classifier A really better than B, by how much, and how sure are we.

The public names are loaded when they are first used, so that importing the package is quick.
"""

from importlib import import_module

from bayescmp._support._above import ABOVE, VERBS

TYPE_CHECKING = False  # typing is not imported: with `python -m`, a typing.py of the current folder would run
if TYPE_CHECKING:
    from bayescmp import comparison as comparison
    from bayescmp import correlation as correlation
    from bayescmp import datasets as datasets
    from bayescmp import design as design
    from bayescmp import doors as doors
    from bayescmp import evidence as evidence
    from bayescmp import frequentist as frequentist
    from bayescmp import hierarchical as hierarchical
    from bayescmp import methods as methods
    from bayescmp import metrics as metrics
    from bayescmp import model_selection as model_selection
    from bayescmp import plots as plots
    from bayescmp import posteriors as posteriors
    from bayescmp import predictions as predictions
    from bayescmp import ranking as ranking
    from bayescmp import readers as readers
    from bayescmp import reports as reports
    from bayescmp import sequential as sequential
    from bayescmp import studies as studies
    from bayescmp import tables as tables
    from bayescmp.comparison import Comparison as Comparison
    from bayescmp.comparison import compare as compare
    from bayescmp.comparison import plan as plan
    from bayescmp.datasets import DatasetsComparison as DatasetsComparison
    from bayescmp.datasets import DatasetsRanking as DatasetsRanking
    from bayescmp.datasets import compare_datasets as compare_datasets
    from bayescmp.datasets import rank_datasets as rank_datasets
    from bayescmp.doors import answers as answers
    from bayescmp.doors import decision_values as decision_values
    from bayescmp.doors import folds as folds
    from bayescmp.doors import hold_out as hold_out
    from bayescmp.doors import in_time as in_time
    from bayescmp.doors import labels as labels
    from bayescmp.doors import losses as losses
    from bayescmp.doors import preferences as preferences
    from bayescmp.doors import probabilities as probabilities
    from bayescmp.doors import scores as scores
    from bayescmp.doors import splits as splits
    from bayescmp.doors import validation_sets as validation_sets
    from bayescmp.doors import verdicts as verdicts
    from bayescmp.frequentist import run_tests as run_tests
    from bayescmp.model_selection import BlockRegularizedCV as BlockRegularizedCV
    from bayescmp.model_selection import cross_val_datasets as cross_val_datasets
    from bayescmp.model_selection import cross_val_predictions as cross_val_predictions
    from bayescmp.model_selection import predictions_from_cross_validate as predictions_from_cross_validate
    from bayescmp.predictions import read_predictions as read_predictions
    from bayescmp.predictions import save_predictions as save_predictions
    from bayescmp.ranking import Ranking as Ranking
    from bayescmp.ranking import rank as rank
    from bayescmp.readers import read_helm as read_helm
    from bayescmp.readers import read_inspect as read_inspect
    from bayescmp.readers import read_lm_eval as read_lm_eval
    from bayescmp.readers import read_logs as read_logs
    from bayescmp.reports import write_report as write_report
    from bayescmp.results import Result as Result
    from bayescmp.results import load as load
    from bayescmp.sequential import SequentialComparison as SequentialComparison
    from bayescmp.sequential import plan_sequential as plan_sequential
    from bayescmp.tables import effective_table as effective_table
    from bayescmp.tables import paired_table as paired_table
    from bayescmp.tables import paired_tables as paired_tables

_ROOMS = (
    "comparison",
    "correlation",
    "datasets",
    "design",
    "doors",
    "evidence",
    "frequentist",
    "hierarchical",
    "methods",
    "metrics",
    "model_selection",
    "plots",
    "posteriors",
    "predictions",
    "ranking",
    "readers",
    "reports",
    "sequential",
    "studies",
    "tables",
)
_HOME = {
    "BlockRegularizedCV": "model_selection",
    "Comparison": "comparison",
    "DatasetsComparison": "datasets",
    "DatasetsRanking": "datasets",
    "Ranking": "ranking",
    "Result": "results",
    "SequentialComparison": "sequential",
    "answers": "doors",
    "compare": "comparison",
    "compare_datasets": "datasets",
    "cross_val_datasets": "model_selection",
    "cross_val_predictions": "model_selection",
    "decision_values": "doors",
    "effective_table": "tables",
    "folds": "doors",
    "hold_out": "doors",
    "in_time": "doors",
    "labels": "doors",
    "load": "results",
    "losses": "doors",
    "paired_table": "tables",
    "paired_tables": "tables",
    "plan": "comparison",
    "plan_sequential": "sequential",
    "predictions_from_cross_validate": "model_selection",
    "preferences": "doors",
    "probabilities": "doors",
    "rank": "ranking",
    "rank_datasets": "datasets",
    "read_helm": "readers",
    "read_inspect": "readers",
    "read_lm_eval": "readers",
    "read_logs": "readers",
    "read_predictions": "predictions",
    "run_tests": "frequentist",
    "save_predictions": "predictions",
    "scores": "doors",
    "splits": "doors",
    "validation_sets": "doors",
    "verdicts": "doors",
    "write_report": "reports",
}

ABOVE.update(
    plot="plots.plot_result",
    table="reports.paper_table",
    picture="reports.picture_in_page",
    content="content.content_of",
    metric_of="metrics.metric_of",
    brings_metric="metrics.brings_metric",
    plain_metric="metrics.plain_metric",
    metric_of_plain="metrics.metric_of_plain",
    plain_method="methods.plain_argument",
    method_of_plain="methods.method_of_plain",
    experiment="model_selection._experiment.predictions_in",
)
VERBS.update(
    compare="comparison.compare",
    rank="ranking.rank",
    compare_datasets="datasets.compare_datasets",
    rank_datasets="datasets.rank_datasets",
    comparison_of_looks="sequential._sequential_comparison.comparison_of_looks",
)

__all__ = [*_ROOMS, *_HOME, "__version__"]  # noqa: PLE0604 - the names are in the tuples above


def __getattr__(name: str) -> object:
    if name in _ROOMS:
        value: object = import_module(f"bayescmp.{name}")
    elif name in _HOME:
        value = getattr(import_module(f"bayescmp.{_HOME[name]}"), name)
    elif name == "__version__":
        from importlib.metadata import version  # noqa: PLC0415 - slow to import, rarely asked

        value = version("bayescmp")
    else:
        raise AttributeError(f"module 'bayescmp' has no attribute {name!r}.{_where(name)}")
    globals()[name] = value
    return value


def _where(name: str) -> str:
    """Say in which room a name is, or which name is near to it."""
    if name.startswith("_"):
        return ""
    from bayescmp._support._registry import did_you_mean  # noqa: PLC0415 - of errors only

    rooms = [room for room in _ROOMS if name in import_module(f"bayescmp.{room}").__all__]
    if rooms:
        return f" It is in `bayescmp.{rooms[0]}`."
    return did_you_mean(name, _HOME)


def __dir__() -> list[str]:
    return __all__
