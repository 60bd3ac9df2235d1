// Signals reach us on any instruction, so what gives the terminal back is made before: a string of bytes and
// the settings to restore, both written by calls that a signal handler may make. Signals that only ask
// (resize, stop, end) are put into a pipe and handled between two waits; those that end us at once (a crash)
// restore the terminal in the handler and then do what they would have done.
#include "cli/full_screen.h"

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <string_view>

#include <fcntl.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include "base/text.h"

namespace assay::cli {

namespace {

// The other screen, cleared, no cursor, no wrapping; and back.
constexpr std::string_view k_take = "\x1b[?1049h\x1b[2J\x1b[?25l\x1b[?7l";
constexpr std::string_view k_give_back = "\x1b[0m\x1b[?7h\x1b[?25h\x1b[?1049l";

constexpr int k_crashes[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT};
constexpr int k_asks[] = {SIGWINCH, SIGTSTP, SIGINT, SIGTERM, SIGHUP, SIGQUIT};

termios g_before;
volatile std::sig_atomic_t g_taken = 0;
int g_wake[2] = {-1, -1};

void write_out(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t n = ::write(STDOUT_FILENO, bytes.data(), bytes.size());
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return;
    bytes.remove_prefix(static_cast<size_t>(n));
  }
}

void restore() {
  if (g_taken == 0) return;
  g_taken = 0;
  write_out(k_give_back);
  ::tcsetattr(STDIN_FILENO, TCSANOW, &g_before);
}

void on_crash(int signal) {
  restore();
  ::signal(signal, SIG_DFL);
  ::raise(signal);
}

void on_ask(int signal) {
  const int saved = errno;
  const char byte = static_cast<char>(signal);
  const ssize_t ignored = ::write(g_wake[1], &byte, 1);
  (void)ignored;
  errno = saved;
}

void handle(int signal, void (*handler)(int)) {
  struct sigaction action {};
  action.sa_handler = handler;
  ::sigaction(signal, &action, nullptr);
}

using Key = FullScreen::Key;

struct Sequence {
  std::string_view bytes;
  Key key;
};
constexpr Sequence k_sequences[] = {
    {"\x1b[A", Key::up},
    {"\x1bOA", Key::up},
    {"\x1b[B", Key::down},
    {"\x1bOB", Key::down},
    {"\x1b[C", Key::right},
    {"\x1bOC", Key::right},
    {"\x1b[D", Key::left},
    {"\x1bOD", Key::left},
    {"\x1b[5~", Key::page_up},
    {"\x1b[6~", Key::page_down},
    {"\x1b[H", Key::home},
    {"\x1bOH", Key::home},
    {"\x1b[F", Key::end},
    {"\x1bOF", Key::end},
    {"\x1b[1~", Key::home},
    {"\x1b[4~", Key::end},
    {"\x1b", Key::escape},
    {"\r", Key::enter},
    {"\n", Key::enter},
    {"q", Key::quit},
    {"k", Key::up},
    {"j", Key::down},
    {"h", Key::left},
    {"l", Key::right},
    {"\x03", Key::quit},
    {"\x04", Key::quit},
    {" ", Key::page_down},
    {"\x7f", Key::left},
};

}  // namespace

bool FullScreen::is_possible() {
  const char* kind = std::getenv("TERM");
  return kind != nullptr && *kind != 0 && std::string_view(kind) != "dumb" && ::isatty(STDIN_FILENO) == 1 &&
         ::isatty(STDOUT_FILENO) == 1;
}

Result<FullScreen> FullScreen::enter() {
  if (::tcgetattr(STDIN_FILENO, &g_before) != 0) {
    return unavailable(cat("the terminal cannot be used: ", std::strerror(errno)));
  }
  if (g_wake[0] < 0 && ::pipe2(g_wake, O_CLOEXEC | O_NONBLOCK) != 0) {
    return unavailable(cat("cannot make a pipe: ", std::strerror(errno)));
  }
  FullScreen screen;
  screen.m_owner = true;
  for (const int signal : k_crashes) handle(signal, on_crash);
  for (const int signal : k_asks) handle(signal, on_ask);
  screen.take();
  return screen;
}

