import hashlib
import hmac


class Forbidden(Exception):
    pass


def hash_password(password: str, salt: bytes) -> bytes:
    return hashlib.pbkdf2_hmac("sha256", password.encode(), salt, 200_000)


def check_password(user, password: str) -> bool:
    return hmac.compare_digest(user.digest, hash_password(password, user.salt))


def require_permission(user, permission: str) -> None:
    if user is None or permission not in user.permissions:
        raise Forbidden(permission)
