# Attestations: keys, bundles that are verified with the public key alone, and the document that explains them.
# shellcheck shell=sh disable=SC2154
document=$HERE/../../docs/formats/attestation.md
block() { awk -v fence="\`\`\`$1" '$0 == fence { on = 1; next } $0 == "```" { on = 0 } on' "$document"; }
example() {
  block jsonl >landing.jsonl
  block pem >assay.pub
}
verify() {
  doc=attestations
  assay audit verify "$@"
}

t "the example of the document is intact, with no repository around"
example
verify landing.jsonl --key assay.pub
expect_exit 0
expect_out "intact: commit 3f2a9c1d0b4e5f60718293a4b5c6d7e8f9012345, tree c0ffee0123456789abcdef0123456789abcdef01"
expect_out "approved by person:anna (human) at 2026-11-15T06:01:00.000Z for mission mission-7k2q: Add a rate limit to /login"
expect_out "checks: WARNED"
expect_out "verified: PASSED"
verify - --key assay.pub --json <landing.jsonl
expect_exit 0
expect .intact true
expect '.attestations | length' 6
expect '.notes | length' 0
expect '.attestations[2].predicate.batch.position' 1
expect '.attestations[2].predicate.approver.kind' human
expect '.attestations[0].predicate["urn:assay:checks"][0].evidence[0].digest.sha256' "$(printf '1..1\nok 1\n' | sha256sum | cut -d' ' -f1)"

t "OpenSSL verifies every line over the pre-authentication encoding, and refuses another"
example
n=0
while IFS= read -r line; do
  n=$((n + 1))
  printf %s "$line" | jq -r .payload | base64 -d >payload
  printf %s "$line" | jq -r '.signatures[0].sig' | base64 -d >signature
  { printf 'DSSEv1 28 application/vnd.in-toto+json %d ' "$(wc -c <payload)"; cat payload; } >signed
  expect_that "OpenSSL takes line $n" openssl pkeyutl -verify -pubin -inkey assay.pub -rawin -in signed -sigfile signature
  printf x >>signed
  expect_not "OpenSSL takes a changed line $n" openssl pkeyutl -verify -pubin -inkey assay.pub -rawin -in signed -sigfile signature
done <landing.jsonl
expect_that "six lines" [ "$n" = 6 ]

t "the example is of the standards that it names"
example
expect_that "every statement" python3 "$HERE/../standards/statements.py" --mutants landing.jsonl assay.pub

t "the recipe of the document gives what it says"
example
block sh >recipe.sh
sh recipe.sh >said
sed -n 's/^# //p' recipe.sh >expected
expect_that "two answers" [ "$(wc -l <expected)" = 2 ]
expect_that "the same" cmp said expected

t "a changed byte is named with its line"
example
sed -i '2s/eyJ/eyK/' landing.jsonl
verify landing.jsonl --key assay.pub
expect_exit 1
expect_out "NOT INTACT: landing.jsonl: line 2: "
verify landing.jsonl --key assay.pub --json
expect_exit 1
expect .intact false
expect .fault.line 2

t "a line that is missing, doubled or moved is noticed"
for edit in 1d 2d 3d 6d 1p 3p '1{h;d};2G' 1,3d 4,6d; do
  example
  sed -i "$edit" landing.jsonl
  verify landing.jsonl --key assay.pub
  expect_exit 1
  expect_out "NOT INTACT: "
done

t "what only looks like a bundle is refused in words"
block pem >assay.pub
for text in '{"payload":"x"}' '{"payloadType":"application/vnd.in-toto+json","payload":"!!","signatures":[{"keyid":"","sig":""}]}'; do
  printf '%s\n' "$text" >odd.jsonl
  verify odd.jsonl --key assay.pub
  expect_exit 1
  expect_out "line 1: not an envelope as Assay writes it"
done
printf '{"payloadType' >odd.jsonl
verify odd.jsonl --key assay.pub
expect_exit 1
expect_out "its last line does not end"
head -c 3000000 /dev/zero | tr '\0' 'A' >zeros
{ printf '{"payloadType":"application/vnd.in-toto+json","payload":"'; cat zeros; printf '","signatures":[{"keyid":"%064d","sig":"QQ=="}]}\n' 0; } >odd.jsonl
verify odd.jsonl --key assay.pub
expect_exit 1
expect_out "the signature does not have 64 bytes"

t "without a key there is no verdict"
example
verify landing.jsonl
expect_exit 2
expect_err "give --key FILE"
echo nothing >other.pub
verify landing.jsonl --key other.pub
expect_exit 2
expect_err "other.pub holds no Ed25519 public key"

t "init makes a key for its owner only, and says where; a second init leaves it"
repo
doc=init
assay init --json
expect_exit 0
key=$(jq -r .keyFile ../out)
expect_that "in the state folder" test "$key" = "$HOME/.local/state/assay/$(cut -d' ' -f1 .git/assay/state)/signing-key.pem"
expect_that "which is its owner's" test "$(stat -c %a "$(dirname "$key")")" = 700
expect_that "none in the repository" test -z "$(find . -name '*.pem')"
expect_that "for its owner only" test "$(stat -c %a "$key")" = 600
expect_that "OpenSSL reads it" openssl pkey -in "$key" -noout
id=$(jq -r .keyId ../out)
expect_that "the id is the public key's" test "$(openssl pkey -in "$key" -pubout -outform DER | sha256sum | cut -d' ' -f1)" = "$id"
expect_that "git sees nothing" test -z "$(git status --porcelain)"
assay init --json
expect .keyId "$id"
assay audit key
expect_exit 0
expect_that "the public key is OpenSSL's" test "$(cat ../out)" = "$(openssl pkey -in "$key" -pubout)"

t "a key that an older version left in the repository is moved out of it, once"
repo
"$ASSAY" init >/dev/null
key=$HOME/.local/state/assay/$(cut -d' ' -f1 .git/assay/state)/signing-key.pem
mv "$key" .git/assay/signing-key.pem
assay audit key
cp ../out ../public
expect_that "found where it was" test -e .git/assay/signing-key.pem
doc=init
assay init --json
expect_exit 0
expect .keyFile "$key"
expect_that "it is moved" test ! -e .git/assay/signing-key.pem
assay audit key
expect_that "the same key" cmp ../out ../public

t "a given key is used, and one that others can read is not"
repo
openssl genpkey -algorithm ed25519 -out "$PWD/../given.pem"
chmod 644 ../given.pem
mkdir -p .git/assay
printf '[attest]\nkey = "%s"\n' "$(cd .. && pwd)/given.pem" >.git/assay/operator.toml
doc=init
assay init
expect_exit 2
expect_err "chmod 600"
chmod 600 ../given.pem
assay init
expect_exit 0
assay audit key
expect_that "the given key" test "$(cat ../out)" = "$(openssl pkey -in ../given.pem -pubout)"
printf '[attest]\nkeys = "x"\n' >.git/assay/operator.toml
assay audit key
expect_exit 2
expect_err 'operator.toml: [attest]'

t "of a commit that nobody attested nothing is said"
repo
assay init
verify HEAD
expect_exit 2
expect_err "nothing is attested of commit $(git rev-parse HEAD)"
verify no-such-thing
expect_exit 2
expect_err "there is no file no-such-thing"
assay audit attest
expect_exit 2
