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

made() { jq -r '.checks[] | select(.title == "uses dependencies") | .lastOutput' ../out; }
# The package we stand in as a commit: it is locked, and a check asks for what preparing made.
commit_package() { # command of the check
  printf '[[checks]]\ntitle = "uses dependencies"\ncommand = "%s"\n' "$1" >assay.toml
  echo node_modules >.gitignore
  npm install --package-lock-only --offline --no-audit --no-fund >/dev/null 2>&1
  git add . && git commit -qm "a package"
}

t "dependencies are prepared once per lockfile, outside of the repository"
prepared_repo
mission_of 'echo x >other'
doc_verify
expect_exit 0
expect '.prepared[0].reused' false
expect '.prepared[0].shared' true
first=$(made)
mission_of 'echo y >other'
doc_verify
expect '.prepared[0].reused' true
expect_that "another mission has the same" test "$(made)" = "$first"
expect_that "nothing is kept in the repository" test ! -e .assay/cache
expect_that "it is kept in the state folder" sh -c 'test -n "$(find "$HOME"/.local/state/assay/*/cache/shared -name done)"'
mission_of 'printf "lib1\nlib2\n" >deps.lock'
doc_verify
expect '.prepared[0].reused' false
expect '.prepared[0].shared' false
expect '.notes[0]' "The work changes deps.lock, which decides what is installed."

t "--fresh prepares anew, and for itself"
prepared_repo
mission_of 'echo x >other'
doc_verify
first=$(made)
doc_verify --fresh
expect_exit 0
expect '.prepared[0].reused' false
expect '.prepared[0].shared' false
expect_that "it was made again" test "$(made)" != "$first"
mission_of 'echo y >other'
doc_verify
expect '.prepared[0].reused' true
expect_that "others have what the target made" test "$(made)" = "$first"

t "what a mission's own script made is seen by no other mission"
prepared_repo
printf 'mkdir deps && cp deps.lock deps/lib && echo honest >deps/made\n' >setup.sh
sed 's/^command = "mkdir.*/command = "sh setup.sh"/' assay.toml >../p && cp ../p assay.toml && git add . && git commit -qm script
mission_of "printf 'mkdir deps && cp deps.lock deps/lib && echo poison >deps/made\\n' >setup.sh"
doc_verify
expect '.prepared[0].shared' false
expect_that "its own checks see what its script made" test "$(made)" = poison
mission_of 'echo x >other'
doc_verify
expect_exit 0
expect_that "another mission does not" test "$(made)" = honest
mission_of 'echo y >other'
doc_verify
expect '.prepared[0].reused' true
expect_that "nor the next" test "$(made)" = honest

t "what was prepared for a mission goes when it is cancelled"
prepared_repo
printf 'mkdir deps && cp deps.lock deps/lib && echo honest >deps/made\n' >setup.sh
sed 's/^command = "mkdir.*/command = "sh setup.sh"/' assay.toml >../p && cp ../p assay.toml && git add . && git commit -qm script
mission_of "printf 'mkdir deps && cp deps.lock deps/lib && echo own >deps/made\\n' >setup.sh"
doc_verify
expect '.prepared[0].shared' false
own="$(dirname "$(worktrees)")/cache/missions/$mission"
expect_that "it is kept while the mission is open" sh -c 'test -n "$(find "$0" -name done)"' "$own"
"$ASSAY" cancel "$mission" --reason "not wanted" >/dev/null
mission_of 'echo x >other'
doc_verify
expect_exit 0
expect_that "it is gone" test ! -e "$own"

t "a command without inputs is prepared for each tree"
prepared_repo
printf 'mkdir deps && cp deps.lock deps/lib && echo honest >deps/made\n' >setup.sh
sed 's/^command = "mkdir.*/command = "make deps"/; /^inputs/d' assay.toml >../p && cp ../p assay.toml
printf 'test:\n\t@sh ./test.sh\ndeps:\n\t@sh ./setup.sh\n' >Makefile
git add . && git commit -qm script
mission_of "printf 'mkdir deps && cp deps.lock deps/lib && echo poison >deps/made\\n' >setup.sh"
doc_verify
expect_that "its own checks see what its script made" test "$(made)" = poison
mission_of 'echo x >other'
doc_verify
expect_exit 0
expect_that "another mission does not" test "$(made)" = honest

