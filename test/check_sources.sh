#!/bin/sh
# check_sources.sh: tools/check_sources refuses what it is there for. Each case is a small repository of its own.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
passed=0
failed=0

begin() {
  rm -rf "${place:?}/r"
  mkdir -p "$place/r/src/base" "$place/r/web/src" "$place/r/tools"
  cd "$place/r"
  git init -q .
  echo '# none' >tools/tables.txt
  printf '// See base/words.h and src/base/words.h; of others "tests/a.cc:9" and lib/a.h.\nconst char* a = "there is none";\n' >src/base/a.cc
  printf '// Words.\n' >src/base/words.h
}
look() { python3 "$root/tools/check_sources" "$place/r" >"$place/said" 2>&1; }
count() { # status name
  if [ "$1" = 0 ]; then passed=$((passed + 1)); else
    failed=$((failed + 1))
    echo "not as it should be: $2"
    cat "$place/said"
  fi
}
accepts() { look && status=0 || status=1; count "$status" "$1 is accepted"; }
refuses() { # name text
  if look; then status=1; else grep -qF -- "$2" "$place/said" && status=0 || status=1; fi
  count "$status" "$1 is refused"
}
lines() { seq "$1" | sed 's|.*|int a&;|'; }

begin
accepts 'what is right'
begin
lines 400 >src/base/long.cc
accepts 'a file of 400 lines'
lines 401 >src/base/long.cc
refuses 'a longer one' 'src/base/long.cc: 401 lines'
echo 'src/base/long.cc  words' >>tools/tables.txt
accepts 'a table'
lines 400 >src/base/long.cc
refuses 'a table that became short' 'tools/tables.txt: src/base/long.cc is gone or short enough'

begin
printf 'int a;  // as in base/gone.h\n' >src/base/b.cc
refuses 'a comment about a header that is gone' 'src/base/b.cc:1: the comment names base/gone.h'
begin
printf '/* one\n   base/gone.cc */\n' >src/base/b.cc
refuses 'the same in a longer comment' 'the comment names base/gone.cc'
begin
printf 'const char* a = "base/gone.h // is no comment";\n' >src/base/b.cc
accepts 'a path in a text'

begin
printf 'const char* a =\n    "mend it, then run it again";\n' >src/base/b.cc
refuses 'a message with a forbidden word' 'src/base/b.cc:2: "mend" in a message; fix'
begin
printf 'const char* a = R"x(the key is none)x";\n' >src/base/b.cc
refuses 'a raw text' '"is none" in a message'
begin
printf 'const char* key = "mended";\nint told = 0;  // nobody was told\n' >src/base/b.cc
printf 'const char* a = "nobody was told";\n' >src/base/b_test.cc
accepts 'a name of a field, a variable, a comment, a test'
begin
printf 'export const say = `nobody was told ${1}`;\n' >web/src/a.ts
refuses 'a text of the page' 'web/src/a.ts:1: "told" in a message'

echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
