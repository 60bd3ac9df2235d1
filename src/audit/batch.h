// The batch in an approval: every landing that came into the target in one swap, named whole in each of them, so that
// none can be dropped, doubled, moved or slipped in unnoticed. A landing by itself is a batch of one.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "base/result.h"

namespace assay::audit {

struct Subject;

struct BatchLanding {
  std::string mission;
  std::string commit;  // its own, full id
  std::string tree;    // of that commit
  friend bool operator==(const BatchLanding&, const BatchLanding&) = default;
};

struct Batch {
  std::vector<BatchLanding> landings;  // in their order; the last one's commit is what the target became
  std::uint64_t position = 0;          // of the landing that says this, from 1
};

// One line for each landing: position, mission, commit, tree, with one blank between and a line end.
std::string batch_text(const std::vector<BatchLanding>& landings);
// Its SHA-256.
std::string digest_of(const std::vector<BatchLanding>& landings);

json::object batch_json(const Batch& batch);
// As an approval of that mission about that subject must have it.
Result<Batch> read_batch(const json::value& predicate, const Subject& subject);

// The approvals of a bundle in their order.
class BatchSequence {
 public:
  Result<void> next(const Batch& batch);
  Result<void> finish() const;  // also before an approval that names no batch

 private:
  std::vector<BatchLanding> m_open;
  std::uint64_t m_seen = 0;  // of m_open
  std::set<std::string> m_closed;
};

}  // namespace assay::audit
