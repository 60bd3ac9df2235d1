# sh go_test.sh REPORT GO FLAGS… : `go test` with its report as JSON in the file REPORT, and its text as people know it on the
# standard output. The status is that of `go test`.
report=$1
here=${0%/*}
shift
verbose=0
for word in "$@"; do
  case $word in -v | -v=true | -test.v | -test.v=true) verbose=1 ;; esac
done
go=$1
shift
status=$(
  exec 3>&1 4>&2
  { { "$go" test -json "$@" 2>&4 3>&- 4>&-; echo "$?" >&3; } | tee -a "$report" 3>&- | awk -v verbose="$verbose" -f "$here/go_text.awk" >&5 3>&-; } 5>&6
) 6>&1
exit "${status:-1}"
