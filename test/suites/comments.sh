# What persons say of work: kept with name and place, part of the reason that sends a task back, and told to its next run
# once. And the figures that are counted from runs and tasks.
# shellcheck shell=sh disable=SC2154
. "$HERE/work_verbs.sh"

order() { branch_file "order-$1.txt" >../order 2>/dev/null; }
says_once() { [ "$(grep -cF -- "$1" ../order)" = 1 ]; }
goes_on() { "$ASSAY" run "$mission" >../run.out 2>../run.err; look; }
say() {
  doc=comment
  assay comment add "$@" --json
}
# A task whose work waits for a person, and whose agent keeps what it was told.
ready_work() {
  project
  checker=checker_fail
  agents keeps_its_order
  checker=checker_pass
  plan_one
  work
  expect_task ready
}

t "a comment on a line is kept with its place, its line, who and when"
ready_work
say "Two in words" --task "$task" --path value --line 1
expect_exit 0
expect .path value
expect .line 1
expect .side after
expect .quoted 2
expect '.actor | startswith("person:")' true
expect .sentRound null
say "What was it before?" --task "$task" --path value --line 1 --side before
expect .quoted 1
doc=comment-list
assay comment list --task "$task" --json
expect '.comments | length' 2
doc=log
assay log --json
expect '[.checkpoints[] | select(.title | startswith("Comment on value:1:"))] | length' 1

t "rejected without a reason, comments are the reason, told to the next run once and to no later one"
ready_work
say "Two in words" --task "$task" --path value --line 1
id=$(jq -r .id ../out)
say "What was it before?" --task "$task" --path value --line 1 --side before
"$ASSAY" task reject "$task" >/dev/null
doc=task-show
assay task show "$task" --json
expect '.task.reason | contains("value:1: Two in words")' true
goes_on
order 2
expect_that "the comment once" says_once "Two in words"
expect_that "the other once" says_once "What was it before?"
expect_that "its place" grep -qF "On value:1, which read:" ../order
expect_that "a person said it" grep -qF "From the person" ../order
doc=comment-list
assay comment list --task "$task" --json
expect '[.comments[].sentRound] | unique | tostring' '[2]'
"$ASSAY" task reject "$task" --reason "shorter" >/dev/null
goes_on
order 3
expect_that "the reason once" says_once "shorter"
expect_not "no comment of before" grep -qF "Two in words" ../order
doc=error
assay comment remove "$id" --json
expect_exit 2
expect_err "was given comment"
say "never mind" --task "$task"
other=$(jq -r .id ../out)
doc=comment
assay comment remove "$other" --json
expect .text "never mind"
doc=comment-list
assay comment list --task "$task" --json
expect '[.comments[].text] | index("never mind")' null

t "what cannot be a comment is refused and changes nothing"
ready_work
doc=error
assay comment add "x" --task "$task" --path value --line 99 --json
expect_exit 2
expect_err "has no line 99"
assay comment add "x" --task "$task" --path ../../etc/passwd --line 1 --json
expect_exit 2
expect_err "there is no file"
assay comment add "x" --task "$task" --line 3 --json
expect_exit 2
assay comment add "  " --task "$task" --json
expect_exit 2
assay comment add "x" --json
expect_exit 2
assay comment add "$(head -c 5000 /dev/zero | tr '\0' x)" --task "$task" --json
expect_exit 2
expect_err "at most 4000 bytes"
doc=comment-list
assay comment list --task "$task" --json
expect '.comments | length' 0

t "a secret on the line is not kept with the comment"
ready_work
folder=$("$ASSAY" worktree add "$task" --json | jq -r .path)
secret=ghp_$(printf 'Qx7%.0sTz9pL2mV' 1 2 3 | head -c 36)
printf 'token = "%s"\n' "$secret" >"$folder/keys.py"
git -C "$folder" add . && git -C "$folder" commit -qm keys
say "take it out" --task "$task" --path keys.py --line 1
expect ".quoted | contains(\"$secret\")" false
expect '.quoted | contains("[redacted")' true

t "lines around a hunk are read from the commit of the change"
ready_work
doc=lines
assay lines value --task "$task" --json
expect '.lines | join("|")' 2
expect .total 1
assay lines value --task "$task" --side before --first 1 --last 1 --json
expect '.lines | join("|")' 1
doc=error
assay lines value --task "$task" --first 0 --json
expect_exit 2
assay lines nothing --task "$task" --json
expect_exit 2

t "figures count runs and tasks by week and agent"
ready_work
"$ASSAY" task accept "$task" --reason "good" >/dev/null 2>&1
doc=figures
assay figures --json
expect '[.rows[].runs] | add > 0' true
expect '[.rows[].completed] | add' 1
expect '[.rows[] | select(.completed == 1) | .firstPassRate] | first' 1
expect '.rows[0].week | test("T00:00:00")' true
doc=
"$ASSAY" figures --csv >../figures.csv
expect_that "a heading" grep -q '^week,agent,runs,cost_usd,' ../figures.csv
expect_that "lines of a spreadsheet" grep -q "$(printf '\r')" ../figures.csv
doc=error
assay figures --weeks 0 --json
expect_exit 2
assay figures --weeks 105 --json
expect_exit 2
expect_err "from 1 to 104"

t "what waits is listed over all missions, with what settles it"
ready_work
doc=needs
assay needs --json
expect '[.needed[] | select(.action == "decide")] | length' 1
expect '.needed[0].taskState' ready
expect '.more' false
"$ASSAY" task reject "$task" --reason "again" >/dev/null
"$ASSAY" task start "$task" >/dev/null
"$ASSAY" task fail "$task" --reason "no power" >/dev/null
assay needs --json
expect '[.needed[] | select(.action == "retry") | .what] | first | contains("no power")' true
doc=error
assay needs --limit 0 --json
expect_exit 2
