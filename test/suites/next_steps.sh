# What a person is told to do next, wherever a mission stands.
# shellcheck shell=sh disable=SC2154
. "$HERE/verify_verbs.sh"

t "status names the next step of work by hand, and leaves checkers to agents"
doc=
repo
assay mission new "Keep carts in a table"
assay task add "Keep them" --accept "\`ls\` shows it"
id=$("$ASSAY" task list --json | jq -r '.tasks[0].id')
short=$(echo "$id" | cut -c6-13)
assay status
expect_out "nobody is at work on it"
expect_out "assay task start $short"
assay task start "$id"
expect_out "Next: assay worktree add $short, commit there, then assay task ready $short"
assay status
expect_not "nobody is at work" grep -q "nobody is at work" ../out
assay task ready "$id"
assay status
expect_out "assay task show $short"
expect_not "a person is to start its checker" grep -q "assay task start" ../out

t "checks that could not be run are the next thing to mend"
checked_repo
printf '[[checks]]\ntitle = "absent"\ncommand = "no-such-program --version"\n' >assay.toml
git add . && git commit -qm policy
mission_of 'echo x >other'
doc=
assay status
expect_out "all tasks are done; its checks are to be verified"
assay verify
expect_exit 2
assay status
expect_out "checks could not be run when it was last verified"
expect_out "assay mission verification "

t "a review that was removed comes back, and that is said; the gate cannot be removed"
checked_repo
mission_of 'echo x >other'
doc=pack
assay pack remove-check review --json
expect_exit 0
expect '.notes[0] | contains("brings a person")' true
assay pack remove-check "assay check"
expect_exit 2
expect_err 'gate_changes = "warn"'
doc_verify
expect '[.checks[] | select(.kind == "manual")] | length' 1

t "a mission that landed where nothing deploys it is not called deployed"
checked_repo
mission_of 'echo x >other'
"$ASSAY" verify >/dev/null && "$ASSAY" land >/dev/null
doc=
assay needs
expect_out "landed; look at it, then close it"
expect_not "it was deployed" grep -q deployed ../out

t "whoever sees a blocked task is told that its work can be accepted"
repo
"$ASSAY" mission new "Change it" >/dev/null 2>&1
id=$("$ASSAY" task add "One" --json | jq -r .id)
short=$(echo "$id" | cut -c6-13)
"$ASSAY" task start "$id" >/dev/null && "$ASSAY" task block "$id" --reason "no key" >/dev/null
doc=
assay task show "$id"
expect_out "assay task retry $short, or accept $short"
assay needs
expect_out "assay task accept $short"
assay run
expect_out "assay task accept"
