// Package guard protects the admin pages.
package guard

import "net/http"

// User is who sent a request.
type User struct {
	Name  string
	Admin bool
}

// Finder finds the user of a request, or nil.
type Finder func(*http.Request) *User

// RequireAdmin lets only administrators through.
func RequireAdmin(find Finder, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		user := find(r)
		if user == nil || !user.Admin {
			http.Error(w, "forbidden", http.StatusForbidden)
			return
		}
		next.ServeHTTP(w, r)
	})
}
