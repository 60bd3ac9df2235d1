package api

import (
	"net/http/httptest"
	"testing"

	"example.org/shop/cart"
	"example.org/shop/store"
)

func get(s *store.Store, path string) *httptest.ResponseRecorder {
	recorder := httptest.NewRecorder()
	Handler(s)(recorder, httptest.NewRequest("GET", path, nil))
	return recorder
}

func TestShowsTotal(t *testing.T) {
	s := store.New()
	s.Put("kim", []cart.Line{{SKU: "book", Price: 1505, Quantity: 1}})
	if got := get(s, "/?customer=kim").Body.String(); got != "15.05" {
		t.Errorf("got %q", got)
	}
}

func TestBrokenCartIsAServerError(t *testing.T) {
	s := store.New()
	s.Put("kim", []cart.Line{{SKU: "book"}})
	if got := get(s, "/?customer=kim").Code; got != 500 {
		t.Errorf("got %d", got)
	}
}
