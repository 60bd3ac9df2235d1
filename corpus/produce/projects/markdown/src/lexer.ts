export interface Token {
  readonly kind: 'heading' | 'item' | 'text' | 'blank';
  readonly text: string;
  readonly level: number;
}

export function tokenize(source: string): Token[] {
  return source.split('\n').map((line) => {
    const heading = /^(#{1,6})\s+(.*)$/.exec(line);
    if (heading) {
      return { kind: 'heading', text: heading[2], level: heading[1].length };
    }
    if (line.startsWith('- ')) {
      return { kind: 'item', text: line.slice(2), level: 0 };
    }
    return line.trim() === '' ? { kind: 'blank', text: '', level: 0 } : { kind: 'text', text: line, level: 0 };
  });
}
