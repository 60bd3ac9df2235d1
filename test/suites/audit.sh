# The audit chain: exports that are checked without a database, and the document that explains them.
# shellcheck shell=sh disable=SC2154
document=$HERE/../../docs/formats/audit.md
block() { awk -v fence="\`\`\`$1" '$0 == fence { on = 1; next } $0 == "```" { on = 0 } on' "$document"; }
example() { block jsonl >export.jsonl; }
verify() {
  doc=audit-verify
  assay audit verify "$@"
}

t "the example of the document is intact"
example
verify export.jsonl
expect_exit 0
expect_out "intact: 1 mission, 2 checkpoints, exported 2026-11-15T07:00:00.000Z"
expect_out "seal: $(jq -r '.seal // empty' export.jsonl)"
verify export.jsonl --json
expect_exit 0
expect .intact true
expect .source export
expect .checkpoints 2
expect .fault null

t "the recipes of the document give the hashes it says"
example
block sh >recipe.sh
sh recipe.sh >said
sed -n 's/^# //p' recipe.sh >expected
expect_that "three hashes" [ "$(wc -l <expected)" = 3 ]
expect_that "the same" cmp said expected

t "every line fits its schema"
example
while IFS= read -r line; do
  printf '%s\n' "$line" >line.json
  expect_that "fits: $line" "$ASSAY" schema audit --validate line.json
done <export.jsonl
echo '{"seal":"x","more":1}' >line.json
expect_not "fits: an unknown key" "$ASSAY" schema audit --validate line.json

t "a changed detail is named with its line"
example
sed -i 's/rate limit/late limit/' export.jsonl
verify export.jsonl
expect_exit 1
expect_out "NOT INTACT: export.jsonl: line 2: checkpoint 1 of mission-7k2q was changed: its hash does not match"
verify export.jsonl --json
expect_exit 1
expect .intact false
expect .fault.line 2
expect .seal null

t "a line that is missing, doubled, or moved is noticed"
for edit in 2d 3d 4d 5d 1d 3p '2{h;d};3G'; do
  example
  sed -i "$edit" export.jsonl
  verify export.jsonl
  expect_exit 1
  expect_out "NOT INTACT: export.jsonl: line "
done

t "a file with Windows line ends is another file"
example
sed -i 's/$/\r/' export.jsonl
verify export.jsonl
expect_exit 1
expect_out "line 1: ends in a carriage return"

t "standard input is read, and nothing there is no export"
example
verify - <export.jsonl
expect_exit 0
verify - </dev/null
expect_exit 1
expect_out "standard input: line 1: there is nothing here"

t "the seal that was noted must be the export's"
example
verify export.jsonl --seal "$(jq -r '.seal // empty' export.jsonl)"
expect_exit 0
verify export.jsonl --seal 0000000000000000000000000000000000000000000000000000000000000000
expect_exit 1
expect_out "its seal is not the one you noted"

t "what cannot be read is neither intact nor tampered"
verify missing.jsonl
expect_exit 2
expect_err "missing.jsonl"
verify .
expect_exit 2
verify one two
expect_exit 2
assay audit
expect_exit 2
expect_err "audit verify"
assay audit frobnicate
expect_exit 2

# ---- the store of a repository

mission_with_history() {
  repo
  for arguments in init 'mission new "Add a rate limit to /login"' \
    'task add "Limit by address" --accept "POST /login answers 429 after 5 attempts"' 'mission new "Say hello to Zoë 👋"'; do
    eval "\"\$ASSAY\" $arguments" >../out 2>../err || wrong "assay $arguments failed"
  done
}
database() { sqlite3 "$(pwd)/.assay/assay.db" "$1" || wrong "sqlite3: $1"; }
without_triggers() {
  database "DROP TRIGGER checkpoints_are_not_changed; DROP TRIGGER checkpoints_are_not_deleted; DROP TRIGGER checkpoints_are_not_replaced; $1"
}
# The store as it was in clean.db, but for these statements, is found out with these words.
tampered() { # statements words
  rm -f .assay/assay.db*
  cp clean.db .assay/assay.db
  without_triggers "$1"
  verify
  expect_exit 1
  expect_out "$2"
}

