// A shell line is cut where one command ends and the next begins; what is in quotes stays whole. Only what certainly
// cannot fail is refused: a line that is not understood may fail.
#include "plan/evidence_lint.h"

#include <algorithm>
#include <vector>

#include "base/glob.h"
#include "base/pattern.h"
#include "base/text.h"
#include "plan/criterion_evidence.h"

namespace assay::plan {

namespace {

using model::EvidenceKind;
using model::SuccessCriterion;

std::string value_of(const SuccessCriterion& criterion, std::string_view key) {
  for (const auto& [name, value] : criterion.arguments) {
    if (name == key) return value;
  }
  return {};
}

struct ShellPart {
  std::string_view joint;  // what stands before it: "", ";", "&&", "||", "|"
  std::string_view text;
};

// Nothing where there is more than a plain list of commands: substitutions, groups, jobs, here-documents.
std::vector<ShellPart> shell_parts(std::string_view line) {
  std::vector<ShellPart> out;
  std::string_view joint;
  char quote = 0;
  size_t begin = 0;
  const auto cut = [&](size_t end, size_t size) {
    out.push_back({joint, trim(line.substr(begin, end - begin))});
    joint = line.substr(end, size);
    begin = end + size;
  };
  for (size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (quote != 0) {
      if (c == '\\' && quote == '"') ++i;
      if (c == quote) quote = 0;
      continue;
    }
    if (c == '`' || c == '(' || c == ')' || c == '{' || (c == '<' && line.substr(i).starts_with("<<"))) return {};
    if (c == '\'' || c == '"') quote = c;
    if (c == '\\') ++i;
    const auto two = line.substr(i, 2);
    if (two == "&&" || two == "||") {
      cut(i, 2);
      ++i;
    } else if (c == ';' || c == '\n' || c == '|') {
      cut(i, 1);
    } else if (c == '&' && (i == 0 || (line[i - 1] != '>' && line[i - 1] != '<')) && !two.starts_with("&>")) {
      return {};
    }
  }
  if (!trim(line.substr(begin)).empty() || joint == "&&" || joint == "||") cut(line.size(), 0);
  return out;
}

std::vector<std::string> shell_words(std::string_view text) {
  std::vector<std::string> out;
  for (const auto word : split(text, ' ')) {
    auto bare = trim(word);
    if (bare.size() >= 2 && (bare.front() == '"' || bare.front() == '\'') && bare.back() == bare.front())
      bare = bare.substr(1, bare.size() - 2);
    if (!trim(word).empty()) out.emplace_back(bare);
  }
  return out;
}

// One command without joints.
bool simply_succeeds(std::string_view text) {
  const auto words = shell_words(text);
  if (words.empty()) return true;
  const auto program = base_name(words.front());
  if (is_one_of(program, {"true", ":", "echo", "printf", "pwd", "date", "sleep", "whoami"}))
    return !contains(text, ">");
  if (program == "exit" || program == "return") return words.size() == 2 && words[1] == "0";
  const bool tests = program == "test" || program == "[";
  const size_t count = words.size() - (tests && words.back() == "]" ? 1 : 0);
  if (tests && count == 2) return words[1] != "" && words[1].front() != '-' && words[1].front() != '$';
  const bool compares = tests && count == 4 && is_one_of(words[2], {"=", "==", "-eq"});
  return compares && words[1] == words[3] && !contains(words[1], "$");
}

// What passes on what it reads: the last in a pipe decides how the line ends.
bool only_passes_on(std::string_view text) {
  const auto words = shell_words(text);
  return !words.empty() && is_one_of(base_name(words.front()), {"cat", "tee", "head", "tail", "sort", "wc", "true"}) &&
         std::none_of(words.begin() + 1, words.end(), [](const std::string& word) { return contains(word, "/"); });
}

// Commands that pipes join, as one: the last of them decides.
struct Pipeline {
  std::string_view joint;
  std::string_view text;  // of its first command
  bool succeeds = false;
};

std::vector<Pipeline> pipelines(std::string_view command) {
  std::vector<Pipeline> out;
  for (const auto& part : shell_parts(command)) {
    if (part.joint == "|" && !out.empty())
      out.back().succeeds = simply_succeeds(part.text) || only_passes_on(part.text);
    else
      out.push_back({part.joint, part.text, simply_succeeds(part.text)});
  }
  return out;
}

bool matches_everything(const SuccessCriterion& criterion) {
  if (value_of(criterion, "pattern").empty()) return true;
  const bool fixed = value_of(criterion, "fixed") == "true";
  const auto pattern = Pattern::make(value_of(criterion, "pattern"),
                                     fixed ? Pattern::Kind::fixed : Pattern::Kind::expression, "the pattern");
  if (!pattern) return false;
  return pattern->matches("") || (pattern->matches("x") && pattern->matches("}") && pattern->matches("0"));
}

bool is_everything(std::string_view glob) { return is_one_of(trim(glob), {"*", "**", "**/*", ".", "./", "./**"}); }

// The path that a command only looks for: `test -e PATH`, `[ -f PATH ]`, `ls PATH`.
std::string looked_for(std::string_view command) {
  const auto parts = shell_parts(command);
  if (parts.size() != 1) return {};
  const auto words = shell_words(parts.front().text);
  const size_t count = words.size() - (words.size() > 1 && words.back() == "]" ? 1 : 0);
  if (count == 3 && is_one_of(words[0], {"test", "["}) && is_one_of(words[1], {"-e", "-f", "-d", "-s", "-r"}))
    return words[2];
  return count == 2 && is_one_of(words[0], {"ls", "stat", "cat", "head", "wc"}) ? words[1] : std::string();
}

bool is_there(const Snapshot& base, std::string_view path) {
  while (path.starts_with("./")) path.remove_prefix(2);
  while (path.ends_with('/')) path.remove_suffix(1);
  if (path.empty() || base.has_file(path) || base.has_folder(path)) return true;
  const auto files = base.files();
  return is_glob(path) &&
         std::any_of(files.begin(), files.end(), [&](const std::string& file) { return glob_match(path, file); });
}

std::string holds_always(std::string_view what) {
  return cat(what, " holds whatever the work does, so it shows nothing; name evidence that fails before the work");
}

}  // namespace

bool always_succeeds(std::string_view command) {
  bool always = false;
  bool any = false;
  for (const auto& pipeline : pipelines(command)) {
    if (istarts_with(pipeline.text, "set ")) return false;  // it may end the line at the first failure
    if (pipeline.joint == "&&")
      always = always && pipeline.succeeds;
    else if (pipeline.joint == "||")
      always = always || pipeline.succeeds;
    else
      always = pipeline.succeeds;
    any = true;
  }
  return any && always;
}

std::optional<std::string> why_cannot_fail(const SuccessCriterion& criterion) {
  switch (criterion.evidence) {
    case EvidenceKind::command: {
      const auto command = value_of(criterion, "command"), code = value_of(criterion, "exit_code");
      const bool expects_success = code.empty() || code == "0";
      if (expects_success && always_succeeds(command) &&
          (value_of(criterion, "output").empty() || contains(command, value_of(criterion, "output"))))
        return holds_always(cat("`", excerpt(command, 120), "`"));
      const auto words = shell_words(command);
      const bool fails_always = words.size() == 1 && words.front() == "false" && code == "1";
      if (fails_always || (words.size() == 2 && words.front() == "exit" && words[1] == (code.empty() ? "0" : code)))
        return holds_always(cat("`", excerpt(command, 120), "`"));
      return std::nullopt;
    }
    case EvidenceKind::grep:
      if (!matches_everything(criterion)) return std::nullopt;
      return holds_always(cat("the pattern \"", excerpt(value_of(criterion, "pattern"), 80), "\""));
    case EvidenceKind::artefact:
      if (!is_everything(value_of(criterion, "path"))) return std::nullopt;
      return holds_always(cat("\"", value_of(criterion, "path"), "\""));
    case EvidenceKind::diff: {
      const auto touched = value_of(criterion, "touched");
      const auto lines = split_lines(touched);
      const bool all = !trim(touched).empty() && std::all_of(lines.begin(), lines.end(), is_everything);
      if (!all || !value_of(criterion, "untouched").empty()) return std::nullopt;
      return holds_always(cat("\"touched\": \"", excerpt(touched, 80), "\""));
    }
    case EvidenceKind::absent:
    case EvidenceKind::test:
    case EvidenceKind::http:
    case EvidenceKind::none:
    case EvidenceKind::judge: break;
  }
  return std::nullopt;
}

std::optional<std::string> why_cannot_fail(std::string_view criterion) {
  std::optional<std::string> first;
  for (const auto& evidence : evidence_of(criterion)) {
    auto why = why_cannot_fail(evidence);
    if (!why) return std::nullopt;  // something in it can fail
    if (!first) first = std::move(why);
  }
  return first;
}

std::optional<std::string> why_holds_on_base(const SuccessCriterion& criterion, const Snapshot& base) {
  const bool plain_file = criterion.evidence == EvidenceKind::artefact && value_of(criterion, "min_bytes").empty() &&
                          value_of(criterion, "sha256").empty() && value_of(criterion, "command").empty();
  const bool plain_command = criterion.evidence == EvidenceKind::command && value_of(criterion, "output").empty() &&
                             is_one_of(value_of(criterion, "exit_code"), {"", "0"});
  const auto path = plain_file      ? value_of(criterion, "path")
                    : plain_command ? looked_for(value_of(criterion, "command"))
                                    : std::string();
  if (path.empty() || path.front() == '/' || contains(path, "$") || !is_there(base, path)) return std::nullopt;
  return cat(excerpt(path, 120), " is there before any work is done, so that it is there shows nothing; name what is ",
             "to be in it, or a test");
}

}  // namespace assay::plan
