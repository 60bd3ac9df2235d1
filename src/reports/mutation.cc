// A report counts only as far as the tool says that a test failed. That a mutant ended in a time-out or did not build
// says nothing, as for the forms that the proofs break themselves.
#include "reports/mutation.h"

#include <algorithm>
#include <array>

#include <boost/json.hpp>

#include "base/json.h"
#include "base/names.h"
#include "base/text.h"
#include "reports/xml.h"

namespace assay::reports {

namespace {

using Outcome = ReportedMutant::Outcome;

constexpr std::string_view k_tools[] = {"Stryker", "PIT", "cargo-mutants", "mutmut"};
constexpr std::uint32_t k_last_line = 10'000'000;
constexpr size_t k_longest_in_mutant = 1'000;
constexpr size_t k_longest_words = 120;

std::string clean(std::string_view text, size_t longest) {
  std::string out;
  for (const char c : text.substr(0, longest * 2)) out += byte_of(c) < 0x20 || c == 0x7f ? ' ' : c;
  return excerpt(to_utf8(trim(out)), longest);
}

const json::object* object_at(const json::object& from, std::string_view key) {
  const auto* found = from.if_contains(key);
  return found == nullptr ? nullptr : found->if_object();
}

std::uint32_t line_at(const json::object* from, std::string_view key) {
  const auto* found = from == nullptr ? nullptr : from->if_contains(key);
  if (found == nullptr || !found->is_number()) return 0;
  boost::system::error_code code;
  const auto line = found->to_number<std::int64_t>(code);
  return code || line < 1 || line > k_last_line ? 0 : static_cast<std::uint32_t>(line);
}

class MutationDraft {
 public:
  explicit MutationDraft(MutationReport& out) : m_out(out) {}

  void note(std::string_view problem) {
    if (m_out.problem.empty()) m_out.problem = clean(problem, 200);
  }
  void add(ReportedMutant mutant) {
    if (mutant.first == 0 || mutant.file.empty()) return;
    mutant.last = std::max(mutant.first, mutant.last);
    mutant.file = clean(mutant.file, k_longest_in_mutant);
    if (mutant.file.starts_with("./")) mutant.file.erase(0, 2);
    mutant.words = clean(mutant.words, k_longest_words);
    mutant.test = clean(mutant.test, k_longest_in_mutant);
    if (m_out.mutants.size() < k_most_mutants)
      m_out.mutants.push_back(std::move(mutant));
    else
      note("it has more mutants than are read");
  }

