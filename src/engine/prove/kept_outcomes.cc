#include "engine/prove/kept_outcomes.h"

#include <boost/json.hpp>

#include "base/hash.h"
#include "base/json.h"
#include "base/text.h"
#include "engine/state_folder.h"
#include "os/files.h"
#include "os/private_file.h"

namespace assay::engine {

namespace {

using judge::Notice;

constexpr std::string_view k_outcomes_folder = "outcomes";
constexpr std::uint64_t k_largest_outcomes = std::uint64_t{8} << 20;
constexpr size_t k_most_outcomes = 20'000;   // of one tree; further ones are not kept
constexpr size_t k_longest_test_name = 300;  // of the test that noticed
constexpr size_t k_most_trees = 32;          // of one repository; the oldest go

std::string key_of_broken(const std::string& trial, const GivenFile& broken) {
  return sha256_hex(cat(trial, "\n", broken.path, "\n", broken.content ? sha256_hex(*broken.content) : "gone"));
}

constexpr std::string_view k_kinds[] = {"unnoticed", "noticed", "broke"};  // in the order of Notice::Kind

std::optional<Notice> notice_from(const json::value& value) {
  const auto* fields = value.if_object();
  if (fields == nullptr) return std::nullopt;
  const auto kind = text_at(*fields, "kind");
  for (size_t i = 0; i < std::size(k_kinds); ++i) {
    if (kind == k_kinds[i]) return Notice{static_cast<Notice::Kind>(i), text_at(*fields, "test"), "", {}};
  }
  return std::nullopt;
}

}  // namespace

KeptOutcomes::KeptOutcomes(const std::string& git_folder, std::string key)
    : m_git_folder(git_folder), m_key(std::move(key)) {
  if (m_key.empty()) return;
  const auto state = state_folder(m_git_folder);
  if (!state) return;
  const auto text = os::read_file(os::join_path(*state, cat(k_outcomes_folder, "/", m_key)), k_largest_outcomes);
  const auto parsed = text ? parse_json(*text, "kept outcomes") : Result<json::value>(json::value());
  if (!parsed || !parsed->is_object()) return;
  const MutexLock lock(m_mutex);
  for (const auto& [name, value] : parsed->get_object()) {
    if (auto notice = notice_from(value)) m_known.emplace(name, std::move(*notice));
  }
}

std::optional<Notice> KeptOutcomes::find(const std::string& trial, const GivenFile& broken) const {
  const auto key = key_of_broken(trial, broken);
  const MutexLock lock(m_mutex);
  const auto found = m_known.find(key);
  return found == m_known.end() ? std::nullopt : std::optional(found->second);
}

void KeptOutcomes::add(const std::string& trial, const GivenFile& broken, const Notice& notice) {
  auto key = key_of_broken(trial, broken);
  const MutexLock lock(m_mutex);
  if (notice.test.size() > k_longest_test_name || m_known.size() >= k_most_outcomes) return;
  m_changed |= m_known.emplace(std::move(key), notice).second;
}

void KeptOutcomes::save() const {
  json::object out;
  {
    const MutexLock lock(m_mutex);
    if (!m_changed || m_key.empty()) return;
    for (const auto& [key, notice] : m_known)
      out[key] = json::object{{"kind", k_kinds[static_cast<size_t>(notice.kind)]}, {"test", to_utf8(notice.test)}};
  }
  const auto state = make_state_folder(m_git_folder);
  if (!state) return;
  const auto folder = os::join_path(*state, k_outcomes_folder);
  if (!os::make_private_folder(folder)) return;
  if (os::write_private_file(os::join_path(folder, m_key), write_json(out))) os::remove_oldest(folder, k_most_trees);
}

}  // namespace assay::engine
