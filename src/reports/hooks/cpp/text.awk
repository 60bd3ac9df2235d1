# Turns the XML of Catch2 2 (kind=catch2) and doctest (kind=doctest) into the text that they print: what failed, where,
# and the sum.
function attribute(name,    at, rest) {
  at = index($0, " " name "=\"")
  if (!at) return ""
  rest = substr($0, at + length(name) + 3)
  return plain(substr(rest, 1, index(rest, "\"") - 1))
}
function plain(text) {
  gsub(/&lt;/, "<", text)
  gsub(/&gt;/, ">", text)
  gsub(/&quot;/, "\"", text)
  gsub(/&amp;/, "\\&", text)
  return text
}
function line_of(sign,    text) {
  text = sprintf("%79s", "")
  gsub(/ /, sign, text)
  return text
}
function place() { return attribute("filename") ":" attribute("line") }

# The test case and its open sections, before the first thing that is said of them.
function head(    i) {
  if (shown == depth) return
  if (kind == "catch2" && !greeted++) {
    print "\n" line_of("~") "\n" run " is a Catch v2 host application.\nRun with -? for options\n"
  }
  shown = depth
  if (kind == "catch2") {
    print line_of("-")
    for (i = 1; i <= depth; ++i) print (i > 1 ? "  " : "") names[i]
    print line_of("-") "\n" places[depth] "\n" line_of(".") "\n"
  } else {
    print line_of("=") "\n" places[1] ":"
    if (suite != "") print "TEST SUITE: " suite
    print "TEST CASE:  " names[1]
    for (i = 2; i <= depth; ++i) print "  " names[i]
    print ""
  }
}
function begin() {
  names[++depth] = attribute("name")
  places[depth] = place()
  shown = 0
}
function indented(text) {
  gsub(/\n/, "\n  ", text)
  return "  " text
}
# Catch2's own words of what had been said before.
function messages(    text) {
  if (infos == "") return ""
  text = " with message" (info_count > 1 ? "s" : "") ":\n" indented(infos)
  infos = ""
  info_count = 0
  return text
}
function add_info(text) {
  infos = infos (infos == "" ? "" : "\n") text
  ++info_count
}
function expression(    word) {
  if (kind == "catch2") {
    head()
    print at_place ": " (passed ? "PASSED" : "FAILED") ":\n  " type "( " original " )"
    if (exception != "") print "due to unexpected exception with message:\n" indented(exception)
    else if (expanded != original) print "with expansion:\n" indented(expanded)
    if (infos != "") print substr(messages(), 2)
    print ""
    return
  }
  head()
  word = passed ? "SUCCESS" : type ~ /^WARN/ ? "WARNING" : type ~ /^REQUIRE/ ? "FATAL ERROR" : "ERROR"
  printf "%s: %s: %s( %s ) ", at_place, word, type, original
  if (exception != "") print "THREW exception: " exception
  else print "is " (passed ? "" : "NOT ") "correct!\n  values: " type "( " expanded " )"
  print ""
}
function said(what, text) {
  head()
  if (kind == "catch2") {
    if (what == "exception") add_info(text)
    if (what == "exception") print at_place ": FAILED:\ndue to unexpected exception" messages() "\n"
    else if (what == "fatal") print at_place ": FAILED:\ndue to a fatal error condition:\n" indented(text) "\n"
    else print (what == "warning" ? places[depth] : at_place) ": " (what == "warning" ? "warning:" : "FAILED:\nexplicitly with message:") "\n" indented(text) "\n"
    return
  }
  if (what == "exception") print places[1] ": ERROR: test case THREW exception: " text "\n"
  else if (what == "fatal") print places[1] ": FATAL ERROR: test case CRASHED: " text "\n"
  else print at_place ": " what ": " text "\n"
}
function many(count, word) { return count " " word (count == 1 ? "" : "s") }
function column(count, other, word,    wide) {
  wide = length(count) > length(other) ? length(count) : length(other)
  return count == 0 ? "" : sprintf(" | %" wide "d %s", count, word)
}
function row(what, own, other) {
  return what ":" sprintf(" %" (length(total[what]) > length(total[other]) ? length(total[what]) : length(total[other])) "d", total[what]) column(ok[what], ok[other], "passed") column(bad[what], bad[other], "failed") column(expected[what], expected[other], "failed as expected")
}
function sum(    tests) {
  if (kind == "doctest") {
    print line_of("=")
    printf "[doctest] test cases: %d | %d passed | %d failed | %d skipped\n", total["test cases"], ok["test cases"], bad["test cases"], skipped
    printf "[doctest] assertions: %d | %d passed | %d failed |\n", total["assertions"], ok["assertions"], bad["assertions"]
    print "[doctest] Status: " (bad["test cases"] > 0 ? "FAILURE!" : "SUCCESS!")
    return
  }
  print line_of("=")
  tests = total["test cases"]
  if (tests == 0) print "No tests ran\n"
  else if (bad["test cases"] + bad["assertions"] + expected["assertions"] == 0 && ok["assertions"] > 0)
    print "All tests passed (" many(ok["assertions"], "assertion") " in " many(tests, "test case") ")\n"
  else if (total["assertions"] == 0) print "test cases: " tests " | " tests " passed\nassertions: - none -\n"
  else {
    print row("test cases", 0, "assertions")
    print row("assertions", 0, "test cases") "\n"
  }
}
function count(what) {
  ok[what] = attribute("successes") + 0
  bad[what] = attribute("failures") + 0
  expected[what] = attribute("expectedFailures") + 0
  total[what] = ok[what] + bad[what] + expected[what]
}

