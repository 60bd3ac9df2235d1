#include <algorithm>

#include <boost/json.hpp>

#include "base/text.h"
#include "report/schemas.h"

namespace assay::report {

namespace {

bool has_type(const json::value& value, std::string_view type) {
  if (type == "object") return value.is_object();
  if (type == "array") return value.is_array();
  if (type == "string") return value.is_string();
  if (type == "boolean") return value.is_bool();
  if (type == "null") return value.is_null();
  if (type == "integer") return value.is_int64() || value.is_uint64();
  return type == "number" && value.is_number();
}

size_t characters_in(std::string_view utf8) {
  return static_cast<size_t>(
      std::count_if(utf8.begin(), utf8.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

class Validator {
 public:
  explicit Validator(std::vector<std::string>& out) : m_out(out) {}

  void check(const json::object& schema, const json::value& value, const std::string& at) {
    if (const auto* type = schema.if_contains("type")) check_type(*type, value, at);
    if (const auto* allowed = schema.if_contains("enum")) {
      const auto& values = allowed->as_array();
      if (std::find(values.begin(), values.end(), value) == values.end())
        add_error(at, "not one of the allowed values");
    }
    if (const auto* wanted = schema.if_contains("const"); wanted != nullptr && *wanted != value)
      add_error(at, "not the fixed value");
    if (const auto* choices = schema.if_contains("anyOf")) check_choices(choices->as_array(), value, at);
    if (value.is_number()) check_range(schema, value, at);
    if (value.is_string()) check_length(schema, {"minLength", "maxLength"}, characters_in(value.get_string()), at);
    if (value.is_array()) check_length(schema, {"minItems", "maxItems"}, value.get_array().size(), at);
    if (value.is_object()) check_members(schema, value.get_object(), at);
    if (const auto* items = schema.if_contains("items"); items != nullptr && value.is_array()) {
      size_t i = 0;
      for (const auto& item : value.get_array()) check(items->as_object(), item, cat(at, "/", i++));
    }
  }

 private:
  void add_error(const std::string& at, std::string_view what) {
    m_out.push_back(cat(at.empty() ? "/" : at, ": ", what));
  }

  void check_type(const json::value& type, const json::value& value, const std::string& at) {
    bool fits = false;
    if (type.is_string())
      fits = has_type(value, type.get_string());
    else
      for (const auto& each : type.as_array()) fits = fits || has_type(value, each.get_string());
    if (!fits) add_error(at, "wrong type");
  }

  // When none fits, what the nearest one lacks says more than that none fits.
  void check_choices(const json::array& choices, const json::value& value, const std::string& at) {
    std::vector<std::string> least;
    for (const auto& choice : choices) {
      std::vector<std::string> found;
      Validator(found).check(choice.as_object(), value, at);
      if (found.empty()) return;
      if (least.empty() || found.size() < least.size()) least = std::move(found);
    }
    m_out.insert(m_out.end(), least.begin(), least.end());
  }

  void check_range(const json::object& schema, const json::value& value, const std::string& at) {
    const double number = value.to_number<double>();
    if (const auto* least = schema.if_contains("minimum"); least != nullptr && number < least->to_number<double>())
      add_error(at, "too small");
    if (const auto* most = schema.if_contains("maximum"); most != nullptr && number > most->to_number<double>())
      add_error(at, "too large");
  }

  struct Bounds {
    std::string_view least, most;
  };
  void check_length(const json::object& schema, Bounds bounds, size_t length, const std::string& at) {
    if (const auto* least = schema.if_contains(bounds.least); least != nullptr && length < least->to_number<size_t>())
      add_error(at, length == 0 ? "empty" : "too short");
    if (const auto* most = schema.if_contains(bounds.most); most != nullptr && length > most->to_number<size_t>())
      add_error(at, "too long");
  }

  void check_members(const json::object& schema, const json::object& value, const std::string& at) {
    if (const auto* required = schema.if_contains("required")) {
      for (const auto& name : required->as_array()) {
        if (!value.contains(name.get_string())) add_error(cat(at, "/", std::string_view(name.get_string())), "missing");
      }
    }
    const auto* properties = schema.if_contains("properties");
    const auto* others = schema.if_contains("additionalProperties");
    for (const auto& member : value) {
      const std::string place = cat(at, "/", std::string_view(member.key()));
      const auto* known = properties != nullptr ? properties->as_object().if_contains(member.key()) : nullptr;
      if (known != nullptr)
        check(known->as_object(), member.value(), place);
      else if (others != nullptr && others->is_object())
        check(others->as_object(), member.value(), place);
      else if (others != nullptr && !others->as_bool())
        add_error(place, "not allowed here");
    }
  }

  std::vector<std::string>& m_out;
};

}  // namespace

std::vector<std::string> violations(const json::value& schema, const json::value& document) {
  std::vector<std::string> out;
  Validator(out).check(schema.as_object(), document, "");
  return out;
}

}  // namespace assay::report
