from datetime import date

from billing.periods import days_left, month_end


def test_month_end_in_a_leap_year():
    assert month_end(date(2028, 2, 3)) == date(2028, 2, 29)


def test_days_left():
    assert days_left(date(2026, 4, 28)) == 2