t "an honest store is intact, and so is its export"
mission_with_history
verify
expect_exit 0
expect_out "intact: 2 missions, "
verify --json
expect .intact true
expect .source store
expect .missions 2
doc=
assay audit export --output history.jsonl
expect_exit 0
expect_out "wrote history.jsonl: 2 missions, "
left="history.jsonl.$(sh -c 'echo $$').new"
echo half >"$left"                # of an export that was killed
echo half >"history.jsonl.$$.new" # of one that runs
assay audit export --output history.jsonl
expect_exit 0
expect_that "what a killed export left is gone" test ! -e "$left"
expect_that "what another one is writing is not" test -e "history.jsonl.$$.new"
rm "history.jsonl.$$.new"
assay audit export
cp ../out piped.jsonl
verify history.jsonl
expect_exit 0
verify piped.jsonl --json
expect .intact true
expect_that "no database was needed" sh -c 'mkdir ../else && cd ../else && "$0" audit verify ../w/history.jsonl' "$ASSAY"
while IFS= read -r line; do
  printf '%s\n' "$line" >line.json
  expect_that "fits: $line" "$ASSAY" schema audit --validate line.json
done <history.jsonl

t "one mission is exported alone"
mission_with_history
id=$(sqlite3 .assay/assay.db "SELECT id FROM missions ORDER BY key LIMIT 1")
doc=
assay audit export --mission "$id" --output one.jsonl
expect_exit 0
expect_out "wrote one.jsonl: 1 mission, "
expect_that "only that one" sh -c '! grep -q "$(sqlite3 .assay/assay.db "SELECT id FROM missions ORDER BY key DESC LIMIT 1")" one.jsonl'
verify one.jsonl
expect_exit 0
assay audit export --mission mission-nosuchone
expect_exit 2
expect_no_out

t "the store itself refuses to change or delete a checkpoint"
mission_with_history
for statement in "UPDATE checkpoints SET detail = 'x'" "DELETE FROM checkpoints" \
  "INSERT OR REPLACE INTO checkpoints SELECT * FROM checkpoints"; do
  expect_not "done: $statement" sqlite3 .assay/assay.db "$statement"
done
verify
expect_exit 0

t "a checkpoint that was changed in the store is named"
mission_with_history
id=$(sqlite3 .assay/assay.db "SELECT id FROM missions ORDER BY key LIMIT 1")
without_triggers "UPDATE checkpoints SET detail = 'nothing to see' WHERE number = 2 AND mission_key = 1"
verify
expect_exit 1
expect_out "NOT INTACT: $(pwd -P)/.assay/assay.db: checkpoint 2 of $id was changed: its hash does not match"
verify --json
expect_exit 1
expect .intact false
expect .fault.line null
doc=
assay audit export --output history.jsonl
expect_exit 2
expect_err "checkpoint 2 of $id was changed"
expect_that "nothing was written" [ -z "$(ls history.jsonl* 2>/dev/null)" ]

t "the last checkpoint was deleted: its head still counts it"
mission_with_history
id=$(sqlite3 .assay/assay.db "SELECT id FROM missions ORDER BY key LIMIT 1")
without_triggers "DELETE FROM checkpoints WHERE mission_key = 1 AND number = (SELECT max(number) FROM checkpoints WHERE mission_key = 1)"
verify
expect_exit 1
expect_out "the history of $id was cut: "

t "one in the middle was deleted, moved, added, or given another hash"
mission_with_history
id=$(sqlite3 .assay/assay.db "SELECT id FROM missions ORDER BY key LIMIT 1")
cp .assay/assay.db clean.db
tampered "DELETE FROM checkpoints WHERE mission_key = 1 AND number = 1" "checkpoint 1 of $id is missing"
tampered "UPDATE checkpoints SET number = 90 WHERE mission_key = 1 AND number = 1" "of $id"
tampered "UPDATE checkpoints SET hash = '$(printf '%064d' 7)' WHERE mission_key = 1 AND number = 1" "checkpoint 1 of $id was changed"
tampered "UPDATE checkpoints SET actor = 'person:nobody' WHERE mission_key = 2 AND number = 1" "was changed"
tampered "UPDATE checkpoints SET created_at = created_at - 1 WHERE mission_key = 2 AND number = 1" "was changed"
tampered "UPDATE chain_heads SET count = count - 1 WHERE mission_key = 1" "its head counts"
tampered "DELETE FROM chain_heads WHERE mission_key = 1" "its head counts 0"
tampered "UPDATE chain_heads SET hash = '$(printf '%064d' 7)' WHERE mission_key = 1" "ends with another checkpoint than its head says"
tampered "UPDATE checkpoints SET kind = 'invented' WHERE mission_key = 1 AND number = 1" "checkpoint 1 of $id"

