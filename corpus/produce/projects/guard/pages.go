package guard

import (
	"fmt"
	"net/http"
)

// Routes mounts the admin pages.
func Routes(mux *http.ServeMux, find Finder) {
	mux.Handle("/admin/users", RequireAdmin(find, http.HandlerFunc(users)))
	mux.Handle("/admin/purge", RequireAdmin(find, http.HandlerFunc(purge)))
	mux.Handle("/about", http.HandlerFunc(about))
}

func users(w http.ResponseWriter, r *http.Request) { fmt.Fprintln(w, "kim, lee") }
func purge(w http.ResponseWriter, r *http.Request) { fmt.Fprintln(w, "purged") }
func about(w http.ResponseWriter, r *http.Request) { fmt.Fprintln(w, "guard 1.0") }
