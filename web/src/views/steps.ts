// A transcript as the steps of a run: what the agent said, each call of a tool with what it gave back, what went
// wrong. The server reads what agents print (docs/formats/transcript.md); here its lines are only put together.

export interface Told {
  readonly text: string;
  readonly leftOut: number; // bytes behind its end
  readonly failed: boolean;
}
export interface Step {
  readonly kind: "message" | "thought" | "tool" | "tool_result" | "warning" | "error" | "note";
  text: string;
  readonly arguments: string;
  leftOut: number;
  result: Told | null; // of a tool
  lines: number; // of notes that were put together
}

const k_kinds: readonly string[] = ["message", "thought", "tool", "tool_result", "warning", "error", "note"];
const k_block = 200; // lines of notes in one step

interface Entry {
  readonly what: Step["kind"];
  readonly text: string;
  readonly arguments: string;
  readonly call: string;
  readonly failed: boolean;
  readonly goesOn: boolean;
  readonly leftOut: number;
}

const textIn = (value: unknown): string => (typeof value === "string" ? value : "");

// A line that is no entry stays as it is.
function entryOf(line: string): Entry {
  try {
    const told = JSON.parse(line) as Record<string, unknown>;
    const what = textIn(told["what"]);
    if (k_kinds.includes(what)) {
      return {
        what: what as Step["kind"],
        text: textIn(told["text"]),
        arguments: textIn(told["arguments"]),
        call: textIn(told["call"]),
        failed: told["failed"] === true,
        goesOn: told["goes_on"] === true,
        leftOut: typeof told["left_out"] === "number" ? told["left_out"] : 0,
      };
    }
  } catch {
    // cut off, or not ours
  }
  return { what: "note", text: line, arguments: "", call: "", failed: false, goesOn: false, leftOut: 0 };
}

export function stepReader(): (line: string, into: Step[]) => void {
  const calls = new Map<string, Step>();
  let last: Step | undefined;
  let open = false; // the last one is a piece of a message
  return (line, into) => {
    if (line === "") return;
    const entry = entryOf(line);
    if (entry.what === "tool_result") {
      const call = calls.get(entry.call) ?? (entry.call === "" && last?.kind === "tool" && last.result === null ? last : undefined);
      calls.delete(entry.call);
      if (call) {
        call.result = { text: entry.text, leftOut: entry.leftOut, failed: entry.failed };
        return;
      }
    }
    if (entry.goesOn && open && last?.kind === entry.what) {
      last.text += entry.text;
      return;
    }
    if (entry.what === "note" && last?.kind === "note" && last.lines < k_block) {
      last.text += `\n${entry.text}`;
      last.lines++;
      return;
    }
    last = { kind: entry.what, text: entry.text, arguments: entry.arguments, leftOut: entry.leftOut, result: null, lines: 1 };
    open = entry.goesOn;
    if (entry.what === "tool" && entry.call !== "") calls.set(entry.call, last);
    into.push(last);
  };
}
