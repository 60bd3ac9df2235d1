export interface Pattern {
  readonly parts: readonly string[];
}

export function compile(path: string): Pattern {
  if (!path.startsWith('/')) {
    throw new Error(`route must start with a slash: ${path}`);
  }
  return { parts: path.split('/').filter((part) => part !== '') };
}

export function match(pattern: Pattern, path: string): Record<string, string> | undefined {
  const given = path.split('/').filter((part) => part !== '');
  if (given.length !== pattern.parts.length) {
    return undefined;
  }
  const params: Record<string, string> = {};
  for (const [index, part] of pattern.parts.entries()) {
    const value = given[index];
    if (part.startsWith(':')) {
      params[part.slice(1)] = decodeURIComponent(value);
    } else if (part !== value) {
      return undefined;
    }
  }
  return params;
}
