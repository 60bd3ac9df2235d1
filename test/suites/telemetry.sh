# Traces for a collector of OpenTelemetry: what became of missions, once, whatever the collector does.
# shellcheck shell=sh disable=SC2154
. "$HERE/serve_verbs.sh"
. "$HERE/work_verbs.sh"

collector() {
  mkdir -p ../otlp
  mkfifo ../otlp.in ../otlp.ready
  python3 "$HERE/../servers/otlp.py" "$PWD/../otlp" <../otlp.in >../otlp.ready &
  exec 6>../otlp.in
  read -r otlp_port <../otlp.ready
}
collector_stopped() { exec 6>&-; }
# Appended to operator.toml, which names the agents.
traces_to() { # endpoint, more lines
  mkdir -p .git/assay
  printf '\n[otel]\nendpoint = "%s"\n%s\n' "$1" "${2:-}" >>.git/assay/operator.toml
}
send() {
  doc=telemetry
  # Another process may be sending what a command left.
  for _ in $(seq 600); do
    assay telemetry send --json
    [ "$(jq -r .error ../out)" = "" ] && [ "$(sent)" -ge "${1:-0}" ] && return
    sleep 0.1
  done
}
sent() { [ -f ../otlp/spans ] && wc -l <../otlp/spans || echo 0; }
spans() { jq -c "select($1)" ../otlp/spans; }

t "a mission from the wish to the landing is one trace: tasks, runs of agents, verification, checks, landing"
project
agents good
collector
traces_to "http://127.0.0.1:$otlp_port/" 'headers = ["X-Key: pear"]
service = "gate"'
"$ASSAY" init >/dev/null
plan_one '"success_criteria":[{"id":"SC-1","claim":"The value is 2","evidence":{"kind":"grep","pattern":"^2$","path":"value"}}]'
work
"$ASSAY" land >/dev/null 2>&1
send 6
expect_that "nothing was refused by the protocol" test ! -e ../otlp/refused
expect_that "one trace" test "$(jq -r .traceId ../otlp/spans | sort -u | wc -l)" = 1
expect_that "one root, of the mission" test "$(spans '.parentSpanId == null' | jq -r '.name + " " + (.kind | tostring) + " " + .attributes["cicd.pipeline.result"]')" = "RUN mission 2 success"
expect_that "its id" test "$(spans '.name == "RUN mission"' | jq -r '.attributes["cicd.pipeline.run.id"]')" = "$mission"
expect_that "the task" test "$(spans '.name == "task execution"' | jq -r '.attributes["cicd.pipeline.task.run.result"]')" = success
expect_that "the agent" jq -se '[.[] | select(.name == "invoke_agent worker")] | length >= 1' ../otlp/spans
expect_that "by its operation" test "$(spans '.name == "invoke_agent worker"' | jq -r '.attributes["gen_ai.operation.name"]' | sort -u)" = invoke_agent
expect_that "the verification" test "$(spans '.name == "verify"' | jq -r '.attributes["assay.outcome"]')" = passed
expect_that "its checks" jq -se '[.[] | select(.name == "check" and .attributes["cicd.pipeline.task.type"] == "test")] | length >= 1' ../otlp/spans
expect_that "the landing" test "$(spans '.name == "land"' | jq -r '.attributes["vcs.ref.base.name"]')" = main
expect_that "every parent is there" jq -se '[.[].spanId] as $ids | all(.[]; .parentSpanId == null or (.parentSpanId as $p | $ids | index($p)))' ../otlp/spans
expect_that "a criterion is an event about a span that is there" jq -se --slurpfile spans ../otlp/spans '[$spans[].spanId] as $ids | length >= 1 and all(.[]; .eventName == "gen_ai.evaluation.result" and (.spanId as $s | $ids | index($s)))' ../otlp/events
expect_that "its label" jq -se 'any(.[]; .attributes["gen_ai.evaluation.score.label"] == "shown")' ../otlp/events
expect_that "the header" test "$(jq -r '.["x-key"]' ../otlp/headers | sort -u)" = pear
before=$(sent)
send
expect_that "nothing is sent twice" test "$(sent)" = "$before"
expect_that "and nothing refused" test ! -e ../otlp/refused
collector_stopped

t "what was over before a collector was named is not sent"
project
agents good
"$ASSAY" init >/dev/null
plan_one
work
"$ASSAY" land >/dev/null 2>&1
collector
traces_to "http://127.0.0.1:$otlp_port"
send
"$ASSAY" mission new "Another wish" >/dev/null 2>&1
send
expect_that "no span" test "$(sent)" = 0
collector_stopped

