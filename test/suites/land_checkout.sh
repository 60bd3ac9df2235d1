# The checkout of the target moves along whole, or stays whole; filters, line ends and all that git knows count.
# shellcheck shell=sh disable=SC2154
. "$HERE/landing_verbs.sh"

# As git-crypt configures it: what is committed is not what lies in the checkout.
crypt() { # smudge
  git config filter.crypt.clean 'tr a-z b-za'
  git config filter.crypt.smudge "$1"
  git config filter.crypt.required true
}
crypted() { # script of the mission
  checked_repo
  crypt 'tr b-za a-z'
  echo '*.key filter=crypt' >.gitattributes
  echo secret >one.key
  git add . && git commit -qm keys
  mission_of "$1"
  "$ASSAY" verify >/dev/null 2>&1
}
# The checkout is at the old commit, with everything of the user's, and the answer blames nobody.
expect_put_back() {
  expect_refused checkout_in_the_way
  expect '.reason | contains("everything there was put back as it was")' true
  expect '.reason | contains("changed there")' false
  expect '.next | contains("then land again")' true
  expect_that "main is where it was" test "$(git rev-parse main)" = "$before"
  expect_that "files and index too" test "$(git status --porcelain; git diff-files --name-only)" = '?? mine'
  expect_that "what is untracked" test "$(cat mine ignored)" = "mine
mine"
  expect_that "nothing is left over" test ! -e .git/assay/moving
}
users_files() {
  mkdir -p .git/info
  echo ignored >>.git/info/exclude
  echo mine >mine
  echo mine >ignored
}

t "filters run when the checkout moves along"
crypted 'echo changed >one.key; echo another >two.key'
expect_that "the commit has other bytes" test "$(git show "main:one.key")" = tfdsfu
land
expect_exit 0
expect_well
expect_that "the files are as the user reads them" test "$(cat one.key two.key)" = "changed
another"
expect_that "and committed as they are kept" test "$(git show main:two.key)" = bopuifs
expect_that "git agrees" test -z "$(git status --porcelain)"

t "what is changed behind a filter is seen"
crypted 'echo changed >one.key'
echo mine >one.key
land
expect_refused checkout_in_the_way
expect '.reason | contains("one.key is changed there")' true
expect_that "it stays" test "$(cat one.key)" = mine

t "a filter that fails: everything is put back, and nobody is blamed"
crypted 'echo new >a.txt; git rm -q value wanted; echo 2 >value; echo 2 >wanted; echo changed >one.key; mkdir -p deep/er; echo x >deep/er/file'
users_files
crypt false
land
expect_put_back
expect_that "no folder came" test ! -e deep
crypt 'tr b-za a-z'
rm -f mine ignored
land
expect_exit 0
expect_well
expect_that "decrypted" test "$(cat one.key)" = changed

t "a filter that is not there and required: the same"
crypted 'echo changed >one.key'
users_files
crypt /nowhere/at/all
land
expect_put_back

t "a file that cannot be written in the middle: everything is put back"
checked_repo
mission_of 'echo new >a.txt; rm value wanted; echo 2 >value; echo 2 >wanted; head -c 3000000 /dev/zero >big; echo x >last; ln -s a.txt link'
"$ASSAY" verify >/dev/null 2>&1
users_files
doc=landing
# No file may have more than a megabyte: what a full disk does, without one.
run_program sh -c 'ulimit -f 2048; exec "$0" land --json' "$ASSAY"
expect_put_back
expect_that "no lock is left" test ! -e .git/index.lock
rm -f mine ignored
land
expect_exit 0
expect_well
expect_that "all of it" test "$(wc -c <big)" = 3000000

t "one of two checkouts cannot be moved: neither is, and the branch stays"
checked_repo
mission_of 'echo new >a.txt; head -c 3000000 /dev/zero >big'
"$ASSAY" verify >/dev/null 2>&1
git worktree add -q --force ../second main
git -C ../second config extensions.worktreeConfig true
git -C ../second config --worktree core.bigFileThreshold 1g
touch "$(git -C ../second rev-parse --git-dir)/index.lock"
land
expect_refused checkout_in_the_way
expect_that "main is where it was" test "$(git rev-parse main)" = "$before"
expect_that "here" test -z "$(git status --porcelain)"
rm "$(git -C ../second rev-parse --git-dir)/index.lock"
expect_that "there" test -z "$(git -C ../second status --porcelain)"
land
expect_exit 0
expect_that "here" test -z "$(git status --porcelain)"
expect_that "there" test -z "$(git -C ../second status --porcelain)"

t "line ends, encodings, links, modes and sparse checkouts are the user's"
checked_repo
printf '*.u16 working-tree-encoding=UTF-16LE\n' >.gitattributes
mkdir big && echo 1 >big/one
git add . && git commit -qm attributes
mission_of 'echo new >a.txt; printf "x\0" >one.u16; ln -s a.txt link; chmod +x test.sh; echo 2 >big/two'
"$ASSAY" verify >../verified 2>&1
git config core.autocrlf true
git sparse-checkout set --cone >/dev/null 2>&1
git checkout -q . 2>/dev/null
land
expect_exit 0
expect_landed "$mission"
expect_that "git agrees" test -z "$(git status --porcelain --untracked-files=no)"
expect_that "line ends" test "$(od -An -c a.txt | tr -d ' ')" = 'new\r\n'
expect_that "a link" test "$(readlink link)" = a.txt
expect_that "a mode" test -x test.sh
expect_that "still sparse" test ! -e big/two
