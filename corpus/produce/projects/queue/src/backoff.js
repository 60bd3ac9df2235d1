export function delayFor(attempt, base = 100, max = 2000) {
  return Math.min(base * 2 ** (attempt - 1), max);
}
