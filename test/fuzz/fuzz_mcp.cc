// What an MCP client may send: any line must be answered or ignored, and every answer must be JSON of one line.
// There is no repository where the operations are asked, and no desk.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include <boost/json.hpp>

#include "base/json.h"
#include "serve/mcp/mcp_tools.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, size_t size) {
  using namespace assay;
  static const serve::Mcp desk(serve::desk_tools("/nonexistent"), "");
  static const serve::Mcp reading(serve::operation_tools(serve::McpOffer::reading, "/nonexistent"), "");
  const std::string_view message(reinterpret_cast<const char*>(data), size);
  for (const auto* server : {&desk, &reading}) {
    const auto answer = server->answer(message);
    if (answer.empty()) continue;
    if (answer.find('\n') != std::string::npos || !parse_json(answer, "answer")) std::abort();
  }
  return 0;
}
