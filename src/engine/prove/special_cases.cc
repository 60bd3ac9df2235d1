// Code that knows a test: it keeps an old answer for the very value that an old test asks with, and does otherwise for
// all others. Nothing of that is seen in a diff, since such a test is no part of it.
//
// Two things together tell. The value stands in old tests and nowhere else: not in the code before, not in documents
// (what the task says of it is for the rule to judge). And with another value in its place only such old tests fail,
// while those that the change brings do not care. Work that was asked for brings a test of what it tells apart. The
// first is a search in the base's files and ends nearly all honest changes; the second costs one run of the tests.
#include <algorithm>
#include <map>
#include <set>

#include "base/redact.h"
#include "base/text.h"
#include "engine/prove/prove_run.h"
#include "engine/run/pool.h"
#include "judge/outcome/ran_tests.h"
#include "judge/outcome/test_proof.h"
#include "prove/special_values.h"

namespace assay::engine {

namespace {

using prove::SpecialKind;
using prove::SpecialValue;

constexpr size_t k_most_searched = 60;
constexpr size_t k_most_tried = 6;
constexpr size_t k_most_files_read = 50;
constexpr std::uint64_t k_largest_searched = std::uint64_t{2} << 20;

struct Suspect {
  size_t source = 0;  // in ChangedCode::sources
  SpecialValue value{};
};

// Where values stand in the files of the base.
class BaseSearch {
 public:
  BaseSearch(const git::Repository& repository, const git::Tree& base) : m_repository(repository), m_base(base) {}

  struct Places {
    bool tests = false, elsewhere = false;
  };
  Result<Places> find(const std::string& value) {
    if (const auto known = m_known.find(value); known != m_known.end()) return known->second;
    Places out;
    TRY_ASSIGN(const auto files, holding(value));
    for (size_t i = 0; i < files.size(); ++i) {
      if (is_of_tests(files[i])) {
        out.tests = true;
      } else if (i >= k_most_files_read) {
        out.elsewhere = true;
      } else {
        TRY(look_into(files[i], value, out));
      }
    }
    m_known[value] = out;
    return out;
  }

 private:
  Result<std::vector<std::string>> holding(const std::string& value) const {
    TRY_ASSIGN(const auto answer,
               m_repository.ask_sealed({.arguments = {"grep", "-l", "-z", "-F", "-e", value, m_base.id(), "--"}}));
    std::vector<std::string> out;
    for (const auto entry : split(answer.output, '\0')) {  // "<id>:<path>"
      if (entry.size() > m_base.id().size() + 1) out.emplace_back(entry.substr(m_base.id().size() + 1));
    }
    return out;
  }

  Result<void> look_into(const std::string& file, const std::string& value, Places& out) const {
    const auto content = m_base.read(file, k_largest_searched);
    if (!content || !*content) {
      out.elsewhere = true;
      return {};
    }
    const std::string_view text = **content;
    const auto tests_from = first_line_of_tests(file, text);
    size_t begin = text.size();
    for (size_t at = 0, line = 1; tests_from > 0 && at < text.size(); ++line) {
      if (line == tests_from) {
        begin = at;
        break;
      }
      at = text.find('\n', at);
      at = at == std::string_view::npos ? text.size() : at + 1;
    }
    out.tests |= contains(text.substr(begin), value);
    out.elsewhere |= find_word(text.substr(0, begin), value) != std::string_view::npos;
    return {};
  }

  const git::Repository& m_repository;
  const git::Tree& m_base;
  std::map<std::string, Places> m_known;
};

// filled(POT_3=2): what a test gives by name
std::string as_name(std::string_view value) { return replace_all(std::string(value), "-", "_"); }

bool was_there(const ChangedSource& source, const SpecialValue& value) {
  if (value.kind == SpecialKind::limit) return contains(source.before, value.shown);
  const auto end = first_line_of_tests(source.path, source.before);
  std::uint32_t number = 0;
  for (const auto line : split_lines(source.before)) {
    if (end > 0 && ++number >= end) return false;
    if (find_word(line, value.value) != std::string_view::npos) return true;
  }
  return false;
}

class Finding {
 public:
  Finding(ProveRun& run, const git::Tree& base) : m_run(run), m_search(run.request.repository, base) {}

