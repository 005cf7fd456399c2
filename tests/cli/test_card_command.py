"""`bayescmp study card` prints the card of the library."""

from bayescmp.studies import card
from bayescmp.studies._card import card_text


def test_it_prints_the_card(run):
    assert run("study", "card").out.strip() == card_text(card()).strip()


def test_as_csv_it_is_the_table(run):
    assert run("study", "card", "--format", "csv").out.count("\n") == len(card()) + 1
