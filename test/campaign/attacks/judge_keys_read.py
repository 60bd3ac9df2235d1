"""Reads tokens, sessions and the signing key."""
from judge_files import attempt, named, read

for path in named("keys.json", "sessions.json", "signing-key.pem"):
    attempt(path, lambda: read(path))
print("tried")
