// A piece of evidence by its digest, one click away from what cites it.
import { LogOf } from "../ui/log";
import { Copyable, Dialog } from "../ui/parts";
import { honest } from "../ui/words";

export function Evidence({ title, digest, onClose }: { title: string; digest: string; onClose: () => void }) {
  return (
    <Dialog title={honest(title)} onClose={onClose} wide>
      <p class="muted">
        Evidence <Copyable text={digest} shown={digest.slice(0, 16)} />
      </p>
      <LogOf path={`/api/evidence/${digest}`} label={`Output of ${title}`} />
    </Dialog>
  );
}
