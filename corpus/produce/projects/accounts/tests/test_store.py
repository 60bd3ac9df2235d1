from types import SimpleNamespace

from accounts.store import Store


def test_all_users():
    assert len(Store([SimpleNamespace(id=1), SimpleNamespace(id=2)]).all()) == 2


def test_titles_of_an_author():
    assert Store().titles_by(SimpleNamespace(titles=["Emma"])) == ["Emma"]