FullScreen::FullScreen(FullScreen&& other) noexcept
    : m_owner(other.m_owner),
      m_shown_size(other.m_shown_size),
      m_shown(std::move(other.m_shown)),
      m_typed(std::move(other.m_typed)) {
  other.m_owner = false;
}

FullScreen::~FullScreen() {
  if (!m_owner) return;
  give_back();
  for (const int signal : k_crashes) ::signal(signal, SIG_DFL);
  for (const int signal : k_asks) ::signal(signal, SIG_DFL);
}

void FullScreen::take() {
  termios raw = g_before;
  raw.c_lflag &= ~static_cast<tcflag_t>(ICANON | ECHO);
  raw.c_iflag &= ~static_cast<tcflag_t>(IXON | ICRNL);
  raw.c_cc[VMIN] = 1;
  raw.c_cc[VTIME] = 0;
  ::tcsetattr(STDIN_FILENO, TCSANOW, &raw);
  g_taken = 1;
  write_out(k_take);
  m_shown.clear();
}

void FullScreen::give_back() { restore(); }

ScreenSize FullScreen::size() const {
  winsize size{};
  if (::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0 || size.ws_row == 0) return {};
  return {size.ws_col, size.ws_row};
}

void FullScreen::show(const std::vector<std::string>& lines) {
  const auto now = size();
  if (!(now == m_shown_size)) {
    m_shown.clear();
    write_out("\x1b[2J");
    m_shown_size = now;
  }
  std::string out;
  for (size_t row = 0; row < now.rows; ++row) {
    static const std::string k_nothing;
    const auto& line = row < lines.size() ? lines[row] : k_nothing;
    if (row < m_shown.size() && m_shown[row] == line) continue;
    // Cleared first: behind a line that fills the row the cursor stands on its last character.
    out += cat("\x1b[", row + 1, ";1H\x1b[2K", line, "\x1b[0m");
  }
  write_out(out);
  m_shown = lines;
  m_shown.resize(now.rows);
}

FullScreen::Event FullScreen::wait(std::chrono::milliseconds timeout) {
  pollfd fds[2] = {{STDIN_FILENO, POLLIN, 0}, {g_wake[0], POLLIN, 0}};
  const int ready = ::poll(fds, 2, m_typed.empty() ? static_cast<int>(timeout.count()) : 0);
  Event event;
  char signal = 0;
  while (ready > 0 && fds[1].revents != 0 && ::read(g_wake[0], &signal, 1) == 1) handle_signal(signal, event);
  if (ready > 0 && fds[0].revents != 0 && !read_more()) event.leave = true;  // the terminal was closed
  if (event.leave || m_typed.empty()) return event;
  const auto key = next_key();
  event.key = key.key;
  event.character = key.character;
  return event;
}

void FullScreen::handle_signal(int signal, Event& event) {
  if (signal == SIGWINCH) {
    event.redraw = true;
  } else if (signal == SIGTSTP) {
    // Stopped as anybody would be, with the terminal as it was; then taken again.
    give_back();
    ::raise(SIGSTOP);
    take();
    event.redraw = true;
  } else {
    event.leave = true;
  }
}

bool FullScreen::read_more() {
  char buffer[256];
  const ssize_t n = ::read(STDIN_FILENO, buffer, sizeof buffer);
  if (n > 0) m_typed.append(buffer, static_cast<size_t>(n));
  return n > 0 || (n < 0 && (errno == EINTR || errno == EAGAIN));
}

// The first key of what was typed; several may have come at once.
FullScreen::Event FullScreen::next_key() {
  Event event;
  const Sequence* longest = nullptr;
  for (const auto& sequence : k_sequences) {
    const bool begins = m_typed.starts_with(sequence.bytes);
    if (begins && (longest == nullptr || sequence.bytes.size() > longest->bytes.size())) longest = &sequence;
  }
  if (longest != nullptr) {
    event.key = longest->key;
    m_typed.erase(0, longest->bytes.size());
    return event;
  }
  event.key = Key::other;
  event.character = m_typed[0];
  m_typed.erase(0, 1);
  return event;
}

}  // namespace assay::cli
