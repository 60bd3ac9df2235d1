from urllib.parse import unquote_plus


def parse_query(text):
    values = {}
    for part in filter(None, text.lstrip("?").split("&")):
        name, _, value = part.partition("=")
        values.setdefault(unquote_plus(name), []).append(unquote_plus(value))
    return values
