// A commit's tree as the judge sees it: files to search, and grounds for what critics cite.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <unordered_set>
#include <vector>

#include "base/result.h"
#include "git/snapshot.h"
#include "judge/critic/check.h"
#include "judge/critic/decisions.h"
#include "judge/critic/test_report.h"

namespace assay::engine {

constexpr std::uint64_t k_searched_most = std::uint64_t{32} << 20;  // of one file

class TreeFiles : public judge::Files {
 public:
  explicit TreeFiles(const git::Tree& tree);  // must outlive it
  std::span<const std::string> paths() const override { return m_paths; }
  Result<std::optional<std::string>> read(std::string_view path) const override;

 private:
  const git::Tree& m_tree;
  std::vector<std::string> m_paths;
};

// Reads the files that `wanted` names, some at a time, until each() says stop; those that are too large
// come with no content.
enum class Search { go_on, stop };
Result<void> each_file(const git::Tree& tree, const std::function<bool(std::string_view)>& wanted,
                       const std::function<Search(std::string_view path, const std::optional<std::string>&)>& each);

class TreeCandidateFacts : public judge::CandidateFacts {
 public:
  TreeCandidateFacts(const git::Tree& tree, std::span<const judge::TouchedPath> touched,
                     const judge::TestReport& tests);
  std::optional<std::string> line_of(std::string_view path, std::uint64_t line) const override;
  std::optional<FileFacts> file(std::string_view path) const override;
  bool is_touched(std::string_view path) const override;
  bool has_passed(std::string_view test_name) const override;

 private:
  const std::string* content(std::string_view path) const;

  const git::Tree& m_tree;
  const judge::TestReport& m_tests;
  std::unordered_set<std::string> m_touched;
  mutable std::map<std::string, std::optional<std::string>, std::less<>> m_read;
};

}  // namespace assay::engine