t "an earlier export shows what the chain alone cannot"
mission_with_history
id=$(sqlite3 .assay/assay.db "SELECT id FROM missions ORDER BY key DESC LIMIT 1")
"$ASSAY" audit export --output before.jsonl >/dev/null
"$ASSAY" task add "Greet by name" --accept "GET /hello?name=Zoë answers 200" >/dev/null
verify --since before.jsonl
expect_exit 0
"$ASSAY" audit export --output after.jsonl >/dev/null
verify after.jsonl --since before.jsonl
expect_exit 0
verify before.jsonl --since after.jsonl
expect_exit 1
expect_out "its history was cut since"
without_triggers "PRAGMA foreign_keys = OFF; DELETE FROM checkpoints WHERE mission_key = 2; DELETE FROM chain_heads WHERE mission_key = 2; DELETE FROM missions WHERE key = 2"
verify
expect_exit 1
expect_out "mission $id is gone"
verify --since before.jsonl
expect_exit 1
expect_out "$id of the earlier export is not there any more"
sed -i 2d before.jsonl
verify --since before.jsonl
expect_exit 2
expect_err "the earlier export before.jsonl is not intact itself: line 2"

t "an emptied or replaced store is not intact, and the loss can be accepted"
mission_with_history
id=$(sqlite3 .assay/assay.db "SELECT id FROM missions ORDER BY key LIMIT 1")
rm -f .assay/assay.db*
doc=
assay init
expect_exit 0
verify
expect_exit 1
expect_out "NOT INTACT"
expect_out " is gone: "
expect_out "assay audit accept-loss --reason"
assay mission list
expect_err "warning: the store is another one than the one that was used here before"
assay doctor
expect_exit 1
expect_out "is gone"
assay mission new "Begin again"
verify
expect_exit 1
assay audit accept-loss
expect_exit 2
expect_err "--reason"
assay audit accept-loss --reason "the disk was wiped"
expect_exit 0
expect_out "accepted: mission mission-"
verify
expect_exit 0
expect_out "note: $id was lost, which person:test accepted at"
expect_out "the disk was wiped"
verify --json
expect .intact true
doc=
assay mission list
expect_that "nothing is said any more" [ ! -s ../err ]
rm -f .assay/assay.db* && assay init
verify
expect_exit 1

t "all rows deleted, or those of one table, are found"
mission_with_history
sqlite3 .assay/assay.db "PRAGMA wal_checkpoint(TRUNCATE)" >/dev/null
cp .assay/assay.db clean.db
emptied() { tampered "PRAGMA foreign_keys = OFF; $1" "$2"; }
emptied "DELETE FROM checkpoints; DELETE FROM chain_heads; DELETE FROM checks; DELETE FROM task_texts; DELETE FROM tasks; DELETE FROM mission_texts; DELETE FROM missions" " is gone: "
emptied "DELETE FROM checkpoints; DELETE FROM chain_heads" "was set back"
emptied "DELETE FROM tasks; DELETE FROM task_texts" "belongs to nothing in tasks"
emptied "DELETE FROM criteria" "the acceptance pack of mission"
emptied "DELETE FROM mission_texts" "the texts of mission"

t "a store that was set back to an older copy is not intact"
mission_with_history
sqlite3 .assay/assay.db "PRAGMA wal_checkpoint(TRUNCATE)" >/dev/null
cp .assay/assay.db older.db
"$ASSAY" task add "Greet by name" --accept "GET /hello?name=Zoë answers 200" >/dev/null
verify
expect_exit 0
rm -f .assay/assay.db* && cp older.db .assay/assay.db
verify
expect_exit 1
expect_out "was set back"
doc=
assay task add "Greet by another name" --accept "GET /hello?name=Ann answers 200"
expect_err "warning: mission"
verify
expect_exit 1
expect_out "is not the one that is known"

