#include "ops/describe.h"

#include <boost/json.hpp>

namespace assay::ops {

namespace {

class Describer final : public Fields {
 public:
  explicit Describer(Description& out) : m_out(out) {}

  void field(const Field& about, std::string&) override { add(about, Type::text); }
  void field(const Field& about, std::optional<std::string>&) override { add(about, Type::text, Null::yes); }
  void field(const Field& about, std::vector<std::string>&) override { add(about, Type::texts); }
  void field(const Field& about, bool&) override { add(about, Type::flag); }
  void field(const Field& about, std::optional<bool>&) override { add(about, Type::flag, Null::yes); }
  void field(const Field& about, std::uint64_t&) override { add(about, Type::count); }
  void field(const Field& about, std::optional<std::uint64_t>&) override { add(about, Type::count, Null::yes); }
  void field(const Field& about, double&) override { add(about, Type::number); }
  void field(const Field& about, std::optional<double>&) override { add(about, Type::number, Null::yes); }
  void field(const Field& about, Time&) override { add(about, Type::time); }
  void field(const Field& about, std::optional<Time>&) override { add(about, Type::time, Null::yes); }
  void field(const Field& about, std::vector<std::pair<std::string, std::string>>&) override {
    add(about, Type::pairs);
  }
  void field(const Field& about, json::value&) override { add(about, Type::anything); }

 protected:
  void narrow(const Field&, std::uint64_t&, std::uint64_t) override {}
  void choice(const Field& about, const std::vector<std::string_view>& names, std::optional<size_t>& index,
              Absent absent) override {
    add(about, Type::choice, absent == Absent::possible ? Null::yes : Null::no).choices = names;
    if (absent == Absent::impossible && !index) index = 0;
  }
  void object(const Field& about, const Visit& visit) override { add(about, Type::object).inner = describe(visit); }
  void object_or_null(const Field& about, bool, const Visit& visit) override {
    add(about, Type::object, Null::yes).inner = describe(visit);
  }
  void list(const Field& about, size_t size, const VisitAt& visit) override {
    add(about, Type::list).inner = describe([&](Fields& f) { visit(f, size); });
  }

 private:
  FieldInfo& add(const Field& about, Type type, Null null = Null::no) {
    return m_out.emplace_back(FieldInfo{about, type, null, {}, {}});
  }
  Description& m_out;
};

json::object typed(std::string_view type, Null null) {
  if (null == Null::no) return {{"type", type}};
  return {{"type", json::array{type, "null"}}};
}

json::object schema_of_field(const FieldInfo& info) {
  switch (info.type) {
    case Type::text: return typed("string", info.null);
    case Type::texts: return {{"type", "array"}, {"items", typed("string", Null::no)}};
    case Type::flag: return typed("boolean", info.null);
    case Type::number: return typed("number", info.null);
    case Type::pairs: return {{"type", "object"}, {"additionalProperties", typed("string", Null::no)}};
    case Type::anything: return {};
    case Type::list: return {{"type", "array"}, {"items", schema_of(info.inner)}};
    case Type::count: {
      auto out = typed("integer", info.null);
      out["minimum"] = info.about.least;
      if (info.about.most != 0) out["maximum"] = info.about.most;
      return out;
    }
    case Type::time: {
      auto out = typed("string", info.null);
      out["format"] = "date-time";
      return out;
    }
    case Type::choice: {
      json::array names(info.choices.begin(), info.choices.end());
      if (info.null == Null::yes) names.emplace_back(nullptr);
      return {{"enum", std::move(names)}};
    }
    case Type::object: {
      auto out = schema_of(info.inner).get_object();
      if (info.null == Null::yes) out["type"] = json::array{"object", "null"};
      return out;
    }
  }
  return {};
}

}  // namespace

Description describe(const std::function<void(Fields&)>& visit) {
  Description out;
  Describer describer(out);
  visit(describer);
  return out;
}

json::value schema_of(const Description& description) {
  json::object properties;
  json::array required;
  for (const auto& info : description) {
    auto schema = schema_of_field(info);
    if (!info.about.help.empty()) schema["description"] = info.about.help;
    if (!info.about.was.empty()) {
      auto before = schema;
      before["description"] = std::string("the old name of ") + std::string(info.about.name);
      before["deprecated"] = true;
      properties[info.about.was] = std::move(before);
    }
    properties[info.about.name] = std::move(schema);
    if (info.about.need == Need::required) required.emplace_back(info.about.name);
  }
  return json::object{{"type", "object"},
                      {"properties", std::move(properties)},
                      {"required", std::move(required)},
                      {"additionalProperties", false}};
}

}  // namespace assay::ops
