package store

import (
	"testing"

	"example.org/shop/cart"
)

func TestPutAndGet(t *testing.T) {
	s := New()
	s.Put("kim", []cart.Line{{SKU: "book", Price: 1500, Quantity: 1}})
	lines, ok := s.Get("kim")
	if !ok || len(lines) != 1 {
		t.Fatalf("got %v, %v", lines, ok)
	}
}

func TestGetFailsForUnknownCustomer(t *testing.T) {
	if _, ok := New().Get("nobody"); ok {
		t.Error("found a cart for nobody")
	}
}
