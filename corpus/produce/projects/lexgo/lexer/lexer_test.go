package lexer

import (
	"testing"

	"example.org/lexgo/token"
)

func TestLex(t *testing.T) {
	got := Lex("a + 12")
	want := []token.Token{{Kind: token.Ident, Text: "a"}, {Kind: token.Plus, Text: "+"}, {Kind: token.Number, Text: "12"}}
	if len(got) != len(want) {
		t.Fatalf("got %v, want %v", got, want)
	}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("token %d: got %v, want %v", i, got[i], want[i])
		}
	}
}

func TestErrorToken(t *testing.T) {
	if got := Lex("?"); got[0].Kind != token.Error {
		t.Errorf("got %v", got)
	}
}
