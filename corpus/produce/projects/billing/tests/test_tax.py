from decimal import Decimal

import pytest

from billing.tax import UnknownCountry, tax


def test_rounds_half_up():
    assert tax(Decimal("1.50"), "DE") == Decimal("0.29")


@pytest.mark.parametrize("country, want", [("DE", "19.00"), ("FR", "20.00"), ("LU", "17.00")])
def test_rate_of_country(country, want):
    assert tax(Decimal("100"), country) == Decimal(want)


def test_unknown_country_is_an_error():
    with pytest.raises(UnknownCountry):
        tax(Decimal("1"), "XX")