# A package that lies in the repository, so that npm needs no network.
npm_repo() {
  checked_repo
  mkdir -p vendor/left
  printf '{ "name": "left", "version": "1.0.0", "main": "index.js" }\n' >vendor/left/package.json
  echo 'module.exports = "honest";' >vendor/left/index.js
  cat >package.json <<'JSON'
{ "name": "shop", "version": "1.0.0", "scripts": { "postinstall": "node scripts/setup.js" }, "dependencies": { "left": "file:vendor/left" } }
JSON
  mkdir scripts
  echo 'require("fs").writeFileSync("node_modules/made", "honest");' >scripts/setup.js
  commit_package "cat node_modules/made"
}

t "an npm postinstall of a mission, failed or not, poisons nobody"
npm_repo
mission_of 'echo "require(\"fs\").writeFileSync(\"node_modules/made\", \"poison\");" >scripts/setup.js; echo 2 >value'
doc_verify
expect_exit 1
expect_that "its own checks see what its script made" test "$(made)" = poison
mission_of 'echo "require(\"fs\").writeFileSync(\"node_modules/made\", \"poison\"); process.exit(1);" >scripts/setup.js'
doc_verify
expect .outcome not_run
mission_of 'echo x >other'
doc_verify
expect_exit 0
expect_that "another mission has what its own tree makes" test "$(made)" = honest
doc_verify
expect_exit 0

t "a manifest that a mission changes is its own"
checked_repo
cat >package.json <<'JSON'
{ "name": "shop", "version": "1.0.0", "workspaces": ["packages/*"] }
JSON
mkdir -p packages/left && printf '{ "name": "left", "version": "1.0.0" }\n' >packages/left/package.json
commit_package "cat node_modules/made 2>/dev/null || echo honest"
mission_of 'sed -i "s/\"workspaces\"/\"scripts\": {\"postinstall\": \"echo poison >node_modules\/made\"}, \"workspaces\"/" package.json'
doc_verify
expect_that "its own checks see what its script made" test "$(made)" = poison
mission_of 'echo x >other'
doc_verify
expect_exit 0
expect_that "another mission does not" test "$(made)" = honest

t "what an older version kept in the repository is not used"
prepared_repo
mkdir -p .assay/cache/old && echo poison >.assay/cache/old/done
mission_of 'echo x >other'
doc_verify
expect_exit 0
expect_that "it is gone" test ! -e .assay/cache

t "a preparation that was cut short leaves nothing that is used"
prepared_repo
sed 's/^command = "mkdir.*/command = "mkdir deps; echo lib1 | tee deps\/made >deps\/lib; touch started; while [ ! -e go ]; do sleep 0.1; done"/' assay.toml >../p && cp ../p assay.toml && git commit -qam slow
mission_of 'echo x >other'
"$ASSAY" verify >/dev/null 2>&1 &
pid=$!
tree() { find .assay/worktrees "$HOME/.local/state/assay" -maxdepth 3 -type d -name "$mission" 2>/dev/null | head -1; }
has_started() { [ -e "$(tree)/started" ]; }
soon has_started
kill -KILL $pid
wait $pid 2>/dev/null
expect_that "nothing of it is whole" sh -c 'test -z "$(find "$HOME/.local/state/assay/$(cut -d " " -f 1 .git/assay/state)/cache" -name done)"'
sed 's/ while .*done"$/"/; s/touch started;/true/' assay.toml >../p && cp ../p assay.toml && git commit -qam quick
doc_verify
expect_exit 0
expect '.prepared[0].reused' false

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
