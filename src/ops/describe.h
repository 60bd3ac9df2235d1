// What a request or a document consists of, as data: help, flags, completion and schemas read it.
#pragma once

#include <string_view>
#include <vector>

#include "base/json.h"
#include "ops/fields.h"

namespace assay::ops {

enum class Type { text, texts, flag, count, number, time, pairs, anything, choice, object, list };
enum class Null { no, yes };

struct FieldInfo {
  Field about;
  Type type = Type::text;
  Null null = Null::no;                   // may be null in JSON
  std::vector<std::string_view> choices;  // of a choice
  std::vector<FieldInfo> inner;           // of an object, or of each item of a list
};
using Description = std::vector<FieldInfo>;

// The fields that `visit` names.
Description describe(const std::function<void(Fields&)>& visit);

template <class Document>
Description describe() {
  Document sample;
  return describe([&](Fields& f) { sample.fields(f); });
}

// JSON Schema (2020-12) of an object with these fields and no others.
json::value schema_of(const Description& description);

}  // namespace assay::ops
