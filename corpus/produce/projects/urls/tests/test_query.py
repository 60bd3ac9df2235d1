import unittest

from urls.query import parse_query


class QueryTest(unittest.TestCase):
    def test_collects_repeated_names(self):
        self.assertEqual(parse_query("?a=1&a=2&b=x+y"), {"a": ["1", "2"], "b": ["x y"]})

    def test_empty(self):
        self.assertEqual(parse_query(""), {})
