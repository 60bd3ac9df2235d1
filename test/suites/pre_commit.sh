# The hook that this repository offers to pre-commit (.pre-commit-hooks.yaml), with the real program, as docs/hooks.md
# says. Nothing is fetched: the repository of the hook is a folder.
# shellcheck shell=sh disable=SC2154
root=$(cd "$HERE/../.." && pwd)

# A project on a branch, its remote, and the repository of the hook at $rev.
project() {
  PRE_COMMIT_HOME=$PWD/../pre-commit-home
  mkdir -p ../bin
  ln -sf "$ASSAY" ../bin/assay
  PATH="$(cd ../bin && pwd):$PATH"
  export PATH PRE_COMMIT_HOME
  git init -q -b main ../hook
  cp "$root/.pre-commit-hooks.yaml" ../hook/
  git -C ../hook add . && git -C ../hook commit -qm "The hook"
  rev=$(git -C ../hook rev-parse HEAD)
  git init -q --bare ../origin.git
  git init -q -b main .
  printf 'def double(number):\n    return number * 2\n' >app.py
  printf 'import unittest\n\nfrom app import double\n\n\nclass AppTest(unittest.TestCase):\n    def test_double(self):\n        self.assertEqual(double(4), 8)\n' >test_app.py
  printf '[check]\nverify_commands = ["python3 -m unittest"]\n' >assay.toml
  printf '__pycache__/\n' >.gitignore
  awk '/^```yaml$/ { on = 1; next } /^```$/ { on = 0 } on' "$root/docs/hooks.md" |
    sed "s|<address of this repository>|$(cd ../hook && pwd)|; s|<a commit>|$rev|" >.pre-commit-config.yaml
  git add . && git commit -qm "An app"
  git remote add origin ../origin.git
  git push -q origin main
  git switch -q -c topic
}
push() {
  run_program git push -q origin topic
  cat ../out >>../err # what hooks say
}
is_pushed() { git --git-dir=../origin.git rev-parse -q --verify topic; }
weaken() { sed -i 's/    def test_double/    @unittest.skip("slow")\n    def test_double/' test_app.py; }

t "pre-commit takes the manifest, and installs the hook for pushes"
project
expect_that "the manifest" pre-commit validate-manifest ../hook/.pre-commit-hooks.yaml
expect_that "the configuration of the page" pre-commit validate-config .pre-commit-config.yaml
expect_that "installed" pre-commit install --hook-type pre-push
expect_that "a hook of git" test -x .git/hooks/pre-push

t "a push of a weakened test is refused, and names the rule"
project
pre-commit install --hook-type pre-push >/dev/null
weaken
git commit -qam "Faster tests"
push
expect_that "it was refused" test "$status" != 0
expect_err "tests.skipped"
expect_err "assay check"
expect_not "it is not there" is_pushed

t "honest work is pushed, and a commit alone is not judged"
project
pre-commit install --hook-type pre-push >/dev/null
pre-commit install --hook-type pre-commit >/dev/null
printf '\n\ndef half(number):\n    return number / 2\n' >>app.py
sed -i 's/import double/import double, half/' test_app.py
printf '\n    def test_half(self):\n        self.assertEqual(half(8), 4)\n' >>test_app.py
git commit -qam "Add half of a number to app.py, with a test"
expect_that "no run of Assay yet" test ! -e .verifier/runs
push
expect_exit 0
expect_that "it is there" is_pushed
expect_that "it was judged" test "$(find .verifier/runs -maxdepth 1 -name '2*' | wc -l)" = 1

t "taken out, it asks no more"
project
pre-commit install --hook-type pre-push >/dev/null
pre-commit uninstall --hook-type pre-push >/dev/null
weaken
git commit -qam "Faster tests"
push
expect_exit 0
expect_that "it is there" is_pushed
