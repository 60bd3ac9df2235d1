// Where the page is: the part of the address behind "#". A path of words and the filters behind "?",
// so that every view, with its filters, can be kept and sent.
import { Shown } from "./ui/shown";

export interface Route {
  readonly path: readonly string[];
  readonly query: URLSearchParams;
}

function read(): Route {
  const raw = window.location.hash.replace(/^#\/?/, "");
  const [path = "", query = ""] = raw.split("?", 2);
  const words = path.split("/").filter((word) => word !== "");
  return { path: words.map(decoded), query: new URLSearchParams(query) };
}
function decoded(word: string): string {
  try {
    return decodeURIComponent(word);
  } catch {
    return word;
  }
}

const route = new Shown(read());
const moved = (): void => route.set(read());
window.addEventListener("hashchange", moved);

export function href(path: readonly string[], query?: Record<string, string>): string {
  const filters = new URLSearchParams(query ?? {});
  const text = filters.toString();
  return "#/" + path.map(encodeURIComponent).join("/") + (text === "" ? "" : "?" + text);
}

export function go(path: readonly string[], query?: Record<string, string>): void {
  window.location.hash = href(path, query);
}

// Changes filters in place: typing in a search field is not a step of the history.
export function setQuery(changes: Record<string, string | null>): void {
  const next = new URLSearchParams(route.get().query);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null || value === "") next.delete(name);
    else next.set(name, value);
  }
  window.history.replaceState(window.history.state, "", href(route.get().path, Object.fromEntries(next)));
  moved();
}

export const useRoute = (): Route => route.use();
