import re


class NotFound(Exception):
    pass


class Router:
    def __init__(self):
        self._routes = []

    def add(self, pattern, handler):
        regex = re.sub(r"<(\w+)>", r"(?P<\1>[^/]+)", pattern)
        self._routes.append((re.compile(f"^{regex}$"), handler))

    def resolve(self, path):
        for regex, handler in self._routes:
            found = regex.match(path)
            if found:
                return handler, found.groupdict()
        raise NotFound(path)
