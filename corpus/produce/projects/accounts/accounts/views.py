from accounts.auth import require_permission


def export_users(request, store):
    require_permission(request.user, "users.export")
    return [user.name for user in store.all()]


def delete_user(request, store, user_id):
    require_permission(request.user, "users.delete")
    store.delete(user_id)
    return {"deleted": user_id}


def show_profile(request, store):
    return {"name": request.user.name, "author_of": store.titles_by(request.user)}
