#include "cli/output.h"

#include <cstdio>
#include <cstdlib>

#include <fcntl.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "base/json.h"
#include "base/text.h"
#include "cli/formats.h"
#include "os/files.h"
#include "report/ci.h"
#include "report/json.h"
#include "report/markdown.h"
#include "report/terminal.h"

namespace assay::cli {

namespace {

bool is_set(const char* name) {
  const char* value = std::getenv(name);
  return value != nullptr && *value != 0;
}

size_t terminal_width() {
  if (const char* given = std::getenv("COLUMNS"); given != nullptr) {
    if (const auto columns = parse_uint(given); columns && *columns >= 20 && *columns <= 10'000) return *columns;
  }
  winsize size{};
  if (::isatty(STDOUT_FILENO) == 0 || ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0) return 0;
  return size.ws_col == 0 ? 80 : size.ws_col;
}

std::string document(const model::Check& check, const Parsed& options, const Invocation& invocation, Layout layout) {
  const Indent indent = options.has("--pretty") ? Indent::two_spaces : Indent::none;
  if (const auto* format = printed(k_check_formats, options)) return format->write(check, indent);
  if (layout == Layout::markdown) return report::markdown(check);
  const bool for_people =
      !invocation.shim && !options.has("--json") && !options.has("--pretty") && ::isatty(STDOUT_FILENO) != 0;
  if (for_people) return report::terminal(check, use_colour());
  return write_json(report::contract_json(check), indent) + "\n";
}

Result<void> append_to(const std::string& path, std::string_view text) {
  const os::Fd fd(::open(path.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0644));
  if (!fd.is_open()) return unavailable(cat("cannot write the step summary ", path));
  return os::write_all(fd.get(), text, path);
}

}  // namespace

bool in_github() { return is_set("GITHUB_ACTIONS"); }

Result<void> tell_github(std::string_view annotations, std::string_view summary) {
  TRY(os::write_all(STDERR_FILENO, annotations, "standard error"));
  if (is_set("GITHUB_STEP_SUMMARY")) TRY(append_to(std::getenv("GITHUB_STEP_SUMMARY"), summary));
  return {};
}

bool use_colour() { return !is_set("NO_COLOR") && ::isatty(STDOUT_FILENO) != 0; }

Terminal terminal_of_stdout(Clock& clock) { return {terminal_width(), use_colour(), clock.now()}; }

Result<void> print_check(const model::Check& check, const Parsed& options, const Invocation& invocation,
                         Layout layout) {
  TRY_ASSIGN(const bool is_printed, write_files(check, k_check_formats, options));
  if (options.has("--github") || (in_github() && !invocation.shim)) {
    TRY(tell_github(report::github_annotations(check), report::markdown(check)));
  }
  return is_printed ? Result<void>() : print(document(check, options, invocation, layout));
}

}  // namespace assay::cli
