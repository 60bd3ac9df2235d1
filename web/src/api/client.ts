// Requests to the server. What goes wrong is a Problem with words for people; nothing else is thrown.

// The page may lie below any path: its script lies in assets/ beside everything else.
const script = import.meta.url;
const base = new URL("..", script);
export const at = (path: string): string => new URL("." + path, base).href;

export class Problem extends Error {
  constructor(
    readonly status: number, // 0: the server was not reached
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
  // Another try may come to another answer.
  get passing(): boolean {
    return this.unreachable || this.status === 503 || this.status === 429;
  }
  get unreachable(): boolean {
    return this.status === 0 || this.status === 502 || this.status === 504;
  }
}

interface Told {
  detail?: unknown;
  title?: unknown;
  code?: unknown;
  error?: { code?: unknown; message?: unknown };
}

async function problemOf(response: Response): Promise<Problem> {
  let told: Told = {};
  try {
    told = (await response.json()) as Told;
  } catch {
    // not a document: the status has to say it
  }
  const text = told.detail ?? told.error?.message ?? told.title;
  const code = told.code ?? told.error?.code;
  return new Problem(
    response.status,
    typeof code === "string" ? code : "",
    typeof text === "string" && text !== "" ? text : `The server answered ${response.status}.`,
  );
}

// What the server said of a resource's version, for writes that must not undo another person's.
const versions = new Map<string, string>();
export const versionOf = (path: string): string | undefined => versions.get(path);

let onSignedOut: () => void = () => {};
export function whenSignedOut(run: () => void): void {
  onSignedOut = run;
}

async function send(path: string, init: RequestInit): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(at(path), { credentials: "same-origin", ...init });
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw new Problem(0, "unreachable", "The server cannot be reached.");
  }
  if (response.status === 401) onSignedOut();
  if (!response.ok && response.status !== 304) throw await problemOf(response);
  return response;
}

export async function get<T>(path: string, signal?: AbortSignal): Promise<T> {
  const { data } = await getVersion<T>(path, null, signal);
  return data as T;
}

// No data: it is still the version that is known. Nothing is left in the browser's cache, so we ask for that ourselves.
export async function getVersion<T>(path: string, known: string | null, signal?: AbortSignal): Promise<{ data: T | undefined; version: string | null }> {
  const headers = { accept: "application/json", ...(known === null ? {} : { "if-none-match": known }) };
  const response = await send(path, { headers, ...(signal ? { signal } : {}) });
  const version = response.headers.get("etag");
  const data = response.status === 304 ? undefined : ((await response.json()) as T);
  if (version) versions.set(path, version);
  return { data, version };
}

// The version was told with another answer about the same thing.
export const noteVersion = (path: string, version: string): void => void versions.set(path, version);

// Nothing of what was read stays.
export const forgetVersions = (): void => versions.clear();

export async function getText(path: string, signal?: AbortSignal): Promise<string> {
  const response = await send(path, signal ? { signal } : {});
  return response.text();
}

// Bytes from `from` to before `to`, as text.
export async function getPart(path: string, from: number, to: number, signal: AbortSignal): Promise<string> {
  const response = await send(path, { signal, headers: { range: `bytes=${from}-${to - 1}` } });
  return response.text();
}

export async function getStream(path: string, signal: AbortSignal): Promise<ReadableStream<Uint8Array> | null> {
  return (await send(path, { signal })).body;
}

export type Method = "POST" | "PUT" | "PATCH" | "DELETE";

// `seen`: the version of what the person was looking at. When it has changed since, nothing is written (412).
export async function change<T>(method: Method, path: string, body: object = {}, seen?: string): Promise<T> {
  const response = await send(path, {
    method,
    headers: { "content-type": "application/json", accept: "application/json", ...(seen ? { "if-match": seen } : {}) },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  return (text === "" ? {} : JSON.parse(text)) as T;
}
