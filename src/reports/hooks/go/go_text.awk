# Turns the events of `go test -json` into the text that `go test` prints: without -v, what a test printed is shown
# when it failed, and of a package that passed only its last line.
function field(name,    at, rest, out, c) {
  at = index($0, "\"" name "\":\"")
  if (!at) return ""
  rest = substr($0, at + length(name) + 4)
  out = ""
  while (length(rest)) {
    if (match(rest, /^[^"\\]+/)) {
      out = out substr(rest, 1, RLENGTH)
      rest = substr(rest, RLENGTH + 1)
      continue
    }
    c = substr(rest, 1, 1)
    if (c == "\"") break
    c = substr(rest, 2, 1)
    if (c == "u") {
      out = out letter(substr(rest, 3, 4))
      rest = substr(rest, 7)
      continue
    }
    out = out (c == "n" ? "\n" : c == "t" ? "\t" : c == "r" ? "\r" : c == "b" ? "\b" : c == "f" ? "\f" : c)
    rest = substr(rest, 3)
  }
  return out
}
function letter(hex,    value, i) {
  value = 0
  for (i = 1; i <= 4; ++i) value = value * 16 + index("0123456789abcdef", tolower(substr(hex, i, 1))) - 1
  return value < 128 ? sprintf("%c", value) : "?"
}
/^\{.*"Action":"/ {
  action = field("Action")
  output = action ~ /output$/ ? field("Output") : ""
  if (verbose || action == "build-output") {
    printf "%s", output
    fflush()
    next
  }
  package = field("Package")
  test = field("Test")
  if (action == "output") {
    if (test != "") {
      if (output !~ /^=== /) said[package, test] = said[package, test] output
    } else if (output ~ /^(ok  \t|\?   \t|FAIL\t|\t.*coverage: )/) {
      last[package] = last[package] output
    } else if (output != "PASS\n") {
      own[package] = own[package] output
    }
  } else if (test != "" && (action == "pass" || action == "skip")) {
    delete said[package, test]
  } else if (test != "" && action == "fail") {
    failed[package] = failed[package] said[package, test]
    delete said[package, test]
  } else if (test == "" && action ~ /^(pass|skip|fail)$/) {
    if (action == "fail") {
      any_failed = 1
      # What a test had printed when the program died.
      for (key in said) if (index(key, package SUBSEP) == 1) failed[package] = failed[package] said[key]
      printf "%s%s", failed[package], own[package]
    }
    printf "%s", last[package]
    fflush()
    delete failed[package]
    delete own[package]
    delete last[package]
  }
  next
}
{ print; fflush() }
# `go test` says so itself when it is not asked for events.
END { if (any_failed) print "FAIL" }
