# Notifications: who is told of what needs a person, once, whatever the receiver does.
# shellcheck shell=sh disable=SC2154

# A repository with a store, and a server that the receivers are on.
started() {
  repo
  server
  base=http://127.0.0.1:$port
  "$ASSAY" init >/dev/null
}
receivers() { cat >.git/assay/operator.toml; }
blocked_mission() {
  "$ASSAY" mission new "Add a thing" >/dev/null 2>&1
  mission=$("$ASSAY" mission list --json | jq -r '.missions[0].id')
  task=$("$ASSAY" task add "Do it" --json | jq -r .id)
  "$ASSAY" task block "$task" --reason "waits for a key" >/dev/null
}
requests() { [ -f ../server/requests ] && jq -c "select(.path == \"$1\")" ../server/requests | wc -l || echo 0; }
list() {
  doc=notice-list
  assay notify list --json
}
deliver() {
  doc=delivered
  assay notify deliver --json
}

t "a webhook is told once, as a signed CloudEvent"
started
printf 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw\n' >../secret
chmod 600 ../secret
blocked_mission
receivers <<TOML
[[notify]]
name = "room"
url = "$base/ok"
secret_file = "$(cd .. && pwd)/secret"
TOML
deliver
expect .delivered 1
deliver
expect .delivered 0
expect_that "one request" test "$(requests /ok)" = 1
jq -j .body ../server/requests >body
expect_that "a CloudEvent" jq -e '.specversion == "1.0" and .type == "assay.blocked" and .subject != "" and .data.next != ""' body
expect_that "of its type" test "$(jq -r '.headers["content-type"]' ../server/requests)" = "application/cloudevents+json; charset=utf-8"
id=$(jq -r '.headers["webhook-id"]' ../server/requests)
time=$(jq -r '.headers["webhook-timestamp"]' ../server/requests)
expect_that "the id of the event" test "$id" = "$(jq -r .id body)"
signature=$({ printf '%s.%s.' "$id" "$time"; cat body; } | openssl dgst -sha256 -mac HMAC -macopt "hexkey:$(printf MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw | base64 -d | od -An -tx1 | tr -d ' \n')" -binary | base64)
expect_that "OpenSSL computes the same signature" test "$(jq -r '.headers["webhook-signature"]' ../server/requests)" = "v1,$signature"
list
expect '.notices[0].kind' blocked
expect '.notices[0].detail' 'Do it: waits for a key'
expect '.notices[0].deliveries[0].state' delivered
stopped

t "a command that changes something leaves the telling to a process of its own"
started
mkfifo ../server/told
receivers <<TOML
[[notify]]
name = "room"
url = "$base/told"
TOML
blocked_mission
expect_that "it was told" timeout 600 head -n 1 ../server/told
expect_that "one request" test "$(requests /told)" = 1
stopped

t "many who deliver at once tell once"
started
blocked_mission
receivers <<TOML
[[notify]]
name = "room"
url = "$base/ok"
TOML
"$ASSAY" notify deliver >/dev/null & a=$!
"$ASSAY" notify deliver >/dev/null & b=$!
"$ASSAY" notify deliver >/dev/null & c=$!
wait $a $b $c
expect_that "one request" test "$(requests /ok)" = 1
stopped

t "receivers that redirect, fail, flood or speak something else are not told, and others are"
started
blocked_mission
{
  for path in redirect fail flood not-http ok; do
    printf '[[notify]]\nname = "%s"\nurl = "%s/%s"\ntimeout = "20s"\n' "$path" "$base" "$path"
  done
  printf '[[notify]]\nname = "gone"\nurl = "http://127.0.0.1:1/"\n'
} | receivers
deliver
expect .delivered 2
expect .failed 4
list
expect '.notices[0].deliveries | map(select(.state == "delivered").receiver) | join(",")' flood,ok
expect '.notices[0].deliveries[] | select(.receiver == "redirect").error' "it answered 302, a redirect to /ok; redirects are not followed, give the final address"
expect '.notices[0].deliveries[] | select(.receiver == "fail").error' "it answered 500: out of order"
expect '.notices[0].deliveries[] | select(.receiver == "gone").error | startswith("cannot connect to 127.0.0.1:1: ")' true
expect_that "what it redirected to was not called twice" test "$(requests /ok)" = 1
assay notify list
expect_out "fail: it answered 500: out of order"
stopped

