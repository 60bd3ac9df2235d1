package cart

import (
	"errors"
	"testing"
)

func TestTotal(t *testing.T) {
	tests := []struct {
		name  string
		lines []Line
		want  int
	}{
		{"empty", nil, 0},
		{"one line", []Line{{"book", 1500, 2}}, 3000},
		{"two lines", []Line{{"book", 1500, 1}, {"pen", 250, 4}}, 2500},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got, err := Total(test.lines)
			if err != nil {
				t.Fatal(err)
			}
			if got != test.want {
				t.Errorf("Total() = %d, want %d", got, test.want)
			}
		})
	}
}

func TestTotalReportsErrors(t *testing.T) {
	if _, err := Total([]Line{{"book", 1500, 0}}); !errors.Is(err, ErrQuantity) {
		t.Errorf("got error %v, want ErrQuantity", err)
	}
}
