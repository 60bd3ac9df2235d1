// The tests that reports of this run name, and how each ended.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>

#include "logs/facts.h"

namespace assay::judge {

// All that a person may call a test: its name, and the end of it behind "::", " > ", "/", "#" or a dot.
// "test_login" is tests/test_auth.py::test_login, and test_login[guest]. They point into `test`.
std::vector<std::string_view> names_of_test(std::string_view test);

class TestReport {
 public:
  enum class Standing { unknown, passed, skipped, failed };

  // `digest` names the report as evidence; may be empty.
  void add(const logs::Facts& facts, std::string_view digest);
  bool empty() const { return m_tests.empty(); }

  // By any of its names. Where several tests are meant the worst counts.
  Standing standing(std::string_view test) const;
  // The full name and the report of a test that was found.
  struct Source {
    Standing standing = Standing::unknown;
    std::string name;
    std::string digest;
  };
  const Source* find(std::string_view test) const;

 private:
  std::unordered_map<std::string, Source> m_tests;
};

}  // namespace assay::judge
