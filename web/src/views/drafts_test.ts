import assert from "node:assert/strict";
import { test } from "node:test";
import { draftOf, edited, planOf, type TaskDraft, without } from "./drafts";

const tables = { name: "Tables", instructions: "Make them.", success_criteria: [{ claim: "there is one", evidence: { kind: "grep" } }], timeout: 900 };
const carts = { name: "Carts", acceptance_criteria: ["a", "b"], files_modified: ["src/**", "*.sql"], depends_on: ["Tables"] };

test("what is proposed and not edited comes back as it was", () => {
  const plan = planOf([draftOf(tables), draftOf(carts)], ["`make test` passes"], [{ title: "Vet", command: "vet" }]);
  assert.deepEqual(plan, { criteria: ["`make test` passes"], checks: [{ title: "Vet", command: "vet" }], tasks: [tables, { ...carts, acceptance_criteria: "a\nb" }] });
});

test("a field that is emptied is not in the plan", () => {
  const draft = draftOf(carts);
  const plan = planOf(edited([draft], draft.key, { files: " ", after: "", criteria: "" }), []);
  assert.deepEqual(plan?.tasks, [{ name: "Carts" }]);
});

test("who waits for a task follows its name, letter by letter", () => {
  const first = draftOf(tables);
  let drafts: readonly TaskDraft[] = [first, draftOf(carts)];
  for (const name of ["Table", "Table ", "Table o", "Table of carts"]) drafts = edited(drafts, first.key, { name });
  assert.deepEqual(planOf(drafts, [])?.tasks?.map((task) => task.depends_on), [undefined, ["Table of carts"]]);
  assert.deepEqual(planOf(without(drafts, first.key), [])?.tasks?.map((task) => task.depends_on), [undefined]);
});

test("nothing makes no plan", () => assert.equal(planOf([], []), null));
