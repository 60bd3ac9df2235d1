// Package api answers requests about carts.
package api

import (
	"fmt"
	"log"
	"net/http"

	"example.org/shop/cart"
	"example.org/shop/store"
)

// Handler shows the total of a customer's cart.
func Handler(s *store.Store) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		lines, ok := s.Get(r.URL.Query().Get("customer"))
		if !ok {
			http.Error(w, "no such cart", http.StatusNotFound)
			return
		}
		total, err := cart.Total(lines)
		if err != nil {
			log.Printf("error: total failed: %v", err)
			http.Error(w, "broken cart", http.StatusInternalServerError)
			return
		}
		fmt.Fprintf(w, "%d.%02d", total/100, total%100)
	}
}
