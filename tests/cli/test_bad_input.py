"""Options that are not there, and values that none has, end with exit code 2."""

import pytest


@pytest.mark.parametrize("option", [["--bogus"], ["--seed", "-1"], ["--rope", "wide"]])
def test_unknown_options_and_values_end_with_code_2(run, option):
    ended = run("compare", *option)
    assert ended.code == 2
    assert option[0] in ended.err
    assert "Traceback" not in ended.err
