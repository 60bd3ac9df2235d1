// A command that is talked with while it runs (Command::dialogue): what we say goes to its standard input,
// and we may send it away.
//
// Everything is called from the thread that is in os::run, by way of its callbacks, or before it.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

namespace assay::os {

class Dialogue {
 public:
  enum class Input {
    open,  // what we say
    none,  // nothing is said; standard input is what the command names
  };
  explicit Dialogue(Input input = Input::open) : m_input(input) {}

  // Queues bytes. False when too many wait already, because it does not listen: then nothing was
  // queued, and the caller had better stop() it.
  bool write(std::string_view bytes);

  // All is said and done: its input ends behind what waits, and when it has not gone after the grace it
  // is ended. Either way it exited by itself as far as the outcome goes.
  void dismiss() { m_dismissed = true; }

  // Ends it now, as if cancelled.
  void stop() { m_stopped = true; }

  // Said when it must end (time is up, idle, cancelled): it then has the grace to go by itself before it
  // is ended the usual way.
  void set_farewell(std::string bytes) { m_farewell = std::move(bytes); }

  bool has_input() const { return m_input == Input::open; }

  static constexpr size_t k_waiting_limit = size_t{32} << 20;

 private:
  friend class InputFeed;
  Input m_input;
  std::string m_waiting;
  std::string m_farewell;
  bool m_dismissed = false;
  bool m_stopped = false;
};

}  // namespace assay::os
