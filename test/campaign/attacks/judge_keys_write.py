"""Adds to tokens, sessions and the signing key."""
from judge_files import append, attempt, named

for path in named("keys.json", "sessions.json", "signing-key.pem"):
    attempt(path, lambda: append(path))
print("tried")
