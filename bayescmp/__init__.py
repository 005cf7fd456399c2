"""Is classifier A really better than B, by how much, and how sure are we.

The public names are loaded when they are first used, so that importing the package is quick.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from bayescmp import comparison as comparison
    from bayescmp import correlation as correlation
    from bayescmp import frequentist as frequentist
    from bayescmp import hierarchical as hierarchical
    from bayescmp import losses as losses
    from bayescmp import model_selection as model_selection
    from bayescmp import plots as plots
    from bayescmp import posteriors as posteriors
    from bayescmp import predictions as predictions
    from bayescmp import reports as reports
    from bayescmp import studies as studies
    from bayescmp import tables as tables
    from bayescmp.comparison import Comparison as Comparison
    from bayescmp.comparison import compare as compare
    from bayescmp.comparison import correlation_sensitivity as correlation_sensitivity
    from bayescmp.comparison import plan as plan
    from bayescmp.frequentist import bcv_mcnemar as bcv_mcnemar
    from bayescmp.frequentist import mcnemar as mcnemar
    from bayescmp.frequentist import registered_tests as registered_tests
    from bayescmp.frequentist import run_tests as run_tests
    from bayescmp.hierarchical import crossed_effects_mcmc as crossed_effects_mcmc
    from bayescmp.hierarchical import diagnostics_verdict as diagnostics_verdict
    from bayescmp.hierarchical import fold_correlation as fold_correlation
    from bayescmp.hierarchical import moment_correlations as moment_correlations
    from bayescmp.model_selection import BlockRegularizedCV as BlockRegularizedCV
    from bayescmp.model_selection import cross_val_predictions as cross_val_predictions
    from bayescmp.model_selection import training_overlaps as training_overlaps
    from bayescmp.posteriors import crossed_effects_posterior as crossed_effects_posterior
    from bayescmp.posteriors import effective_posterior as effective_posterior
    from bayescmp.posteriors import paired_posterior as paired_posterior
    from bayescmp.predictions import predictions_from_arrays as predictions_from_arrays
    from bayescmp.predictions import predictions_from_cross_validate as predictions_from_cross_validate
    from bayescmp.predictions import predictions_from_frame as predictions_from_frame
    from bayescmp.predictions import read_predictions as read_predictions
    from bayescmp.predictions import save_predictions as save_predictions
    from bayescmp.reports import write_report as write_report
    from bayescmp.tables import effective_table as effective_table
    from bayescmp.tables import paired_table as paired_table
    from bayescmp.tables import paired_tables as paired_tables

_ROOMS = (
    "comparison",
    "correlation",
    "frequentist",
    "hierarchical",
    "losses",
    "model_selection",
    "plots",
    "posteriors",
    "predictions",
    "reports",
    "studies",
    "tables",
)
_HOME = {
    "BlockRegularizedCV": "model_selection",
    "Comparison": "comparison",
    "bcv_mcnemar": "frequentist",
    "compare": "comparison",
    "correlation_sensitivity": "comparison",
    "cross_val_predictions": "model_selection",
    "crossed_effects_mcmc": "hierarchical",
    "crossed_effects_posterior": "posteriors",
    "diagnostics_verdict": "hierarchical",
    "effective_posterior": "posteriors",
    "effective_table": "tables",
    "fold_correlation": "hierarchical",
    "mcnemar": "frequentist",
    "moment_correlations": "hierarchical",
    "paired_posterior": "posteriors",
    "paired_table": "tables",
    "paired_tables": "tables",
    "plan": "comparison",
    "predictions_from_arrays": "predictions",
    "predictions_from_cross_validate": "predictions",
    "predictions_from_frame": "predictions",
    "read_predictions": "predictions",
    "registered_tests": "frequentist",
    "run_tests": "frequentist",
    "save_predictions": "predictions",
    "training_overlaps": "model_selection",
    "write_report": "reports",
}

__all__ = [*_ROOMS, *_HOME, "__version__"]  # noqa: PLE0604 - the names are in the tuples above


def __getattr__(name: str) -> Any:
    if name in _ROOMS:
        value: Any = import_module(f"bayescmp.{name}")
    elif name in _HOME:
        value = getattr(import_module(f"bayescmp.{_HOME[name]}"), name)
    elif name == "__version__":
        from importlib.metadata import version  # noqa: PLC0415 - slow to import, rarely asked

        value = version("bayescmp")
    else:
        raise AttributeError(f"module 'bayescmp' has no attribute {name!r}")
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return __all__
