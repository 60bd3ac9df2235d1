// The frame around every view: where one is, whether the page is up to date, and the way elsewhere.
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { Problem } from "./api/client";
import type { Board as BoardDocument } from "./api/documents";
import { type Connection, signOut, useConnection, useDocument } from "./api/live";
import type { Session } from "./api/types";
import { go, href, useRoute } from "./router";
import { Deciding, useIsViewer } from "./ui/decide";
import { Icon } from "./ui/icons";
import { shortcuts, useShortcuts } from "./ui/keys";
import { Dialog } from "./ui/parts";
import { settle } from "./ui/scroll";
import { Toasts } from "./ui/toasts";
import { baseName, honest } from "./ui/words";
import { Answering } from "./views/answer_check";
import { Board, Nowhere } from "./views/board";
import { countsPath, k_all } from "./views/board_pages";
import { CalibrationView } from "./views/calibration";
import { FiguresView } from "./views/figures";
import { MissionView } from "./views/mission";
import { NewMission } from "./views/new_mission";
import { RunningQueue } from "./views/queue";
import { SignIn } from "./views/sign_in";
import { TaskView } from "./views/task";
import { VerdictView } from "./views/verdict";
import { Waiting } from "./views/waiting";

const connectionWord: Record<Connection, string> = {
  connecting: "Connecting…",
  live: "Live",
  reconnecting: "Reconnecting…",
  offline: "Offline",
  "signed-out": "Signed out",
};

export function App() {
  const { path } = useRoute();
  const connection = useConnection();
  const may = !useIsViewer();
  const [help, setHelp] = useState(false);
  const main = useRef<HTMLElement>(null);
  const place = path.slice(0, 2).join("/");
  const arrived = useRef(place);
  // Whoever arrives may press a key at once: what belongs to arriving is done before the view is drawn, or it would undo
  // what that key did.
  useLayoutEffect(() => {
    if (arrived.current === place) return;
    arrived.current = place;
    main.current?.focus({ preventScroll: true }); // whoever does not see the page change is told where it begins
    settle();
  }, [place]);
  useLayoutEffect(() => setHelp(false), [path.join("/")]); // who goes elsewhere has read it
  useShortcuts([
    { keys: "g b", what: "Go to the board", run: () => go([]) },
    ...(may ? [{ keys: "g n", what: "New mission", run: () => go(["new"]) }] : []),
    { keys: "g v", what: "Verdict", run: () => go(["verdict"]) },
    { keys: "g c", what: "Calibration", run: () => go(["calibration"]) },
    { keys: "g f", what: "Figures", run: () => go(["figures"]) },
    { keys: "?", what: "Show shortcuts", run: () => setHelp(true) },
  ]);
  if (connection === "signed-out") return <SignIn />;
  return (
    <>
      <a class="skip" href="#main" onClick={(event) => (event.preventDefault(), main.current?.focus({ preventScroll: true }), window.scrollTo(0, 0))}>
        To the content
      </a>
      <header class="bar">
        <a class="brand" href={href([])}>
          <Mark /> Assay
        </a>
        <Repository />
        <nav aria-label="Main">
          <a href={href([])} aria-current={path.length === 0 ? "page" : undefined}>
            Board
          </a>
          <a href={href(["verdict"])} aria-current={path[0] === "verdict" ? "page" : undefined}>
            Verdict
          </a>
        </nav>
        <Visitor />
        <span class={`connection connection-${connection}`} role="status">
          <span class="dot" aria-hidden="true" />
          {connectionWord[connection]}
        </span>
        <button type="button" class="bare help-button" aria-label="Keyboard shortcuts" onClick={() => setHelp(true)}>
          ?
        </button>
        {may && (
          <a class="button primary small" href={href(["new"])}>
            <Icon name="plus" /> <span>New mission</span>
          </a>
        )}
      </header>
      {(connection === "reconnecting" || connection === "offline") && (
        <p class="banner" role="alert">
          {connection === "offline" ? "You are offline." : "The connection to the server is lost. Trying again…"} What you see is how things stood before.
        </p>
      )}
      <main ref={main} id="main" tabIndex={-1}>
        <View path={path} />
      </main>
      <Deciding />
      <Answering />
      <RunningQueue />
      <Waiting />
      <Toasts />
      {help && <Shortcuts onClose={() => setHelp(false)} />}
    </>
  );
}

