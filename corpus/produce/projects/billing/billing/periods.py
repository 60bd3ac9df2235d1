from datetime import date, timedelta


def month_end(day: date) -> date:
    first_of_next = (day.replace(day=28) + timedelta(days=4)).replace(day=1)
    return first_of_next - timedelta(days=1)


def days_left(day: date) -> int:
    return (month_end(day) - day).days