  Result<std::vector<Suspect>> suspects() {
    std::vector<Suspect> out;
    size_t searched = 0;
    for (const auto& hunk : m_run.code.hunks) {
      const auto& source = m_run.code.sources[hunk.source];
      if (!hunk.why_nothing.empty() || hunk.hunk.after.count == 0) continue;
      for (auto& value : prove::special_values_of(source.path, source.after, {hunk.hunk.after})) {
        if (out.size() >= k_most_tried || searched >= k_most_searched) return out;
        if (!value.whole && was_there(source, value)) continue;
        ++searched;
        TRY_ASSIGN(const bool suspicious, is_suspicious(value));
        if (suspicious) out.push_back({hunk.source, std::move(value)});
      }
    }
    return out;
  }

 private:
  Result<bool> is_suspicious(const SpecialValue& value) {
    if (value.kind == SpecialKind::length || value.kind == SpecialKind::limit) return true;
    if (value.kind == SpecialKind::digest) {
      TRY_ASSIGN(const auto places, m_search.find(value.value));
      return !places.elsewhere;
    }
    TRY_ASSIGN(const bool known, only_tests_have(value.value, value.whole));
    if (!known) return false;
    // One of several that no test has: the code knows all that there are.
    for (const auto& other : value.beside) {
      TRY_ASSIGN(const bool also, only_tests_have(other, true));
      if (!also) return false;
    }
    return true;
  }

  // `anywhere`: that others have it as well says nothing.
  Result<bool> only_tests_have(const std::string& value, bool anywhere) {
    TRY_ASSIGN(auto places, m_search.find(value));
    if (!places.tests && contains(value, "-")) {
      TRY_ASSIGN(const auto named, m_search.find(as_name(value)));
      places.tests = named.tests;
    }
    return places.tests && (anywhere || !places.elsewhere);
  }

  ProveRun& m_run;
  BaseSearch m_search;
};

// The old test for which the value is there; empty: for none.
Result<std::string> test_behind(ProveRun& run, unsigned place, size_t command, const Suspect& suspect) {
  const auto& request = run.request;
  const auto& after = request.after[command];
  const auto held = judge::held_tests(after, request.before[command], run.code.tests);
  const auto control = judge::list_tests(after);
  const auto& source = run.code.sources[suspect.source];
  const Variant variant{request.changed, {{source.path, prove::with_other_value(suspect.value, source.after)}}};
  std::string out;
  bool all_ran = true;
  for (int round = 0; round < 2; ++round) {  // a second time, since a test may fail without any reason
    TRY_ASSIGN(const auto ran, request.lab.run(place, variant, whole_trial(run, command)));
    const auto failing = judge::failing_of(ran.run, control);
    if (!failing || failing->names.empty()) return std::string();
    for (const auto& name : failing->names) {
      if (!held.held.contains(name)) return std::string();
    }
    out = *failing->names.begin();
    all_ran = failing->all_ran;
  }
  if (all_ran) return out;
  // It ended with the first file that fails: the change's tests by themselves.
  auto own = whole_trial(run, command);
  for (const auto& file : run.code.tests) own.only.files.push_back(file.path);
  TRY_ASSIGN(const auto ran, request.lab.run(place, variant, own));
  const bool passes = ran.run.exit_code == 0 && !judge::list_tests(ran.run).empty();
  return passes ? out : std::string();
}

bool can_compare(const ProveRun& run, size_t command) {
  const auto& request = run.request;
  return command < request.before.size() && request.after[command].exit_code == 0 &&
         request.after[command].duration_ms <= k_longest_whole_ms && !judge::list_tests(request.after[command]).empty();
}

}  // namespace

Result<void> find_special_cases(ProveRun& run, const git::Tree& base) {
  const auto& request = run.request;
  if (request.keeps_behaviour || !run.code.matters()) return {};
  TRY_ASSIGN(const auto suspects, Finding(run, base).suspects());
  std::vector<std::string> tests(suspects.size());
  for (size_t command = 0; command < request.after.size() && !suspects.empty(); ++command) {
    if (!can_compare(run, command)) continue;
    std::vector<PoolItem> items;
    for (size_t i = 0; i < suspects.size(); ++i) {
      if (!tests[i].empty()) continue;
      items.push_back({false, [&, i, command](unsigned place) -> Result<void> {
                         TRY_ASSIGN(tests[i], test_behind(run, place, command, suspects[i]));
                         return {};
                       }});
    }
    TRY(run_pool(std::move(items), request.lab.places()));
  }
  for (size_t i = 0; i < suspects.size(); ++i) {
    if (tests[i].empty()) continue;
    const auto& value = suspects[i].value;
    run.proof.special_cases.push_back({run.code.sources[suspects[i].source].path, value.line, redact(value.value),
                                       redact(value.shown), redact(tests[i]), value.odd || value.whole});
  }
  return {};
}

}  // namespace assay::engine
