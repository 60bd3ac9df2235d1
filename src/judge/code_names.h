// The names in a line of code, and which function a changed line stands in. Enough to ask what a
// line does without parsing the language.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "judge/rule.h"

namespace assay::judge {

struct CodeName {
  std::string_view text;  // an identifier; "user.isAdmin" gives two
  size_t at = 0;
  std::vector<std::string> words;    // lower case: isAdmin -> is, admin
  char before = '\0', after = '\0';  // the next bytes on each side that are not blank
};

std::vector<CodeName> names_in(std::string_view code);

bool has_any_word(const std::vector<std::string>& words, std::initializer_list<std::string_view> wanted);

// An import, include or re-export: names things and does nothing.
bool is_import(std::string_view code);

// The name a line defines when it opens a function, method or class; empty otherwise.
std::string_view defined_name(std::string_view code);

// The function around hunk.lines[index]: the nearest definition above it in the hunk (below it for
// an annotation), else what git printed behind the @@. Empty when unknown.
struct Enclosing {
  std::string name;
  bool removed = false;  // its definition is a removed line
};
Enclosing enclosing(const CodeHunk& hunk, size_t index);
std::string enclosing_function(const CodeHunk& hunk, size_t index);

}  // namespace assay::judge
