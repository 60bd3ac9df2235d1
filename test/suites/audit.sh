# The audit chain: exports that are checked without a database, and the document that explains them.
# shellcheck shell=sh
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
