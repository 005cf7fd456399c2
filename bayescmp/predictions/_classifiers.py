"""The names of classifiers, and the kind of an estimator, where it says what it is."""

from collections.abc import Mapping

from sklearn.utils import get_tags

from bayescmp._text import shown
from bayescmp._validation import check_storable


def check_classifier(name: str, estimator: object) -> None:
    """Refuse an estimator whose predictions are no labels: numbers, or numbers of clusters, compare as labels do.

    Parameters
    ----------
    name : str
        What to call it in a message.
    estimator : object
        Fitted or not; one without scikit-learn's tags may be anything.

    Raises
    ------
    TypeError
        If its tags say that it is no classifier, those of what a pipeline or a search wraps included.
    """
    try:
        kind = get_tags(estimator).estimator_type
    except AttributeError:
        return
    if kind not in {None, "classifier"}:
        raise TypeError(
            f"`{name}` must be a classifier, but got {type(estimator).__name__} of the kind {kind!r}. "
            "Only labels are predicted here: for others compute a loss of each record, and give it to "
            "`losses_from_arrays`."
        )


def checked_names(mapping: object, argument: str) -> list[str]:
    """Return the names of a mapping that has one for each classifier."""
    if not isinstance(mapping, Mapping) or not mapping:
        raise TypeError(
            f'`{argument}` must be a mapping from the name of each classifier, such as {{"tree": ...}}, '
            f"but got {type(mapping).__name__}."
        )
    for name in mapping:
        if not isinstance(name, str) or not name:
            raise TypeError(f"The names in `{argument}` must be non-empty text, but got {shown(name)}.")
        check_storable(f"The names in `{argument}`", name)
    return list(mapping)
