// Package cart adds up what a customer wants to buy.
package cart

import (
	"errors"
	"fmt"
)

// ErrQuantity says that a line has no sensible quantity.
var ErrQuantity = errors.New("quantity must be positive")

// Line is one article of a cart. Prices are cents.
type Line struct {
	SKU      string
	Price    int
	Quantity int
}

// Total sums the lines.
func Total(lines []Line) (int, error) {
	sum := 0
	for _, line := range lines {
		if line.Quantity <= 0 {
			return 0, fmt.Errorf("%s: %w", line.SKU, ErrQuantity)
		}
		sum += line.Price * line.Quantity
	}
	return sum, nil
}
