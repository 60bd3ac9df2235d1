// The forms in which `check` and `verify` give what they found: one row each, with its flag and what writes it. A flag
// that takes a file has the form written there besides, or printed instead when that is "-"; of the others the first
// that is given is printed.
#pragma once

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "base/json.h"
#include "base/result.h"
#include "cli/command.h"
#include "cli/options.h"
#include "model/check.h"
#include "model/verification.h"
#include "os/files.h"
#include "report/ci.h"
#include "report/json.h"
#include "report/verification.h"

namespace assay::cli {

template <class Found>
struct Format {
  Flag flag;
  std::string (*write)(const Found& found, Indent indent);
};

constexpr std::array<Format<model::Check>, 4> k_check_formats = {{
    {{"--full", "", Takes::nothing, "", "print everything: rules, places, what each runner counted"},
     [](const model::Check& check, Indent indent) { return write_json(report::full_json(check), indent) + "\n"; }},
    {{"--sarif", "", Takes::value, "FILE", "also write SARIF 2.1.0 (- for standard output instead)"},
     [](const model::Check& check, Indent) { return report::sarif(check); }},
    {{"--junit", "", Takes::value, "FILE", "also write JUnit XML (- for standard output instead)"},
     [](const model::Check& check, Indent) { return report::junit(check); }},
    {{"--gitlab", "", Takes::value, "FILE", "also write a GitLab code quality report (- for standard output instead)"},
     [](const model::Check& check, Indent) { return report::gitlab_code_quality(check); }},
}};

constexpr std::array<Format<model::Verification>, 4> k_verification_formats = {{
    {{"--json", "", Takes::nothing, "", "print the verification as JSON"},
     [](const model::Verification& verification, Indent indent) {
       return write_json(report::verification_json(verification), indent) + "\n";
     }},
    {{"--markdown", "", Takes::nothing, "", "print it as Markdown"},
     [](const model::Verification& verification, Indent) { return report::verification_markdown(verification); }},
    {{"--junit", "", Takes::value, "FILE", "also write a JUnit report (- for standard output instead)"},
     [](const model::Verification& verification, Indent) { return report::verification_junit(verification); }},
    {{"--sarif", "", Takes::value, "FILE", "also write findings as SARIF (- for standard output instead)"},
     [](const model::Verification& verification, Indent) { return report::sarif(report::findings_of(verification)); }},
}};

template <class Found, size_t n>
constexpr std::array<Flag, n> flags_of(const std::array<Format<Found>, n>& formats) {
  std::array<Flag, n> out;
  for (size_t i = 0; i < n; ++i) out[i] = formats[i].flag;
  return out;
}

// The form that is printed; nothing when none was asked for.
template <class Found, size_t n>
const Format<Found>* printed(const std::array<Format<Found>, n>& formats, const Parsed& options) {
  for (const auto& format : formats) {
    if (format.flag.takes == Takes::nothing && options.has(format.flag.name)) return &format;
  }
  return nullptr;
}

constexpr std::string_view k_standard_output = "-";

// An error when more than one form was asked for on standard output.
template <class Found, size_t n>
Result<void> check_one_is_printed(const std::array<Format<Found>, n>& formats, const Parsed& options) {
  const auto is_printed = [&](const auto& format) { return options.value(format.flag.name) == k_standard_output; };
  if (std::count_if(formats.begin(), formats.end(), is_printed) < 2) return {};
  return invalid_input("only one document can go to standard output; give the others a file");
}

// Writes the forms that take a file. Whether one of them was printed instead.
template <class Found, size_t n>
Result<bool> write_files(const Found& found, const std::array<Format<Found>, n>& formats, const Parsed& options) {
  TRY(check_one_is_printed(formats, options));
  bool any_printed = false;
  for (const auto& format : formats) {
    const auto file = options.value(format.flag.name);
    if (!file) continue;
    const auto text = format.write(found, Indent::none);
    if (*file == k_standard_output) {
      TRY(print(text));
      any_printed = true;
    } else {
      TRY(os::write_file(*file, text));
    }
  }
  return any_printed;
}

}  // namespace assay::cli
