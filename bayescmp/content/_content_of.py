"""The content of a result, by its class."""

from importlib import import_module

from bayescmp.content._content import Content

_HOMES = {
    "Comparison": "_of_two.ContentOfTwo",
    "SeveralMetrics": "_of_metrics.ContentOfMetrics",
    "Evaluation": "_of_values.ContentOfValues",
    "Ranking": "_of_several.ContentOfSeveral",
    "DatasetsComparison": "_of_two_over_datasets.ContentOfTwoOverDatasets",
    "DatasetsRanking": "_of_several_over_datasets.ContentOfSeveralOverDatasets",
    "Claim": "_of_claims.ContentOfClaim",
    "Gate": "_of_gates.ContentOfGate",
    "Claims": "_of_claims.ContentOfClaims",
    "SequentialComparison": "_of_looks.ContentOfLooks",
}
"""Module and class by the name of a result's class, loaded when first asked: each imports the room of its result."""


def content_of(result: object) -> Content:
    """Return what a result says."""
    home = next((_HOMES[kind.__name__] for kind in type(result).__mro__ if kind.__name__ in _HOMES), None)
    if home is None:
        raise TypeError(f"`result` must be one of bayescmp, but got {type(result).__name__}.")
    module, name = home.split(".")
    return getattr(import_module(f"bayescmp.content.{module}"), name)(result)
