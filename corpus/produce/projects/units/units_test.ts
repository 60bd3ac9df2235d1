import { parseDuration } from "./units.ts";

function equal(got: unknown, want: unknown) {
  if (got !== want) {
    throw new Error(`${got} is not ${want}`);
  }
}

Deno.test("reads minutes", () => equal(parseDuration("5m"), 300));
Deno.test("reads days", () => equal(parseDuration("2d"), 172800));
Deno.test("an invalid unit is an error", () => {
  let failed = false;
  try {
    parseDuration("5y");
  } catch {
    failed = true;
  }
  equal(failed, true);
});
