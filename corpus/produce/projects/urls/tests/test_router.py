import unittest

from urls.router import NotFound, Router


class RouterTest(unittest.TestCase):
    def setUp(self):
        self.router = Router()
        self.router.add("/books/<id>", "book")
        self.router.add("/books", "books")

    def test_captures_parameters(self):
        self.assertEqual(self.router.resolve("/books/7"), ("book", {"id": "7"}))

    def test_matches_exactly(self):
        self.assertEqual(self.router.resolve("/books"), ("books", {}))

    def test_raises_error_when_nothing_matches(self):
        with self.assertRaises(NotFound):
            self.router.resolve("/films")


if __name__ == "__main__":
    unittest.main()
