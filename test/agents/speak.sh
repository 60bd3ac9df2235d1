# Sourced by the fake agents: finds out which program it has to pass for, and speaks as that one does.
#
#   $format            claude, codex, gemini, opencode or plain; from the arguments
#   $prompt            the order
#   begin              the events a run starts with
#   say TEXT           a message
#   tool NAME          a tool that is used
#   finish TEXT [USD]  the last message and the event of a good end
#   broken MESSAGE     the event of a bad one; exits 1
#   word               the word a checker's verdict has to be said with
# shellcheck shell=sh
format=plain
case " $* " in
  *" --output-format stream-json "*) format=claude ;;
  *" -o stream-json "*) format=gemini ;;
  *" --format json "*) format=opencode ;;
  *" exec --json "*) format=codex ;;
esac
if [ "$format" = plain ]; then
  prompt=${1-}
else
  prompt=
  for argument in "$@"; do
    case $argument in *'
'*) prompt=$argument ;; esac
  done
  [ -n "$prompt" ] || prompt=$(cat)
fi
: "${prompt:=}"

line() { printf "%s\n" "$1"; }
as_json() { printf '%s' "$1" | sed 's/\\/\\\\/g; s/"/\\"/g; s/	/\\t/g' | awk 'NR > 1 { printf "\\n" } { printf "%s", $0 }'; }
word() { printf '%s' "$prompt" | grep -o 'CHECK-[a-z2-7]*' | head -n 1; }

begin() {
  case $format in
    claude) line '{"type":"system","subtype":"init","session_id":"fake-1","model":"fake"}' ;;
    codex) line '{"type":"thread.started","thread_id":"fake-1"}' && line '{"type":"turn.started"}' ;;
    gemini) line '{"type":"init","session_id":"fake-1","model":"fake"}' ;;
    opencode) line '{"type":"step_start","sessionID":"fake-1","part":{}}' ;;
  esac
}
say() {
  text=$(as_json "$1")
  case $format in
    claude) line '{"type":"assistant","message":{"content":[{"type":"text","text":"'"$text"'"}]}}' ;;
    codex) line '{"type":"item.completed","item":{"type":"agent_message","text":"'"$text"'"}}' ;;
    gemini) line '{"type":"message","role":"assistant","content":"'"$text"'"}' ;;
    opencode) line '{"type":"text","sessionID":"fake-1","part":{"text":"'"$text"'"}}' ;;
    plain) printf '%s\n' "$1" ;;
  esac
}
tool() {
  case $format in
    claude) line '{"type":"assistant","message":{"content":[{"type":"tool_use","name":"'"$1"'","input":{}}]}}' ;;
    codex) line '{"type":"item.started","item":{"type":"command_execution","command":"'"$1"'"}}' ;;
    gemini) line '{"type":"tool_use","tool_name":"'"$1"'"}' ;;
    opencode) line '{"type":"tool_use","sessionID":"fake-1","part":{"tool":"'"$1"'"}}' ;;
    plain) echo "[$1]" ;;
  esac
}
finish() {
  say "$1"
  text=$(as_json "$1")
  usd=${2:-0.01}
  case $format in
    claude) line '{"type":"result","subtype":"success","is_error":false,"num_turns":3,"total_cost_usd":'"$usd"',"usage":{"input_tokens":1000,"output_tokens":200},"session_id":"fake-1","result":"'"$text"'"}' ;;
    codex) line '{"type":"turn.completed","usage":{"input_tokens":1000,"output_tokens":200}}' ;;
    gemini) line '{"type":"result","status":"success","stats":{"input_tokens":1000,"output_tokens":200}}' ;;
    opencode) line '{"type":"step_finish","sessionID":"fake-1","part":{"reason":"stop","cost":'"$usd"',"tokens":{"input":1000,"output":200}}}' ;;
  esac
}
broken() {
  text=$(as_json "$1")
  case $format in
    claude) line '{"type":"result","subtype":"success","is_error":true,"num_turns":1,"total_cost_usd":0.01,"result":"'"$text"'"}' ;;
    codex) line '{"type":"turn.failed","error":{"message":"'"$text"'"}}' ;;
    gemini) line '{"type":"result","status":"error","error":{"message":"'"$text"'"}}' ;;
    opencode) line '{"type":"error","sessionID":"fake-1","error":{"name":"APIError","data":{"message":"'"$text"'"}}}' ;;
    plain) printf '%s\n' "$1" >&2 ;;
  esac
  exit 1
}
# The project that the suites work on (see work_scene.sh): a value, its test, the tests' script.
change_value() { echo 2 >value && sed -i 's/= 1/= 2/' test.sh; }
