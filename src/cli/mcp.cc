// `assay mcp`: the MCP server on standard input and output, for one client that started it. It ends when
// its input does.
#include <cerrno>
#include <cstring>

#include <unistd.h>

#include "base/text.h"
#include "cli/command.h"
#include "serve/mcp_tools.h"

namespace assay::cli {

namespace {

constexpr Flag k_mcp_table[] = {
    {"--operator", "", Takes::nothing, "", "offer every operation, not only those that look"},
    {"--desk", "", Takes::value, "FOLDER", "serve an agent at work: its task, its progress, its questions"},
    {"--workspace", "", Takes::value, "FOLDER", "somewhere in the repository (default: here)"},
};

// One message a line; of one that is too long nothing is kept but that it was.
class Conversation {
 public:
  explicit Conversation(const serve::Mcp& mcp) : m_mcp(mcp) {}

  Result<void> hold() {
    char buffer[64 << 10];
    for (;;) {
      const ssize_t n = ::read(STDIN_FILENO, buffer, sizeof buffer);
      if (n < 0 && errno == EINTR) continue;
      if (n < 0) return unavailable(cat("cannot read standard input: ", std::strerror(errno)));
      if (n == 0) return finish();
      TRY(take({buffer, static_cast<size_t>(n)}));
    }
  }

 private:
  Result<void> take(std::string_view chunk) {
    while (!chunk.empty()) {
      const size_t end = chunk.find('\n');
      const auto piece = chunk.substr(0, end);
      m_too_long = m_too_long || m_message.size() + piece.size() > serve::Mcp::k_longest_message;
      if (m_too_long) {
        m_message.clear();
      } else {
        m_message += piece;
      }
      if (end == std::string_view::npos) return {};
      TRY(finish());
      chunk.remove_prefix(end + 1);
    }
    return {};
  }

  Result<void> finish() {
    const auto answer = m_too_long ? serve::Mcp::too_long() : m_mcp.answer(m_message);
    m_too_long = false;
    m_message.clear();
    return answer.empty() ? Result<void>() : print(answer + "\n");
  }

  const serve::Mcp& m_mcp;
  std::string m_message;
  bool m_too_long = false;
};

}  // namespace

const std::span<const Flag> k_mcp_flags = k_mcp_table;

Result<int> run_mcp(const Invocation& invocation) {
  TRY_ASSIGN(const auto options, parse(k_mcp_table, invocation.arguments));
  if (!options.words().empty()) return invalid_input("mcp takes no words; see assay mcp --help");
  const auto desk = options.value("--desk");
  if (desk && options.has("--operator")) return invalid_input("--desk and --operator exclude each other");
  const auto offer = options.has("--operator") ? serve::McpOffer::all : serve::McpOffer::reading;
  const auto folder = options.value("--workspace").value_or(".");
  const serve::Mcp mcp = desk ? serve::Mcp(serve::desk_tools(*desk), serve::desk_instructions())
                              : serve::Mcp(serve::operation_tools(offer, folder), serve::instructions_for(offer));
  TRY(Conversation(mcp).hold());
  return k_exit_ok;
}

}  // namespace assay::cli
