// Answers made smaller with gzip for clients that take it. Which answers: docs/server.md, "Compressed answers".
#pragma once

#include <string>
#include <string_view>

#include "serve/http/message.h"

namespace assay::serve {

// Whether Accept-Encoding allows gzip, by RFC 9110 (12.5.3): by name, as x-gzip or by "*", and not with q=0.
bool accepts_gzip(std::string_view accept_encoding);

// As gzip writes it, without a file's name or time: the same bytes give the same answer. Empty when there is no memory
// for it.
std::string gzip(std::string_view bytes);

// What the ETag of a compressed answer ends with. The two forms of an answer have different bytes, so their strong
// ETags differ; the version that stands in front is the same.
constexpr std::string_view k_gzip_mark = "-gzip";

// A long body, compressed when the client takes it. A 304 whose body is still there gets the ETag that the whole
// answer would have.
void compress_answer(Response& response, const Request& request);

}  // namespace assay::serve
