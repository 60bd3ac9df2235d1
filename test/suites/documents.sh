# What documents tell a newcomer to type works as it is written there.
# shellcheck shell=sh disable=SC1091,SC2154
documents=$HERE/../../docs

# The Nth fenced block of a kind in a document.
block() { # document kind number
  awk -v fence="\`\`\`$2" -v wanted="$3" '$0 == fence { on = ++seen == wanted; next } $0 == "```" { on = 0 } on' "$documents/$1"
}
typed() { block "$@" | sh -e; }
# The command of a console block of the start page, run by the verb `assay`.
shown() { # number
  block start.md console "$1" | sed -n '1 { s/^\$ //; :more; /\\$/ { p; n; b more; }; p; }' >../command
  expect_that "the command is whole" grep -q "verify-command 'python3 -m unittest'" ../command
  . ../command
}
promised_rules() { block start.md console "$1" | sed -n 's/.*  \([a-z]*\(\.[a-z-]*\)\{1,2\}\)$/\1/p'; }
shop() {
  typed start.md sh 1
  cd shop || exit 1
}

t "the five-minute start finds what it says, and nothing in the honest change"
shop
typed start.md sh 2
shown 1
expect_exit 0
expect .final_verdict not_mergeable
promised_rules 1 >../promised
expect_that "three rules are promised" [ "$(wc -l <../promised)" = 3 ]
doc=full
assay explain --json
jq -r '.findings[].rule' ../out >../found
expect_that "the same rules" cmp ../found ../promised
doc=verdict
typed start.md sh 3
shown 2
expect_exit 0
expect .final_verdict mergeable

t "the settings of the start page are enough"
shop
block start.md toml 1 >assay.toml
git add . && git commit -qm 'Settings'
typed start.md sh 2
assay check --intent "Labels by the dozen"
expect_exit 1
expect .final_verdict not_mergeable

t "the commands that uninstall leave nothing but your branches"
repo
assay mission new "Change the value"
assay task add "Change it" --accept "a.txt holds the line: two"
doc=task-list
assay task list --json
task=$(jq -r '.tasks[0].id' ../out)
assay task start "$task"
assay worktree add "$task"
expect_exit 0
expect_that "there is a branch" [ -n "$(git for-each-ref refs/heads/assay)" ]
typed faq.md sh 1
expect_that "no ref of ours" [ -z "$(git for-each-ref refs/assay refs/heads/assay refs/notes)" ]
expect_that "no work tree of ours" [ "$(git worktree list | wc -l)" = 1 ]
for ours in .assay .verifier .git/assay; do expect_not "$ours" [ -e "$ours" ]; done
expect_that "nothing else is touched" [ -z "$(git status --porcelain)" ]
