# sh asked.sh BIN NAME WORDS… : stands for the program NAME, which is also in the folder BIN at the front of PATH. Starts the
# one that would have been started without BIN; where that runs tests it is asked for a report in the folder
# $ASSAY_REPORT. Without that variable, or with words that ask for another report or for no run, nothing is added.
bin=$1 name=$2
shift 2
PATH=$(
  IFS=:
  set -f
  rest=
  for folder in $PATH; do [ "$folder" = "$bin" ] || rest=${rest:+$rest:}$folder; done
  printf '%s' "$rest"
)
export PATH
if ! command -v "$name" >/dev/null; then
  echo "sh: $name: not found" >&2
  exit 127
fi
has() { # any of the words in $wanted, before "--"
  for word in "$@"; do
    [ "$word" = -- ] && return 1
    case " $wanted " in *" ${word%%=*} "*) return 0 ;; esac
  done
  return 1
}
if [ -z "$ASSAY_REPORT" ]; then exec "$name" "$@"; fi
report=$ASSAY_REPORT/path-$name-$$
case $name in
  ctest) wanted="-N --show-only --output-junit -S --build-and-test --version --help" ;;
  go) wanted="-json --json -c -list -exec -o" ;;
  phpunit | pest) wanted="--log-junit --list-tests --version --help -h" ;;
  deno) wanted="--junit-path --reporter" ;;
  bun) wanted="--reporter --reporter-outfile" ;;
  swift) wanted="--xunit-output list" ;;
  dotnet) wanted="-t --list-tests" ;;
  cargo) wanted="--no-run --help -h" ;;
esac
if has "$@"; then exec "$name" "$@"; fi
case $name:$1 in
  ctest:*) exec ctest --output-junit "$report.xml" "$@" ;;
  phpunit:* | pest:*) exec "$name" --log-junit "$report.xml" "$@" ;;
  go:test) shift && exec sh "${0%/*}/../go/go_test.sh" "$report.json" go "$@" ;;
  deno:test) shift && exec deno test --junit-path="$report.xml" "$@" ;;
  bun:test) shift && exec bun test --reporter=junit --reporter-outfile="$report.xml" "$@" ;;
  swift:test) shift && exec swift test --xunit-output "$report.xml" "$@" ;;
  cargo:nextest)
    if [ "$2" = run ]; then
      shift 2
      printf '[profile.default.junit]\npath = "%s"\n' "$report.xml" >"$report.toml"
      exec cargo nextest run --tool-config-file "assay:$report.toml" "$@"
    fi
    ;;
  dotnet:test) shift && exec dotnet test --logger "trx;LogFilePrefix=$report-" "$@" ;;
esac
exec "$name" "$@"
