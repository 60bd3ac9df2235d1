import assert from "node:assert/strict";
import { test } from "node:test";
import { type Block, blocksOf, type Inline, inlineOf, safeAddress } from "./markdown";

const said = (nodes: readonly Inline[]): string => nodes.map((node) => (node.kind === "break" ? "\n" : "text" in node ? node.text : said(node.of))).join("");
const kinds = (blocks: readonly Block[]): string[] => blocks.map((block) => block.kind);
function links(blocks: readonly Block[]): string[] {
  const found: string[] = [];
  const look = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(look);
    else if (typeof value === "object" && value !== null) {
      if ("to" in value) found.push(String(value.to));
      Object.values(value).forEach(look);
    }
  };
  look(blocks);
  return found;
}

test("blocks are read", () => {
  const text = "# Done\n\nI changed *two* files:\n\n- `a.py`\n- b.py\n  - nested\n\n1. first\n2. second\n\n> quoted\n\n```sh\nmake test\n```\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n---\nend";
  assert.deepEqual(kinds(blocksOf(text)), ["heading", "paragraph", "list", "list", "quote", "code", "table", "rule", "paragraph"]);
  const list = blocksOf(text)[2];
  assert.ok(list?.kind === "list" && list.items.length === 2 && list.items[1]?.[1]?.kind === "list");
});
test("marks are read, and what is none stays", () => {
  assert.deepEqual(inlineOf("**b** *i* ~~d~~ `c`").map((node) => node.kind), ["strong", "text", "em", "text", "del", "text", "code"]);
  for (const text of ["snake_case_name and __init__.py", "2 * 3 * 4", "a ** b", "*open", "`open", "[no](", "[x]", "\\d+"]) assert.equal(said(inlineOf(text)), text);
  assert.equal(said(inlineOf("\\*no\\*")), "*no*");
  assert.deepEqual(inlineOf("`` a`b ``"), [{ kind: "code", text: "a`b" }]);
});
test("only http, https and mailto are addresses", () => {
  assert.equal(safeAddress("https://example.org/a?b#c"), "https://example.org/a?b#c");
  assert.equal(safeAddress("mailto:anna@example.org"), "mailto:anna@example.org");
  const bad = ["javascript:alert(1)", "JaVaScRiPt:alert(1)", " javascript:alert(1)", "java\nscript:alert(1)", "\u0001javascript:alert(1)", "data:text/html,<script>alert(1)</script>", "vbscript:x", "file:///etc/passwd", "//example.org", "/api/logout", "#/x", "ftp://example.org", "https://user:secret@example.org", "https://exa\u200bmple.org", "blob:https://example.org/x", "view-source:https://example.org", "https:example.org", "http://"];
  for (const each of bad) assert.equal(safeAddress(each), null, JSON.stringify(each));
});
test("a link to anywhere else is text that says where it would lead", () => {
  const blocks = blocksOf("[click](javascript:alert(1)) and ![x](https://example.org/p.png) and <javascript:alert(1)> and [y](data:text/html,z)");
  assert.deepEqual(links(blocks), ["https://example.org/p.png"]);
  const text = blocks[0]?.kind === "paragraph" ? said(blocks[0].of) : "";
  assert.match(text, /click \(javascript:alert\(1\)\)/);
  assert.match(text, /Image: x/);
});
test("bare addresses end where the sentence does", () => {
  assert.deepEqual(links(blocksOf("See https://example.org/a_(b). Or (https://example.org/c), or https://example.org/d!")), ["https://example.org/a_(b)", "https://example.org/c", "https://example.org/d"]);
  assert.deepEqual(links(blocksOf("xhttps://example.org")), []);
});
test("markup is text", () => {
  const text = '<img src=x onerror="alert(1)"><script>alert(1)</script>';
  const [block] = blocksOf(text);
  assert.equal(block?.kind === "paragraph" ? said(block.of) : "", text);
});
test("hostile text comes to an end, and to blocks", () => {
  const hostile = ["[".repeat(50_000), "*a ".repeat(50_000), "**".repeat(50_000), "_a_b".repeat(30_000), "`".repeat(50_000), "` a".repeat(30_000), "> ".repeat(20_000), "- ".repeat(20_000), "![](".repeat(30_000), "[a](".repeat(30_000), "<".repeat(50_000), "|-".repeat(40_000) + "\n" + "|-".repeat(40_000), "1. ".repeat(20_000), "*_~".repeat(30_000), "\\".repeat(50_000), "- a\n".repeat(30_000), "  - a\n".repeat(20_000), "h".repeat(20_000) + "ttp://", "http://".repeat(15_000), "#".repeat(50_000), "* * ".repeat(30_000), "~~~\n".repeat(20_000)];
  for (const text of hostile) {
    const blocks = blocksOf(text);
    assert.ok(blocks.length > 0, text.slice(0, 10));
  }
});
