# sh test_program.sh PROGRAM WORDS… : starts PROGRAM. If it is a test program of Catch2 or doctest, which is read in the
# program itself, it is asked for its XML in the folder $ASSAY_REPORT. Catch2 3 prints as ever beside it; the others have one
# place for all that they say, so their text is made from the XML. Without that variable, or with words that ask for
# another report or for no run, nothing is added.
here=${0%/*}
program=$1
shift
if [ ! -e "$program" ]; then
  echo "sh: $program: not found" >&2
  exit 127
fi
has_text() { LC_ALL=C grep -aqF "$1" "$program"; }
kind_of_program() {
  [ -n "$ASSAY_REPORT" ] && [ -f "$program" ] && [ -x "$program" ] || return
  LC_ALL=C head -c 4 "$program" | LC_ALL=C grep -aqF ELF || return
  if has_text "Run with -? for options" && has_text "list-reporters"; then
    if has_text " is a Catch2 v"; then echo catch2_3; elif has_text " is a Catch v"; then echo catch2; fi
  elif has_text "Failed as expected so marking it as not failed" && has_text "test-suite-exclude"; then
    echo doctest
  fi
}
for word in "$@"; do
  case $word in
    -rs=* | -rand* | --rand* | --rng* | -last=* | --last=* | -ob=* | -order* | --order*) ;;
    -r* | --r* | -o* | --out* | -l* | --list* | -t | -h | -\? | --help | --libidentify | --version) exec "$program" "$@" ;;
    -c | --count | -v | -q | --quiet | -m | --minimal | --dt-*) exec "$program" "$@" ;;
  esac
done
kind=$(kind_of_program)
report=$ASSAY_REPORT/${kind%_3}-$$.xml
case $kind in
  catch2_3) exec "$program" -r console -r "xml::out=$report" "$@" ;;
  catch2) "$program" -r xml -o "$report" "$@" ;;
  doctest) "$program" -r=xml "-o=$report" "$@" ;;
  *) exec "$program" "$@" ;;
esac
status=$?
# It takes its own words, and these are none of them.
if [ ! -s "$report" ] && [ "$status" != 0 ]; then exec "$program" "$@"; fi
[ ! -s "$report" ] || awk -v kind="$kind" -f "$here/text.awk" "$report"
if [ "$status" -gt 128 ]; then kill -"$((status - 128))" $$; fi
exit "$status"