 private:
  MutationReport& m_out;
};

// ---- Stryker: https://github.com/stryker-mutator/mutation-testing-elements, mutation-testing-report-schema

std::optional<Outcome> outcome_of_stryker(std::string_view status) {
  if (status == "Killed") return Outcome::noticed;
  if (status == "Survived") return Outcome::unnoticed;
  if (status == "NoCoverage") return Outcome::unreached;
  return std::nullopt;
}

// The tests by their ids, of all test files.
std::string test_of(const json::object& root, const json::object& mutant) {
  const auto* killers = mutant.if_contains("killedBy");
  const auto* files = object_at(root, "testFiles");
  if (killers == nullptr || !killers->is_array() || killers->get_array().empty() || files == nullptr) return {};
  const auto* id = killers->get_array().front().if_string();
  for (const auto& [path, value] : *files) {
    const auto* file = value.if_object();
    const auto* tests = file == nullptr ? nullptr : file->if_contains("tests");
    if (id == nullptr || tests == nullptr || !tests->is_array()) continue;
    for (const auto& item : tests->get_array()) {
      const auto* test = item.if_object();
      if (test != nullptr && text_at(*test, "id") == std::string_view(*id)) return text_at(*test, "name");
    }
  }
  return {};
}

void read_stryker(std::string_view bytes, MutationDraft& draft) {
  const auto parsed = parse_json(bytes, "mutation report");
  if (!parsed) return draft.note(parsed.error().message);
  const auto* root = parsed->if_object();
  const auto* files = root == nullptr ? nullptr : object_at(*root, "files");
  if (files == nullptr) return draft.note("it has no files");
  for (const auto& [path, value] : *files) {
    const auto* file = value.if_object();
    const auto* mutants = file == nullptr ? nullptr : file->if_contains("mutants");
    if (mutants == nullptr || !mutants->is_array()) continue;
    for (const auto& item : mutants->get_array()) {
      const auto* mutant = item.if_object();
      const auto outcome = mutant == nullptr ? std::nullopt : outcome_of_stryker(text_at(*mutant, "status"));
      const auto* place = outcome ? object_at(*mutant, "location") : nullptr;
      if (place == nullptr) continue;
      const auto now = text_at(*mutant, "replacement");
      draft.add({path, line_at(object_at(*place, "start"), "line"), line_at(object_at(*place, "end"), "line"), *outcome,
                 now.empty() ? text_at(*mutant, "mutatorName") : cat("`", now, "`"), test_of(*root, *mutant)});
    }
  }
}

// ---- cargo-mutants: mutants.out/outcomes.json

std::optional<Outcome> outcome_of_cargo(std::string_view summary) {
  if (summary == "CaughtMutant") return Outcome::noticed;
  if (summary == "MissedMutant") return Outcome::unnoticed;
  return std::nullopt;
}

void read_cargo_mutants(std::string_view bytes, MutationDraft& draft) {
  const auto parsed = parse_json(bytes, "mutation report");
  if (!parsed) return draft.note(parsed.error().message);
  const auto* root = parsed->if_object();
  const auto* all = root == nullptr ? nullptr : root->if_contains("outcomes");
  if (all == nullptr || !all->is_array()) return draft.note("it has no outcomes");
  for (const auto& item : all->get_array()) {
    const auto* each = item.if_object();
    const auto* scenario = each == nullptr ? nullptr : object_at(*each, "scenario");
    const auto* mutant = scenario == nullptr ? nullptr : object_at(*scenario, "Mutant");
    const auto outcome = mutant == nullptr ? std::nullopt : outcome_of_cargo(text_at(*each, "summary"));
    if (!outcome) continue;
    const auto* span = object_at(*mutant, "span");
    const auto first = span == nullptr ? line_at(mutant, "line") : line_at(object_at(*span, "start"), "line");
    const auto last = span == nullptr ? first : line_at(object_at(*span, "end"), "line");
    // It replaces whole functions as well as operators; of a function, only what it says is known.
    const auto words = text_at(*mutant, "name");
    draft.add({text_at(*mutant, "file"), first, last, *outcome,
               words.empty() ? cat("`", text_at(*mutant, "replacement"), "`") : words, ""});
  }
}

// ---- PIT: mutations.xml

std::optional<Outcome> outcome_of_pit(std::string_view status) {
  if (status == "KILLED") return Outcome::noticed;
  if (status == "SURVIVED") return Outcome::unnoticed;
  if (status == "NO_COVERAGE") return Outcome::unreached;
  return std::nullopt;
}

// "org.example.Cart$Line" in Cart.java: org/example/Cart.java
std::string path_of_class(std::string_view type, std::string_view file) {
  const size_t dot = type.rfind('.');
  if (dot == std::string_view::npos) return std::string(file);
  return cat(replace_all(std::string(type.substr(0, dot)), ".", "/"), "/", file);
}

void read_pit(std::string_view bytes, MutationDraft& draft) {
  XmlReader xml(bytes);
  std::string status;
  std::string file, type, line, words, test;
  std::string* reads = nullptr;
  auto piece = xml.next();
  for (; piece != XmlReader::Piece::end && piece != XmlReader::Piece::broken; piece = xml.next()) {
    if (piece == XmlReader::Piece::open) {
      const auto name = xml.name();
      if (xml.depth() == 1 && name != "mutations") return draft.note("its root is not <mutations>");
      if (name == "mutation") {
        status = xml.attribute_or_empty("status");
        file.clear(), type.clear(), line.clear(), words.clear(), test.clear();
      }
      reads = name == "sourceFile"     ? &file
              : name == "mutatedClass" ? &type
              : name == "lineNumber"   ? &line
              : name == "description"  ? &words
              : name == "killingTest"  ? &test
                                       : nullptr;
    } else if (piece == XmlReader::Piece::text) {
      if (reads != nullptr && reads->size() < k_longest_in_mutant) *reads += xml.text(k_longest_in_mutant);
    } else {
      reads = nullptr;
      const auto number = parse_uint(trim(line));
      const auto outcome = outcome_of_pit(status);
      if (xml.name() != "mutation" || !outcome || !number || *number > k_last_line) continue;
      const auto at = static_cast<std::uint32_t>(*number);
      draft.add({path_of_class(trim(type), trim(file)), at, at, *outcome, words, test});
      status.clear();
    }
  }
  if (piece == XmlReader::Piece::broken) draft.note(xml.problem());
}

// ---- mutmut: `mutmut junitxml`, a test case for each mutant

void read_mutmut(std::string_view bytes, MutationDraft& draft) {
  XmlReader xml(bytes);
  std::optional<ReportedMutant> mutant;
  auto piece = xml.next();
  for (; piece != XmlReader::Piece::end && piece != XmlReader::Piece::broken; piece = xml.next()) {
    const auto name = xml.name();
    if (piece == XmlReader::Piece::open) {
      if (xml.depth() == 1 && name != "testsuites" && name != "testsuite") return draft.note("it is no JUnit report");
      if (name == "testcase") {
        const auto line = parse_uint(xml.attribute_or_empty("line"));
        const auto at = line && *line <= k_last_line ? static_cast<std::uint32_t>(*line) : 0;
        mutant = ReportedMutant{xml.attribute_or_empty("file"), at, at, Outcome::noticed,
                                xml.attribute_or_empty("name"), ""};
      }
      if (name == "failure" && mutant) mutant->outcome = Outcome::unnoticed;
      if (name == "error" || name == "skipped") mutant.reset();  // a time-out, one that was not tried
    } else if (piece == XmlReader::Piece::close && name == "testcase" && mutant) {
      draft.add(std::move(*mutant));
      mutant.reset();
    }
  }
  if (piece == XmlReader::Piece::broken) draft.note(xml.problem());
}

}  // namespace

std::string_view name(MutationTool tool) { return name_in(k_tools, tool); }

MutationReport read_mutation_report(MutationTool tool, std::string_view bytes) {
  MutationReport out;
  out.tool = tool;
  MutationDraft draft(out);
  if (bytes.size() > k_most_mutation_bytes) {
    draft.note("it is too large");
    return out;
  }
  switch (tool) {
    case MutationTool::stryker: read_stryker(bytes, draft); break;
    case MutationTool::pit: read_pit(bytes, draft); break;
    case MutationTool::cargo_mutants: read_cargo_mutants(bytes, draft); break;
    case MutationTool::mutmut: read_mutmut(bytes, draft); break;
  }
  return out;
}

// One place of each tool, which it writes anew at its end when nothing else is set: anywhere else the tests that it
// runs could leave a report of their own.
std::vector<MutationPlace> mutation_places(std::string_view command) {
  std::vector<MutationPlace> out;
  if (contains(command, "stryker")) out.push_back({MutationTool::stryker, "reports/mutation", "mutation.json"});
  if (contains(command, "pitest")) {
    out.push_back({MutationTool::pit, "target/pit-reports", "mutations*.xml"});
    out.push_back({MutationTool::pit, "build/reports/pitest", "mutations*.xml"});
  }
  if (contains(command, "cargo mutants") || contains(command, "cargo-mutants"))
    out.push_back({MutationTool::cargo_mutants, "mutants.out", "outcomes.json"});
  if (contains(command, "mutmut")) out.push_back({MutationTool::mutmut, "", "mutmut.xml"});
  return out;
}

}  // namespace assay::reports
