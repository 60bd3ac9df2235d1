# Names of tests as runners list them, as lines of JSON in `report`; the text goes on as it came.
function escaped(text,    out, i, c) {
  out = ""
  for (i = 1; i <= length(text); ++i) {
    c = substr(text, i, 1)
    if (c == "\\" || c == "\"") out = out "\\" c
    else out = out (c < " " ? "?" : c)
  }
  return out
}
function collected(name, suite,    line) {
  if (name == "") return
  line = "{\"event\":\"collected\",\"name\":\"" escaped(name) "\""
  if (suite != "") line = line ",\"suite\":\"" escaped(suite) "\""
  print line "}" >> report
}
BEGIN { print "{\"event\":\"begin\",\"runner\":\"" runner "\"}" >> report }
{ print; fflush() }
# The names of a package, then its line: "ok <tab> package <tab> 0.01s".
runner == "go_test" && /^(Test|Example|Fuzz)[^ \t]*$/ { names[++count] = $0; next }
runner == "go_test" && /^ok  \t/ {
  split($0, parts, "\t")
  for (i = 1; i <= count; ++i) collected(names[i], parts[2])
  count = 0
}
runner == "ctest" && match($0, /^ *Test +#[0-9]+: /) { collected(substr($0, RLENGTH + 1), "") }
runner == "cargo_test" && /: test$/ { collected(substr($0, 1, length($0) - 6), "") }
runner == "dotnet" && /^    [^ ]/ && listing { collected(substr($0, 5), "") }
/^The following Tests are available:/ { listing = 1 }
