const seconds: Record<string, number> = { s: 1, m: 60, h: 3600, d: 86400 };

export function parseDuration(text: string): number {
  const found = /^(\d+)([smhd])$/.exec(text);
  if (!found) {
    throw new TypeError(`not a duration: ${text}`);
  }
  return Number(found[1]) * seconds[found[2]];
}
