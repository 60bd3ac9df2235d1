// Answers that follow from the store alone, kept until it changes. For the loop's thread.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "serve/http/message.h"
#include "store/database/version_watch.h"

namespace assay::serve {

class AnswerCache {
 public:
  explicit AnswerCache(const store::VersionWatch& watch, size_t most_bytes = std::size_t{64} << 20)
      : m_watch(watch), m_most(most_bytes) {}

  // The version to run under; hand it back with the answer. Nothing while somebody writes.
  std::optional<store::StoreVersion> version() const { return m_watch.now(); }

  std::shared_ptr<const Response> find(const std::string& target);
  // Kept only when the store is still what it was when `before` was taken, so that all the answer was
  // read from is of that one version.
  void keep(const std::string& target, const std::optional<store::StoreVersion>& before, const Response& response);

 private:
  const store::VersionWatch& m_watch;
  size_t m_most;
  size_t m_bytes = 0;
  std::optional<store::StoreVersion> m_version;
  std::unordered_map<std::string, std::shared_ptr<const Response>> m_answers;
};

}  // namespace assay::serve
