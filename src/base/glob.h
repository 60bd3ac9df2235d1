// Path patterns as people write them: "*" and "?" within one name, "**" over any number of folders,
// "[a-z]" and "[!x]", "{a,b}", "\\" before a character that means itself. A pattern without a slash at
// its end names files; one that ends in "/" names everything below that folder.
#pragma once

#include <string_view>

namespace assay {

// Never worse than pattern × path; a pair too large for that matches nothing.
bool glob_match(std::string_view pattern, std::string_view path);
// Whether it has a character that means something; else it is a plain path.
bool is_glob(std::string_view text);

}  // namespace assay
