"""Cohen's kappa: agreement beyond that of chance."""

from bayescmp.metrics._margins import kappa
from bayescmp.metrics._of_margins import metric_of_margins

COHEN_KAPPA = metric_of_margins("cohen_kappa", "Cohen's kappa", kappa, symbol="kappa", worst=-1.0)
"""0 at chance, and where one class only occurs, for which scikit-learn has NaN."""
