// Parts that documents of ours share, read back. The documents were held to their schema, or come from
// the evidence under their digest; what is missing reads as empty. Internal to report.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <boost/json.hpp>

#include "base/json.h"
#include "model/verdict.h"
#include "model/waiver.h"

namespace assay::report {

std::uint64_t number_in(const json::object& object, std::string_view key);
bool flag_in(const json::object& object, std::string_view key);
const json::array& array_in(const json::object& object, std::string_view key);

// The value called `text`, or the last one.
template <class Enum>
Enum named(std::string_view text, Enum last) {
  for (int i = 0; i <= static_cast<int>(last); ++i) {
    if (name(static_cast<Enum>(i)) == text) return static_cast<Enum>(i);
  }
  return last;
}

model::Finding read_finding(const json::object& from);
std::vector<model::WaivedFinding> read_waived(const json::object& from, std::string_view key);

}  // namespace assay::report
