import pytest

from argcli.parser import UsageError, parse

KNOWN = {"port": True, "verbose": False}


def test_values_and_flags():
    options = parse(["--port", "80", "--verbose", "file"], KNOWN)
    assert options.values == {"port": "80"}
    assert options.flags == {"verbose"}
    assert options.rest == ["file"]


@pytest.mark.parametrize("argv", [["--nope"], ["--port"]])
def test_errors_are_usage_errors(argv):
    with pytest.raises(UsageError):
        parse(argv, KNOWN)
