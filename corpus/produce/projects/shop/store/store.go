// Package store keeps carts in memory.
package store

import (
	"sync"

	"example.org/shop/cart"
)

// Store is safe for concurrent use.
type Store struct {
	mu    sync.Mutex
	carts map[string][]cart.Line
}

// New makes an empty store.
func New() *Store {
	return &Store{carts: map[string][]cart.Line{}}
}

// Put replaces the cart of a customer.
func (s *Store) Put(customer string, lines []cart.Line) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.carts[customer] = lines
}

// Get returns the cart of a customer.
func (s *Store) Get(customer string) ([]cart.Line, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	lines, ok := s.carts[customer]
	return lines, ok
}
