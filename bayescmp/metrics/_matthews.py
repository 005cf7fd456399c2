"""Matthews' correlation coefficient, of two classes or more."""

from bayescmp.metrics._margins import matthews
from bayescmp.metrics._of_margins import metric_of_margins

MATTHEWS = metric_of_margins("matthews_corrcoef", "Matthews correlation", matthews, symbol="MCC", worst=-1.0)
"""0 at chance, and where one class only is true or predicted."""
