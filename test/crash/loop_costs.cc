#include "loop_costs.h"

#include <algorithm>
#include <filesystem>
#include <fstream>

#include <fcntl.h>
#include <sys/file.h>

#include "base/text.h"
#include "engine/work/agents/run_record.h"
#include "os/files.h"

using namespace assay;

Cents read_ledger(const std::string& path) {
  Cents out;
  std::ifstream file(path);
  std::string session;
  for (long cents = 0; file >> session >> cents;) out[session] += cents;
  return out;
}

size_t count_told(const std::string& path) {
  std::ifstream file(path);
  return static_cast<size_t>(std::count(std::istreambuf_iterator<char>(file), {}, '\n'));
}

Result<void> compare_costs(const Cents& told, const Cents& stored) {
  for (const auto& [session, cents] : told) {
    const auto found = stored.find(session);
    const long kept = found == stored.end() ? 0 : found->second;
    if (kept < cents) return corrupt(cat("session ", session, " told of ", cents, " cents, the store has ", kept));
  }
  for (const auto& [session, kept] : stored) {
    const auto found = told.find(session);
    const long cents = found == told.end() ? 0 : found->second;
    if (kept > cents + 1) return corrupt(cat("session ", session, " told of ", cents, " cents, the store has ", kept));
  }
  return {};
}

Result<void> prove_comparison(const Cents& told, const Cents& stored) {
  if (told.empty()) return corrupt("no agent told of any cost");
  const auto& [session, cents] = *told.begin();
  auto lost = stored;
  lost[session] -= 1 + lost[session] - cents;
  auto doubled = stored;
  doubled[session] += cents + 1;
  auto invented = stored;
  invented["nobody"] = 2;
  auto gone = stored;
  gone.erase(session);
  for (const auto* wrong : {&lost, &doubled, &invented, &gone}) {
    if (compare_costs(told, *wrong)) return corrupt("a wrong cost was not noticed");
  }
  return {};
}

Result<void> settle_all(const LoopPlace& place, store::Store& store) {
  std::error_code none;
  for (const auto& entry : std::filesystem::directory_iterator(place.home() + "/running", none)) {
    const os::Fd file(::open(entry.path().c_str(), O_RDONLY | O_CLOEXEC));
    if (file.is_open()) ::flock(file.get(), LOCK_SH);
  }
  return engine::settle_records(place.home(), store);
}
