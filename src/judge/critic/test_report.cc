#include "judge/critic/test_report.h"

#include "base/text.h"

namespace assay::judge {

namespace {

constexpr size_t k_shortest = 3;
constexpr int k_endings_most = 8;

TestReport::Standing standing_of(logs::Outcome outcome) {
  switch (outcome) {
    case logs::Outcome::passed: return TestReport::Standing::passed;
    case logs::Outcome::skipped: return TestReport::Standing::skipped;
    case logs::Outcome::failed: break;
  }
  return TestReport::Standing::failed;
}

// "test_login[guest]" and "test_login (auth.Tests)" are test_login.
std::string_view without_case(std::string_view name) {
  const size_t end = std::min(name.find('['), name.find(" ("));
  return end == std::string_view::npos || end < k_shortest ? name : name.substr(0, end);
}

}  // namespace

std::vector<std::string_view> names_of_test(std::string_view test) {
  std::vector<std::string_view> out;
  const auto add = [&](std::string_view name) {
    if (name.size() >= k_shortest) out.push_back(name);
  };
  for (const auto whole : {test, without_case(test)}) {
    add(whole);
    int endings = 0;
    for (const std::string_view separator : {"::", " > ", " › ", " - ", "/", "#"}) {
      for (size_t at = whole.find(separator); at != std::string_view::npos && endings < k_endings_most; ++endings) {
        add(trim(whole.substr(at + separator.size())));
        at = whole.find(separator, at + separator.size());
      }
    }
    const size_t dot = whole.find('/') == std::string_view::npos ? whole.rfind('.') : std::string_view::npos;
    if (dot != std::string_view::npos) add(whole.substr(dot + 1));
    if (without_case(test).size() == test.size()) break;
  }
  return out;
}

void TestReport::add(const logs::Facts& facts, std::string_view digest) {
  for (const auto& named : facts.named) {
    const Source source{standing_of(named.outcome), named.name, std::string(digest)};
    for (const auto name : names_of_test(named.name)) {
      const auto [at, is_new] = m_tests.emplace(name, source);
      if (!is_new && source.standing > at->second.standing) at->second = source;
    }
  }
}

const TestReport::Source* TestReport::find(std::string_view test) const {
  const auto found = m_tests.find(std::string(trim(test)));
  return found == m_tests.end() ? nullptr : &found->second;
}

TestReport::Standing TestReport::standing(std::string_view test) const {
  const auto* source = find(test);
  return source == nullptr ? Standing::unknown : source->standing;
}

}  // namespace assay::judge
