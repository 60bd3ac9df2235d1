// A key and its value on one line of a configuration file, whatever its format.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace assay::judge {

struct Setting {
  std::string key;    // without quotes, as written
  std::string value;  // without quotes and trailing comma; "[" or "{" when it goes on below
};

// `"strict": false,`  `fail_under = 80`  `level: 8`  `<skip>true</skip>`
std::optional<Setting> setting_on(std::string_view line);
// The setting of a line, and those of an object written out on it: global: { lines: 90 }.
std::vector<Setting> settings_on(std::string_view line);

// An entry of a list: `"src/legacy/**",`  `- src/legacy`  `src/legacy`
std::string_view entry_on(std::string_view line);

std::optional<double> number_in(std::string_view value);  // the first number; "80%" is 80

// How a setting loosened a gate.
enum class Loosened : unsigned char { no, coverage, lint, types, tests };
struct Loosening {
  Loosened what = Loosened::no;
  bool grave = false;  // else worth a look
  std::string label;
};
// A setting that changed (either side may be missing): `section` is the table or key it stands under.
Loosening loosening(std::string_view section, std::string_view key, const std::string* before,
                    const std::string* after);

// What a list under `key` leaves out, when it is a list of things to leave out.
Loosened excludes(std::string_view section, std::string_view key);
// Entries that every project leaves out: dependencies, build output, generated files.
bool is_customary_exclusion(std::string_view entry);

}  // namespace assay::judge
