// Values of configuration files, line by line: "key = value", "key: value", with quotes or without.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "judge/own/definition.h"

namespace assay::judge {

// The value that a line of code (without comments) gives to a key; false: it gives none.
bool gives_value(std::string_view line, std::string_view key, std::string& value);

// What a change does to one key of one file.
struct SettingChange {
  struct Given {
    std::string value;
    model::Span span;
  };
  std::vector<Given> before, after;
};
// Places where the setting did what the rule asks about.
std::vector<model::Span> places_of(const OwnSetting& setting, const SettingChange& change);

}  // namespace assay::judge
