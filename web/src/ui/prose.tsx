// What agents and people wrote, as Markdown: headings, lists, code, tables, links. See markdown.ts for what is left out.
import { useMemo } from "preact/hooks";
import { type Block, blocksOf, type Inline } from "./markdown";
import { honest } from "./words";

export function Prose({ text, class: more = "" }: { text: string; class?: string }) {
  const blocks = useMemo(() => blocksOf(text), [text]);
  return <div class={`prose ${more}`}>{blocks.map(drawn)}</div>;
}

// The host stands behind words that do not say it: nobody is led where he does not see.
function Link({ to, of }: { to: string; of: readonly Inline[] }) {
  const host = to.startsWith("mailto:") ? to.slice(7) : new URL(to).host;
  const words = of.map((node) => ("text" in node ? node.text : "")).join("");
  return (
    <>
      <a href={to} rel="noopener noreferrer nofollow ugc" target="_blank" referrerpolicy="no-referrer">
        {of.map(inline)}
      </a>
      {!words.includes(host) && <span class="muted"> ({honest(host)})</span>}
    </>
  );
}

function inline(node: Inline, i: number) {
  switch (node.kind) {
    case "text":
      return honest(node.text);
    case "code":
      return <code key={i}>{honest(node.text)}</code>;
    case "strong":
      return <strong key={i}>{node.of.map(inline)}</strong>;
    case "em":
      return <em key={i}>{node.of.map(inline)}</em>;
    case "del":
      return <del key={i}>{node.of.map(inline)}</del>;
    case "break":
      return <br key={i} />;
    case "link":
      return <Link key={i} to={node.to} of={node.of} />;
  }
}

// A heading of an agent is no heading of the page: it would stand among ours for those who go from one to the next.
function drawn(block: Block, i: number) {
  switch (block.kind) {
    case "paragraph":
      return <p key={i}>{block.of.map(inline)}</p>;
    case "heading":
      return (
        <p key={i} class={`prose-heading prose-heading-${Math.min(block.level, 3)}`}>
          <strong>{block.of.map(inline)}</strong>
        </p>
      );
    case "code":
      return (
        <pre key={i} tabIndex={0}>
          {honest(block.text)}
        </pre>
      );
    case "quote":
      return <blockquote key={i}>{block.of.map(drawn)}</blockquote>;
    case "rule":
      return <hr key={i} />;
    case "list": {
      const items = block.items.map((item, n) => <li key={n}>{item.length === 1 && item[0]?.kind === "paragraph" ? item[0].of.map(inline) : item.map(drawn)}</li>);
      return block.ordered ? (
        <ol key={i} start={block.start}>
          {items}
        </ol>
      ) : (
        <ul key={i}>{items}</ul>
      );
    }
    case "table":
      return (
        <div key={i} class="table-box" tabIndex={0} role="region" aria-label="Table">
          <table class="matrix">
            <thead>
              <tr>
                {block.head.map((cell, n) => (
                  <th key={n} scope="col">
                    {cell.map(inline)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {block.rows.map((row, n) => (
                <tr key={n}>
                  {row.map((cell, m) => (
                    <td key={m}>{cell.map(inline)}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      );
  }
}
