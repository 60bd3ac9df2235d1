#include "engine/check/snapshot.h"

#include <vector>

#include "git/snapshot.h"

namespace assay::engine {

namespace {

constexpr std::uint64_t k_largest = std::uint64_t{1} << 20;

class TreeSnapshot : public plan::Snapshot {
 public:
  explicit TreeSnapshot(const git::Tree& tree) : m_tree(tree) {
    for (const auto& entry : m_tree.entries()) {
      if (entry.is_content()) m_files.emplace_back(entry.path);
    }
  }

  bool has_file(std::string_view path) const override {
    const auto* entry = m_tree.find(path);
    return entry != nullptr && entry->is_content();
  }
  bool has_folder(std::string_view path) const override { return m_tree.has_folder(path); }
  std::optional<std::string> read(std::string_view path) const override {
    const auto* entry = m_tree.find(path);
    if (entry == nullptr || !entry->is_content() || entry->size > k_largest) return std::nullopt;
    auto content = m_tree.read(path, k_largest);
    return content ? std::move(*content) : std::nullopt;
  }
  std::span<const std::string> files() const override { return m_files; }

 private:
  const git::Tree& m_tree;
  std::vector<std::string> m_files;
};

}  // namespace

std::unique_ptr<plan::Snapshot> snapshot_of(const git::Tree& tree) { return std::make_unique<TreeSnapshot>(tree); }

}  // namespace assay::engine
