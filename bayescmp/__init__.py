"""Is classifier A really better than B, by how much, and how sure are we.

The public names are loaded when they are first used, so that importing the package is quick.
"""

from importlib import import_module

from bayescmp._support._above import ABOVE, VERBS

_NAMES = {
    "claims": "Claim Claims reported",
    "comparison": "Comparison Evaluation SeveralMetrics compare evaluate plan plan_hold_out",
    "correlation": "",
    "datasets": "DatasetsComparison DatasetsRanking compare_datasets rank_datasets",
    "design": "",
    "doors": "answers decision_values folds hold_out in_time labels losses one_test_set preferences probabilities runs "
    "scores splits validation_sets verdicts",
    "evidence": "",
    "frequentist": "run_tests",
    "gates": "Gate gate",
    "hierarchical": "",
    "methods": "",
    "metrics": "",
    "model_selection": "BlockRegularizedCV TrainingRuns cross_val_datasets cross_val_predictions "
    "predictions_from_cross_validate",
    "plots": "",
    "posteriors": "",
    "predictions": "read_predictions save_predictions",
    "ranking": "Ranking rank",
    "readers": "read_helm read_inspect read_lm_eval read_logs",
    "reports": "write_report",
    "results": "Result load",
    "sequential": "SequentialComparison plan_sequential",
    "studies": "",
    "tables": "effective_table paired_table paired_tables",
}
"""The names of the facade by their rooms, of which `results` is none; `__init__.pyi` has them for type checkers."""
_ROOMS = tuple(room for room in _NAMES if room != "results")
_HOME = {name: room for room, names in _NAMES.items() for name in names.split()}

ABOVE.update(
    plot="plots.plot_result",
    caption="plots.caption_of",
    table="reports.paper_table",
    sentence="reports._one_table.paper_sentence",
    picture="reports.picture_in_page",
    content="content.content_of",
    held="studies._card.said_of",
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
    evaluate="comparison.evaluate",
    rank="ranking.rank",
    gate="gates.gate",
    reported="claims._reported.reported_again",
    compare_datasets="datasets.compare_datasets",
    rank_datasets="datasets.rank_datasets",
    comparison_of_looks="sequential._sequential_comparison.comparison_of_looks",
)

__all__ = [*_ROOMS, *_HOME, "__version__"]  # noqa: PLE0604 - the names are in the table above


def __getattr__(name: str) -> object:
    if name in _ROOMS:
        value: object = import_module(f"bayescmp.{name}")
    elif name in _HOME:
        value = getattr(import_module(f"bayescmp.{_HOME[name]}"), name)
    elif name == "__version__":
        from importlib.metadata import version  # noqa: PLC0415 - slow to import, rarely asked

        value = version("bayescmp")
    else:
        from bayescmp._support._registry import did_you_mean, where  # noqa: PLC0415 - of errors only

        hint = "" if name.startswith("_") else where(name) or did_you_mean(name, _HOME)
        raise AttributeError(f"module 'bayescmp' has no attribute {name!r}.{hint}")
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return __all__
