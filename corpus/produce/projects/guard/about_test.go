package guard

import "testing"

func TestAboutIsPublic(t *testing.T) {
	if got := code(nil, "/about"); got != 200 {
		t.Errorf("got %d", got)
	}
}
