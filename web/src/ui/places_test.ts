import assert from "node:assert/strict";
import { test } from "node:test";
import { fileNamed, placesIn } from "./places";

const read = (text: string): string[] => placesIn(text).map((place) => `${place.path}:${place.line}`);

test("places in what compilers and runners print", () => {
  const cases: readonly (readonly [string, readonly string[]])[] = [
    ['  File "/work/shop/test_shop.py", line 12, in test_counts', ["/work/shop/test_shop.py:12"]],
    ["src/cart.py:42: AssertionError", ["src/cart.py:42"]],
    ["src/main.cc:7:13: error: expected ';'", ["src/main.cc:7"]],
    ["  --> src/lib.rs:3:5", ["src/lib.rs:3"]],
    ["src/app.tsx(19,7): error TS2304: Cannot find name", ["src/app.tsx:19"]],
    ["    at Object.<anonymous> (/w/test/cart.test.js:8:21)", ["/w/test/cart.test.js:8"]],
    ["--- FAIL: TestAdd (0.00s)\tadd_test.go:11: got 3", ["add_test.go:11"]],
    ["✘ a.py:1 and b/c.py:2:3", ["a.py:1", "b/c.py:2"]],
    ["C:\\shop\\Cart.cs(5): error", ["C:/shop/Cart.cs:5"]],
    ["./spec/cart_spec.rb:9:in `block'", ["./spec/cart_spec.rb:9"]],
  ];
  for (const [text, places] of cases) assert.deepEqual(read(text), places, text);
});

test("no places: times, addresses, versions, files of others", () => {
  for (const text of ["12:30:01 started", "listening on localhost:8080", "http://127.0.0.1:7411/x", "version 1.2.3:4", "node:internal/modules/cjs/loader:936", "at /w/node_modules/jest/index.js:3:4", '  File "/usr/lib/python3.11/unittest/case.py", line 57', "Ran 3 tests in 0.001s", ""]) {
    assert.deepEqual(read(text), [], text);
  }
});

test("a place stands where it is written, once", () => {
  const text = "see src/a.py:7:3: bad";
  const [place] = placesIn(text);
  assert.equal(text.slice(place?.begin, place?.end), "src/a.py:7:3");
  assert.equal(placesIn("x".repeat(100_000) + " a.py:1").length, 0, "of a huge line only the beginning is looked at");
});

test("a hostile line takes no time", () => {
  const began = performance.now();
  for (const text of ["a/".repeat(2000), "a.".repeat(2000) + ":1", "(".repeat(4000), "a.b:1".repeat(800), '.py:'.repeat(1000)]) placesIn(text);
  assert.ok(performance.now() - began < 1000);
});

test("the file that a path names", () => {
  const files = new Set(["src/a.py", "a.py"]);
  assert.equal(fileNamed("src/a.py", files), "src/a.py");
  assert.equal(fileNamed("/work/tree/src/a.py", files), "src/a.py");
  assert.equal(fileNamed("./a.py", files), "a.py");
  assert.equal(fileNamed("lib/b.py", files), undefined);
});
