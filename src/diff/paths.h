// The names of files as diff headers write them: quoted or not, with or without a/ and b/.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace assay::diff {

// Both names of a header, prefixes removed; the two are equal unless the file was renamed.
struct NamePair {
  std::string before;
  std::string after;
};

// A name that git quoted because of its bytes: "\"f\\303\\266\"". What is not quoted is returned as
// it is. `used` is set to the number of bytes read, quotes included.
std::string unquote_name(std::string_view text, size_t* used = nullptr);

// The names behind "diff --git ". Where the text alone cannot tell ("a/x b/y b/z"), the first " b/"
// is taken; rename and ---/+++ lines that follow know better.
NamePair names_of_git_line(std::string_view rest);

// The same for the form nearly all have, "a/x b/x", without making strings; empty for any other.
std::string_view usual_name(std::string_view rest);

// The name behind "--- " or "+++ ": a tab and what follows (a time, a revision) is cut.
std::string name_of_side(std::string_view rest);

// Removes a/ and b/ (or i/ w/, c/ i/, 1/ 2/, old/ new/ …) where the pair shows that they are prefixes.
NamePair without_prefixes(std::string before, std::string after);
// The same for one name whose other side is /dev/null: only a/ and b/ can be told from a folder.
std::string without_prefix(std::string name);

bool is_null_name(std::string_view name);  // /dev/null, NUL

}  // namespace assay::diff
