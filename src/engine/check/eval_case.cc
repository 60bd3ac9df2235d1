#include "engine/check/eval_case.h"

#include <algorithm>
#include <set>

#include <boost/json.hpp>

#include "base/json.h"
#include "base/text.h"
#include "engine/check/case_repository.h"
#include "model/verdict.h"
#include "os/files.h"

namespace assay::engine {

namespace {

// Reads members with errors that name the case.
class Reader {
 public:
  Reader(const json::object& object, std::string name) : m_object(object), m_name(std::move(name)) {}

  Result<std::string> text(std::string_view key) const {
    const auto* value = m_object.if_contains(key);
    if (value == nullptr || !value->is_string()) return invalid_input(cat(m_name, ": \"", key, "\" must be a string"));
    return std::string(value->get_string());
  }
  std::optional<std::string> maybe_text(std::string_view key) const {
    const auto* value = m_object.if_contains(key);
    return value != nullptr && value->is_string() ? std::optional(std::string(value->get_string())) : std::nullopt;
  }
  Result<std::optional<std::uint64_t>> maybe_count(std::string_view key) const {
    const auto* value = m_object.if_contains(key);
    if (value == nullptr) return std::optional<std::uint64_t>();
    if (!value->is_int64() || value->get_int64() < 0)
      return invalid_input(cat(m_name, ": \"", key, "\" must be a whole number"));
    return std::optional(static_cast<std::uint64_t>(value->get_int64()));
  }
  std::vector<std::string> texts(std::string_view key) const {
    std::vector<std::string> out;
    const auto* value = m_object.if_contains(key);
    if (value == nullptr || !value->is_array()) return out;
    for (const auto& item : value->get_array()) {
      if (item.is_string()) out.emplace_back(item.get_string());
    }
    return out;
  }
  Result<Reader> object(std::string_view key) const {
    const auto* value = m_object.if_contains(key);
    if (value == nullptr || !value->is_object()) return invalid_input(cat(m_name, ": \"", key, "\" must be an object"));
    return Reader(value->get_object(), m_name);
  }
  bool has(std::string_view key) const { return m_object.contains(key); }
  bool flag(std::string_view key) const {
    const auto* value = m_object.if_contains(key);
    return value != nullptr && value->is_bool() && value->get_bool();
  }

