from decimal import Decimal

from billing.report import report


def test_one_line_per_row():
    text = report([("Desk", Decimal("100"), "DE"), ("Book", Decimal("20"), "LU")])
    assert text.splitlines() == ["Desk                    119.00", "Book                     23.40"]


def test_empty_report():
    assert report([]) == ""
