// Short texts, each the only one of its kind on the command line; the whole story is in the document that it names.
#include "cli/topics.h"

namespace assay::cli {

namespace {

constexpr Topic k_topics[] = {
    {"configuration", "policy", "where settings are, and which of them count",
     R"(Settings of a repository are in `assay.toml` at its top. They are read from the base branch, never from the
change that is judged: a change cannot relax its own gate. The command line wins over the file. Unknown
settings are errors.

  [check]          what `assay check` does without options
  [rules]          which rules count, and how much; [[waive]] sets findings aside
  [proof]          whether tests must notice the change
  [verify]         how the work of a mission is verified; [sandbox], [prepare], [[checks]]
  [agents.NAME]    how agents are started; [work]: what they may cost
  [land]           how verified work lands; [deploy], [validate]: what follows

What belongs to a person or a machine (keys, notices, telemetry) is in `operator.toml`, outside of
repositories: $XDG_CONFIG_HOME/assay/operator.toml, usually ~/.config/assay/operator.toml.

`assay config` shows every setting, its value and where it comes from. `assay doctor` says what is wrong with
a file, with the line. See docs/configuration.md.)"},
    {"waivers", "waive", "how a finding is set aside, by whom and for how long",
     R"(A waiver sets findings aside. It needs a reason and a name, and stays in every report. A change cannot waive
itself, and only a person waives.

  [[waive]] in assay.toml of the base             until its last day
  assay check --waive RULE:PATH --reason "why"    for this check
  assay waive MISSION f-... --reason "why"        for this mission, which is then verified again
  assay: allow RULE reason                        a mark in the source of the base, with [rules] inline = true

A rule that does not suit the repository is set to "off", "note" or "should_fix" under [rules]. To begin
today and count only what is new: `assay check --write-baseline FILE`, then --baseline FILE.
See docs/configuration.md.)"},
    {"exit-status", "exit-codes", "what 0, 1 and 2 mean",
     R"(  0   done, or judged: what was asked for is there
  1   a gate failed: --fail-on was met, a check failed, a mission needs a person, a history is not intact
  2   it could not be done or found out: wrong usage, no repository, no disk, nothing decided

A verdict alone does not fail a command: `assay check` ends with 0 for not_mergeable too, unless
--fail-on says otherwise. Each command says in its own help what its exit statuses mean. An error is one line
on standard error; with --json it is a document as well. See docs/guide.md.)"},
    {"environment", "variables", "the environment variables that are read",
     R"(  ASSAY_ACTOR               who does this, where --as is not given
  ASSAY_STATE_HOME          where keys, logs of agents and prepared trees are kept; else
                            $XDG_STATE_HOME/assay, else ~/.local/state/assay
  XDG_CONFIG_HOME           its assay/operator.toml is read; else ~/.config
  XDG_CACHE_HOME            where caches of tools lie that the sandbox shows; else ~/.cache
  TMPDIR                    where scratch folders are made
  CURL_CA_BUNDLE            a file of certificates for addresses that Assay calls
  https_proxy, no_proxy     a proxy for them
  NO_COLOR, TERM, COLUMNS   how text is printed
  CI, GITHUB_STEP_SUMMARY   in a pipeline: where a summary is written

A command in the sandbox sees hardly any of the environment: PATH, the language, the time zone, and where
toolchains are. No token comes in. See docs/sandbox.md.)"},
    {"formats", "documents", "what is printed and kept, for programs",
     R"(--json prints one document. Its JSON Schema is part of the program:

  assay schema                       the names of all documents
  assay schema verdict               one schema
  assay schema verdict --validate FILE
  assay schema openapi               the HTTP API

`assay check` also writes Markdown, SARIF, JUnit and annotations of pipelines; see its options. What is kept
where, and how it is signed and sealed, is in docs/formats/verdict.md, docs/formats/store.md,
docs/formats/audit.md and docs/formats/attestation.md.)"},
    {"sandboxing", "bubblewrap", "what commands of a change can see and do",
     R"(Checks are commands out of a repository that a machine has just changed. They run so that they can do their
work and nothing else: the work tree can be written, the system and toolchains can be read, everything else is
not there, the network too. Nothing that they start outlives them.

  bubblewrap    namespaces around the command, by the program `bwrap`
  landlock      where bubblewrap is missing: rules of the kernel (Linux 6.2 or later)
  none          only where neither works; the verdict says so

`assay sandbox -- COMMAND` runs any command in the same way. `assay sandbox --probe` says which level works
here, and why a better one does not. [sandbox] in assay.toml of the base grants more: network, folders,
variables. See docs/sandbox.md.)"},
    {"proofs", "evidence", "what shows that tests would have noticed",
     R"(Tests that pass show little: they may pass without the change as well. So the change is run in other forms.

  red and green    its tests on the code before: they must fail there
  taken back       each piece of the change as it was before: a test must miss it
  broken           lines of the change with one thing wrong: a test must notice
  held             tests that the change does not touch, on both sides

Only a test that fails by what it asserts has noticed. `assay prove` asks for all of it; `assay check`
does a part, as [proof] in assay.toml says. See docs/proof.md and docs/evidence.md.)"},
    {"signatures", "attestations", "what is signed about a landing, and how others check it",
     R"(When a mission lands, its checks, the verdict and who approved it are signed (in-toto statements in DSSE
envelopes, Ed25519) and kept as a note on the commit. Anybody checks them with the public key alone.

  assay audit show HEAD                                  what is attested
  assay audit key > assay.pub                            the public key of this repository
  assay audit bundle HEAD --output landing.jsonl         the statements as a file
  assay audit verify landing.jsonl --key assay.pub       check it

Notes are not pushed by themselves: git push origin refs/notes/assay. Two short programs,
contrib/check_receipt.py and contrib/check_receipt.mjs, check a bundle without Assay.
See docs/formats/attestation.md.)"},
};

}  // namespace

std::span<const Topic> topics() { return k_topics; }

const Topic* find_topic(std::string_view name) {
  for (const auto& topic : k_topics) {
    if (name == topic.name || name == topic.other) return &topic;
  }
  return nullptr;
}

}  // namespace assay::cli
