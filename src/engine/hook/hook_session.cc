#include "engine/hook/hook_session.h"

#include <boost/json.hpp>

#include "base/hash.h"
#include "base/json.h"
#include "base/text.h"
#include "os/files.h"
#include "os/private_file.h"

namespace assay::engine {

namespace {

constexpr std::uint64_t k_largest_record = 4 << 20;
constexpr size_t k_sessions_most = 200;
constexpr size_t k_judgements_most = 500;
constexpr size_t k_trees_most = 100;
constexpr size_t k_kept_prompts_most = 50;
constexpr std::int64_t k_judgement_holds_ms = std::int64_t{24} * 60 * 60 * 1000;

std::string record_path(const std::string& state, std::string_view folder, const std::string& name) {
  return cat(state, "/hooks/", folder, "/", sha256_hex(name).substr(0, 32), ".json");
}

json::object read_record(const std::string& path) {
  const auto text = os::read_file(path, k_largest_record);
  auto value = text ? parse_json(*text, path) : Result<json::value>(json::value());
  return value && value->is_object() ? std::move(value->get_object()) : json::object();
}

Result<void> write_record(const std::string& path, size_t most, const json::object& record) {
  const auto folder = os::parent_path(path);
  TRY(os::make_folders(folder));
  TRY(os::write_private_file(path, write_json(record) + "\n"));
  os::remove_oldest(folder, most);
  return {};
}

std::uint64_t count_in(const json::value& value) {
  if (value.is_uint64()) return value.get_uint64();
  return value.is_int64() && value.get_int64() > 0 ? static_cast<std::uint64_t>(value.get_int64()) : 0;
}

}  // namespace

HookSession read_session(const std::string& state, const std::string& name) {
  const auto record = read_record(record_path(state, "sessions", name));
  HookSession out;
  out.start = text_at(record, "start");
  if (const auto* prompts = record.if_contains("prompts"); prompts != nullptr && prompts->is_array()) {
    for (const auto& each : prompts->get_array()) {
      if (each.is_string()) out.prompts.emplace_back(std::string_view(each.get_string()));
    }
  }
  if (const auto* trees = record.if_contains("sent_back"); trees != nullptr && trees->is_object()) {
    for (const auto& [tree, times] : trees->get_object())
      out.sent_back[std::string(std::string_view(tree))] = count_in(times);
  }
  if (const auto* in_a_row = record.if_contains("sent_back_in_a_row")) out.sent_back_in_a_row = count_in(*in_a_row);
  return out;
}

Result<void> keep_session(const std::string& state, const std::string& name, const HookSession& session) {
  json::array prompts;
  for (size_t i = 0; i < session.prompts.size() && i < k_kept_prompts_most; ++i)
    prompts.emplace_back(std::string_view(session.prompts[i]));
  json::object trees;
  for (const auto& [tree, times] : session.sent_back) {
    if (trees.size() < k_trees_most) trees[tree] = times;
  }
  return write_record(record_path(state, "sessions", name), k_sessions_most,
                      {{"start", session.start},
                       {"prompts", std::move(prompts)},
                       {"sent_back", std::move(trees)},
                       {"sent_back_in_a_row", session.sent_back_in_a_row}});
}

bool find_judgement(const std::string& state, const std::string& key, std::int64_t now_ms, KeptJudgement& out) {
  const auto record = read_record(record_path(state, "judgements", key));
  const auto* at = record.if_contains("at_ms");
  if (at == nullptr || !at->is_int64() || text_at(record, "key") != key) return false;
  if (now_ms < at->get_int64() || now_ms - at->get_int64() > k_judgement_holds_ms) return false;
  out = {text_at(record, "final_verdict"), text_at(record, "reason"), text_at(record, "run")};
  return !out.final_verdict.empty();
}

Result<void> keep_judgement(const std::string& state, const std::string& key, std::int64_t now_ms,
                            const KeptJudgement& judgement) {
  return write_record(record_path(state, "judgements", key), k_judgements_most,
                      {{"key", key},
                       {"at_ms", now_ms},
                       {"final_verdict", judgement.final_verdict},
                       {"reason", judgement.reason},
                       {"run", judgement.run}});
}

}  // namespace assay::engine
