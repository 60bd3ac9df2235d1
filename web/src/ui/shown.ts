// A value that lives outside the tree and that parts of it show. Whoever draws it may be told of a change
// only some time after the drawing, so the value is looked at once more when the telling begins.
import { useEffect, useState } from "preact/hooks";

export class Shown<T> {
  private readonly watchers = new Set<() => void>();
  constructor(private value: T) {}

  get(): T {
    return this.value;
  }

  set(next: T): void {
    if (next === this.value) return;
    this.value = next;
    this.watchers.forEach((run) => run());
  }

  use(): T {
    const [shown, show] = useState<{ value: T }>({ value: this.value });
    useEffect(() => {
      const watcher = (): void => show((last) => (last.value === this.value ? last : { value: this.value }));
      this.watchers.add(watcher);
      watcher();
      return () => {
        this.watchers.delete(watcher);
      };
    }, []);
    return shown.value;
  }
}

// What stands apart from the views is closed when one goes elsewhere.
export function useUntilElsewhere(place: string, close: () => void): void {
  useEffect(() => close, [place]);
}
