from decimal import ROUND_HALF_UP, Decimal

RATES = {"DE": Decimal("0.19"), "FR": Decimal("0.20"), "LU": Decimal("0.17")}


class UnknownCountry(Exception):
    pass


def tax(net: Decimal, country: str) -> Decimal:
    try:
        rate = RATES[country]
    except KeyError:
        raise UnknownCountry(country) from None
    return (net * rate).quantize(Decimal("0.01"), rounding=ROUND_HALF_UP)
