#include <boost/json.hpp>

#include "base/json_time.h"
#include "ops/codec.h"

namespace assay::ops {

namespace {

class Encoder final : public Fields {
 public:
  explicit Encoder(json::object& out) : m_out(out) {}

  void field(const Field& about, std::string& value) override { m_out[about.name] = value; }
  void field(const Field& about, std::optional<std::string>& value) override { put(about, value); }
  void field(const Field& about, std::vector<std::string>& value) override {
    m_out[about.name] = json::array(value.begin(), value.end());
  }
  void field(const Field& about, bool& value) override { m_out[about.name] = value; }
  void field(const Field& about, std::optional<bool>& value) override { put(about, value); }
  void field(const Field& about, std::uint64_t& value) override { m_out[about.name] = value; }
  void field(const Field& about, std::optional<std::uint64_t>& value) override { put(about, value); }
  void field(const Field& about, double& value) override { m_out[about.name] = value; }
  void field(const Field& about, std::optional<double>& value) override { put(about, value); }
  void field(const Field& about, Time& value) override { m_out[about.name] = to_iso(value); }
  void field(const Field& about, std::optional<Time>& value) override { m_out[about.name] = time_or_null(value); }
  void field(const Field& about, std::vector<std::pair<std::string, std::string>>& value) override {
    json::object pairs;
    for (const auto& [key, text] : value) pairs[key] = text;
    m_out[about.name] = std::move(pairs);
  }
  void field(const Field& about, json::value& value) override { m_out[about.name] = value; }

 protected:
  void narrow(const Field&, std::uint64_t&, std::uint64_t) override {}
  void choice(const Field& about, const std::vector<std::string_view>& names, std::optional<size_t>& index,
              Absent) override {
    m_out[about.name] = index && *index < names.size() ? json::value(names[*index]) : json::value(nullptr);
  }
  void object(const Field& about, const Visit& visit) override { m_out[about.name] = encode_fields(visit); }
  void object_or_null(const Field& about, bool present, const Visit& visit) override {
    if (present)
      object(about, visit);
    else
      m_out[about.name] = nullptr;
  }
  void list(const Field& about, size_t size, const VisitAt& visit) override {
    json::array items;
    items.reserve(size);
    for (size_t i = 0; i < size; ++i) items.emplace_back(encode_fields([&](Fields& f) { visit(f, i); }));
    m_out[about.name] = std::move(items);
  }

 private:
  template <class T>
  void put(const Field& about, const std::optional<T>& value) {
    m_out[about.name] = value ? json::value(*value) : json::value(nullptr);
  }
  json::object& m_out;
};

}  // namespace

json::object encode_fields(const std::function<void(Fields&)>& visit) {
  json::object out;
  Encoder encoder(out);
  visit(encoder);
  return out;
}

}  // namespace assay::ops