 private:
  const json::object& m_object;
  std::string m_name;
};

constexpr std::string_view k_repository_end = ".case";

bool is_verdict(CaseForm form, std::string_view name) {
  return form == CaseForm::inputs ? model::decision_named(name).has_value()
                                  : model::final_verdict_named(name).has_value();
}

Result<Expectation> read_expectation(const Reader& from, CaseForm form, const std::string& name) {
  Expectation out;
  if (const auto verdict = from.maybe_text("verdict")) out.verdicts.push_back(*verdict);
  for (auto& verdict : from.texts("verdictAnyOf")) out.verdicts.push_back(std::move(verdict));
  if (out.verdicts.empty()) return invalid_input(cat(name, ": expected.verdict or expected.verdictAnyOf is missing"));
  for (const auto& verdict : out.verdicts) {
    if (!is_verdict(form, verdict))
      return invalid_input(cat(name, ": there is no verdict \"", excerpt(verdict, 40), "\""));
  }
  out.risk = from.maybe_text("risk");
  const auto as_int = [](std::optional<std::uint64_t> n) {
    return n ? std::optional(static_cast<int>(*n)) : std::nullopt;
  };
  TRY_ASSIGN(const auto confidence_min, from.maybe_count("confidenceMin"));
  TRY_ASSIGN(const auto confidence_max, from.maybe_count("confidenceMax"));
  out.confidence_min = as_int(confidence_min);
  out.confidence_max = as_int(confidence_max);
  TRY_ASSIGN(out.must_min, from.maybe_count("mustFixMin"));
  TRY_ASSIGN(out.must_max, from.maybe_count("mustFixMax"));
  TRY_ASSIGN(out.should_min, from.maybe_count("shouldFixMin"));
  TRY_ASSIGN(out.should_max, from.maybe_count("shouldFixMax"));
  TRY_ASSIGN(out.allowance, from.maybe_count("maxFalsePositives"));
  out.known_gap = from.flag("knownGap");
  return out;
}

Result<EvalCase> read_inputs_case(const Reader& root, const std::string& path) {
  EvalCase out;
  out.path = path;
  TRY_ASSIGN(out.id, root.text("id"));
  TRY_ASSIGN(out.kind, root.text("kind"));
  out.stack = root.maybe_text("stack").value_or("");
  TRY_ASSIGN(const auto input, root.object("input"));
  out.task = input.maybe_text("task").value_or("");
  out.diff = input.maybe_text("diff").value_or("");
  out.verify_logs = input.maybe_text("verifyLogs").value_or("");
  out.builder_report = input.maybe_text("builderReport").value_or("");
  TRY_ASSIGN(const auto expected, root.object("expected"));
  TRY_ASSIGN(out.expected, read_expectation(expected, out.form, path));
  return out;
}

Result<EvalCase> read_fixture(const Reader& root, const std::string& folder) {
  EvalCase out;
  out.form = CaseForm::fixture;
  out.path = folder;
  TRY_ASSIGN(out.id, root.text("id"));
  TRY_ASSIGN(out.kind, root.text("kind"));
  if (root.has("intent")) {
    TRY_ASSIGN(const auto intent, root.object("intent"));
    out.intent = intent.maybe_text("text");
  }
  if (root.has("groundTruth")) {
    TRY_ASSIGN(const auto truth, root.object("groundTruth"));
    out.defect = truth.flag("defect");
  }
  TRY_ASSIGN(const auto expected, root.object("expected"));
  TRY_ASSIGN(out.expected, read_expectation(expected, out.form, folder));
  TRY_ASSIGN(const auto minutes, root.maybe_count("timeoutMinutes"));
  if (minutes && *minutes > 0) out.timeout_ms = *minutes * 60'000;
  // A seeded case says where its files are under "setup", a golden one under "golden.replay".
  TRY_ASSIGN(const auto holder, root.object(root.has("setup") ? "setup" : "golden"));
  out.verify_commands = holder.texts("verifyCommands");
  TRY_ASSIGN(const auto files, holder.has("replay") ? holder.object("replay") : Result<Reader>(holder));
  TRY_ASSIGN(const auto base, files.text("baseDir"));
  TRY_ASSIGN(const auto patch, files.text("patch"));
  TRY_ASSIGN(out.base_folder, os::inside(folder, base));
  TRY_ASSIGN(out.patch_file, os::inside(folder, patch));
  return out;
}

Result<void> load_file(const std::string& path, std::vector<EvalCase>& out) {
  TRY_ASSIGN(const auto text, os::read_file(path));
  if (path.ends_with(k_repository_end)) {
    TRY_ASSIGN(auto one, read_repository_case(text, path));
    out.push_back(std::move(one));
    return {};
  }
  TRY_ASSIGN(const auto document, parse_json(text, path));
  if (!document.is_object()) return invalid_input(cat(path, ": a case must be an object"));
  const Reader root(document.get_object(), path);
  if (os::file_name(path) == "case.json") {
    TRY_ASSIGN(auto fixture, read_fixture(root, os::parent_path(path)));
    out.push_back(std::move(fixture));
  } else {
    TRY_ASSIGN(auto one, read_inputs_case(root, path));
    out.push_back(std::move(one));
  }
  return {};
}

Result<void> load_folder(const std::string& folder, const std::vector<std::string>& without, int depth,
                         std::vector<EvalCase>& out) {
  if (depth > 16) return {};
  const std::string fixture = os::join_path(folder, "case.json");
  if (os::exists(fixture)) return load_file(fixture, out);
  TRY_ASSIGN(const auto names, os::list_folder(folder));
  for (const auto& name : names) {
    const std::string path = os::join_path(folder, name);
    if (os::is_folder(path)) {
      const bool passed_over = name == "produce" || name == "node_modules" || name[0] == '.' ||
                               std::find(without.begin(), without.end(), name) != without.end();
      if (!passed_over) TRY(load_folder(path, without, depth + 1, out));
    } else if (name.ends_with(".json") || name.ends_with(k_repository_end)) {
      TRY(load_file(path, out));
    }
  }
  return {};
}

}  // namespace

Result<std::vector<EvalCase>> load_corpus(const std::string& folder, const std::vector<std::string>& without) {
  if (!os::is_folder(folder)) return not_found(cat("there is no corpus folder ", folder, "; name one with --corpus"));
  std::vector<EvalCase> cases;
  TRY(load_folder(folder, without, 0, cases));
  if (cases.empty()) return not_found(cat("no case was found below ", folder));
  std::stable_sort(cases.begin(), cases.end(), [](const EvalCase& a, const EvalCase& b) { return a.id < b.id; });
  std::set<std::pair<CaseForm, std::string>> seen;
  for (const auto& one : cases) {
    if (!seen.emplace(one.form, one.id).second)
      return invalid_input(cat("two cases have the id ", one.id, "; the second is ", one.path));
  }
  return cases;
}

Comparison compare(const Expectation& expected, const Actual& actual) {
  Comparison out;
  const auto fail = [&](std::string sentence) { out.failures.push_back(std::move(sentence)); };
  const bool verdict_fits =
      std::find(expected.verdicts.begin(), expected.verdicts.end(), actual.verdict) != expected.verdicts.end();
  if (!verdict_fits) fail(cat("expected verdict ", join(expected.verdicts, " or "), ", got ", actual.verdict));
  bool confidence_fits = true;
  if (expected.confidence_min && actual.confidence < *expected.confidence_min) {
    confidence_fits = false;
    fail(cat("expected confidence of at least ", *expected.confidence_min, ", got ", actual.confidence));
  }
  if (expected.confidence_max && actual.confidence > *expected.confidence_max) {
    confidence_fits = false;
    fail(cat("expected confidence of at most ", *expected.confidence_max, ", got ", actual.confidence));
  }
  out.verdict_agrees = verdict_fits && confidence_fits;
  if (expected.risk && actual.risk != *expected.risk)
    fail(cat("expected risk ", *expected.risk, ", got ", actual.risk));
  const auto bounds = [&](std::string_view what, std::uint64_t n, auto least, auto most) {
    if (least && n < *least) fail(cat("expected at least ", *least, " ", what, ", got ", n));
    if (most && n > *most) fail(cat("expected at most ", *most, " ", what, ", got ", n));
  };
  bounds("must_fix", actual.must_fix, expected.must_min, expected.must_max);
  bounds("should_fix", actual.should_fix, expected.should_min, expected.should_max);
  const auto beyond = [](std::uint64_t n, auto most, auto least) -> std::uint64_t {
    const std::uint64_t fine = most.value_or(least.value_or(0));
    return n > fine ? n - fine : 0;
  };
  out.unexpected = beyond(actual.must_fix, expected.must_max, expected.must_min) +
                   beyond(actual.should_fix, expected.should_max, expected.should_min);
  if (expected.allowance && out.unexpected > *expected.allowance) {
    fail(cat("expected at most ", *expected.allowance, " unexpected finding(s), got ", out.unexpected));
  }
  return out;
}

}  // namespace assay::engine
