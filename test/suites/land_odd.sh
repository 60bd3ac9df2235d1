# Landing in repositories that are set up in unusual ways: signed commits, symbolic branches, git gc beside it.
# shellcheck shell=sh disable=SC2154
. "$HERE/landing_verbs.sh"

# git is configured to sign commits with this ssh key.
signs_with() { # passphrase
  ssh-keygen -q -t ed25519 -N "$1" -C me -f ../key
  git config gpg.format ssh
  git config user.signingkey "$PWD/../key.pub"
  git config commit.gpgsign true
  printf 'test@localhost %s\n' "$(cat ../key.pub)" >../allowed
  git config gpg.ssh.allowedSignersFile "$PWD/../allowed"
}
unset SSH_AUTH_SOCK

for strategy in merge squash rebase; do
  t "commits are signed with the user's key when git is configured so ($strategy)"
  landable
  signs_with ""
  land --strategy $strategy
  expect_exit 0
  expect_well
  expect_that "git verifies it" git verify-commit main
  expect_that "who signs commits" test "$(git log -1 --format='%cn %G?' main)" = "test G"
done

t "all commits of a batch are signed"
checked_repo
queued one two
signs_with ""
doc=queue-run
assay queue run --json
expect_exit 0
expect_that "each" test "$(git log --first-parent -2 --format=%G? main | tr -d '\n')" = GG

t "a key that cannot sign is refused before anything changed"
landable
signs_with secret
refs=$(git for-each-ref)
land
expect_refused cannot_sign
expect '.next | contains("commit.gpgsign false")' true
expect_that "no ref changed" test "$(git for-each-ref)" = "$refs"
expect_that "no file changed" test -z "$(git status --porcelain)"
git config commit.gpgsign false
land
expect_exit 0
expect_well

t "a queue whose commits cannot be signed stops, and evicts nobody"
landable
"$ASSAY" queue add "$mission" >/dev/null
signs_with secret
doc=queue-run
assay queue run --json
expect_exit 2
expect '.stopped | contains("cannot be signed")' true
expect .waiting 1

t "a program of the repository's configuration signs nothing"
landable
git config commit.gpgsign true
git config gpg.program "$PWD/../evil"
printf '#!/bin/sh\ntouch "%s"\n' "$PWD/../pwned" >../evil
chmod +x ../evil
GNUPGHOME=$PWD/../gnupg land
expect_refused cannot_sign
expect_that "it was not run" test ! -e ../pwned

# The same with OpenPGP, which is what git signs with when it is told nothing else. A short path: the agent's socket is in it.
gpg_signs_with() { # passphrase
  GNUPGHOME=$(mktemp -d "${TMPDIR:-/tmp}/gpg-XXXXXX")
  export GNUPGHOME
  echo 'pinentry-program /bin/false' >"$GNUPGHOME/gpg-agent.conf"
  gpg --quiet --batch --passphrase "$1" --pinentry-mode loopback --quick-generate-key 'test <test@localhost>' ed25519 sign never 2>/dev/null || wrong "gpg makes no key"
  gpgconf --kill gpg-agent # it remembers the passphrase
  git config user.signingkey test@localhost
  git config commit.gpgsign true
}
gpg_ends() {
  gpgconf --kill gpg-agent
  rm -rf "$GNUPGHOME"
  unset GNUPGHOME
}

for strategy in merge squash rebase; do
  t "commits are signed with the user's OpenPGP key when git is configured so ($strategy)"
  landable
  gpg_signs_with ""
  land --strategy $strategy
  expect_exit 0
  expect_well
  expect_that "git verifies it" git verify-commit main
  expect_that "who signs commits" test "$(git log -1 --format='%cn %G? %GS' main)" = "test G test <test@localhost>"
  gpg_ends
done

t "an OpenPGP key whose passphrase nobody gives is refused before anything changed"
landable
gpg_signs_with secret
refs=$(git for-each-ref)
land
expect_refused cannot_sign
expect_that "no ref changed" test "$(git for-each-ref)" = "$refs"
expect_that "no file changed" test -z "$(git status --porcelain)"
gpg_ends

