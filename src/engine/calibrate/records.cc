#include "engine/calibrate/records.h"

#include <boost/json.hpp>

#include "base/text.h"
#include "engine/state_folder.h"
#include "os/files.h"
#include "os/private_file.h"

namespace assay::engine {

namespace {

constexpr std::string_view k_records_folder = "calibrate";
constexpr const char* k_last_file = "last";
constexpr std::uint64_t k_largest_record = std::uint64_t{16} << 20;
constexpr size_t k_most_records = 5'000;

template <class Enum>
std::optional<Enum> enum_named(std::string_view text, size_t count) {
  for (size_t i = 0; i < count; ++i) {
    if (name(static_cast<Enum>(i)) == text) return static_cast<Enum>(i);
  }
  return std::nullopt;
}

std::uint64_t count_at(const json::object& from, std::string_view key) {
  const auto* found = from.if_contains(key);
  if (found == nullptr || !found->is_number()) return 0;
  boost::system::error_code error;
  const auto count = found->to_number<std::uint64_t>(error);
  return error ? 0 : count;
}

json::array list_at(const json::object& from, std::string_view key) {
  const auto* found = from.if_contains(key);
  return found != nullptr && found->is_array() ? found->get_array() : json::array();
}

std::vector<std::string> texts_at(const json::object& from, std::string_view key) {
  std::vector<std::string> out;
  for (const auto& each : list_at(from, key)) {
    if (each.is_string()) out.emplace_back(each.get_string());
  }
  return out;
}

json::array texts_json(const std::vector<std::string>& texts) {
  json::array out;
  for (const auto& text : texts) out.emplace_back(text);
  return out;
}

json::value calibration_record(const Calibration& calibration) {
  json::array left_out, results;
  for (const auto& reason : calibration.left_out)
    left_out.push_back(json::object{{"why", reason.why}, {"times", reason.times}});
  for (const auto& result : calibration.results) results.push_back(result_json(result));
  return json::object{{"started_at", calibration.started_at},
                      {"version", calibration.version},
                      {"head", calibration.head},
                      {"end", name(calibration.end)},
                      {"looked_at", calibration.looked_at},
                      {"taken", calibration.taken},
                      {"left_out", std::move(left_out)},
                      {"results", std::move(results)},
                      {"advice", texts_json(calibration.advice)},
                      {"ms", calibration.ms}};
}

std::optional<Calibration> read_calibration(const json::value& value) {
  if (!value.is_object()) return std::nullopt;
  const auto& from = value.get_object();
  Calibration out;
  const auto end = enum_named<CalibrationEnd>(text_at(from, "end"), 3);
  if (!end) return std::nullopt;
  out.end = *end;
  out.started_at = text_at(from, "started_at");
  out.version = text_at(from, "version");
  out.head = text_at(from, "head");
  out.looked_at = count_at(from, "looked_at");
  out.taken = count_at(from, "taken");
  for (const auto& each : list_at(from, "left_out")) {
    if (each.is_object())
      out.left_out.push_back({text_at(each.get_object(), "why"), count_at(each.get_object(), "times")});
  }
  for (const auto& each : list_at(from, "results")) {
    auto result = read_result(each);
    if (!result) return std::nullopt;
    out.results.push_back(std::move(*result));
  }
  out.advice = texts_at(from, "advice");
  out.ms = count_at(from, "ms");
  return out;
}

}  // namespace

json::value result_json(const VariantResult& result) {
  return json::object{{"commit", result.commit},
                      {"kind", name(result.kind)},
                      {"path", result.path},
                      {"edit", result.edit},
                      {"not_made", result.not_made},
                      {"verdict", result.verdict ? name(*result.verdict) : std::string_view()},
                      {"rules", texts_json(result.rules)},
                      {"ms", result.ms},
                      {"proof", name(result.proof)},
                      {"out_of_time", result.out_of_time},
                      {"not_compared", result.not_compared},
                      {"sandbox", result.sandbox}};
}

std::optional<VariantResult> read_result(const json::value& value) {
  if (!value.is_object()) return std::nullopt;
  const auto& from = value.get_object();
  VariantResult out;
  const auto kind = enum_named<VariantKind>(text_at(from, "kind"), k_variant_kinds);
  const auto proof = enum_named<model::ProofLevel>(text_at(from, "proof"), 3);
  if (!kind || !proof) return std::nullopt;
  out.kind = *kind;
  out.proof = *proof;
  out.commit = text_at(from, "commit");
  out.path = text_at(from, "path");
  out.edit = text_at(from, "edit");
  out.not_made = text_at(from, "not_made");
  out.verdict = enum_named<model::FinalVerdict>(text_at(from, "verdict"), 4);
  if (!out.verdict && out.not_made.empty()) return std::nullopt;
  out.not_compared = text_at(from, "not_compared");
  out.sandbox = text_at(from, "sandbox");
  out.rules = texts_at(from, "rules");
  if (const auto* late = from.if_contains("out_of_time"); late != nullptr && late->is_bool())
    out.out_of_time = late->get_bool();
  out.ms = count_at(from, "ms");
  return out;
}

void keep_record(const std::string& git_folder, const std::string& file, const json::value& record) {
  const auto state = make_state_folder(git_folder);
  if (!state) return;
  const auto folder = os::join_path(*state, k_records_folder);
  if (!os::make_private_folder(folder)) return;
  if (os::write_private_file(os::join_path(folder, file), write_json(record)))
    os::remove_oldest(folder, k_most_records);
}

std::optional<json::value> find_record(const std::string& git_folder, const std::string& file) {
  const auto state = state_folder(git_folder);
  if (!state) return std::nullopt;
  const auto text = os::read_file(os::join_path(*state, cat(k_records_folder, "/", file)), k_largest_record);
  if (!text) return std::nullopt;
  auto value = parse_json(*text, "a kept calibration");
  return value ? std::optional(std::move(*value)) : std::nullopt;
}

void keep_calibration(const std::string& git_folder, const Calibration& calibration) {
  keep_record(git_folder, k_last_file, calibration_record(calibration));
}

std::optional<Calibration> last_calibration(const std::string& git_folder) {
  const auto record = find_record(git_folder, k_last_file);
  return record ? read_calibration(*record) : std::nullopt;
}

}  // namespace assay::engine
