#include "engine/verify/tree_files.h"

#include "base/hash.h"
#include "base/text.h"
#include "engine/verify/named_tests.h"
#include "judge/finding_identity.h"

namespace assay::engine {

namespace {

constexpr std::uint64_t k_batch_bytes = std::uint64_t{16} << 20;
constexpr size_t k_batch_files = 2000;

}  // namespace

TreeFiles::TreeFiles(const git::Tree& tree) : m_tree(tree) {
  for (const auto& entry : tree.entries()) {
    if (entry.is_content()) m_paths.emplace_back(entry.path);
  }
}

Result<std::optional<std::string>> TreeFiles::read(std::string_view path) const {
  const auto* entry = m_tree.find(path);
  if (entry == nullptr || !entry->is_content() || entry->size > k_searched_most) return std::optional<std::string>();
  return m_tree.read(path, k_searched_most);
}

Result<void> each_file(const git::Tree& tree, const std::function<bool(std::string_view)>& wanted,
                       const std::function<Search(std::string_view, const std::optional<std::string>&)>& each) {
  const auto entries = tree.entries();
  for (size_t at = 0; at < entries.size();) {
    std::vector<std::string_view> batch;
    std::uint64_t bytes = 0;
    for (; at < entries.size() && bytes < k_batch_bytes && batch.size() < k_batch_files; ++at) {
      if (!entries[at].is_content() || !wanted(entries[at].path)) continue;
      batch.push_back(entries[at].path);
      if (entries[at].size <= k_searched_most) bytes += entries[at].size;
    }
    if (batch.empty()) continue;
    TRY_ASSIGN(const auto contents, tree.read_all(batch, k_searched_most));
    for (size_t i = 0; i < batch.size(); ++i) {
      if (each(batch[i], contents[i]) == Search::stop) return {};
    }
  }
  return {};
}

TreeCandidateFacts::TreeCandidateFacts(const git::Tree& tree, std::span<const judge::TouchedPath> touched,
                                       const judge::TestReport& tests)
    : m_tree(tree), m_tests(tests) {
  for (const auto& [path, status] : touched) {
    if (status != diff::Status::deleted) m_touched.insert(path);
  }
}

const std::string* TreeCandidateFacts::content(std::string_view path) const {
  const auto normal = judge::normal_path(path);
  auto found = m_read.find(normal);
  if (found == m_read.end()) {
    std::optional<std::string> text;
    const auto* entry = m_tree.find(normal);
    if (entry != nullptr && entry->is_content()) {
      auto read = m_tree.read(normal, k_searched_most);
      if (read) text = std::move(*read);
    }
    found = m_read.emplace(normal, std::move(text)).first;
  }
  return found->second ? &*found->second : nullptr;
}

std::optional<std::string> TreeCandidateFacts::line_of(std::string_view path, std::uint64_t line) const {
  const auto* text = content(path);
  if (text == nullptr || line == 0) return std::nullopt;
  size_t begin = 0;
  for (std::uint64_t i = 1; i < line; ++i) {
    begin = text->find('\n', begin);
    if (begin == std::string::npos) return std::nullopt;
    ++begin;
  }
  if (begin >= text->size()) return std::nullopt;
  return text->substr(begin, text->find('\n', begin) - begin);
}

std::optional<judge::CandidateFacts::FileFacts> TreeCandidateFacts::file(std::string_view path) const {
  const auto* text = content(path);
  if (text == nullptr) return std::nullopt;
  return FileFacts{text->size(), sha256_hex(*text)};
}

bool TreeCandidateFacts::is_touched(std::string_view path) const {
  return m_touched.contains(judge::normal_path(path));
}

bool TreeCandidateFacts::has_passed(std::string_view test_name) const {
  const auto* test = m_tests.find(test_name);
  if (test == nullptr || test->standing != judge::TestReport::Standing::passed) return false;
  const auto there = is_in_tree(*test, m_tree);
  return there && *there;
}

}  // namespace assay::engine
