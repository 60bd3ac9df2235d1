class Store:
    def __init__(self, users=()):
        self._users = {user.id: user for user in users}

    def all(self):
        return list(self._users.values())

    def delete(self, user_id):
        self._users.pop(user_id, None)

    def titles_by(self, user):
        return list(getattr(user, "titles", []))
