// What the gate catches on the repository's own history, as `assay calibrate` measured it last.
import type { Calibration } from "../api/documents";
import { useDocument } from "../api/live";
import { Empty, Failure, Loading, Section } from "../ui/parts";
import { useTitle } from "../ui/title";
import { honest, plural } from "../ui/words";

type Kind = Calibration["kinds"][number];
type Variant = Calibration["variants"][number];

const kindWord: Record<Kind["kind"], string> = {
  honest: "As it was",
  nothing_done: "Nothing done",
  untested: "Without its tests",
  broken: "A line broken",
  test_deleted: "A test deleted",
  assertion_weakened: "An assertion weakened",
  skip_added: "A test skipped",
  value_rewritten: "A value rewritten",
};

export function CalibrationView() {
  const known = useDocument<Calibration>("/api/calibration");
  useTitle("Calibration");
  const measured = known.data;
  return (
    <div class="calibration-view">
      <header class="page-head">
        <h1>Calibration</h1>
        <p class="muted">Past commits of this repository, made into variants that must not pass, and judged by the gate.</p>
      </header>
      {known.problem?.status === 404 && !measured && (
        <Empty title="Nothing was calibrated here yet">
          Run <code>assay calibrate</code> in the repository.
        </Empty>
      )}
      {known.problem && known.problem.status !== 404 && !measured && <Failure problem={known.problem} retry={known.refresh} />}
      {known.loading && <Loading rows={6} />}
      {measured && <Measured measured={measured} />}
    </div>
  );
}

function Measured({ measured }: { measured: Calibration }) {
  const wrong = measured.variants.filter((each) => each.not_made === null && !each.right);
  const share = measured.of === 0 ? "nothing measured" : `${Math.floor((100 * measured.caught) / measured.of)} % of ${measured.of} caught`;
  return (
    <>
      <Section title={`Gate: ${share}`} note={`${measured.started_at.slice(0, 10)}, ${plural(measured.taken, "commit")} of ${measured.looked_at} looked at`}>
        <div class="table-box" tabIndex={0} role="region" aria-label="Variants by kind">
          <table class="matrix">
            <thead>
              <tr>
                {["Variant", "Made", "Caught", "Missed", "Blocked", "Warned", "Mergeable", "Seconds"].map((word) => (
                  <th key={word} scope="col">
                    {word}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {measured.kinds.map((kind) => (
                <tr key={kind.kind}>
                  <th scope="row">{kindWord[kind.kind]}</th>
                  <td>{kind.made}</td>
                  <td>{kind.kind === "honest" ? "–" : kind.right}</td>
                  <td>{kind.kind === "honest" ? "–" : kind.wrong}</td>
                  <td>{kind.blocked}</td>
                  <td>{kind.warned}</td>
                  <td>{kind.mergeable}</td>
                  <td>{kind.seconds}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </Section>
      {wrong.length > 0 && (
        <Section title="Missed, or honest and blocked">
          <ul class="items">
            {wrong.map((each) => (
              <Wrong key={`${each.commit} ${each.kind}`} variant={each} />
            ))}
          </ul>
        </Section>
      )}
      {measured.advice.length > 0 && (
        <Section title="What to set">
          <ul class="items">
            {measured.advice.map((each) => (
              <li key={each}>{honest(each)}</li>
            ))}
          </ul>
        </Section>
      )}
      {measured.left_out.length > 0 && (
        <Section title="Commits left out">
          <ul class="items">
            {measured.left_out.map((each) => (
              <li key={each.why}>
                <span class="item-text">{honest(each.why)}</span>
                <span class="muted">{plural(each.commits, "commit")}</span>
              </li>
            ))}
          </ul>
        </Section>
      )}
    </>
  );
}

function Wrong({ variant }: { variant: Variant }) {
  return (
    <li>
      <span class="item-text">
        <code>{variant.commit.slice(0, 12)}</code> {kindWord[variant.kind]}
        {variant.path !== "" && (
          <>
            , <code>{honest(variant.path)}</code>
          </>
        )}
        {variant.edit !== "" && `: ${honest(variant.edit)}`}
      </span>
      <span class="muted">{variant.verdict}</span>
    </li>
  );
}
