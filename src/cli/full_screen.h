// The whole terminal, for a while: the other screen, no echo, no cursor. It is given back whatever happens
// short of SIGKILL: at the end, on signals, on a crash, and while we are stopped (Ctrl-Z). One at a time.
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "base/result.h"
#include "os/files.h"

namespace assay::cli {

struct ScreenSize {
  size_t columns = 80;
  size_t rows = 24;
  friend bool operator==(const ScreenSize&, const ScreenSize&) = default;
};

class FullScreen {
 public:
  // Whether standard input and output are a terminal that can do this.
  static bool is_possible();
  static Result<FullScreen> enter();
  ~FullScreen();
  FullScreen(FullScreen&& other) noexcept;
  FullScreen& operator=(FullScreen&&) = delete;

  ScreenSize size() const;
  // Shows these lines, each at most as wide as the screen; only what changed is written.
  void show(const std::vector<std::string>& lines);

  enum class Key { none, up, down, left, right, page_up, page_down, home, end, enter, escape, quit, other };
  struct Event {
    Key key = Key::none;
    char character = 0;   // of `other`
    bool redraw = false;  // the size changed, or we were stopped and go on
    bool leave = false;   // a signal says so, or the terminal is gone
  };
  // Waits for a key, a change of size, or until the time is over.
  Event wait(std::chrono::milliseconds timeout);

 private:
  FullScreen() = default;
  void take();
  static void give_back();
  bool read_more();  // false when the terminal is gone
  Event next_key();
  void handle_signal(int signal, Event& event);

  bool m_owner = false;
  ScreenSize m_shown_size;
  std::vector<std::string> m_shown;
  std::string m_typed;  // and not yet looked at
};

}  // namespace assay::cli
