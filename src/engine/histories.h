// The histories of a store: checked, and written out (audit/export.h).
#pragma once

#include <optional>
#include <string>

#include "audit/export.h"
#include "base/result.h"
#include "model/ids.h"
#include "store/store.h"

namespace assay::engine {

// Every chain and its head. What is found is a value; an error means that the store could not be
// read. The observer is told of what was found intact.
Result<audit::Examination> verify_histories(const store::Store& store, const audit::Observer& observer);

struct Exported {
  std::uint64_t missions = 0;
  std::uint64_t checkpoints = 0;
  std::string seal;
};
// All of one moment. A history that is not intact is not written out: a `corrupt` error.
Result<Exported> export_histories(const store::Store& store, const audit::ExportHeader& header,
                                  const audit::ExportWriter::Sink& sink);

}  // namespace assay::engine
