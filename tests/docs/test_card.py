"""The card that the package ships is the one that the recorded results give."""

import sys
from importlib import resources
from pathlib import Path

RESULTS = Path(__file__).parents[2] / "docs" / "results"


def test_the_card_is_that_of_the_results(monkeypatch):
    monkeypatch.setattr(sys, "path", [*sys.path, str(RESULTS)])
    from card import card

    shipped = (resources.files("bayescmp.studies") / "card.csv").read_text(encoding="utf-8")
    assert shipped == card().to_csv(index=False)
