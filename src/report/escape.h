// Text from changes, logs and people, made harmless for where it is put.
#pragma once

#include <string>
#include <string_view>

namespace assay::report {

std::string markdown_code(std::string_view text);   // a code span that nothing in it can end
std::string markdown_text(std::string_view text);   // one line of prose
std::string markdown_fence(std::string_view text);  // a block that nothing in it can end
std::string xml_text(std::string_view text);        // content or attribute

}  // namespace assay::report
