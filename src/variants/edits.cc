#include "variants/edits.h"

#include "base/text.h"
#include "diff/code.h"
#include "prove/code_text.h"
#include "prove/statements.h"

namespace assay::variants {

namespace {

using diff::Language;

constexpr size_t k_longest_comment = 80;

std::string inserted(std::string_view content, size_t offset, std::string_view text) {
  return cat(content.substr(0, offset), text, content.substr(offset));
}

// Put in front of the first statement of the body.
std::string_view skipping_statement(Language language, std::string_view content, std::string_view block) {
  switch (language) {
    case Language::python:
      return contains(block, "self") ? "self.skipTest(\"later\")" : "__import__(\"pytest\").skip(\"later\")";
    case Language::go: return "t.Skip(\"later\")";
    case Language::php: return "$this->markTestSkipped('later');";
    case Language::ruby: return "skip \"later\"";
    case Language::cpp: return contains(content, "gtest/") ? "GTEST_SKIP();" : "";
    default: return "";
  }
}

// Put on a line of its own above the test, or in place of the word that opens it.
std::string_view skipping_mark(Language language, std::string_view content) {
  switch (language) {
    case Language::rust: return "#[ignore]";
    case Language::java:
    case Language::kotlin:
      return contains(content, "org.junit.jupiter") ? "@org.junit.jupiter.api.Disabled" : "@org.junit.Ignore";
    case Language::csharp: return contains(content, "NUnit") ? "[Ignore(\"later\")]" : "";
    default: return "";
  }
}

std::string_view comment_mark(Language language) {
  switch (prove::family_of(language)) {
    case prove::Family::python:
    case prove::Family::ruby:
    case prove::Family::shell: return "#";
    case prove::Family::braces: return "//";
    case prove::Family::none: return "";
  }
  return "";
}

std::string plain_words(std::string_view words) {
  std::string out;
  for (const char c : words.substr(0, words.find('\n'))) {
    if (byte_of(c) >= 0x20 && byte_of(c) < 0x7f && out.size() < k_longest_comment) out += c;
  }
  while (out.ends_with('\\')) out.pop_back();
  return out;
}

}  // namespace

std::optional<std::string> skip_test(std::string_view path, std::string_view content, const TestBlock& test) {
  const Language language = diff::language_of(path);
  const auto word = content.substr(test.name_word);
  if (language == Language::javascript || language == Language::typescript) {
    const size_t length = word.starts_with("it") ? 2 : 4;
    return inserted(content, test.name_word + length, ".skip");
  }
  if (language == Language::ruby && word.starts_with("it")) return inserted(content, test.name_word, "x");
  const size_t line = content.rfind('\n', test.name_word) + 1;  // npos + 1: the top
  if (const auto mark = skipping_mark(language, content); !mark.empty()) {
    const auto indent = content.substr(line, indent_of(content.substr(line)));
    return inserted(content, line, cat(indent, mark, "\n"));
  }
  if (test.body == TestBlock::k_none) return std::nullopt;
  const auto header = content.substr(line, test.body - line);
  const auto statement = skipping_statement(language, content, header);
  if (statement.empty()) return std::nullopt;
  return inserted(content, test.body, cat(test.indent, statement, "\n"));
}

std::optional<std::string> add_comment(std::string_view path, std::string_view content, std::uint32_t line,
                                       std::string_view words) {
  const Language language = diff::language_of(path);
  const auto mark = comment_mark(language);
  const auto said = plain_words(words);
  if (mark.empty() || said.empty() || content.size() > prove::CodeText::k_longest) return std::nullopt;
  const auto text = prove::read_code(language, content);
  for (std::uint32_t at = std::max<std::uint32_t>(line, 1); at <= text.line_count(); ++at) {
    const size_t first = text.first_on(at);
    if (first == text.first_on(at + 1) || !prove::begins_statement(text, first)) continue;
    const auto kind = prove::kind_of_statement(text, first);
    if (first == 0 || kind == prove::StatementKind::import || kind == prove::StatementKind::decorator) continue;
    const auto indent = text.line(at).substr(0, indent_of(text.line(at)));
    return inserted(content, text.line_starts[at - 1], cat(indent, mark, " ", said, "\n"));
  }
  if (language == Language::php && contains(content, "?>")) return std::nullopt;
  return cat(content, content.empty() || content.ends_with('\n') ? "" : "\n", mark, " ", said, "\n");
}

}  // namespace assay::variants
