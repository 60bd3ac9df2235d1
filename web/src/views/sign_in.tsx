// When nobody is signed in: how to get in.
import { useEffect, useState } from "preact/hooks";
import { change, Problem } from "../api/client";
import { signedIn } from "../api/live";
import { showWaiting, useTitle } from "../ui/title";

// Why a login address did not log in: /?login=used
const reasons: Record<string, string> = {
  used: "That login address was used before; each works once.",
  late: "That login address is too old; each works for ten minutes.",
  token: "A token is not taken from an address any more. Enter it here.",
  failed: "That login address is not known here.",
};

function reasonIn(search: string): string {
  const why = new URLSearchParams(search).get("login");
  if (why === null) return "";
  return `${reasons[why] ?? reasons["failed"]} Get another with: assay token link`;
}

export function SignIn() {
  const [token, setToken] = useState("");
  const [problem, setProblem] = useState(() => reasonIn(window.location.search));
  useTitle("Sign in");
  useEffect(() => {
    showWaiting(0);
    if (window.location.search !== "") window.history.replaceState(window.history.state, "", window.location.pathname + window.location.hash);
  }, []);
  const send = async (event: Event): Promise<void> => {
    event.preventDefault();
    try {
      await change("POST", "/api/login", { token: token.trim() });
      signedIn();
    } catch (error) {
      setProblem(error instanceof Problem ? error.message : String(error));
    }
  };
  return (
    <main class="sign-in">
      <form onSubmit={send}>
        <h1>Assay</h1>
        <p>
          Open the address that <code>assay token link</code> prints, or enter a token.
        </p>
        <label class="field">
          <span>Token</span>
          <input type="password" autoComplete="current-password" value={token} onInput={(event) => setToken(event.currentTarget.value)} />
        </label>
        {problem && (
          <p class="field-problem" role="alert">
            {problem}
          </p>
        )}
        <button type="submit" class="button primary" disabled={token.trim() === ""}>
          Sign in
        </button>
      </form>
    </main>
  );
}
