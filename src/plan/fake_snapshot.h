// A snapshot held in memory, for tests.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "plan/checks.h"

namespace assay::plan {

class FakeSnapshot final : public Snapshot {
 public:
  explicit FakeSnapshot(std::map<std::string, std::string> content) : m_content(std::move(content)) {
    for (const auto& [path, text] : m_content) m_paths.push_back(path);
  }
  bool has_file(std::string_view path) const override { return m_content.contains(std::string(path)); }
  bool has_folder(std::string_view path) const override {
    const auto at = m_content.lower_bound(std::string(path) + "/");
    return at != m_content.end() && at->first.starts_with(std::string(path) + "/");
  }
  std::optional<std::string> read(std::string_view path) const override {
    const auto at = m_content.find(std::string(path));
    return at == m_content.end() ? std::nullopt : std::optional(at->second);
  }
  std::span<const std::string> files() const override { return m_paths; }

 private:
  std::map<std::string, std::string> m_content;
  std::vector<std::string> m_paths;
};

}  // namespace assay::plan
