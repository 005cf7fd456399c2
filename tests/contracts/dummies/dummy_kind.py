"""A kind of answer: marks at school, of which A is no loss and F the whole one."""

from dataclasses import dataclass
from typing import Any, ClassVar

import pandas as pd

from bayescmp.doors._kind import Kind
from bayescmp.doors._losses import Losses


@dataclass(frozen=True, kw_only=True, eq=False)
class DummyKind(Kind):
    """A mark of each record."""

    marks: Any = None

    name = "dummy_kind"
    answers = "marks"
    of_classifiers: ClassVar = {"marks": 0}

    def put_in(self, rows, *, on_missing, of_records):
        """Put marks in their places as losses."""
        given = {
            name: [None if pd.isna(one) else "ABCDEF".index(one) / 5 for one in own] for name, own in self.marks.items()
        }
        losses = Losses(values=given, noun="mark").prepared(on_missing=on_missing)
        return losses.put_in(rows, on_missing=on_missing, of_records=of_records)
