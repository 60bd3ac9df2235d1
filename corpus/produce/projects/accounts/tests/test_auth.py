from types import SimpleNamespace

import pytest

from accounts.auth import Forbidden, check_password, hash_password, require_permission


def test_check_password_accepts_the_right_one():
    user = SimpleNamespace(salt=b"s", digest=hash_password("open sesame", b"s"))
    assert check_password(user, "open sesame")
    assert not check_password(user, "close sesame")


def test_require_permission_refuses_without_it():
    with pytest.raises(Forbidden):
        require_permission(SimpleNamespace(permissions=set()), "users.export")
