"""What plans say of themselves is what the study found."""

from pathlib import Path

import pandas as pd

from bayescmp.comparison import _assurance

RESULTS = Path(__file__).parents[2] / "docs" / "results"


def test_the_screen_says_what_was_measured_between_two_of_the_best():
    rows = pd.read_csv(RESULTS / "plan-pilots.csv").query("pilot == 'any' and planned == 'any'").set_index("pairs")
    row = rows.loc["two of the four best"]
    assert f"it was {row['smaller']:.2f} on average where {row['happened']:.2f} decided" in _assurance._ASSURANCE