t "an OpenPGP key that is not there is refused before anything changed"
landable
gpg_signs_with ""
git config user.signingkey nobody@localhost
refs=$(git for-each-ref)
land
expect_refused cannot_sign
expect_that "no ref changed" test "$(git for-each-ref)" = "$refs"
gpg_ends

t "a target that stands for another branch is refused in a sentence, and nothing moves"
landable
git branch -m main trunk
git symbolic-ref refs/heads/main refs/heads/trunk
refs=$(git for-each-ref)
land
expect_refused target_symbolic
expect '.reason | contains("trunk")' true
expect_that "no ref changed" test "$(git for-each-ref)" = "$refs"
"$ASSAY" queue add "$mission" >/dev/null
doc=queue-run
assay queue run --json
expect_exit 2
expect '.stopped | contains("symbolic")' true
expect_that "no ref changed" test "$(git for-each-ref)" = "$refs"

for step in look compose checkouts intend confirm swap checkout prove record attest; do
  t "git gc, repack and pack-refs before $step take nothing away"
  landable
  at $step 'git pack-refs --all && git repack -adq && git -c gc.reflogExpire=now -c gc.reflogExpireUnreachable=now gc -q --prune=now'
  land
  nothing_happens
  expect_exit 0
  expect_well
  expect_that "everything is there" git fsck --connectivity-only
done

t "git gc after a kill before the swap: the next run lands the same"
landable
at swap kill
land
nothing_happens
git gc -q --prune=now
land
expect_exit 0
expect_well

t "git gc beside the queue takes nothing away"
checked_repo
queued one two
at checkouts 'git gc -q --prune=now'
doc=queue-run
assay queue run --json
nothing_happens
expect_exit 0
expect '.landed | length' 2
expect_that "everything is there" git fsck --connectivity-only

t "a git folder that lies elsewhere"
landable
git init -q --separate-git-dir ../elsewhere.git .
land
expect_exit 0
expect_well
expect_that "attested" "$ASSAY" audit verify main

t "files whose names hold line breaks, tabs and quotes: judged, landed and salvaged under their own names"
checked_repo
odd=$(printf 'two\nlines\tand "quotes"')
mission_of "echo 2 >value; echo 2 >wanted; printf x >\"\$(printf 'two\\nlines\\tand \"quotes\"')\"; mkdir \"\$(printf 'a\\nfolder')\" && printf y >\"\$(printf 'a\\nfolder')/in\"" # in names that sh makes
assay verify
expect_exit 0
land
expect_exit 0
expect_landed "$mission"
expect_that "the file is there" test "$(cat "$odd")" = x
expect_that "in its folder too" test "$(cat "$(printf 'a\nfolder')/in")" = y
expect_that "nothing else is" test "$(git diff-tree -r -z --name-only "$before" main | tr -cd '\0' | wc -c)" = 4
expect_that "the checkout follows" test -z "$(git status --porcelain --untracked-files=no)"
doc=
"$ASSAY" mission new "Another change" --target main >/dev/null 2>&1
task=$("$ASSAY" task add "keep what is not committed" --accept "true exits 0" --json | jq -r .id)
tree=$("$ASSAY" worktree add "$task" --json | jq -r .path)
printf z >"$tree/$odd-more"
"$ASSAY" cancel "$("$ASSAY" mission list --json | jq -r '.missions[0].id')" --reason "not needed" >/dev/null
assay worktree prune "$(basename "$tree")"
expect_exit 0
salvaged=$(git for-each-ref --format='%(refname)' refs/assay | while read -r ref; do git ls-tree -r -z --name-only "$ref" | tr '\0' '#' | tr '\n' '~' | grep -o 'two~lines[^#]*more'; done | head -1)
expect_that "what was not committed is kept under its name" test "$salvaged" = "$(printf 'two~lines\tand "quotes"-more')"
