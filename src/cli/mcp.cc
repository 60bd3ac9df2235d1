// `assay mcp`: the MCP server on standard input and output, for one client that started it. It ends when
// its input does.
#include <cerrno>
#include <cstring>

#include <poll.h>
#include <unistd.h>

#include "base/text.h"
#include "cli/command.h"
#include "os/cancel_token.h"
#include "serve/mcp/mcp_conversation.h"
#include "serve/mcp/mcp_tools.h"

namespace assay::cli {

namespace {

constexpr Flag k_mcp_table[] = {
    {"--operator", "", Takes::nothing, "", "offer every operation, not only those that change no mission"},
    {"--desk", "", Takes::value, "FOLDER", "serve an agent at work: its task, its progress, its questions"},
    {"--workspace", "", Takes::value, "FOLDER", "somewhere in the repository (default: here)"},
};

// One message a line; of one that is too long nothing is kept but that it was.
class Lines {
 public:
  explicit Lines(serve::McpConversation& conversation) : m_conversation(conversation) {}

  // To the end of the input, or to a signal that ends us.
  Result<void> read_all() {
    char buffer[64 << 10];
    for (;;) {
      pollfd fds[] = {{STDIN_FILENO, POLLIN, 0}, {os::signal_wake_fd(), POLLIN, 0}};
      const int ready = ::poll(fds, std::size(fds), -1);
      if (os::cancelled_by() != 0) return {};
      if (ready < 0 && errno != EINTR)
        return unavailable(cat("cannot wait for standard input: ", std::strerror(errno)));
      if (ready <= 0 || fds[0].revents == 0) continue;
      const ssize_t n = ::read(STDIN_FILENO, buffer, sizeof buffer);
      if (n < 0 && errno == EINTR) continue;
      if (n < 0) return unavailable(cat("cannot read standard input: ", std::strerror(errno)));
      if (n == 0) return finish_line();
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
      TRY(finish_line());
      chunk.remove_prefix(end + 1);
    }
    return {};
  }

  Result<void> finish_line() {
    const bool too_long = m_too_long;
    const auto message = std::move(m_message);
    m_too_long = false;
    m_message.clear();
    return too_long ? m_conversation.take_too_long() : m_conversation.take(message);
  }

  serve::McpConversation& m_conversation;
  std::string m_message;
  bool m_too_long = false;
};

// Nobody reads what we write any more, or a signal says that we are to end.
bool is_over() {
  pollfd out{STDOUT_FILENO, 0, 0};
  const bool unread = ::poll(&out, 1, 0) == 1 && (out.revents & (POLLERR | POLLHUP)) != 0;
  return unread || os::cancelled_by() != 0;
}

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
  os::cancel_on_signals();
  serve::McpConversation conversation(mcp, [](const std::string& line) { return print(line + "\n"); });
  TRY(Lines(conversation).read_all());
  conversation.finish(is_over);
  return k_exit_ok;
}

}  // namespace assay::cli
