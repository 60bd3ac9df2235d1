#!/bin/sh
# check_locks.sh: tools/check_locks refuses what it is there for. Each case is a small src/ of its own.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
passed=0
failed=0

# A folder with one class that is right; cases change or add a file.
begin() {
  rm -rf "${place:?}/src"
  mkdir -p "$place/src/base"
  cp "$root/src/base/mutex.h" "$place/src/base/"
  cat >"$place/src/base/counter.h" <<'CODE'
#pragma once
#include "base/mutex.h"
using assay::Mutex, assay::MutexLock, assay::MutexUnlock;
struct Counter {
  void add();
  void add_locked() REQUIRES(mutex) { ++count; }
  Mutex mutex;
  int count GUARDED_BY(mutex) = 0;
};
CODE
  counter 'const MutexLock lock(mutex); add_locked();'
  cat >"$place/compile_commands.json" <<CODE
[{"directory": "$place", "command": "g++ -std=c++20 -I$place/src -Wno-such-warning -o CMakeFiles/assay_base.dir/a.o -c a.cc", "file": "a.cc"}]
CODE
}
counter() { printf '#include "base/counter.h"\nvoid Counter::add() { %s }\n' "$1" >"$place/src/base/counter.cc"; }
look() { (cd "$place" && sh "$root/tools/check_locks" "$place") >"$place/said" 2>&1; }
count() { # status name
  if [ "$1" = 0 ]; then passed=$((passed + 1)); else
    failed=$((failed + 1))
    echo "not as it should be: $2"
    cat "$place/said"
  fi
}
accepts() { look && status=0 || status=1; count "$status" "$1 is accepted"; }
refuses() { # name words
  if look; then status=1; else grep -qF "$2" "$place/said" && status=0 || status=1; fi
  count "$status" "$1 is refused with \"$2\""
}

begin
accepts 'access under the lock'
counter '++count;'
refuses 'access without the lock' "requires holding mutex 'mutex'"
counter 'add_locked();'
refuses 'a call of what needs the lock' "requires holding mutex 'mutex'"
counter 'const MutexLock lock(mutex); const MutexUnlock unlocked(mutex); ++count;'
refuses 'access while the lock is let go' "requires holding mutex 'mutex'"
counter 'const MutexLock lock(mutex); { const MutexUnlock unlocked(mutex); } ++count;'
accepts 'access when the lock is held again'
counter 'const MutexLock lock(mutex); const MutexLock again(mutex);'
refuses 'a lock taken twice' "that is already held"

begin
printf '#include "base/counter.h"\nint read(const Counter& counter) { return counter.count; }\n' >"$place/src/base/reader.cc"
refuses 'access from a file that only sees the data' "requires holding mutex 'counter.mutex'"

begin
printf '#include <mutex>\nstd::mutex plain;\n' >"$place/src/base/plain.cc"
refuses 'a mutex that clang does not know' 'src/base/plain.cc:2:std::mutex plain;'
begin
printf '#include "base/counter.h"\nstruct Bare {\n  Mutex alone;\n  int count = 0;\n};\n' >"$place/src/base/bare.cc"
refuses 'a mutex that guards nothing' 'src/base/bare.cc:3: nothing is GUARDED_BY(alone)'
begin
mkdir "$place/src/other"
mv "$place/src/base/counter.cc" "$place/src/other/counter.cc"
refuses 'a room whose flags are unknown' 'knows no flags'

echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
