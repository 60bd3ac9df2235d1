// Where a place in an output leads: to its line in the change, or else to the file as it was verified.
import { useMemo } from "preact/hooks";
import type { Diff, FileLines } from "../api/documents";
import { useDocument } from "../api/live";
import { parsePatch } from "../diff/parse";
import { href, setQuery, useRoute } from "../router";
import type { PlaceLink } from "../ui/log";
import { Copyable, Dialog, Shown } from "../ui/parts";
import { fileNamed } from "../ui/places";
import { honest, shortCommit } from "../ui/words";

// `there`: the view that the link stays in when it opens a file.
export function usePlaceLinks(mission: string, verified: boolean): PlaceLink {
  const { path: here, query } = useRoute();
  const diff = useDocument<Diff>(verified ? `/api/missions/${mission}/diff` : null).data;
  const shown = useMemo(() => {
    const lines = new Map<string, Set<number>>();
    for (const file of diff ? parsePatch(diff.patch) : []) lines.set(file.path, new Set(file.lines.map((line) => line.after)));
    return lines;
  }, [diff?.patch]);
  const files = useMemo(() => new Set(shown.keys()), [shown]);
  const stays = Object.fromEntries(query);
  return (path, line) => {
    const changed = fileNamed(path, files);
    if (changed !== undefined && shown.get(changed)?.has(line)) return href(["missions", mission, "changes"], { file: changed, line: String(line) });
    return href(here, { ...stays, file: changed ?? path, line: String(line) });
  };
}

const k_before = 40; // lines above the one that is meant
const k_lines = 120;

// Opens over a view whose address names a file and a line.
export function FileAtPlace({ mission }: { mission: string }) {
  const { query } = useRoute();
  const path = query.get("file") ?? "";
  const line = Number(query.get("line") ?? "1");
  if (path === "") return null;
  const close = (): void => setQuery({ file: null, line: null });
  return (
    <Dialog title={`${honest(path)}:${line}`} onClose={close} wide>
      <File mission={mission} path={path} line={Number.isSafeInteger(line) && line > 0 ? line : 1} />
    </Dialog>
  );
}

function File({ mission, path, line }: { mission: string; path: string; line: number }) {
  const first = Math.max(1, line - k_before);
  const known = useDocument<FileLines>(`/api/missions/${mission}/file?${new URLSearchParams({ path, first: String(first), lines: String(k_lines) })}`);
  return (
    <Shown known={known}>
      {(file) => (
        <>
          <p class="muted">
            {honest(file.path)} in <Copyable text={file.commit} shown={shortCommit(file.commit)} />, {file.total} lines
          </p>
          <div class="file-lines" tabIndex={0} role="region" aria-label={`Lines of ${file.path}`} ref={(box) => box?.querySelector(".here")?.scrollIntoView({ block: "center" })}>
            {file.lines.map((text, i) => (
              <div key={i} class={file.first + i === line ? "file-line here" : "file-line"}>
                <span class="gutter">{file.first + i}</span>
                <code class="code">{honest(text) || " "}</code>
              </div>
            ))}
          </div>
        </>
      )}
    </Shown>
  );
}
