# The verbs of the suites about `assay verify`, and what those about landing begin with.
# shellcheck shell=sh

# A repository whose check is `make test`: the file `value` must hold what `wanted` does, and of `left` and `right`
# there is at most one.
checked_repo() {
  repo
  printf 'test:\n\t@sh ./test.sh\n' >Makefile
  cat >test.sh <<'SH'
echo 1..1
if [ "$(cat value)" = "$(cat wanted)" ] && ! [ -e left -a -e right ]; then echo "ok 1 - value"; else echo "not ok 1 - value"; exit 1; fi
SH
  echo 1 >value
  echo 1 >wanted
  git add . && git commit -qm tests
}
# A mission with one task per script; each is done on its branch and completed.
mission_of() { # script...; $mission_title names it otherwise
  "$ASSAY" mission new "${mission_title:-Change the value}" --target main >/dev/null 2>&1
  mission=$("$ASSAY" mission list --json | jq -r '.missions[0].id')
  for script in "$@"; do
    task=$("$ASSAY" task add "$script" --json | jq -r .id)
    git checkout -q -b "assay/$mission/$task" main
    sh -ec "$script" && git add -A && git commit -qm "$script"
    git checkout -q main
    "$ASSAY" task start "$task" >/dev/null
    "$ASSAY" task complete "$task" >/dev/null
  done
  before=$(git rev-parse main)
}
doc_verify() {
  doc=verification
  assay verify --json "$@"
}
status_is() { expect_that "mission is $1" test "$("$ASSAY" mission show --json | jq -r .mission.status)" = "$1"; }
check_is() { expect ".checks[] | select(.subject == \"$1\") | .status" "$2"; }
