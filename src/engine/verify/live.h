// What a verification says while it runs, for those who look on from another process: one file per mission
// under .assay/live, a JSON object a line, begun anew by each verification. It is a convenience: when it cannot be
// written, the verification goes on, and what counts is the record that it leaves.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/verify/verify.h"
#include "os/files.h"

namespace assay::engine {

// Passes everything on, and writes it down. Secrets are taken out of what is written.
class LiveVerification final : public VerifyEvents {
 public:
  LiveVerification(const std::string& folder, const model::MissionId& mission, VerifyEvents& next);
  ~LiveVerification() override;
  LiveVerification(const LiveVerification&) = delete;
  LiveVerification& operator=(const LiveVerification&) = delete;

  void stage(std::string_view text) override;
  void planned(const std::vector<model::AcceptanceCheck>& checks) override;
  void started(const model::CheckId& check) override;
  void line(const model::CheckId& check, std::string_view text) override;
  void finished(const model::VerifiedCheck& check) override;

 private:
  void report(std::string_view what, std::string_view check, std::string_view text);

  VerifyEvents& m_next;
  os::Fd m_file;
  std::uint64_t m_written = 0;
};

struct LiveEvent {
  std::string what;   // stage, planned, started, line, finished, end
  std::string check;  // id; empty: of the whole
  std::string text;
};
struct LivePiece {
  std::vector<LiveEvent> events;
  std::uint64_t next = 0;  // where to go on
};
// What was written from the byte `after` on, whole lines. A file that is shorter than that was begun
// anew, and is given from its beginning. No events when there is no file.
Result<LivePiece> read_live(const std::string& folder, const model::MissionId& mission, std::uint64_t after);

}  // namespace assay::engine
