package guard

import (
	"net/http"
	"net/http/httptest"
	"testing"
)

func code(find Finder, path string) int {
	mux := http.NewServeMux()
	Routes(mux, find)
	recorder := httptest.NewRecorder()
	mux.ServeHTTP(recorder, httptest.NewRequest("GET", path, nil))
	return recorder.Code
}

func TestRequireAdminForbidsOthers(t *testing.T) {
	if got := code(func(*http.Request) *User { return nil }, "/admin/users"); got != 403 {
		t.Errorf("got %d", got)
	}
}

func TestRequireAdminLetsAdminsIn(t *testing.T) {
	if got := code(func(*http.Request) *User { return &User{"kim", true} }, "/admin/users"); got != 200 {
		t.Errorf("got %d", got)
	}
}
