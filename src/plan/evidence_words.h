// Words by whose shape evidence is recognised: of requests and their answers, files, tests, flags. Inside this room
// only.
#pragma once

#include <string_view>

namespace assay::plan {

bool is_method(std::string_view word);
bool is_http_status(std::string_view digits);
bool begins_with_counter(std::string_view text);
enum class BehindMethod { no, yes };
std::string_view request_path(std::string_view word, BehindMethod behind);
bool is_limit(std::string_view word);
std::string_view file_path(std::string_view word);
bool looks_like_test(std::string_view word);
bool is_flag(std::string_view word);

}  // namespace assay::plan
