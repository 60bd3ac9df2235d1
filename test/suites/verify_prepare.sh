# What a fresh work tree needs before a mission is verified there.
# shellcheck shell=sh disable=SC2154
. "$HERE/verify_verbs.sh"

prepared_repo() {
  checked_repo
  cat >assay.toml <<'TOML'
[prepare]
command = "mkdir deps && cp deps.lock deps/lib && date +%N > deps/made"
inputs = ["deps.lock"]
outputs = ["deps"]
[[checks]]
title = "uses dependencies"
command = "grep -q lib1 deps/lib && cat deps/made"
TOML
  echo lib1 >deps.lock
  printf 'deps\n' >.gitignore
  git add . && git commit -qm deps
}

t "dependencies are prepared once per lockfile"
prepared_repo
mission_of 'echo x >other'
doc_verify
expect_exit 0
expect '.prepared[0].reused' false
made=$(jq -r '.checks[] | select(.title == "uses dependencies") | .lastOutput' ../out)
doc_verify --fresh
expect '.prepared[0].reused' true
expect '.checks[] | select(.title == "uses dependencies") | .lastOutput' "$made"
mission_of 'printf "lib1\nlib2\n" >deps.lock'
doc_verify
expect '.prepared[0].reused' false
expect '.notes[0]' "The work changes deps.lock, which decides what is installed."

t "a check cannot change what was prepared"
prepared_repo
sed 's/^command = "grep.*/command = "echo evil > deps\/lib || echo refused; cat deps\/lib"/' assay.toml >../p && cp ../p assay.toml && git commit -qam hostile
mission_of 'echo x >other'
doc_verify
expect '.checks[] | select(.title == "uses dependencies") | .lastOutput | contains("refused")' true
expect '.checks[] | select(.title == "uses dependencies") | .lastOutput | contains("evil")' false

t "a preparation without a network gives up at once, and the answer says how to grant one"
checked_repo
cat >package.json <<'JSON'
{ "name": "shop", "version": "1.0.0", "scripts": { "test": "node --test" }, "dependencies": { "left": "^1.0.0" } }
JSON
git add . && git commit -qm "a package"
mission_of 'echo x >other'
doc_verify
expect_exit 2
expect .outcome not_run
expect '.prepared[0].failure | contains("network = true under [prepare]")' true
expect_that "npm did not look for the network" grep -rq ENOTCACHED .assay/evidence

t "a preparation that fails means not run, with the log"
prepared_repo
sed 's/^command = "mkdir.*/command = "echo no such registry; exit 9"/' assay.toml >../p && cp ../p assay.toml && git commit -qam broken
mission_of 'echo x >other'
doc_verify
expect_exit 2
expect .outcome not_run
expect '.prepared[0].failure | contains("exited with code 9")' true
expect '.prepared[0].output | length' 64
check_is "make test" pending
status_is awaiting_acceptance

t "what was prepared lies where the tools that made it expect it"
prepared_repo
sed 's/^command = "grep.*/command = "case $PWD in *\/.*) exit 1 ;; esac; test \\"$(readlink -f deps\/lib)\\" = \\"$PWD\/deps\/lib\\""/' assay.toml >../p && cp ../p assay.toml && git commit -qam place
mission_of 'echo x >other'
doc_verify
expect_exit 0
mission_of 'echo y >other; printf "lib1\nlib3\n" >deps.lock'
doc_verify
expect_exit 0

t "a link that the work puts in the place of its dependencies leads nowhere"
prepared_repo
echo secret >"$folder/secret-file"
mission_of "rm .gitignore; ln -s '$folder' deps"
doc_verify
expect_that "nothing of it was shown" sh -c '! grep -rq secret-file ../out .assay/evidence'
expect_that "nothing was written through it" test ! -e "$folder/lib"