function View({ path }: { path: readonly string[] }) {
  const [kind, id, tab, ...more] = path;
  if (kind === undefined || (kind === "board" && !id)) return <Board />;
  if (kind === "new" && !id) return <NewMission />;
  if (kind === "verdict" && !id) return <VerdictView />;
  if (kind === "calibration" && !id) return <CalibrationView />;
  if (kind === "figures" && !id) return <FiguresView />;
  if ((kind === "missions" || kind === "stories") && id && more.length === 0) return <MissionView key={id} id={id} tab={tab ?? ""} />;
  if (kind === "tasks" && id && tab === undefined) return <TaskView key={id} id={id} />;
  return <Nowhere />;
}

function Repository() {
  const known = useDocument<BoardDocument>(countsPath(k_all));
  const repository = known.data?.repository;
  return (
    <span class="repository" title={repository}>
      {repository ? baseName(repository) : ""}
    </span>
  );
}

// Who is here; what is done on this page is done in that name. It opens to the way out.
function Visitor() {
  const session = useDocument<Session>("/api/session").data;
  const menu = useRef<HTMLDetailsElement>(null);
  const [problem, setProblem] = useState("");
  useEffect(() => {
    const close = (event: Event): void => {
      const open = menu.current;
      if (!open?.open || (event instanceof KeyboardEvent ? event.key !== "Escape" : open.contains(event.target as Node))) return;
      open.open = false;
      if (event instanceof KeyboardEvent) open.querySelector("summary")?.focus();
    };
    document.addEventListener("click", close);
    document.addEventListener("keydown", close);
    return () => {
      document.removeEventListener("click", close);
      document.removeEventListener("keydown", close);
    };
  }, []);
  if (!session) return null;
  const leave = async (): Promise<void> => {
    try {
      await signOut();
    } catch (error) {
      setProblem(`You are still signed in: ${error instanceof Problem ? error.message : String(error)}`);
    }
  };
  return (
    <details ref={menu} class="visitor">
      <summary>
        <span class="hidden">Signed in as </span>
        <span class="visitor-name">{honest(session.name)}</span>
        {session.role === "viewer" && <span class="muted">(viewer)</span>}
        <Icon name="chevron" />
      </summary>
      <div class="visitor-menu">
        <p class="muted">{session.role === "viewer" ? "You may look." : "You may accept, reject and ship. What you do here is recorded under this name."}</p>
        <p>
          <a href={href(["figures"])}>Cost, lead time and first-pass rate</a>
        </p>
        <p>
          <a href={href(["calibration"])}>What the gate catches here</a>
        </p>
        {problem !== "" && (
          <p class="field-problem" role="alert">
            {problem}
          </p>
        )}
        <button type="button" class="button" onClick={() => void leave()}>
          Sign out
        </button>
      </div>
    </details>
  );
}

function Mark() {
  return (
    <svg viewBox="0 0 32 32" width="20" height="20" aria-hidden="true" class="brand-mark">
      <rect width="32" height="32" rx="7" />
      <path d="M9 23.5 16 8l7 15.5M11.8 18.5h8.4" />
    </svg>
  );
}

function Shortcuts({ onClose }: { onClose: () => void }) {
  const list = [...new Map(shortcuts().map((each) => [each.keys, each])).values()];
  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose}>
      <dl class="shortcuts">
        {list.map((each) => (
          <div key={each.keys}>
            <dt>
              {each.keys.split(" ").map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{each.what}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
