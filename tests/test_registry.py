from dataclasses import dataclass

import pytest

from bayescmp._support._registry import Registry, did_you_mean


@dataclass(frozen=True)
class Fruit:
    name: str
    colour: str = "green"


def test_members_keep_their_order_and_are_found_by_name():
    fruits = Registry("fruit", [Fruit("pear"), Fruit("apple")])
    assert list(fruits) == ["pear", "apple"]
    assert fruits["apple"].name == "apple"
    assert "plum" not in fruits
    assert len(fruits) == 2


def test_a_member_may_be_registered_again_but_not_another_of_its_name():
    pear = Fruit("pear")
    fruits = Registry("fruit", [pear])
    assert fruits.register(pear) is pear
    with pytest.raises(ValueError, match="A fruit must have a new name, but 'pear' is registered"):
        fruits.register(Fruit("pear", colour="yellow"))


@pytest.mark.parametrize(("name", "message"), [
    ("aple", r"`x` must be one of 'auto', 'apple', 'pear', but got 'aple'. Did you mean 'apple'\?"),
    ("zzz", "but got 'zzz'.$"),
    (3, "but got 3.$"),
    (["apple"], r"but got \['apple'\].$"),
])  # fmt: skip
def test_an_unknown_name_is_answered_with_those_that_there_are(name, message):
    with pytest.raises(ValueError, match=message):
        Registry("fruit", [Fruit("apple"), Fruit("pear")]).check("x", name, also=["auto"])


def test_of_many_names_the_one_that_is_meant_stands_alone_and_a_known_one_is_returned():
    fruits = Registry("fruit", map(Fruit, ["apple", "pear", *"abcdefgh"]))
    with pytest.raises(ValueError, match=r"^`x` must be one of 10 names, but got 'aple'\. Did you mean 'apple'\?$"):
        fruits.check("x", "aple")
    with pytest.raises(ValueError, match=r"one of 'apple', 'pear', 'a', .*, but got 'zzz'\.$"):
        fruits.check("x", "zzz")
    fruits = Registry("fruit", [Fruit("apple")])
    assert fruits.check("x", "apple") == "apple"
    assert fruits.check("x", "auto", also=["auto"]) == "auto"


@pytest.mark.parametrize(("name", "meant"), [
    ("Five Fold", None), ("hold_out 2/3", "hold-out 2/3"), ("half splits", "half-splits"), ("xyzzy", None),
    ("", None), (10, None),
])  # fmt: skip
def test_what_was_meant_is_asked(name, meant):
    known = ["hold-out 2/3", "half-splits", "5-fold", "10-fold", "10 x 10-fold"]
    assert did_you_mean(name, known) == ("" if meant is None else f" Did you mean {meant!r}?")
