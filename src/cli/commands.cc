// Every command in one table.
#include "cli/command.h"
#include "cli/operations.h"
#include "cli/store.h"

namespace assay::cli {

std::span<const CommandInfo> commands() {
  static const CommandInfo table[] = {
      {"eval", "measure verdicts against a corpus of labelled cases", "[--corpus DIR] [--output FILE] [--compare CMD]",
       "Runs every case and prints agreement, false positives, catch rate and the confusion matrix.\n"
       "Exit status: 0 thresholds met, 1 missed, 2 error.",
       "  {} eval --corpus corpus\n  {} eval --corpus corpus --compare 'other-verifier check'\n", k_eval_flags,
       run_eval},
      {"calibrate", "measure what the gate catches, on this repository's own past commits",
       "[--commits N] [--verify-command CMD]... [options]",
       "Takes past commits that brought source and tests, makes variants of each (nothing done, without its\n"
       "tests, a line broken, a test deleted, skipped or weakened), and judges all of them as `assay check`\n"
       "would, with today's settings. Prints how many of each kind the gate catches, how many honest commits it\n"
       "would have blocked, and what to set. Your checkout, index and branches are not touched. Ctrl-C keeps\n"
       "what was measured so far; results are kept and not measured twice. See docs/calibrate.md.\n\n"
       "Exit status: 0 measured, 1 no commit could be used, 2 error or interrupted.",
       "  {} calibrate\n  {} calibrate --commits 30 --verify-command \"pytest -q\" --budget-minutes 120\n"
       "  {} calibrate --since v1.0 --json\n  {} calibrate --last --shield gate.svg\n",
       k_calibrate_flags, run_calibrate},
      {"hook", "let a coding agent stop only when its change is accepted",
       "install|uninstall CLIENT|git [--project|--user] [options] | status",
       "Clients: claude, codex, gemini, copilot (VS Code and its command line) and cursor. install puts hooks into\n"
       "their settings; uninstall leaves those as they were. The client then asks `assay hook`, on standard\n"
       "input, when its agent wants to stop: the work tree is judged as `assay check` does, against the prompts of\n"
       "the session. Accepted: it answers nothing. Not accepted: the agent gets the findings and goes on, three\n"
       "times at most for one tree; then a person must look. Edits that weaken tests, CI or Assay's own\n"
       "configuration are refused before they are made. `install git` judges what is pushed, before it leaves.\n"
       "See docs/hooks.md.\n\n"
       "Exit status: 0 answered, 1 it could not be found out (which keeps no agent from anything), 2 wrong usage.",
       "  {} hook install claude\n  {} hook install codex --user --fail-on not_mergeable\n"
       "  {} hook install gemini --verify-command \"npm test\"\n  {} hook install git\n  {} hook status\n  {} hook "
       "uninstall claude\n",
       k_hook_flags, run_hook},
      {"worker", "do the work of all missions that go on by themselves", "[options]",
       "Takes tasks, checks and verifications of missions in guided_autopilot or autopilot, missions in turn, and\n"
       "checks of all. Any number of workers may run, on any number of terminals; what a killed one had in hand is\n"
       "taken up by another. Ctrl-C ends the agents and gives the work back.\n\n"
       "Exit status: 0 it ended as asked, 2 it could not run.",
       "  {} worker\n  {} worker --jobs 4\n  {} worker --drain\n", k_worker_flags, run_worker},
      {"audit", "check that no history was tampered with, and what is attested of a landed commit",
       "verify [FILE | COMMIT] | show [COMMIT] | bundle [COMMIT] | key | attest [MISSION] | export | accept-loss",
       "verify checks the hash chain of every mission: of this repository's store, and that it has lost nothing\n"
       "that notes, refs, evidence and the state folder tell of; or of an export (- for\n"
       "standard input), for which no repository and no database is needed. Given a commit, or a bundle of\n"
       "attestations, it checks their signatures with nothing but the public key. The first fault is named.\n"
       "show tells what is attested of a landed commit: its checks, the verdict, who approved it. bundle writes\n"
       "that as a file, key prints this repository's public key, attest signs again what a crash left unsigned.\n"
       "export writes the histories as sealed lines (docs/formats/audit.md, docs/formats/attestation.md).\n"
       "accept-loss records that lost histories are known to be lost, by whom and why.\n\n"
       "Exit status of verify: 0 intact, 1 tampered with or damaged, 2 could not be checked.",
       "  {} audit verify\n  {} audit export --output history.jsonl\n  {} audit verify history.jsonl\n"
       "  {} audit show HEAD\n  {} audit key > assay.pub\n"
       "  {} audit bundle HEAD --output landing.jsonl && {} audit verify landing.jsonl --key assay.pub\n",
       k_audit_flags, run_audit},
      {"store", "copy the store to another place, or look at it as a whole", "copy FROM TO | check [PLACE] [options]",
       "FROM, TO and PLACE are files, or addresses such as postgresql://anna@db.example.com/assay?schema=shop. copy\n"
       "verifies what it reads and what it has written: seals, counters, and every history; TO must be new or\n"
       "empty, and nobody may work on FROM meanwhile. check does the same for one store and changes nothing.\n"
       "See docs/fleet.md.\n\n"
       "Exit status: 0 done and sound, 1 check found a fault, 2 it could not be done.",
       "  {} store check\n  {} store copy .assay/assay.db postgresql://anna@db.example.com/assay\n"
       "  {} store copy postgresql://anna@db.example.com/assay copy.db\n",
       k_store_flags, run_store},
      {"sandbox", "run a command as a check would be run, and see what it sees", "[options] -- COMMAND [ARG]...",
       "The work tree is writable; the system, toolchains on PATH and the git directory can be read; everything\n"
       "else is hidden, the network too. The environment is scrubbed, HOME and TMPDIR are new. Nothing that the\n"
       "command started outlives it. See docs/sandbox.md.\n\n"
       "Exit status: 0 it exited with 0, 1 it ended in any other way, 2 it could not be run.",
       "  {} sandbox -- npm test\n  {} sandbox --json --timeout-ms 60000 -- sh -c 'id; ls -la ~'\n"
       "  {} sandbox --network -- npm ci\n  {} sandbox --probe\n",
       k_sandbox_flags, run_sandbox},
      {"transcript", "show what a task's agent said and did", "TASK [--run N] [--follow] [--raw | --json]",
       "What it said, each tool it called and what that gave back, of its latest run or of any before. While it\n"
       "runs, --follow goes on to its end. --raw shows the output as it was printed, secrets taken out.\n\n"
       "Exit status: 0 shown, 2 there is none.",
       "  {} transcript k3f7\n  {} transcript k3f7 --run 1\n  {} transcript k3f7 --follow\n", k_transcript_flags,
       run_transcript},
      {"watch", "see missions, tasks, what agents say and what they cost, live", "[MISSION] [options]",
       "Takes the whole terminal and gives it back. Without a terminal it prints a line for each thing that\n"
       "happens. Nothing is changed.",
       "  {} watch\n  {} watch k3f7\n  {} watch --until-done | tee history.txt\n", k_watch_flags, run_watch},
      {"mcp", "serve tools over the Model Context Protocol, on standard input and output",
       "[--operator | --desk FOLDER]",
       "For programs that speak MCP: they start this command and talk with it. Without an option it offers the\n"
       "operations that only look; with --operator all of them, done in your name. --desk is what agents get\n"
       "while they work on a task: nothing there accepts or lands anything. See docs/mcp.md.",
       "  claude mcp add assay -- {} mcp --operator\n  {} mcp --workspace ~/project\n", k_mcp_flags, run_mcp},
      {"serve", "serve the web page and the HTTP API of this repository", "[--port N] [options]",
       "Listens on this machine only, unless configured otherwise. The first start makes a token and prints an\n"
       "address that logs you in, once. Everything the page shows is at /api too (see /openapi.json); other\n"
       "commands work beside it. SIGTERM lets what is going on finish, then ends. See docs/server.md.",
       "  {} serve\n  {} serve --port 0\n  {} serve --url https://example.com/assay --proxy 127.0.0.1\n", k_serve_flags,
       run_serve},
      {"token", "make, list and revoke the tokens that open the server, and log browsers in and out",
       "new [--name NAME] [--role viewer|operator] [--expires TIME|never] | link [ID|NAME] | list | sessions\n"
       "                   | end SESSION|ID|NAME|all | revoke ID|NAME",
       "A viewer may look; an operator may accept, reject, edit and ship. What is done with a token is\n"
       "recorded under its name. Only hashes are kept: a token is shown once. It holds 90 days unless --expires\n"
       "says otherwise. link prints an address that logs a browser in, once, within 10 minutes; sessions lists\n"
       "the browsers that are logged in, end logs them out. A running server follows at once.",
       "  {} token new --name anna --role viewer --expires 30d\n  {} token link anna\n  {} token list\n"
       "  {} token sessions\n  {} token end all\n  {} token revoke anna\n",
       k_token_flags, run_token},
      {"schema", "print the JSON Schema of a document", "[NAME]",
       "Without a name it lists the documents. The schemas are part of the binary. openapi is the description of\n"
       "the HTTP API, as a server gives it at /openapi.json.",
       "  {} schema verdict > verdict.schema.json\n  {} schema openapi > openapi.json\n", k_schema_flags, run_schema},
      {"completion",
       "print the completion of your shell",
       "bash|zsh|fish",
       "Commands, options, choices and ids are completed.",
       "  eval \"$({} completion bash)\"       # in ~/.bashrc\n"
       "  eval \"$({} completion zsh)\"        # in ~/.zshrc, after compinit\n"
       "  {} completion fish | source         # in ~/.config/fish/config.fish\n",
       {},
       run_completion},
      {"complete",
       "",
       "-- WORDS...",
       "What completion scripts ask: candidates for the last word.",
       "",
       {},
       run_complete},
      {"probe-http", "", "[options]",
       "What the critic starts inside a sandbox: one request to a server on the loopback.", "", k_probe_flags,
       run_probe},
      {"help", "print help about a command or a topic", "[COMMAND | TOPIC] [--man]",
       "Without a word: all commands and topics. A command that is two words has help of its own: assay help\n"
       "mission new.",
       "  {} help check\n  {} help waivers\n  {} help --man check | man -l -\n", k_help_flags, run_help},
      {"version", "print the version", "[--json]",
       "With --json: what was built from which commit, and whether the source has moved on since.",
       "  {} version --json\n", k_version_flags, run_version},
  };
  return table;
}

}  // namespace assay::cli
