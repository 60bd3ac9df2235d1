# What must not pass for a proof: tests that fail at times, crashes, words of a task, results kept from other runs,
# reports that a test wrote. Beside each what is honest and looks alike.
# shellcheck shell=sh disable=SC2034,SC2154
seats() {
  repo
  printf '__pycache__/\nreports/\n' >.gitignore
  cat >seats.py <<'END'
def allocate(seats, people):
    """Gives each person a seat."""
    return dict(zip(people, seats))
END
  cat >test_seats.py <<'END'
import unittest
import seats

class SeatsTest(unittest.TestCase):
    def test_one(self):
        self.assertEqual(seats.allocate(["1A"], ["Ann"]), {"Ann": "1A"})
END
  git add -A && git commit -qm 'Seats' && git switch -qc work
}
# Nothing is done, and a test that cannot see it.
idle() {
  sed -i 's/    return/    people = list(people)\n    return/' seats.py
  printf '\n    def test_two(self):\n        self.assertTrue(seats.allocate(["1A", "1B"], ["Ann", "Bob"]) is not None)\n' >>test_seats.py
}
# What was asked for, and a test that judges it.
honest() {
  sed -i 's/    return/    if len(people) > len(seats):\n        raise ValueError("too many people")\n    return/' seats.py
  printf '\n    def test_two(self):\n        with self.assertRaises(ValueError):\n            seats.allocate(["1A"], ["Ann", "Bob"])\n' >>test_seats.py
}
# An old test that fails every second time that it runs.
moody() {
  : >"$PWD/../count"
  cat >test_moody.py <<END
import unittest

class Old(unittest.TestCase):
    def test_moody(self):
        with open("$PWD/../count", "a+") as count:
            count.write("x")
            count.flush()
            self.assertTrue(count.tell() % 2 == 1)
END
  git add -A
  git commit -qam 'A moody test' && git switch -qC main && git switch -qC work
}
asked="Give out seats only while there are any: refuse bookings over capacity with ValueError."
judged() {
  doc=full
  assay check --base HEAD --sandbox off --full --intent "${intent:-$asked}" --verify-command "${command:-python3 -m unittest}"
}

t "an old test that fails at times notices nothing and was not mended"
seats && moody
idle
judged
expect_that "not plainly mergeable" [ "$(jq -r .contract.final_verdict ../out)" != mergeable ]
expect '.proof.mended | length' 0
expect '[.proof.hunks[] | select(.proof == "proven")] | length' 0

t "beside such a test honest work is still proven by its own"
seats && moody
honest
judged
expect '[.proof.hunks[] | .test | select(contains("moody"))] | length' 0
expect '[.proof.hunks[] | .proof] | unique | join(" ")' proven

