// Package token names the words of the language.
package token

// Kind of a token.
type Kind int

// The kinds.
const (
	Illegal Kind = iota
	Ident
	Number
	Plus
	Error
)

// Token is one word of the source.
type Token struct {
	Kind Kind
	Text string
}
