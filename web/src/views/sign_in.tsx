// When nobody is signed in: how to get in.
import { useEffect, useState } from "preact/hooks";
import { change, Problem } from "../api/client";
import { signedIn } from "../api/live";

export function SignIn() {
  const [token, setToken] = useState("");
  const [problem, setProblem] = useState(() => (new URLSearchParams(window.location.search).get("login") === "failed" ? "That login address is not known here, or its time is over." : ""));
  useEffect(() => {
    document.title = "Sign in · Assay";
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
          Open the address that <code>assay serve</code> printed, or enter its token.
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
