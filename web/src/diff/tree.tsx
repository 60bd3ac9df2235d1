// The files of a change as folders. Folders with nothing but one folder in them stand on one line with it.
import { useMemo, useState } from "preact/hooks";
import { Icon } from "../ui/icons";
import { Lines } from "../ui/parts";
import { honest } from "../ui/words";
import type { DiffFile } from "./parse";

export interface Folder {
  readonly name: string;
  readonly folders: readonly Folder[];
  readonly files: readonly { readonly name: string; readonly at: number }[];
}

interface Making {
  folders: Map<string, Making>;
  files: { name: string; at: number }[];
}

// `at`: the place of the file in the diff.
export function treeOf(paths: readonly string[]): Folder {
  const top: Making = { folders: new Map(), files: [] };
  paths.forEach((path, at) => {
    const parts = path.split("/");
    const name = parts.pop() ?? path;
    let here = top;
    for (const part of parts) {
      let next = here.folders.get(part);
      if (!next) here.folders.set(part, (next = { folders: new Map(), files: [] }));
      here = next;
    }
    here.files.push({ name, at });
  });
  const made = (name: string, from: Making): Folder => {
    const [only] = from.folders;
    if (name !== "" && only && from.folders.size === 1 && from.files.length === 0) return made(`${name}/${only[0]}`, only[1]);
    return { name, folders: [...from.folders].map(([inner, folder]) => made(inner, folder)).sort((a, b) => (a.name < b.name ? -1 : 1)), files: [...from.files].sort((a, b) => (a.name < b.name ? -1 : 1)) };
  };
  return made("", top);
}

const k_most_open = 200; // files in a tree whose folders are open at first

interface Props {
  files: readonly DiffFile[];
  viewed: ReadonlySet<string>;
  go: (at: number) => void;
}
export function FileTree({ files, viewed, go }: Props) {
  const tree = useMemo(() => treeOf(files.map((file) => file.path)), [files]);
  return (
    <nav class="diff-tree" aria-label="Files of the change" tabIndex={0}>
      <Inside folder={tree} files={files} viewed={viewed} go={go} open={files.length <= k_most_open} />
    </nav>
  );
}

function Inside({ folder, open, ...props }: Props & { folder: Folder; open: boolean }) {
  return (
    <ul>
      {folder.folders.map((inner) => (
        <li key={inner.name}>
          <FolderRow folder={inner} open={open} {...props} />
        </li>
      ))}
      {folder.files.map(({ name, at }) => {
        const file = props.files[at] as DiffFile;
        return (
          <li key={at}>
            <button type="button" class="bare tree-file" onClick={() => props.go(at)}>
              {props.viewed.has(file.path) && (
                <>
                  <Icon name="check" />
                  <span class="hidden">Viewed: </span>
                </>
              )}
              <span class="tree-name">{honest(name)}</span>
              <span class="tree-count">
                <Lines added={file.added} removed={file.removed} />
              </span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}

function FolderRow({ folder, open: first, ...props }: Props & { folder: Folder; open: boolean }) {
  const [open, setOpen] = useState(first);
  return (
    <>
      <button type="button" class="bare tree-folder" aria-expanded={open} onClick={() => setOpen(!open)}>
        <Icon name="chevron" />
        <span class="tree-name">{honest(folder.name)}</span>
      </button>
      {open && <Inside folder={folder} open={first} {...props} />}
    </>
  );
}
