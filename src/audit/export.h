// Histories as a file that leaves the store: JSON Lines (docs/formats/audit.md). A header, for each
// mission its checkpoints and its head, and a seal over all bytes before it. Written and checked as a
// stream; memory is bounded by the longest line.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "audit/chain.h"
#include "audit/history.h"
#include "base/clock.h"
#include "base/hash.h"
#include "base/result.h"
#include "base/source.h"
#include "model/checkpoint.h"

namespace assay::audit {

constexpr std::uint64_t k_longest_line = std::uint64_t{64} << 20;  // bytes, with the newline

struct ExportHeader {
  Time exported_at;
  model::MissionId only;  // the one mission that was asked for; empty: all of the store
  std::string writer;     // "assay 0.1.0"
};

// Writes through `sink`, whose error ends the export. Missions come in ascending order of their ids
// (bytes); each is its checkpoints, in order, and then its head. Nothing is written that verify_export
// would not take: a history that is not intact is a `corrupt` error.
class ExportWriter {
 public:
  using Sink = std::function<Result<void>(std::string_view)>;

  explicit ExportWriter(Sink sink) : m_sink(std::move(sink)) {}
  Result<void> begin(const ExportHeader& header);
  Result<void> checkpoint(const model::Checkpoint& checkpoint);
  Result<void> head(const Head& head);
  Result<std::string> finish();  // writes the seal; its 64 digits

 private:
  Result<void> line(const std::string& text);

  Sink m_sink;
  Sha256 m_hash;
  HistoryAudit m_history;
};

// What an examination found. A fault is a value: the examination was done, and this is the answer.
struct Fault {
  std::uint64_t line = 0;  // of the export, from 1; 0 when it is not about a line
  std::string what;
};
std::string sentence(const Fault& fault);  // "line 17: checkpoint 5 of mission-x was changed: …"

struct Examination {
  std::uint64_t missions = 0;  // that were found intact, before the fault if there is one
  std::uint64_t checkpoints = 0;
  std::string seal;                    // of an intact export
  std::optional<ExportHeader> header;  // of an export, once it was read
  std::optional<Fault> fault;          // the first one
};

// Told of each checkpoint and head that was found intact; a `corrupt` error of theirs is a fault of
// that line.
struct Observer {
  std::function<Result<void>(const model::Checkpoint&)> checkpoint = nullptr;
  std::function<Result<void>(const Head&)> head = nullptr;
};

// Reads an export to its end or to the first fault. An error means that it could not be read.
Result<Examination> verify_export(ByteSource& source, const Observer& observer = {});

}  // namespace assay::audit
