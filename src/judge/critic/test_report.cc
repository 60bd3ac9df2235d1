// Names are compared by their words, because every runner, and everybody who writes a criterion, joins file, class and
// test by other characters. Tests are found by their last word: a report may have many thousands.
#include "judge/critic/test_report.h"

#include <algorithm>

#include "base/text.h"

namespace assay::judge {

namespace {

constexpr size_t k_shortest = 3;

TestReport::Standing standing_of(logs::Outcome outcome) {
  switch (outcome) {
    case logs::Outcome::passed: return TestReport::Standing::passed;
    case logs::Outcome::skipped: return TestReport::Standing::skipped;
    case logs::Outcome::failed: break;
  }
  return TestReport::Standing::failed;
}

// Where the case of a test begins: "test_login[guest]" and "test_login (auth.Tests)" are test_login.
size_t case_in(std::string_view name) {
  const size_t begin = std::min(name.find('['), name.find(" ("));
  return begin == std::string_view::npos || begin < k_shortest ? name.size() : begin;
}

// The separator that begins here; 0: none.
size_t separator_at(std::string_view text, size_t at) {
  for (const std::string_view separator : {"::", " > ", " › ", " - ", "/", "#", "."}) {
    if (text.substr(at).starts_with(separator)) return separator.size();
  }
  return 0;
}

std::string_view last_word_of(std::string_view words) {
  const size_t space = words.rfind(' ');
  return space == std::string_view::npos ? words : words.substr(space + 1);
}

}  // namespace

TestName::TestName(std::string_view text) {
  text = trim(text);
  const size_t end_of_name = case_in(text);
  bool begins_part = true, begins_word = true;
  m_words.reserve(text.size());
  for (size_t at = 0; at < end_of_name;) {
    const size_t separator = separator_at(text.substr(0, end_of_name), at);
    begins_part = begins_part || separator > 0;
    begins_word = begins_word || separator > 0 || is_space(text[at]);
    if (separator > 0 || is_space(text[at])) {
      at += std::max<size_t>(separator, 1);
      continue;
    }
    if (begins_word && !m_words.empty()) m_words += ' ';
    if (begins_part) m_parts.push_back(m_words.size());
    begins_part = begins_word = false;
    m_words += text[at++];
  }
  m_without_case = m_words.size();
  m_words += text.substr(end_of_name);
}

bool TestName::is_called(const TestName& name) const {
  if (name.m_words.size() < k_shortest) return false;
  const std::string_view whole = m_words, without_case = whole.substr(0, m_without_case);
  return std::any_of(m_parts.begin(), m_parts.end(), [&](size_t begin) {
    return whole.substr(begin) == name.m_words || without_case.substr(begin) == name.m_words;
  });
}

std::string_view TestName::last_word() const { return last_word_of(m_words); }

std::string_view TestName::last_word_without_case() const {
  return last_word_of(std::string_view(m_words).substr(0, m_without_case));
}

bool is_called(std::string_view test, std::string_view name) { return TestName(test).is_called(TestName(name)); }

void TestReport::add(const logs::Facts& facts, std::string_view digest) {
  for (const auto& named : facts.named) add(named.name, named.outcome, digest);
}

void TestReport::add(std::string_view test, logs::Outcome outcome, std::string_view digest, std::string_view file) {
  Test added{TestName(test), {standing_of(outcome), std::string(test), std::string(digest), std::string(file)}};
  const auto word = added.name.last_word(), plain = added.name.last_word_without_case();
  m_by_last_word.emplace(plain, m_tests.size());
  if (word != plain) m_by_last_word.emplace(word, m_tests.size());
  m_tests.push_back(std::move(added));
}

const TestReport::Source* TestReport::find(std::string_view test) const {
  const TestName name(test);
  const auto [begin, end] = m_by_last_word.equal_range(std::string(name.last_word()));
  const Source* worst = nullptr;
  for (auto each = begin; each != end; ++each) {
    const auto& found = m_tests[each->second];
    if (!found.name.is_called(name)) continue;
    if (worst == nullptr || found.source.standing > worst->standing) worst = &found.source;
  }
  return worst;
}

TestReport::Standing TestReport::standing(std::string_view test) const {
  const auto* source = find(test);
  return source == nullptr ? Standing::unknown : source->standing;
}

}  // namespace assay::judge
