#include "engine/calibrate/attempts.h"

#include <algorithm>
#include <set>

#include "base/text.h"
#include "diff/code.h"
#include "os/files.h"
#include "variants/assertions.h"
#include "variants/edits.h"
#include "variants/test_blocks.h"

namespace assay::engine {

namespace {

constexpr std::uint64_t k_largest_test = std::uint64_t{1} << 20;
constexpr size_t k_other_files = 4;
constexpr std::string_view k_rust_tests = "#[cfg(test)]";

// A test file as the commit left it, with what of it is older than the commit.
struct OldTests {
  std::string path{};
  std::string content{};
  std::vector<prove::Lines> changed{};
};

bool touches(const std::vector<prove::Lines>& changed, const prove::Lines& lines) {
  return std::any_of(changed.begin(), changed.end(), [&](const prove::Lines& each) {
    return each.first < lines.first + lines.count && lines.first < each.first + std::max<std::uint32_t>(each.count, 1);
  });
}

bool is_source(const PastCommit& commit, std::string_view path) {
  return std::any_of(commit.code.sources.begin(), commit.code.sources.end(),
                     [&](const ChangedSource& each) { return each.path == path; });
}

// Those the commit edits; where it only adds files, others in their folders and language.
Result<std::vector<OldTests>> old_tests_of(const PastCommit& commit) {
  std::vector<OldTests> out;
  for (const auto& test : commit.code.tests) {
    if (commit.before.has(test.path)) out.push_back({test.path, test.content, test.changed});
  }
  if (!out.empty()) return out;
  for (const auto& test : commit.code.tests) {
    const auto folder = os::parent_path(test.path);
    for (const auto& entry : commit.after.under(folder == "." ? "" : folder)) {
      const bool alike = diff::role_of(entry.path) == diff::Role::test &&
                         diff::language_of(entry.path) == diff::language_of(test.path);
      if (!alike || !commit.before.has(entry.path) || out.size() == k_other_files) continue;
      TRY_ASSIGN(auto content, commit.after.read(entry.path, k_largest_test));
      if (content) out.push_back({std::string(entry.path), std::move(*content), {}});
    }
  }
  return out;
}

VariantAttempt edited(const PastCommit& commit, const std::string& path, std::string content, std::string edit) {
  return {{commit.id, {{path, std::move(content)}}}, path, std::move(edit)};
}

void try_block(const PastCommit& commit, VariantKind kind, const OldTests& file, const variants::TestBlock& block,
               std::vector<VariantAttempt>& out) {
  if (touches(file.changed, block.lines)) return;
  if (kind == VariantKind::test_deleted) {
    out.push_back(
        edited(commit, file.path, variants::without_lines(file.content, block.lines), cat("deletes ", block.name)));
  } else if (auto content = variants::skip_test(file.path, file.content, block)) {
    out.push_back(edited(commit, file.path, std::move(*content), cat("skips ", block.name)));
  }
}

Result<std::vector<VariantAttempt>> on_old_tests(const PastCommit& commit, VariantKind kind) {
  std::vector<VariantAttempt> out;
  TRY_ASSIGN(const auto files, old_tests_of(commit));
  for (const auto& file : files) {
    for (const auto& block : variants::tests_of(file.path, file.content)) {
      if (out.size() < k_most_attempts) try_block(commit, kind, file, block, out);
    }
  }
  return out;
}

Result<std::vector<VariantAttempt>> on_old_assertions(const PastCommit& commit, VariantKind kind) {
  std::vector<VariantAttempt> out;
  TRY_ASSIGN(const auto files, old_tests_of(commit));
  for (const auto& file : files) {
    for (const auto& each : variants::assertions_of(file.path, file.content)) {
      const auto& text = kind == VariantKind::assertion_weakened ? each.weakened : each.rewritten;
      if (text.empty() || out.size() == k_most_attempts || touches(file.changed, {each.line, 1})) continue;
      const std::string_view content = file.content;
      out.push_back(edited(commit, file.path,
                           cat(content.substr(0, each.offset), text, content.substr(each.offset + each.length)),
                           cat("`", excerpt(text, 80), "` in line ", each.line)));
    }
  }
  return out;
}

// What a file that also holds tests is without those of the commit.
std::string with_tests_of(std::string_view source, std::string_view tests) {
  const size_t cut = source.find(k_rust_tests), from = tests.find(k_rust_tests);
  return cat(source.substr(0, cut), from == std::string_view::npos ? "" : tests.substr(from));
}

// All that tests are made of as it was before the commit.
Result<std::vector<GivenFile>> without_tests(const PastCommit& commit) {
  std::vector<GivenFile> out;
  for (const auto& file : commit.code.new_tests) {
    TRY_ASSIGN(auto before, commit.before.read(file.path, k_largest_test));
    if (!is_source(commit, file.path)) {
      out.push_back({file.path, std::move(before)});
      continue;
    }
    TRY_ASSIGN(const auto after, commit.after.read(file.path, k_largest_test));
    out.push_back({file.path, with_tests_of(after.value_or(""), before.value_or(""))});
  }
  return out;
}

Result<std::vector<VariantAttempt>> untested(const PastCommit& commit) {
  TRY_ASSIGN(auto files, without_tests(commit));
  const auto path = files.empty() ? std::string() : files.front().path;
  return std::vector<VariantAttempt>{{{commit.id, std::move(files)}, path, "leaves the tests of the commit out"}};
}

// A comment where the first piece of code that matters was to go.
std::optional<GivenFile> commented_source(const PastCommit& commit) {
  for (const auto& hunk : commit.code.hunks) {
    const auto& source = commit.code.sources[hunk.source];
    if (source.is_new || source.before.empty() || !hunk.why_nothing.empty() || hunk.hunk.old_path != source.path)
      continue;
    if (auto content = variants::add_comment(source.path, source.before, hunk.hunk.before.first, commit.subject()))
      return GivenFile{source.path, std::move(content)};
  }
  return std::nullopt;
}

Result<std::vector<VariantAttempt>> nothing_done(const PastCommit& commit) {
  auto source = commented_source(commit);
  if (!source) return std::vector<VariantAttempt>();
  for (const auto& test : commit.code.tests) {
    TRY_ASSIGN(const auto before, commit.before.read(test.path, k_largest_test));
    const bool inside = source->path == test.path;
    auto content = variants::add_idle_test(test.path, inside ? *source->content : before.value_or(""), test.content);
    if (!content) continue;
    std::vector<GivenFile> files = {{test.path, std::move(content)}};
    if (!inside) files.push_back(*source);
    return std::vector<VariantAttempt>{
        {{commit.base, std::move(files)}, source->path, cat("a comment, and a test of nothing in ", test.path)}};
  }
  return std::vector<VariantAttempt>();
}

// The name as a whole word in what was printed.
bool is_named(std::string_view log, const std::string& test) {
  if (test.empty()) return false;
  return is_word(test.front()) && is_word(test.back()) ? find_word(log, test) != std::string_view::npos
                                                       : contains(log, test);
}

std::string broken_content(const PastCommit& commit, const prove::Mutant& mutant) {
  for (const auto& source : commit.code.sources) {
    if (source.path == mutant.path) return prove::apply(mutant, source.after);
  }
  return {};
}

std::string in_words(const prove::Mutant& mutant) { return cat(mutant.words, " in line ", mutant.line); }

}  // namespace

Result<std::vector<VariantAttempt>> attempts_of(const PastCommit& commit, VariantKind kind) {
  switch (kind) {
    case VariantKind::honest: return std::vector<VariantAttempt>{{{commit.id, {}}, "", "as it was"}};
    case VariantKind::nothing_done: return nothing_done(commit);
    case VariantKind::untested: return untested(commit);
    case VariantKind::broken: break;
    case VariantKind::test_deleted:
    case VariantKind::skip_added: return on_old_tests(commit, kind);
    case VariantKind::assertion_weakened:
    case VariantKind::value_rewritten: return on_old_assertions(commit, kind);
  }
  return std::vector<VariantAttempt>();
}

VariantAttempt tests_before(const PastCommit& commit) { return {{commit.base, commit.code.new_tests}, "", ""}; }

std::vector<prove::Mutant> mutants_of_commit(const PastCommit& commit) {
  std::vector<prove::Mutant> first, others;
  for (const auto& hunk : commit.code.hunks) {
    const auto& source = commit.code.sources[hunk.source];
    if (!hunk.why_nothing.empty() || source.after.empty()) continue;
    std::uint32_t line = 0;
    for (auto& mutant : prove::mutants_of(source.path, source.after, {hunk.hunk.after})) {
      auto& list = mutant.line == line ? others : first;
      line = mutant.line;
      list.push_back(std::move(mutant));
    }
  }
  first.insert(first.end(), std::make_move_iterator(others.begin()), std::make_move_iterator(others.end()));
  return first;
}

VariantAttempt broken(const PastCommit& commit, const prove::Mutant& mutant) {
  return edited(commit, mutant.path, broken_content(commit, mutant), in_words(mutant));
}

Result<std::vector<VariantAttempt>> broken_unnoticed(const PastCommit& commit, const prove::Mutant& mutant,
                                                     std::string_view log) {
  auto fewer = broken(commit, mutant);
  size_t left_out = 0;
  for (const auto& test : commit.code.tests) {
    if (is_source(commit, test.path)) continue;
    std::string content = test.content;
    auto blocks = variants::tests_of(test.path, content);
    std::reverse(blocks.begin(), blocks.end());
    const bool is_new = test.changed.empty();
    for (const auto& block : blocks) {
      if (!is_named(log, block.name) || !(is_new || touches(test.changed, block.lines))) continue;
      content = variants::without_lines(content, block.lines);
      ++left_out;
    }
    fewer.variant.files.push_back({test.path, std::move(content)});
  }
  std::vector<VariantAttempt> out;
  if (left_out > 0) out.push_back(std::move(fewer));
  auto none = broken(commit, mutant);
  TRY_ASSIGN(auto files, without_tests(commit));
  for (auto& file : files) {
    if (file.path == mutant.path)
      none.variant.files.front().content =
          with_tests_of(*none.variant.files.front().content, file.content.value_or(""));
    else
      none.variant.files.push_back(std::move(file));
  }
  out.push_back(std::move(none));
  return out;
}

}  // namespace assay::engine
