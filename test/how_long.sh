#!/bin/sh
# how_long.sh: ./dev says how long a build takes, from the first one on, for a build that looks for its sources.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
passed=0
failed=0
count() { # status name
  if [ "$1" = 0 ]; then passed=$((passed + 1)); else
    failed=$((failed + 1))
    echo "not as it should be: $2"
    cat "$place/said"
  fi
}
says() { sh "$place/dev" how-long dev >"$place/said" 2>&1; }

steps=$((50 * $(getconf _NPROCESSORS_ONLN)))
cp "$root/dev" "$place/"
cat >"$place/CMakePresets.json" <<'TEXT'
{"version": 6, "configurePresets": [{"name": "dev", "generator": "Ninja", "binaryDir": "${sourceDir}/build/dev"}]}
TEXT
cat >"$place/CMakeLists.txt" <<TEXT
cmake_minimum_required(VERSION 3.25)
project(steps NONE)
file(GLOB sources CONFIGURE_DEPENDS \${CMAKE_SOURCE_DIR}/*.txt)
foreach(step RANGE 1 $steps)
  add_custom_command(OUTPUT made\${step} COMMAND touch made\${step} DEPENDS \${sources})
  list(APPEND made made\${step})
endforeach()
add_custom_target(everything ALL DEPENDS \${made})
TEXT

says && grep -q "^Building (dev): $steps steps, about 2 minutes on " "$place/said" && status=0 || status=1
count $status "a first build is announced with its steps"
[ ! -e "$place/build/dev/made1" ] && status=0 || status=1
count $status "nothing is built by asking"
ninja -C "$place/build/dev" >"$place/said" 2>&1
says && [ ! -s "$place/said" ] && status=0 || status=1
count $status "nothing is announced when all is built"
rm "$place"/build/dev/made*
says && grep -q "^Building (dev): $steps steps" "$place/said" && status=0 || status=1
count $status "a later build is announced too"
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
