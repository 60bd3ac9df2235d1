// Package lexer splits source text into tokens.
package lexer

import (
	"unicode"

	"example.org/lexgo/token"
)

// Lex returns all tokens of the source.
func Lex(source string) []token.Token {
	var tokens []token.Token
	runes := []rune(source)
	for i := 0; i < len(runes); {
		start := i
		switch {
		case unicode.IsSpace(runes[i]):
			i++
			continue
		case unicode.IsLetter(runes[i]):
			for i < len(runes) && unicode.IsLetter(runes[i]) {
				i++
			}
			tokens = append(tokens, token.Token{Kind: token.Ident, Text: string(runes[start:i])})
		case unicode.IsDigit(runes[i]):
			for i < len(runes) && unicode.IsDigit(runes[i]) {
				i++
			}
			tokens = append(tokens, token.Token{Kind: token.Number, Text: string(runes[start:i])})
		case runes[i] == '+':
			i++
			tokens = append(tokens, token.Token{Kind: token.Plus, Text: "+"})
		default:
			i++
			tokens = append(tokens, token.Token{Kind: token.Error, Text: string(runes[start:i])})
		}
	}
	return tokens
}
