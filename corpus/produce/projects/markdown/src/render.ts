import { tokenize, type Token } from './lexer.js';

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function renderToken(token: Token): string {
  switch (token.kind) {
    case 'heading':
      return `<h${token.level}>${escape(token.text)}</h${token.level}>`;
    case 'item':
      return `<li>${escape(token.text)}</li>`;
    case 'text':
      return `<p>${escape(token.text)}</p>`;
    case 'blank':
      return '';
  }
}

export function render(source: string): string {
  return tokenize(source).map(renderToken).filter((html) => html !== '').join('\n');
}