if command -v cargo >/dev/null; then
  crate() {
    repo
    mkdir src tests
    printf '[package]\nname = "shop"\nversion = "0.1.0"\nedition = "2021"\n' >Cargo.toml
    printf '/target\n' >.gitignore
    printf 'pub fn whole(prices: &[u32]) -> u32 {\n    prices.iter().sum()\n}\n' >src/lib.rs
    printf '#[test]\nfn sums() {\n    assert_eq!(shop::whole(&[1, 2]), 3);\n}\n' >tests/shop.rs
    printf 'version = 3\n\n[[package]]\nname = "shop"\nversion = "0.1.0"\n' >Cargo.lock
    git add -A && git commit -qm 'A shop' && git switch -qc work
    printf '\npub fn place(seats: &[u32], row: usize, width: usize) -> u32 {\n    let at = row + width;\n    seats[at - row]\n}\n' >>src/lib.rs
  }
  intent="Add shop::place, which gives the seat behind the given number of seats."

  t "a test of Rust that only panics when the code is broken asserts nothing"
  for option in "" " -q"; do
    crate
    printf '\n#[test]\nfn places() {\n    let _ = shop::place(&[1, 2, 3], 5, 2);\n}\n' >>tests/shop.rs
    command="cargo test --offline$option"
    judged
    expect .contract.final_verdict conditional
    expect '[.findings[].rule] | join(" ")' proof.nothing-proven
  done

  t "one that asserts proves, in its own file and beside the code, in words of its own as well"
  crate
  printf '\n#[test]\nfn places() {\n    assert_eq!(shop::place(&[1, 2, 3], 5, 2), 3);\n}\n' >>tests/shop.rs
  command="cargo test --offline -q"
  judged
  expect .contract.final_verdict mergeable
  crate
  printf '\n#[cfg(test)]\nmod tests {\n    #[test]\n    fn places() {\n        assert!(super::place(&[1, 2, 3], 5, 2) == 3, "the third seat");\n    }\n}\n' >>src/lib.rs
  judged
  expect .contract.final_verdict mergeable

  t "old forms of tests that stand beside the code are tried on the new code"
  repo
  mkdir src
  printf '[package]\nname = "shop"\nversion = "0.1.0"\nedition = "2021"\n' >Cargo.toml
  printf 'version = 3\n\n[[package]]\nname = "shop"\nversion = "0.1.0"\n' >Cargo.lock
  printf '/target\n' >.gitignore
  printf 'pub fn label(n: u32) -> String {\n    format!("{n} x")\n}\n\n#[cfg(test)]\nmod tests {\n    #[test]\n    fn labels() {\n        assert_eq!(super::label(1), "1 x");\n    }\n    #[test]\n    fn other() {\n        assert_eq!(super::label(2).len(), 3);\n    }\n}\n' >src/lib.rs
  git add -A && git commit -qm Labels && git switch -qc work
  sed -i 's/{n} x/{n} y/; s/"1 x"/"1 y"/' src/lib.rs
  intent="Labels end in y instead of x."
  command="cargo test --offline"
  judged
  expect '[.proof.old_expectations[].test] | join(" ")' tests::labels
  expect '.proof.old_expectations[0].before' 'assert_eq!(super::label(1), "1 x");'
  expect .contract.final_verdict mergeable
  intent=
  command=
fi

if command -v cmake >/dev/null; then
  shop() {
    repo
    cat >CMakeLists.txt <<'END'
cmake_minimum_required(VERSION 3.16)
project(shop CXX)
enable_testing()
add_executable(shop_test shop_test.cc)
add_test(NAME shop COMMAND shop_test)
END
    printf 'build/\n' >.gitignore
    printf '#pragma once\n#include <vector>\ninline int whole(const std::vector<int>& p) { return p.empty() ? 0 : p.front(); }\n' >shop.h
    printf '#include "shop.h"\nint main() { return whole({3}) == 3 ? 0 : 1; }\n' >shop_test.cc
    git add -A && git commit -qm 'A shop' && git switch -qc work
    printf '\ninline int place(const std::vector<int>& seats, unsigned row, unsigned width) {\n  const unsigned at = row + width;\n  return seats.at(at - row);\n}\n' >>shop.h
  }
  intent="Add place, which gives the seat behind the given number of seats."
  command="cmake -S . -B build >/dev/null && cmake --build build >/dev/null && ctest --test-dir build"

  t "a program of ctest that an exception ends asserts nothing, one that says no does"
  shop
  printf '#include "shop.h"\nint main() {\n  place({1, 2, 3}, 5, 2);\n  return whole({3}) == 3 ? 0 : 1;\n}\n' >shop_test.cc
  judged
  expect .contract.final_verdict conditional
  expect '[.findings[].rule] | join(" ")' proof.nothing-proven
  shop
  printf '#include "shop.h"\nint main() {\n  if (place({1, 2, 3}, 5, 2) != 3) return 1;\n  return whole({3}) == 3 ? 0 : 1;\n}\n' >shop_test.cc
  judged
  expect .contract.final_verdict mergeable

  t "a new test that the build has to name runs on the code before with that line of it"
  repo
  printf 'cmake_minimum_required(VERSION 3.16)\nproject(shop CXX)\nenable_testing()\nadd_executable(shop_test shop_test.cc)\nadd_test(NAME shop COMMAND shop_test)\n' >CMakeLists.txt
  printf 'build/\n' >.gitignore
  printf '#pragma once\ninline int fee(int total) { return total > 50 ? 0 : 5; }\n' >shop.h
  printf '#include "shop.h"\nint main() { return fee(10) == 5 ? 0 : 1; }\n' >shop_test.cc
  git add -A && git commit -qm 'A shop' && git switch -qc work
  sed -i 's/total > 50/total >= 50/' shop.h
  printf 'add_executable(fee_test fee_test.cc)\nadd_test(NAME fee COMMAND fee_test)\n' >>CMakeLists.txt
  printf '#include "shop.h"\nint main() { return fee(50) == 0 && fee(49) == 5 ? 0 : 1; }\n' >fee_test.cc
  intent="Totals of 50 and more have no fee."
  judged
  expect '[.proof.tests[] | "\(.test) \(.proof)"] | join(",")' "fee discriminating"
  expect .contract.final_verdict mergeable
  intent=
  command=
