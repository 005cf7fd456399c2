"""What several questions share: made once, of the same objects, and only while they are asked."""

import pytest

from bayescmp._support._shared import shared, sharing


@shared
def made(*given, **named):
    return object()


def test_the_same_objects_have_the_same_answer_within_alone():
    one, other = [1], [1]
    assert made(one) is not made(one)
    with sharing():
        assert made(one) is made(one)
        assert made(one, "a", n=2) is made(one, "a", n=2)
        assert made(one) is not made(other)
        assert made(one, "a") is not made(one, "b")
        assert made(one, n=1) is not made(one, n=2)
        assert made(n=one) is made(n=one)
        assert made(n=one) is not made(n=other)
    assert made(one) is not made(one)


def test_objects_that_are_gone_give_their_numbers_to_no_others():
    with sharing():
        assert len({id(made([number])) for number in range(100)}) == 100


def test_each_function_has_its_own_and_an_inner_block_too():
    other, one = shared(lambda _: object()), [1]
    with sharing():
        found = made(one)
        assert other(one) is not found
        with sharing():
            assert made(one) is not found
        assert made(one) is found


def test_an_error_ends_it():
    with pytest.raises(ValueError, match="no"), sharing():
        raise ValueError("no")
    assert made(1) is not made(1)