t "a receiver that hangs is given up in its time"
started
blocked_mission
receivers <<TOML
[[notify]]
name = "room"
url = "$base/hang"
timeout = "300ms"
TOML
deliver
expect .failed 1
list
expect '.notices[0].deliveries[0].error' "the server took too long to answer"
expect '.notices[0].deliveries[0].attempts' 1
stopped

t "what failed is tried again when asked to"
started
blocked_mission
receivers <<TOML
[[notify]]
name = "room"
url = "$base/flaky"
TOML
deliver
expect .failed 1
deliver
expect .failed 0
list
id=$(jq -r '.notices[0].id' ../out)
doc=delivered
assay notify retry "$id" --json
expect .due 1
expect .delivered 1
assay notify retry --json
expect .due 0
assay notify retry nothing
expect_exit 2
expect_err "there is no notice nothing"
stopped

t "only what a receiver asked for"
started
receivers <<TOML
[[notify]]
name = "landings"
url = "$base/ok"
events = ["landed"]
TOML
blocked_mission
deliver
expect .delivered 0
expect_that "no request" test "$(requests /ok)" = 0
stopped

t "a command is a receiver too, and gets the event"
started
receivers <<TOML
[[notify]]
name = "script"
command = "cat >'$PWD/../heard'; echo \$ASSAY_EVENT \$ASSAY_MISSION >'$PWD/../seen'"
TOML
doc=notice-test
assay notify test --json
expect_exit 0
expect '.tried[0].delivered' true
expect_that "the event" jq -e '.type == "assay.shippable"' ../heard
expect_that "the variables" test "$(cat ../seen)" = "shippable mission-test"
receivers <<TOML
[[notify]]
name = "script"
command = "echo broken; exit 4"
TOML
assay notify test script
expect_exit 1
expect_out "script: the command: exit 4: broken"
stopped

t "without receivers nothing is told, and what to do is said"
repo
"$ASSAY" init >/dev/null
doc=notice-test
assay notify test
expect_exit 2
expect_err "operator.toml"
doc=notice-list
assay notify list
expect_exit 0
expect_out "No notice is sent to anybody"

t "a configuration that is wrong names its place"
repo
"$ASSAY" init >/dev/null
receivers <<'TOML'
[[notify]]
name = "x"
url = "gopher://example.org"
TOML
doc=notice-list
assay notify list
expect_exit 2
expect_err "[[notify]] 1: 'gopher://example.org' is not an address that can be called"

t "https: a certificate that nobody vouches for is refused, one of a known authority is trusted"
mkdir -p ../server
openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost -addext subjectAltName=DNS:localhost,IP:127.0.0.1 \
  -keyout ../key.pem -out ../ca.pem 2>/dev/null
cat ../ca.pem ../key.pem >../server/cert.pem
started
blocked_mission
receivers <<TOML
[[notify]]
name = "room"
url = "https://127.0.0.1:$port/ok"
TOML
deliver
expect .failed 1
list
expect '.notices[0].deliveries[0].error | test("certificate")' true
expect_that "nothing was told" test "$(requests /ok)" = 0
export CURL_CA_BUNDLE="$PWD/../ca.pem"
doc=delivered
assay notify retry "$(jq -r '.notices[0].id' ../out)" --json
unset CURL_CA_BUNDLE
expect .delivered 1
expect_that "one request" test "$(requests /ok)" = 1
stopped
