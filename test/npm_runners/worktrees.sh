# Jest and Vitest, as a person starts them in the checkout, beside the work tree of an agent's task with a failing
# test. $ASSAY_NPM_RUNNERS names the folder of the runners ("jest29/node_modules", …); `node --test` is tried in
# ../suites/worktree.sh. Each runner must find the same test when it lies in the checkout.
# shellcheck shell=sh disable=SC2034,SC2154

checkout_with() { # modules
  repo
  printf '{ "name": "x", "version": "1.0.0" }\n' >package.json
  printf 'node_modules\n' >.gitignore
  git add . && git commit -qm package
  ln -s "$1" node_modules
  "$ASSAY" mission new "Add a test" --target main >/dev/null 2>&1
  task=$("$ASSAY" task add "Add it" --json | jq -r .id)
  "$ASSAY" worktree add "$task" --json >../tree
  path=$(jq -r .path ../tree)
}
test_that() { # file, name, what it does
  printf '%stest("%s", () => { %s });\n' "$import" "$2" "$3" >"$1"
}
tried_with() { # runner import command...
  runner=$1 import=$2
  shift 2
  for modules in "$ASSAY_NPM_RUNNERS/$runner"[0-9]*/node_modules; do
    version=$(basename "$(dirname "$modules")")
    t "$version finds no unfinished tests of a task"
    doc=
    expect_that "$version is there" test -d "$modules"
    checkout_with "$modules"
    expect_that "the task has a work tree" test -d "$path"
    test_that mine.test.js mine ''
    test_that "$path/new.test.js" "not done yet" 'throw new Error("unfinished");'
    run_program "$@"
    cat ../err >>../out
    expect_exit 0
    expect_out mine.test.js
    expect_not "it was found" grep -q "new.test.js" ../out
    cp "$path/new.test.js" .
    run_program "$@"
    cat ../err >>../out
    expect_that "it is found in the checkout" grep -q "new.test.js" ../out
    expect_exit 1
  done
}
tried_with jest '' npx --no-install jest --rootDir .
tried_with vitest 'import { test } from "vitest"; ' npx --no-install vitest run
