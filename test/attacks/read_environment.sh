# Tokens of the runner: in our environment, in that of every process we can name.
env
for p in /proc/[0-9]*; do tr '\0' '\n' <"$p/environ" 2>/dev/null | grep hunter2; done
tr '\0' '\n' <"/proc/$RUNNER/environ" 2>&1
[ -n "${SSH_AUTH_SOCK:-}${SSH_AGENT_PID:-}" ] && echo SUCCEEDED
echo tried
