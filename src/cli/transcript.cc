// `assay transcript`: what a task's agent said and did, for people. What it holds is the agent's own: text, never
// orders to the terminal.
#include "agents/transcript.h"

#include <array>
#include <functional>

#include <boost/json.hpp>
#include <unistd.h>

#include "base/json.h"
#include "base/printable.h"
#include "base/terminal.h"
#include "base/text.h"
#include "cli/command.h"
#include "cli/follow_lines.h"
#include "cli/output.h"
#include "engine/work/agents/live_log.h"
#include "engine/work/agents/run_log.h"
#include "ops/context.h"
#include "os/cancel_token.h"
#include "os/private_file.h"
#include "store/tasks.h"

namespace assay::cli {

namespace {

constexpr Flag k_transcript_table[] = {
    {"--run", "", Takes::value, "N", "the run with that number, as `task show` counts them (default: the latest)"},
    {"--follow", "-f", Takes::nothing, "", "go on while the task runs"},
    {"--raw", "", Takes::nothing, "", "the output as it was printed"},
    {"--json", "", Takes::nothing, "", "one JSON object a line (docs/formats/transcript.md)"},
};

constexpr size_t k_result_lines = 12;  // of what a tool gave back; --json has all

// Line for line behind `indent`, at most so many.
std::string indented(std::string_view text, std::string_view indent, size_t most) {
  std::string out;
  size_t left_out = 0;
  const auto lines = split_lines(text);
  for (size_t i = 0; i < lines.size(); ++i) {
    if (i < most) {
      out += cat(indent, printable(lines[i]), "\n");
    } else {
      ++left_out;
    }
  }
  if (left_out > 0) out += cat(indent, "… ", plural(left_out, "more line"), "\n");
  return out;
}

std::string for_people(std::string_view line, const Terminal& terminal) {
  const auto value = parse_json(line, "the transcript");
  if (!value || !value->is_object()) return {};
  const auto& event = value->get_object();
  const auto what = text_at(event, "what");
  const auto text = text_at(event, "text");
  if (what == "tool") {
    return cat(terminal.paint(Colour::blue, "▸ "), terminal.paint(Colour::bold, printable(text)), " ",
               printable(text_at(event, "arguments")), "\n");
  }
  if (what == "tool_result") {
    const bool failed = event.contains("failed");
    return cat(failed ? terminal.paint(Colour::red, "  ✘ failed\n") : "", indented(text, "    ", k_result_lines));
  }
  if (what == "error") return cat(terminal.paint(Colour::red, "✘ "), printable(text), "\n");
  if (what == "warning") return cat(terminal.paint(Colour::yellow, "! "), printable(text), "\n");
  if (what == "thought") return indented(text, "  ", k_result_lines);
  return indented(text, "", std::string::npos);
}

// Bytes of a file as they come, handed on as `form` wants them.
class TranscriptWriter {
 public:
  enum class Form { raw, json, people };
  TranscriptWriter(Form form, Terminal terminal) : m_form(form), m_terminal(terminal) {}

  // `events`: the file is a transcript already.
  Result<void> show(std::string_view bytes, bool events) {
    if (m_form == Form::raw) return print(indented_raw(bytes));
    m_waiting += events ? std::string(bytes) : bytes.empty() ? m_reader.finish() : m_reader.take(bytes);
    std::string out;
    size_t at = 0;
    for (size_t end = 0; (end = m_waiting.find('\n', at)) != std::string::npos; at = end + 1) {
      const auto line = std::string_view(m_waiting).substr(at, end - at);
      out += m_form == Form::json ? cat(line, "\n") : for_people(line, m_terminal);
    }
    m_waiting.erase(0, at);
    return print(out);
  }

 private:
  // Lines stay lines; nothing else reaches the terminal as an order.
  static std::string indented_raw(std::string_view bytes) {
    std::string out;
    for (size_t at = 0; at < bytes.size();) {
      const size_t end = std::min(bytes.find('\n', at), bytes.size());
      out += printable(bytes.substr(at, end - at));
      if (end < bytes.size()) out += '\n';
      at = end + 1;
    }
    return out;
  }

  Form m_form;
  Terminal m_terminal;
  agents::Transcript m_reader;
  std::string m_waiting;
};

Result<bool> is_running(const store::Store& store, const model::TaskId& id) {
  TRY_ASSIGN(const auto task, store.tasks().find(id));
  return task.state == model::TaskState::running;
}

// To its end, and with `goes_on` to the end of what writes it.
Result<void> show_file(const os::Fd& file, const std::function<Result<bool>()>& goes_on,
                       const std::function<Result<void>(std::string_view)>& take) {
  std::array<char, 64 << 10> buffer{};
  for (bool last = false;;) {
    const ssize_t n = ::read(file.get(), buffer.data(), buffer.size());
    if (n < 0 && errno == EINTR) continue;
    if (n > 0) {
      TRY(take({buffer.data(), static_cast<size_t>(n)}));
      continue;
    }
    if (last || n < 0) return {};
    TRY_ASSIGN(const bool more, goes_on());
    last = !more;  // what was written before it ended is read once more
    if (more && !somebody_reads_on(std::chrono::milliseconds(200))) return {};
  }
}

}  // namespace

const std::span<const Flag> k_transcript_flags = k_transcript_table;

Result<int> run_transcript(const Invocation& invocation) {
  TRY_ASSIGN(const auto options, parse(k_transcript_flags, invocation.arguments));
  if (options.words().size() != 1) return invalid_input("transcript takes one task; see assay task list");
  if (options.has("--raw") && options.has("--json")) return invalid_input("give --raw or --json, not both");
  std::optional<std::uint64_t> run;
  if (const auto given = options.value("--run")) {
    run = parse_uint(*given);
    if (!run || *run == 0) return invalid_input("--run takes a whole number from 1");
  }
  SystemClock clock;
  ops::Context context({}, clock);
  TRY_ASSIGN(auto* store, context.store());
  TRY_ASSIGN(const auto* home, context.home());
  TRY_ASSIGN(const auto id, store->tasks().resolve(options.words().front()));
  os::cancel_on_signals();

  const auto form = options.has("--raw")    ? TranscriptWriter::Form::raw
                    : options.has("--json") ? TranscriptWriter::Form::json
                                            : TranscriptWriter::Form::people;
  TranscriptWriter shown(form, terminal_of_stdout(clock));
  const bool raw = form == TranscriptWriter::Form::raw;
  TRY_ASSIGN(const bool running, is_running(*store, id));
  const auto live =
      raw ? engine::live_log_path(home->folder, id.text) : engine::live_transcript_path(home->folder, id.text);
  auto file = running && !run ? os::open_to_read(live) : Result<os::Fd>(not_found(""));
  const bool is_live = file.has_value();
  if (!is_live) {
    TRY_ASSIGN(const auto kept, engine::kept_log_path(*home, *store, id, run));
    TRY_ASSIGN(file, os::open_to_read(kept));
  }
  const auto goes_on = [&]() -> Result<bool> {
    if (!is_live || !options.has("--follow")) return false;
    return is_running(*store, id);
  };
  TRY(show_file(*file, goes_on, [&](std::string_view bytes) { return shown.show(bytes, is_live); }));
  if (!is_live && !raw) TRY(shown.show("", false));
  return k_exit_ok;
}

}  // namespace assay::cli
