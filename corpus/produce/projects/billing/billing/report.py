from decimal import Decimal

from billing.tax import tax


def line(name: str, net: Decimal, country: str) -> str:
    return f"{name:<20}{net + tax(net, country):>10}"


def report(rows: list[tuple[str, Decimal, str]]) -> str:
    return "\n".join(line(*row) for row in rows)