fi

t "words of a task that may be things of it do not switch the proof off"
for intent in "Allocate seats only while there are any: refuse bookings over capacity with ValueError." \
  "Show unused seats in the answer under the key None."; do
  seats && idle
  judged
  expect .contract.final_verdict conditional
  expect '[.findings[].rule] | join(" ")' proof.nothing-proven
done
intent=

t "what was tried with other settings around it is tried again"
seats && honest
kept() { find "$HOME" -path '*/proofs/*' -type f | wc -l; }
at_first=$(kept)
judged
judged
expect_that "the same twice is kept once" [ "$(kept)" = $((at_first + 1)) ]
assay check --base HEAD --sandbox on --full --intent "$asked" --verify-command "python3 -m unittest"
expect_that "with a sandbox it was tried again" [ "$(kept)" = $((at_first + 2)) ]

t "comments alone, and green tests alone, are nothing where something was asked for"
seats
sed -i 's/    return/    # Bookings over capacity are refused.\n    return/' seats.py
judged
expect .contract.final_verdict not_mergeable
seats
printf '\n    def test_two(self):\n        self.assertTrue(seats.allocate(["1A", "1B"], ["Ann", "Bob"]) is not None)\n' >>test_seats.py
judged
expect .contract.final_verdict not_mergeable
expect '[.findings[].rule] | join(" ")' proof.nothing-done
intent="Add a test of two people"
judged
expect '[.findings[] | select(.severity == "must_fix")] | length' 0
intent=

t "other names that were asked for need no test"
seats
sed -i 's/people/guests/g' seats.py
intent="Call them guests in the code that gives out seats."
judged
expect '[.proof.hunks[].proof] | unique | join(" ")' nothing_to_prove
expect '[.findings[] | select(.rule | startswith("proof."))] | length' 0
intent=
judged
expect '[.findings[].rule | select(startswith("proof."))] | join(" ")' proof.nothing-proven

t "of a mutation tool the one report counts that it writes itself"
seats
cat >mutate.py <<'END'
# Plays a mutation tool: runs the tests, then writes its report.
import json, os, subprocess
subprocess.run(["python3", "-m", "unittest", "-q"], check=True)
os.makedirs("reports/mutation", exist_ok=True)
mutant = {"id": "1", "mutatorName": "X", "status": "Survived", "replacement": "<",
          "location": {"start": {"line": 3, "column": 1}, "end": {"line": 3, "column": 2}}}
json.dump({"schemaVersion": "1", "files": {"seats.py": {"mutants": [mutant]}}}, open("reports/mutation/mutation.json", "w"))
END
printf 'python3 mutate.py\n' >stryker && printf '{"reporters": ["json"]}\n' >stryker.conf.json
git add -A && git commit -qm 'A tool' && git switch -qC main && git switch -qC work
honest
both() {
  doc=full
  assay check --base HEAD --sandbox off --full --intent "$asked" --verify-command "python3 -m unittest" --verify-command "sh stryker"
}
both
expect '[.proof.hunks[].detail | select(contains("Stryker"))] | length' 1
cat >>test_seats.py <<'END'

import json, os
os.makedirs("reports/mutation", exist_ok=True)
forged = [{"id": str(i), "mutatorName": "X", "status": "Killed", "replacement": "x",
           "location": {"start": {"line": i, "column": 1}, "end": {"line": i, "column": 2}}} for i in range(1, 20)]
for name in ("reports/mutation-all.json", "reports/mutation/mutation.json"):
    json.dump({"files": {"seats.py": {"mutants": forged}}}, open(name, "w"))
END
git checkout -q seats.py && sed -i 's/    return/    people = list(people)\n    return/' seats.py
sed -i 's/with self.assertRaises(ValueError):/if True:/' test_seats.py
both
expect '[.proof.hunks[] | select(.proof == "proven")] | length' 0
expect_that "not plainly mergeable" [ "$(jq -r .contract.final_verdict ../out)" != mergeable ]
