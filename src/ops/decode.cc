// A request is read as a whole or not at all: the first fault is kept and everything behind it is
// passed over, so that the visitor needs no error path of its own.
#include <cmath>

#include <boost/json.hpp>

#include "base/nearest.h"
#include "base/text.h"
#include "ops/codec.h"

namespace assay::ops {

namespace {

class Decoder final : public Fields {
 public:
  Decoder(const json::object& from, std::string where) : m_from(from), m_where(std::move(where)) {}

  void field(const Field& about, std::string& value) override {
    if (const auto* found = take(about)) text_of(about, *found, value);
  }
  void field(const Field& about, std::optional<std::string>& value) override {
    if (const auto* found = take(about)) text_of(about, *found, value.emplace());
  }
  void field(const Field& about, std::vector<std::string>& value) override {
    const auto* found = take(about);
    if (found == nullptr) return;
    if (found->is_string()) {  // one text stands for a list of one
      text_of(about, *found, value.emplace_back());
      return;
    }
    if (!found->is_array()) return wrong(about, "a list of texts");
    for (const auto& each : found->get_array()) text_of(about, each, value.emplace_back());
  }
  void field(const Field& about, bool& value) override {
    if (const auto* found = take(about)) flag_of(about, *found, value);
  }
  void field(const Field& about, std::optional<bool>& value) override {
    if (const auto* found = take(about)) flag_of(about, *found, value.emplace());
  }
  void field(const Field& about, std::uint64_t& value) override {
    if (const auto* found = take(about)) bounded(about, *found, value);
  }
  void field(const Field& about, std::optional<std::uint64_t>& value) override {
    if (const auto* found = take(about)) bounded(about, *found, value.emplace());
  }
  void field(const Field& about, double& value) override {
    if (const auto* found = take(about)) number_of(about, *found, value);
  }
  void field(const Field& about, std::optional<double>& value) override {
    if (const auto* found = take(about)) number_of(about, *found, value.emplace());
  }
  void field(const Field& about, Time& value) override {
    if (const auto* found = take(about)) time_of(about, *found, value);
  }
  void field(const Field& about, std::optional<Time>& value) override {
    if (const auto* found = take(about)) time_of(about, *found, value.emplace());
  }
  void field(const Field& about, std::vector<std::pair<std::string, std::string>>& value) override {
    const auto* found = take(about);
    if (found == nullptr) return;
    if (!found->is_object()) return wrong(about, "an object of texts");
    for (const auto& member : found->get_object()) {
      auto& pair = value.emplace_back(std::string(member.key()), std::string());
      text_of(about, member.value(), pair.second);
    }
  }
  void field(const Field& about, json::value& value) override {
    if (const auto* found = take(about)) value = *found;
  }

  Result<void> finish() {
    for (const auto& member : m_from) {
      if (m_error) break;
      check_known(member.key());
    }
    return m_error ? Result<void>(*m_error) : Result<void>();
  }

 protected:
  void narrow(const Field& about, std::uint64_t& value, std::uint64_t most) override {
    if (value <= most) return;
    fail(cat(key(about), " must be at most ", most));
    value = 0;
  }
  void choice(const Field& about, const std::vector<std::string_view>& names, std::optional<size_t>& index,
              Absent) override {
    const auto* found = take(about);
    if (found == nullptr) return;
    std::string text;
    text_of(about, *found, text);
    for (size_t i = 0; i < names.size(); ++i) {
      if (iequals(names[i], text)) {
        index = i;
        return;
      }
    }
    const std::vector<std::string> known(names.begin(), names.end());
    fail(cat(key(about), " must be one of ", join(known, ", "), ", not \"", excerpt(text, 40), "\""));
  }
  void object(const Field& about, const Visit& visit) override {
    const auto* found = take(about);
    if (found == nullptr) return;
    if (!found->is_object()) return wrong(about, "an object");
    Decoder inner(found->get_object(), cat(key(about), "."));
    visit(inner);
    if (auto result = inner.finish(); !result) fail(std::move(result).error().message);
  }
  // Requests hold neither.
  void object_or_null(const Field& about, bool, const Visit&) override { fail(cat(key(about), " cannot be given")); }
  void list(const Field& about, size_t, const VisitAt&) override { fail(cat(key(about), " cannot be given")); }

 private:
  std::string key(const Field& about) const { return cat(m_where, about.name); }
  void fail(std::string message) {
    if (!m_error) m_error = invalid_input(std::move(message));
  }
  void wrong(const Field& about, std::string_view wanted) { fail(cat(key(about), " must be ", wanted)); }

  const json::value* given(std::string_view name) {
    m_known.push_back(name);
    const auto* found = m_from.if_contains(name);
    return found != nullptr && !found->is_null() ? found : nullptr;
  }
  const json::value* take(const Field& about) {
    const auto* found = given(about.name);
    if (!about.was.empty()) {
      const auto* by_old_name = given(about.was);
      if (found != nullptr && by_old_name != nullptr)
        fail(cat("give ", key(about), " or ", m_where, about.was, ", which is its old name, not both"));
      if (found == nullptr) found = by_old_name;
    }
    if (found != nullptr) return found;
    if (about.need == Need::required) fail(cat(key(about), " is missing"));
    return nullptr;
  }
  void check_known(std::string_view name) {
    for (const auto known : m_known) {
      if (known == name) return;
    }
    const auto close = nearest(name, m_known);
    fail(close.empty() ? cat("unknown key ", m_where, excerpt(name, 40))
                       : cat("unknown key ", m_where, excerpt(name, 40), "; did you mean ", close, "?"));
  }

  void text_of(const Field& about, const json::value& from, std::string& to) {
    if (!from.is_string()) return wrong(about, "a text");
    to.assign(from.get_string().data(), from.get_string().size());
  }
  void flag_of(const Field& about, const json::value& from, bool& to) {
    if (!from.is_bool()) return wrong(about, "true or false");
    to = from.get_bool();
  }
  void count_of(const Field& about, const json::value& from, std::uint64_t& to) {
    if (from.is_int64() && from.get_int64() >= 0)
      to = static_cast<std::uint64_t>(from.get_int64());
    else if (from.is_uint64())
      to = from.get_uint64();
    else
      wrong(about, "a whole number from 0");
  }
  void bounded(const Field& about, const json::value& from, std::uint64_t& to) {
    count_of(about, from, to);
    const bool fits = to >= about.least && (about.most == 0 || to <= about.most);
    if (!fits) fail(cat(key(about), " must be from ", about.least, about.most == 0 ? " up" : cat(" to ", about.most)));
  }
  void number_of(const Field& about, const json::value& from, double& to) {
    if (!from.is_number()) return wrong(about, "a number");
    to = from.to_number<double>();
    if (!std::isfinite(to) || to < 0) wrong(about, "a number from 0");
  }
  void time_of(const Field& about, const json::value& from, Time& to) {
    const auto time = from.is_string() ? time_from_iso(std::string_view(from.get_string())) : std::nullopt;
    if (!time) return wrong(about, "a time like 2026-11-15T06:00:00.000Z");
    to = *time;
  }

  const json::object& m_from;
  std::string m_where;
  std::vector<std::string_view> m_known;
  std::optional<Error> m_error;
};

}  // namespace

Result<void> decode_fields(const json::object& from, const std::function<void(Fields&)>& visit) {
  Decoder decoder(from, "");
  visit(decoder);
  return decoder.finish();
}

}  // namespace assay::ops
