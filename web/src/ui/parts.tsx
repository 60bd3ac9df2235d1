// Small parts that every view is made of.
import type { ComponentChildren } from "preact";
import { useEffect, useId, useRef, useState } from "preact/hooks";
import type { Problem } from "../api/client";
import type { Known } from "../api/live";
import { href } from "../router";
import { Icon, type IconName } from "./icons";
import { ago, count, heldBy, honest, type Tone } from "./words";

export function Pill({ tone, children }: { tone: Tone; children: ComponentChildren }) {
  return <span class={`pill tone-${tone}`}>{children}</span>;
}

export function Badge({ tone, icon, children }: { tone: Tone; icon?: IconName; children: ComponentChildren }) {
  return (
    <span class={`badge tone-${tone}`}>
      {icon && <Icon name={icon} />}
      {children}
    </span>
  );
}

// Redraws itself as time goes by.
export function When({ at }: { at: string | null | undefined }) {
  const [, tick] = useState(0);
  useEffect(() => {
    const timer = window.setInterval(() => tick((n) => n + 1), 30_000);
    return () => window.clearInterval(timer);
  }, []);
  if (!at) return <span class="muted">–</span>;
  return (
    <time dateTime={at} title={at}>
      {ago(at)}
    </time>
  );
}

// The size of a change.
export function Lines({ added, removed }: { added: number; removed: number }) {
  return (
    <>
      <span class="added">+{count(added)}</span> <span class="removed">−{count(removed)}</span>
    </>
  );
}

export function Copyable({ text, shown }: { text: string; shown?: string }) {
  const [done, setDone] = useState(false);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      setDone(true);
      window.setTimeout(() => setDone(false), 1200);
    } catch {
      setDone(false); // the browser does not allow it here; the text can still be selected
    }
  };
  return (
    <span class="copyable">
      <code title={text}>{shown ?? text}</code>
      <button type="button" class="bare" aria-label={done ? "Copied" : `Copy ${text}`} onClick={copy}>
        <Icon name={done ? "check" : "copy"} />
      </button>
    </span>
  );
}

export function Empty({ title, children }: { title: string; children?: ComponentChildren }) {
  return (
    <div class="empty">
      <p class="empty-title">{title}</p>
      {children && <div class="empty-text">{children}</div>}
    </div>
  );
}

export function Failure({ problem, retry }: { problem: Problem; retry?: () => void }) {
  if (problem.status === 404) {
    return (
      <Empty title="There is nothing at this address">
        <p>{honest(heldBy(problem.message))}</p>
        <a class="button" href={href([])}>
          To the board
        </a>
      </Empty>
    );
  }
  return (
    <div class="failure" role="alert">
      <p class="failure-title">{problem.unreachable ? "The server cannot be reached" : "That did not work"}</p>
      <p>{problem.unreachable ? "What you see may be out of date. The page tries again by itself." : problem.message}</p>
      {retry && (
        <button type="button" class="button" onClick={retry}>
          Try again
        </button>
      )}
    </div>
  );
}

// A name in the address that leads to no view of what it is behind.
export function NoSuchView({ name, to }: { name: string; to: string }) {
  return (
    <Empty title={`There is no view called “${honest(name)}” here`}>
      <a class="button" href={to}>
        To the decision
      </a>
    </Empty>
  );
}

export function Loading({ rows = 3, label = "Loading" }: { rows?: number; label?: string }) {
  return (
    <div class="loading" role="status" aria-label={label}>
      {Array.from({ length: rows }, (_, i) => (
        <span key={i} class={`bone bone-${i % 3}`} />
      ))}
    </div>
  );
}

// What there is of a document: itself, or why not. Data that could not be refreshed stays.
export function Shown<T>({ known, children, rows }: { known: Known<T>; rows?: number; children: (data: T) => ComponentChildren }) {
  if (known.data !== undefined) return <>{children(known.data)}</>;
  if (known.problem) return <Failure problem={known.problem} retry={known.refresh} />;
  return <Loading {...(rows === undefined ? {} : { rows })} />;
}

// Above the marks of a verification that holds no more.
export function StaleNote({ stale, next }: { stale: string; next?: string }) {
  if (stale === "") return null;
  return (
    <p class="note tone-warn stale-note">
      <strong>Out of date:</strong> {honest(stale)}. What it found is of an earlier state and shown without colour. {next}
    </p>
  );
}

export function Section({ title, note, id, actions, children }: { title: string; note?: ComponentChildren; id?: string; actions?: ComponentChildren; children: ComponentChildren }) {
  const made = useId();
  const heading = id ?? made;
  return (
    <section class="section" aria-labelledby={heading}>
      <div class="section-head">
        <h2 id={heading}>{title}</h2>
        {note && <span class="section-note">{note}</span>}
        {actions && <div class="section-actions">{actions}</div>}
      </div>
      {children}
    </section>
  );
}

// Ways to look at one thing; where there is no room for all, the one that is open is in sight.
export function Tabs({ label, tabs }: { label: string; tabs: readonly { readonly name: string; readonly to: string; readonly open: boolean }[] }) {
  const ref = useRef<HTMLElement>(null);
  const open = tabs.find((tab) => tab.open)?.to;
  useEffect(() => {
    const nav = ref.current;
    const here = nav?.querySelector("[aria-current]")?.getBoundingClientRect();
    if (!nav || !here) return;
    const box = nav.getBoundingClientRect();
    nav.scrollLeft += here.left + here.width / 2 - (box.left + box.width / 2);
  }, [open]);
  return (
    <nav ref={ref} class="tabs" aria-label={label}>
      {tabs.map((tab) => (
        <a key={tab.to} href={tab.to} aria-current={tab.open ? "page" : undefined}>
          {tab.name}
        </a>
      ))}
    </nav>
  );
}

export interface DialogProps {
  title: string;
  onClose: () => void;
  children: ComponentChildren;
  wide?: boolean;
}
export function Dialog({ title, onClose, children, wide }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const heading = useId();
  useEffect(() => {
    const dialog = ref.current;
    const before = document.activeElement;
    dialog?.showModal();
    return () => {
      dialog?.close();
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  return (
    <dialog
      ref={ref}
      class={wide ? "dialog wide" : "dialog"}
      aria-labelledby={heading}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        if (event.target === ref.current) onClose();
      }}
    >
      <div class="dialog-body">
        <div class="dialog-head">
          <h2 id={heading}>{title}</h2>
          <button type="button" class="bare" aria-label="Close" onClick={onClose}>
            <Icon name="close" />
          </button>
        </div>
        {children}
      </div>
    </dialog>
  );
}

export function Fact({ name, children }: { name: string; children: ComponentChildren }) {
  return (
    <div class="fact">
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

export function Disclosure({ summary, open, children }: { summary: ComponentChildren; open?: boolean; children: ComponentChildren }) {
  return (
    <details class="disclosure" open={open ?? false}>
      <summary>
        <Icon name="chevron" />
        <span class="disclosure-summary">{summary}</span>
      </summary>
      <div class="disclosure-body">{children}</div>
    </details>
  );
}