t "refs that Assay made and evidence tell of a lost store, without the state folder"
mission_with_history
commit=$(GIT_COMMITTER_NAME=Assay GIT_COMMITTER_EMAIL=assay@localhost git commit-tree -m x 'HEAD^{tree}')
git update-ref refs/assay/missions/mission-aaaaaaaaaaaaaaaa/integration "$commit"
verify
expect_exit 0
expect_out "note: refs of missions that the store does not know"
mkdir -p .assay/evidence/ab && echo x >.assay/evidence/ab/cd
verify
expect_exit 1
expect_out "holds a commit that Assay made for it"
git update-ref refs/assay/missions/mission-aaaaaaaaaaaaaaaa/integration HEAD
verify
expect_exit 0

t "a clone, a copy and a moved repository are no loss"
mission_with_history
git clone -q . ../clone && cd ../clone && "$ASSAY" init >/dev/null
verify
expect_exit 0
expect_out "intact: 0 missions"
cp -R ../w ../copy && cd ../copy || exit 1
verify
expect_exit 0
"$ASSAY" mission new "Of the copy" >/dev/null
verify
expect_exit 0
cd ../w && "$ASSAY" mission new "Of the first" >/dev/null
verify
expect_exit 0
cd .. && mv w moved && cd moved || exit 1
verify
expect_exit 0
rm -f .assay/assay.db* && "$ASSAY" init >/dev/null
verify
expect_exit 1

t "a flipped bit in what decides is refused, and named"
mission_with_history
id=$(sqlite3 .assay/assay.db "SELECT id FROM missions ORDER BY key DESC LIMIT 1")
sqlite3 .assay/assay.db "PRAGMA wal_checkpoint(TRUNCATE)" >/dev/null
cp .assay/assay.db clean.db
for change in "UPDATE missions SET target_branch = 'maim'" "UPDATE missions SET status = 'ready_to_land'" \
  "UPDATE missions SET auto_verify = 1 - auto_verify" "UPDATE mission_texts SET prompt = 'Do nothing'" \
  "INSERT INTO criteria (mission_key, position, criterion) VALUES (2, 77, 'It exists')"; do
  rm -f .assay/assay.db*
  cp clean.db .assay/assay.db
  database "$change"
  for command in "mission show $id" "verify $id" "land $id"; do
    doc=
    eval "assay $command"
    expect_not "decided after: $change" [ "$status" = 0 ]
    expect_err "does not match its seal"
    expect_err "Keep a copy of the store (.assay, or a dump of its database)"
  done
  verify
  expect_exit 1
done

t "where there is no store, nothing is claimed"
repo
verify
expect_exit 2
expect_err "assay init"
doc=
assay audit export
expect_exit 2
expect_no_out
cd .. && mkdir nowhere && cd nowhere || exit 1
GIT_CEILING_DIRECTORIES=$(dirname "$OUT") run_program "$ASSAY" audit verify
expect_exit 2

t "a damaged database is not intact"
mission_with_history
sqlite3 .assay/assay.db "PRAGMA wal_checkpoint(TRUNCATE)" >/dev/null
pages=$(($(wc -c <.assay/assay.db) / 4096))
dd if=/dev/zero of=.assay/assay.db bs=4096 seek=1 count=$((pages - 1)) conv=notrunc 2>/dev/null
verify
expect_not "claimed intact" [ "$status" = 0 ]
head -c 300 /dev/zero >.assay/assay.db
verify
expect_not "claimed intact" [ "$status" = 0 ]

t "an export is written whole or not at all"
mission_with_history
doc=
assay audit export --output no/such/folder.jsonl
expect_exit 2
expect_err "no/such/folder.jsonl"
assay audit export --output .
expect_exit 2
echo old >history.jsonl
assay audit export --output history.jsonl
expect_exit 0
expect_that "replaced" grep -q assay-audit history.jsonl
expect_not "a full disk is success" sh -c '"$0" audit export >/dev/full' "$ASSAY"

t "Ctrl-C and a kill during an export leave the old file or the new one"
mission_with_history
interrupted() { # SIGNAL BEFORE: an export that is ended at some moment
  for part in 001 002 003 004 005 006 008 010 012 015 020 030; do
    eval "$2"
    timeout -s "$1" "0.$part" "$ASSAY" audit export --output history.jsonl >/dev/null 2>&1
    if [ -s history.jsonl ] && [ "$(cat history.jsonl)" != old ]; then
      verify history.jsonl
      expect_exit 0
    fi
    rm -f history.jsonl
    expect_that "nothing else is left" [ "$(ls)" = a.txt ]
  done
}
interrupted INT 'echo old >history.jsonl'
interrupted INT :
interrupted KILL :
