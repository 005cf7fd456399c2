"""`bayescmp study card` prints the card of the library."""

import pytest

from bayescmp.studies import card
from bayescmp.studies._card import card_text


def test_it_prints_the_card(run):
    assert run("study", "card").out.strip() == card_text(card()).strip()


def test_as_csv_it_is_the_table(run):
    assert run("study", "card", "--format", "csv").out.count("\n") == len(card()) + 1


def test_what_is_of_the_second_time_alone_is_refused_without_it(refused):
    assert "give `--again` as well" in refused("study", "card", "--trials", "5")
    assert "give `--again` as well" in refused("study", "card", "--jobs", "2")


@pytest.mark.full
def test_again_it_says_what_differs(run):
    said = run("study", "card", "--again", "--trials", "1").out
    assert "from the card by more than chance explains, with 1 samples of each world" in " ".join(said.split())
