// How the common test frameworks write a test: which lines declare one, which switch one off.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "judge/tokens.h"

namespace assay::judge {

// True for files whose tests a runner collects or that support such files (by either path of a
// rename), and for Rust sources, whose tests live beside the code.
bool is_test_file(const diff::File& file);

// True when the usual runner of that language would collect tests from a file of this name.
bool is_collected(std::string_view path, diff::Language language);

struct TestDeclaration {
  std::string name;
  size_t line = 0;       // index in the hunk of the line that names it
  bool touched = false;  // a line of the declaration was changed on this side
  bool added = false;    // the line that names it was
  bool suite = false;    // a group of tests
  bool table = false;    // runs for each row of a table
  bool skipped = false, focused = false;
  bool unnamed = false;  // the name is expected on the next line
};

// The tests declared in a hunk as it was before or is after the change.
std::vector<TestDeclaration> tests_in(const CodeHunk& hunk, Side side);

// A mark that switches a test off or singles one out, found on a line.
struct Marker {
  std::string text;          // as written: "it.skip", "@pytest.mark.skip"
  bool conditional = false;  // holds on some platforms or settings only
};
std::optional<Marker> skip_marker(const CodeHunk& hunk, size_t line);
std::optional<Marker> focus_marker(const CodeHunk& hunk, size_t line);

}  // namespace assay::judge
