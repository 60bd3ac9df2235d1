# The verbs of the suites about the server. Sourced by them.
#
#   start [OPTIONS]     a server on a free port ($port_wanted: on that one); $url, $port, $token (an operator's; kept
#                       over restarts), $login (an address that logs in, once), $server
#   log_in [NAME]       a browser logs in: ../jar
#   state               the user's state folder of this repository
#   stop                ends it; its exit status in $status
#   ask METHOD PATH, get PATH, post PATH JSON   a request, with more of curl's options: ../out, ../head, $code
#   stream_until TEXT ARGUMENT...  what curl reads with those arguments, in ../out as soon as it holds the text
#   expect_code N, expect_head TEXT, expect_problem STATUS CODE
# shellcheck shell=sh disable=SC2034,SC2154
start() {
  rm -f ../ready
  mkfifo ../ready
  "$ASSAY" serve --port "${port_wanted:-0}" "$@" >../ready 2>>../log &
  server=$!
  exec 7<../ready
  read -r line <&7
  url=${line#Assay is at }
  port=${url##*:}
  read -r line <&7
  case $line in *code=*)
    login=${line##* }
    while read -r line <&7; do
      case $line in Token:*) token=${line##* } && break ;; esac
    done
    ;;
  esac
}
state() { echo "$HOME/.local/state/assay/$(cut -d ' ' -f 1 .git/assay/state)"; }
log_in() {
  login=$("$ASSAY" token link "$@" --json | jq -r .login)
  rm -f ../jar
  code=$(curl -sS -o ../out -D ../head -w '%{http_code}' -c ../jar "$login")
  expect_code 303
}
stop() {
  kill -TERM "$server" && wait "$server"
  status=$?
  exec 7<&-
}
ask() {
  how=$1
  where=$2
  shift 2
  code=$(curl -sS --path-as-is -X "$how" -o ../out -D ../head -w '%{http_code}' -H "Authorization: Bearer $token" "$@" "$url$where" 2>../err)
}
get() { ask GET "$@"; }
post() {
  where=$1
  body=$2
  shift 2
  ask POST "$where" -H 'Content-Type: application/json' -d "$body" "$@"
}
stream_until() {
  awaited=$1
  shift
  curl -sN -m 600 "$@" >../out &
  streamer=$!
  soon grep -qF -- "$awaited" ../out
  kill "$streamer" 2>/dev/null
  wait "$streamer" 2>/dev/null
}
expect_code() { [ "$code" = "$1" ] || wrong "status $code, expected $1: $(head -c 300 ../out)"; }
expect_head() { tr -d '\r' <../head | grep -qiF -- "$1" || wrong "the head lacks: $1"; }
expect_problem() { # status code
  expect_code "$1"
  expect_head "content-type: application/problem+json"
  expect .status "$1"
  expect .code "$2"
}

mission_with_task() { # $mission, $task
  repo
  "$ASSAY" mission new "Carts last: \`true\` passes" --json >../made
  mission=$(jq -r .mission.id ../made)
  task=$("$ASSAY" task add "schema" --accept 'true exits 0' --json | jq -r .id)
}
new_mission() { "$ASSAY" mission new "$1: \`true\` passes" --json | jq -r .mission.id; }
new_task() { "$ASSAY" task add "$1" --mission "$mission" --accept 'true exits 0' --json | jq -r .id; }
fits() { # schema: ../out is such a document
  "$ASSAY" schema "$1" --validate ../out >../schema 2>&1 || wrong "does not fit schema $1: $(head -3 ../schema)"
}
