#include "engine/telemetry/sent_spans.h"

#include <boost/json.hpp>

#include "base/json.h"

namespace assay::engine {

namespace {

std::optional<std::int64_t> number_in(const json::object& from, std::string_view key) {
  const auto* value = from.if_contains(key);
  return value != nullptr && value->is_int64() ? std::optional(value->get_int64()) : std::nullopt;
}
std::optional<Time> time_in(const json::object& from, std::string_view key) {
  const auto number = number_in(from, key);
  return number ? std::optional(Time{*number}) : std::nullopt;
}
std::uint64_t count_in(const json::object& from, std::string_view key) {
  const auto number = number_in(from, key).value_or(0);
  return number < 0 ? 0 : static_cast<std::uint64_t>(number);
}

SentSpans::OfMission mission_in(const json::object& from) {
  SentSpans::OfMission out;
  out.touched = time_in(from, "touched").value_or(Time{});
  const auto* ids = from.if_contains("spans");
  if (ids == nullptr || !ids->is_array()) return out;
  for (const auto& id : ids->get_array()) {
    if (id.is_string()) out.ids.emplace(id.get_string());
  }
  return out;
}

}  // namespace

std::optional<SentSpans> parse_sent_spans(std::string_view text) {
  const auto document = parse_json(text, "telemetry.json");
  if (!document || !document->is_object()) return std::nullopt;
  const auto& from = document->get_object();
  const auto since = time_in(from, "since");
  const auto place = number_in(from, "place");
  if (!since || !place) return std::nullopt;
  SentSpans out;
  out.since = *since;
  out.place = *place;
  out.sent_at = time_in(from, "sentAt");
  out.tried_at = time_in(from, "triedAt");
  out.spans = count_in(from, "spans");
  out.events = count_in(from, "events");
  out.refused = count_in(from, "refused");
  out.refused_events = count_in(from, "refusedEvents");
  out.error = text_at(from, "error");
  out.warning = text_at(from, "warning");
  const auto* missions = from.if_contains("missions");
  if (missions == nullptr || !missions->is_object()) return out;
  for (const auto& [id, value] : missions->get_object()) {
    if (value.is_object()) out.missions.emplace(std::string(id), mission_in(value.get_object()));
  }
  return out;
}

std::string write_sent_spans(const SentSpans& sent) {
  json::object missions;
  for (const auto& [id, of] : sent.missions) {
    missions[id] = json::object{{"touched", of.touched.ms}, {"spans", json::array(of.ids.begin(), of.ids.end())}};
  }
  json::object out{{"since", sent.since.ms}, {"place", sent.place},     {"spans", sent.spans},
                   {"events", sent.events},  {"refused", sent.refused}, {"refusedEvents", sent.refused_events},
                   {"error", sent.error},    {"warning", sent.warning}};
  if (sent.sent_at) out["sentAt"] = sent.sent_at->ms;
  if (sent.tried_at) out["triedAt"] = sent.tried_at->ms;
  out["missions"] = std::move(missions);
  return write_json(out);
}

}  // namespace assay::engine