t "a collector that is not there, is busy or refuses does not stop anything, and loses what it refused only"
project
agents good
collector
traces_to "http://127.0.0.1:$otlp_port"
"$ASSAY" init >/dev/null
assay telemetry send
echo 503 >../otlp/answer
plan_one
work
expect_mission ready_to_land
doc=telemetry
assay telemetry send --json
expect_exit 1
expect '.error | test("503")' true
expect_that "nothing arrived" test "$(sent)" = 0
rm ../otlp/answer
send 3
expect_that "it arrives when the collector is back" test "$(sent)" -ge 3
echo 400 >../otlp/answer
"$ASSAY" land >/dev/null 2>&1
arrived=$(sent)
for _ in $(seq 600); do
  assay telemetry send --json
  [ "$(jq -r .refused ../out)" -gt 0 ] && break
  sleep 0.1
done
expect_that "what is refused for good is counted" test "$(jq -r .refused ../out)" -gt 0
rm ../otlp/answer
send
expect_that "and not sent again" test "$(sent)" = "$arrived"
collector_stopped

t "what a collector rejects of a document is counted, said and not sent again; a warning is said"
project
agents good
collector
traces_to "http://127.0.0.1:$otlp_port"
"$ASSAY" init >/dev/null
assay telemetry send
echo "2 over the quota" >../otlp/reject-spans
echo 1 >../otlp/reject-events
plan_one '"success_criteria":[{"id":"SC-1","claim":"The value is 2","evidence":{"kind":"grep","pattern":"^2$","path":"value"}}]'
work
doc=telemetry
# Until it is sent, by this command or by the process that the last one left.
for _ in $(seq 600); do
  assay telemetry send --json
  spans '.name == "verify"' 2>/dev/null | grep -q . && [ -e ../otlp/events-rejected ] && break
  sleep 0.1
done
assay telemetry show --json
expect_exit 1
expect '.error | test("it rejected [12] of [0-9]+ spans?: over the quota")' true
expect_that "spans that it has" test "$(jq -r .spans ../out)" = "$(sent)"
expect_that "spans that it rejected" test "$(jq -r .refused ../out)" = "$(wc -l <../otlp/spans-rejected)"
expect_that "events that it rejected" test "$(jq -r .refusedEvents ../out)" = "$(wc -l <../otlp/events-rejected)"
doc=
assay telemetry show
expect_out "refused by the collector; they are not sent again"
rm ../otlp/reject-events
echo "0 soon full" >../otlp/reject-spans
rejected=$(wc -l <../otlp/spans-rejected)
"$ASSAY" land >/dev/null 2>&1
doc=telemetry
for _ in $(seq 600); do
  assay telemetry send --json
  spans '.name == "RUN mission"' 2>/dev/null | grep -q . && break
  sleep 0.1
done
assay telemetry show --json
expect_exit 0
expect .error ""
expect .warning "soon full"
expect_that "nothing more was rejected" test "$(wc -l <../otlp/spans-rejected)" = "$rejected"
expect_that "what was rejected does not come again" test ! -e ../otlp/refused
collector_stopped

t "the configuration is checked, and its secrets are not shown"
repo
mkdir -p .git/assay
"$ASSAY" init >/dev/null
wrong_otel() {
  printf '%s\n' "$1" >.git/assay/operator.toml
  assay telemetry show
  expect_exit 2
  expect_err "$2"
}
wrong_otel '[otel]
endpoint = "collector:4318"' "it must begin with http:// or https://"
wrong_otel '[otel]
endpoint = "http://127.0.0.1:4318"
headers = ["no colon"]' 'a header is written "Name: value"'
wrong_otel '[otel]
endpoint = "http://127.0.0.1:4318"
header = ["a: b"]' 'did you mean "headers"'
printf '[otel]\nendpoint = "http://127.0.0.1:4318/secret-path"\nheaders = ["X-Key: pear"]\n' >.git/assay/operator.toml
assay config
expect_exit 0
expect_not "the value of a header" grep -q pear ../out
doc=telemetry
assay telemetry show --json
expect .endpoint http://127.0.0.1:4318
rm .git/assay/operator.toml
doc=
assay telemetry send
expect_exit 2
expect_err "no collector is named; add [otel]"

t "a server sends what it counts"
repo
collector
traces_to "http://127.0.0.1:$otlp_port"
"$ASSAY" init >/dev/null
start
get /api/missions
expect_code 200
counted() { jq -se 'any(.[]; .name == "assay_http_requests_total" and any(.sum.dataPoints[]; .attributes[0].value.stringValue == "2xx" and .asDouble >= 1))' ../otlp/metrics >../that 2>&1; }
for _ in $(seq 1200); do
  [ -f ../otlp/metrics ] && break
  sleep 0.1
done
expect_that "answers, by the first digit of their status" counted
expect_that "how long they took" jq -se 'any(.[]; .name == "assay_http_request_seconds" and (.histogram.dataPoints[0].explicitBounds | length > 0))' ../otlp/metrics
get /metrics
expect_that "Prometheus reads the same" grep -q '^assay_http_requests_total{class="2xx"} [1-9]' ../out
expect_that "with buckets that grow to the count" awk '/_bucket/ { if ($2 < last) bad = 1; last = $2 } /_seconds_count/ { if ($2 != last) bad = 1 } END { exit bad }' ../out
stop
expect_that "nothing was refused" test ! -e ../otlp/refused
collector_stopped
