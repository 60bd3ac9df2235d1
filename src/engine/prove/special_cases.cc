// Code that knows a test: it keeps an old answer for the very value that an old test asks with, and does otherwise for
// all others. Nothing of that is seen in a diff, since such a test is no part of it.
//
// Two things together tell. The value stands in old tests and nowhere else: not in the code before, not in documents
// (what the task says of it is for the rule to judge). And with another value in its place only such old tests fail,
// or, where the value is a piece of data, none at all, while those that the change brings do not care. Work that was
// asked for brings a test of what it tells apart. The first is a search in the base's files and ends nearly all honest
// changes; the second costs one run of the tests.
#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "base/redact.h"
#include "base/text.h"
#include "engine/prove/prove_run.h"
#include "engine/run/pool.h"
#include "judge/outcome/check_outcome.h"
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

// What a trial with another value came to.
struct ValueTrial {
  std::set<std::string> failing{};  // old tests that the change does not touch, and no others; else empty
  bool all_ran = true;
  bool unnoticed = false;  // all pass as they do with the value of the change
};

ValueTrial read_value_trial(const ProveRun& run, size_t command, const judge::CommandRun& trial) {
  const auto& after = run.request.after[command];
  const auto control = judge::list_tests(after);
  if (control.empty()) return {judge::untouched_failures(trial, run.code.tests)};
  const auto held = judge::held_tests(after, run.request.before[command], run.code.tests);
  auto failing = judge::failing_of(trial, control);
  if (!failing) return {};
  if (failing->names.empty()) return {{}, failing->all_ran, failing->all_ran && trial.exit_code == 0};
  for (const auto& name : failing->names) {
    if (!held.held.contains(name)) return {};
  }
  return {std::move(failing->names), failing->all_ran};
}

// The old test for which the value is there; an empty name: it is one of theirs, and nobody notices what it does.
// Nothing: it is for more than that.
Result<std::optional<std::string>> test_behind(ProveRun& run, unsigned place, size_t command, const Suspect& suspect) {
  const auto& request = run.request;
  const auto& source = run.code.sources[suspect.source];
  const Variant variant{request.changed, {{source.path, prove::with_other_value(suspect.value, source.after)}}};
  const bool is_data =
      suspect.value.odd && (suspect.value.kind == SpecialKind::text || suspect.value.kind == SpecialKind::number);
  ValueTrial trial;
  for (int round = 0; round < 2; ++round) {  // a second time, since a test may fail without any reason
    TRY_ASSIGN(const auto ran, request.lab.run(place, variant, whole_trial(run, command)));
    trial = read_value_trial(run, command, ran.run);
    if (trial.unnoticed && is_data) return std::optional(std::string());
    if (trial.failing.empty()) return std::optional<std::string>();
  }
  if (trial.all_ran) return std::optional(*trial.failing.begin());
  // It ended with the first file that fails: the change's tests by themselves.
  auto own = whole_trial(run, command);
  for (const auto& file : run.code.tests) own.only.files.push_back(file.path);
  TRY_ASSIGN(const auto ran, request.lab.run(place, variant, own));
  const bool passes = ran.run.exit_code == 0 && !judge::list_tests(ran.run).empty();
  return passes ? std::optional(*trial.failing.begin()) : std::nullopt;
}

bool can_compare(const ProveRun& run, size_t command) {
  const auto& request = run.request;
  return command < request.before.size() && request.after[command].exit_code == 0 &&
         request.after[command].duration_ms <= k_longest_whole_ms &&
         judge::judge_check(request.after[command]).tests_passed > 0;
}

}  // namespace

Result<void> find_special_cases(ProveRun& run, const git::Tree& base) {
  const auto& request = run.request;
  if (request.keeps_behaviour || !run.code.matters()) return {};
  TRY_ASSIGN(const auto suspects, Finding(run, base).suspects());
  std::vector<std::optional<std::string>> tests(suspects.size());
  for (size_t command = 0; command < request.after.size() && !suspects.empty(); ++command) {
    if (!can_compare(run, command)) continue;
    std::vector<PoolItem> items;
    for (size_t i = 0; i < suspects.size(); ++i) {
      if (tests[i]) continue;
      items.push_back({false, [&, i, command](unsigned place) -> Result<void> {
                         TRY_ASSIGN(tests[i], test_behind(run, place, command, suspects[i]));
                         return {};
                       }});
    }
    TRY(run_pool(std::move(items), request.lab.places()));
  }
  for (size_t i = 0; i < suspects.size(); ++i) {
    if (!tests[i]) continue;
    const auto& value = suspects[i].value;
    run.proof.special_cases.push_back({run.code.sources[suspects[i].source].path, value.line, redact(value.value),
                                       redact(value.shown), redact(*tests[i]), value.odd || value.whole});
  }
  return {};
}

}  // namespace assay::engine
