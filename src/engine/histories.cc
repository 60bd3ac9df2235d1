#include "engine/histories.h"

#include "audit/history.h"
#include "store/history.h"

namespace assay::engine {

using model::Checkpoint;

Result<audit::Examination> verify_histories(const store::Store& store, const audit::Observer& observer) {
  audit::HistoryAudit check;
  const auto walked = store.history().walk(
      std::nullopt,
      [&](const Checkpoint& checkpoint) -> Result<void> {
        TRY(check.checkpoint(checkpoint));
        return observer.checkpoint ? observer.checkpoint(checkpoint) : Result<void>();
      },
      [&](const audit::Head& head) -> Result<void> {
        TRY(check.head(head));
        return observer.head ? observer.head(head) : Result<void>();
      });
  if (!walked && walked.error().code != Code::corrupt) return walked.error();
  audit::Examination out;
  out.missions = check.missions();
  out.checkpoints = check.checkpoints();
  if (!walked) out.fault = audit::Fault{0, walked.error().message};
  return out;
}

Result<Exported> export_histories(const store::Store& store, const audit::ExportHeader& header,
                                  const audit::ExportWriter::Sink& sink) {
  Exported out;
  audit::ExportWriter writer(sink);
  TRY(writer.begin(header));
  const auto only = header.only.empty() ? std::nullopt : std::optional(header.only);
  TRY(store.history().walk(
      only,
      [&](const Checkpoint& checkpoint) {
        ++out.checkpoints;
        return writer.checkpoint(checkpoint);
      },
      [&](const audit::Head& head) {
        ++out.missions;
        return writer.head(head);
      }));
  TRY_ASSIGN(out.seal, writer.finish());
  return out;
}

}  // namespace assay::engine
