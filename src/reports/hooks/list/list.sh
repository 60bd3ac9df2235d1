# sh list.sh RUNNER REPORT COMMAND… : runs a command that names tests and runs none, and writes them to the file REPORT as
# lines of JSON. The text and the status are those of the command.
runner=$1
report=$2
here=${0%/*}
shift 2
status=$(
  exec 3>&1 4>&2
  { { "$@" 2>&4 3>&- 4>&-; echo "$?" >&3; } | awk -v runner="$runner" -v report="$report" -f "$here/list.awk" >&5 3>&-; } 5>&6
) 6>&1
if [ "$status" = 0 ]; then echo '{"event":"end"}' >>"$report"; fi
exit "${status:-1}"
