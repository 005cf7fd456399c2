"""The kind of an estimator, where it says what it is."""

from sklearn.utils import get_tags


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
            "Only predicted labels can be compared."
        )
