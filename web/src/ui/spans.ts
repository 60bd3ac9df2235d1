// Where a finding's span lies in what is shown of it. The offsets of a span are bytes of its line, cleaned of
// terminal codes; its text is the line without its margins, or the one sentence of it that speaks.
import type { Span } from "../api/types";

const bytes = new TextEncoder();
const letters = new TextDecoder();

// The same place counted as the page counts; both ends 0: the whole line.
export function inLine(span: Pick<Span, "begin" | "end">, line: string): readonly [number, number] {
  if (span.end <= span.begin) return [0, 0];
  const all = bytes.encode(line);
  const upTo = (end: number): number => letters.decode(all.subarray(0, end)).length;
  return [upTo(span.begin), upTo(span.end)];
}

// In the text of the span. Where the line is not known, or the text is not of it, the text is the place.
export function inText(span: Span, line: string | undefined): readonly [number, number] {
  const whole = [0, span.text.length] as const;
  if (span.end <= span.begin) return whole;
  const [begin, end] = inLine(span, line ?? span.text);
  if (line === undefined) return span.source === "verify_logs" && end > begin ? [begin, end] : whole;
  // The sentence that holds the place; the same words may stand in the line more than once.
  for (let from = line.indexOf(span.text); from >= 0; from = line.indexOf(span.text, from + 1)) {
    if (from <= begin && end <= from + span.text.length) return [begin - from, end - from];
  }
  return whole;
}
