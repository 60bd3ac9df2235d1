// A command is written by an agent or stands in the work, and so do the files that it is looked up in. The first line
// is the command, the rest every file. Commands must stay what they are, but for what is put in.
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "reports/ask.h"

namespace {

class Same : public assay::reports::Files {
 public:
  explicit Same(std::string_view text) : m_text(text) {}
  std::optional<std::string> read(std::string_view) const override { return std::string(m_text); }

 private:
  std::string_view m_text;
};

// Whether all bytes of `command` stand in `changed` in their order.
bool stays(std::string_view command, std::string_view changed) {
  size_t at = 0;
  for (const char c : changed)
    if (at < command.size() && command[at] == c) ++at;
  return at == command.size();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, size_t size) {
  using namespace assay::reports;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const size_t end = text.find('\n');
  const Same files(end == std::string_view::npos ? std::string_view() : text.substr(end + 1));
  AskInput input;
  input.command = text.substr(0, end);
  input.hooks_folder = "/hooks";
  input.report_folder = "/report";
  input.files = &files;
  const auto asked = ask(input);
  Selection only{{"a_test.go", "tests/a.rs", "test/a.php", "src/test/java/A.java"}, {}};
  input.only = &only;
  input.cover_files = {"a.go", "b/c.go", "a.py", "a.js"};
  const auto narrowed = ask(input);
  if (narrowed.narrowed && narrowed.runners.empty()) std::abort();
  only.tests = {"TestA/b", "a 'quoted' name"};
  (void)ask(input);
  input.only = nullptr;
  // `go test` alone is replaced by words of ours that contain it but for its blanks.
  const bool replaced = asked.command.find("go_test.sh") != std::string::npos;
  if (!replaced && !stays(input.command, asked.command)) std::abort();
  if (asked.runners.empty() && asked.hidden.empty()) std::abort();
  return 0;
}