/^<doctest / { print "[doctest] doctest version is \"" attribute("version") "\"\n[doctest] run with \"--help\" for options" }
/^<Catch / { run = attribute("name") }
/^ *<TestSuite/ { suite = attribute("name") }
/^ *<TestCase / {
  depth = shown = 0
  infos = ""
  if ($0 ~ /\/>$/) next
  begin()
  how = attribute("should_fail") == "true" ? "Failed as expected so marking it as not failed" : "Allowed to fail so marking it as not failed"
}
# What doctest says of a test case behind it.
/^ *<OverallResultsAsserts .*test_case_success=/ {
  if (attribute("failures") + 0 > 0 && attribute("test_case_success") == "true") print how
}
/^ *<(Section|SubCase) / { begin() }
/^ *<\/(Section|SubCase)>/ {
  --depth
  shown = 0
}
/^ *<Expression / {
  type = attribute("type")
  passed = attribute("success") == "true"
  original = expanded = exception = ""
  at_place = place()
  inside = 1
}
/^ *<\/Expression>/ {
  expression()
  inside = 0
}
/^ *<(Original|Expanded|Exception|ExpectedException|Info|Warning|Failure|FatalErrorCondition|Message|Text)[ >]/ {
  tag = $1
  gsub(/[<>]/, "", tag)
  if (tag == "Message") message_type = attribute("type")
  if (tag == "Message") at_place = place()
  if (tag ~ /^(Exception|Failure|FatalErrorCondition)$/ && attribute("filename") != "") at_place = place()
  crash = attribute("crash") == "true"
  text = ""
  lines = 0
  if ($0 !~ /\/>$/ && tag != "Message") next
  tag = ""
}
tag != "" && $0 ~ ("^ *</" tag ">") {
  if (tag == "Original") original = text
  else if (tag == "Expanded") expanded = text
  else if (tag == "Exception" && inside) exception = text
  else if (tag == "Exception") said(crash ? "fatal" : "exception", text)
  else if (tag == "FatalErrorCondition") said("fatal", text)
  else if (tag == "Failure") said("failure", text)
  else if (tag == "Warning") said("warning", text)
  else if (tag == "Text" && message_type != "") said(message_type == "WARNING" ? "MESSAGE" : message_type, text)
  else if (tag == "Info") add_info(text)
  tag = ""
  next
}
tag != "" {
  if (lines++ == 0) sub(/^ +/, "")
  text = text (lines > 1 ? "\n" : "") plain($0)
}
# The last that are there are those of the whole run.
/^ *<OverallResultsAsserts successes/ || (/^ *<OverallResults / && kind == "catch2") { count("assertions") }
/^ *<OverallResults(Cases|TestCases) / {
  count("test cases")
  skipped = attribute("skipped") + 0
}
/^<\/(Catch|doctest)>/ { sum() }
