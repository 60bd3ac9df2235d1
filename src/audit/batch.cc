#include "audit/batch.h"

#include <boost/json.hpp>

#include "audit/statement.h"
#include "base/hash.h"
#include "base/text.h"

namespace assay::audit {

namespace {

std::string text_of(const json::value& value, std::string_view key) {
  const auto* object = value.if_object();
  const auto* found = object == nullptr ? nullptr : object->if_contains(key);
  return found != nullptr && found->is_string() ? std::string(found->get_string()) : std::string();
}

std::uint64_t number_of(const json::value& value, std::string_view key) {
  const auto* object = value.if_object();
  const auto* found = object == nullptr ? nullptr : object->if_contains(key);
  if (found == nullptr) return 0;
  boost::system::error_code error;
  const auto number = found->to_number<std::uint64_t>(error);
  return error ? 0 : number;
}

std::string place(std::uint64_t position, const std::vector<BatchLanding>& landings) {
  return cat("landing ", position, " of ", landings.size(), " of its batch (mission ", landings[position - 1].mission,
             ", commit ", landings[position - 1].commit, ")");
}

Result<void> check_list(const Batch& batch, const json::value& document, const Subject& subject,
                        std::string_view mission) {
  const auto& landings = batch.landings;
  boost::system::error_code error;
  const auto* digest = document.find_pointer("/digest/sha256", error);
  if (digest == nullptr || !digest->is_string() || digest->get_string() != digest_of(landings) ||
      number_of(document, "count") != landings.size()) {
    return corrupt("the list of its batch does not have the digest and the count that it says");
  }
  std::set<std::string_view> seen;
  for (const auto& landing : landings) {
    if (!seen.insert(landing.mission).second || !seen.insert(landing.commit).second) {
      return corrupt(cat("its batch names ", landing.mission, " or its commit twice"));
    }
  }
  if (landings.back().commit != subject.commit || landings.back().tree != subject.tree) {
    return corrupt("its batch does not end with the commit and the tree that it is about");
  }
  if (batch.position < 1 || batch.position > landings.size() || landings[batch.position - 1].mission != mission) {
    return corrupt("it does not have the place in its batch that it says");
  }
  return {};
}

}  // namespace

std::string batch_text(const std::vector<BatchLanding>& landings) {
  std::string text;
  for (size_t i = 0; i < landings.size(); ++i) {
    const auto& each = landings[i];
    text += cat(i + 1, " ", each.mission, " ", each.commit, " ", each.tree, "\n");
  }
  return text;
}

std::string digest_of(const std::vector<BatchLanding>& landings) { return sha256_hex(batch_text(landings)); }

json::object batch_json(const Batch& batch) {
  json::array landings;
  for (size_t i = 0; i < batch.landings.size(); ++i) {
    const auto& each = batch.landings[i];
    landings.push_back(
        json::object{{"position", i + 1}, {"mission", each.mission}, {"commit", each.commit}, {"tree", each.tree}});
  }
  return {{"position", batch.position},
          {"count", batch.landings.size()},
          {"digest", json::object{{"sha256", digest_of(batch.landings)}}},
          {"landings", std::move(landings)}};
}

Result<Batch> read_batch(const json::value& predicate, const Subject& subject) {
  const auto* object = predicate.if_object();
  const auto* document = object == nullptr ? nullptr : object->if_contains("batch");
  const auto* list =
      document == nullptr || !document->is_object() ? nullptr : document->get_object().if_contains("landings");
  if (list == nullptr || !list->is_array() || list->get_array().empty()) return corrupt("it does not name its batch");
  Batch out;
  out.position = number_of(*document, "position");
  for (const auto& item : list->get_array()) {
    out.landings.push_back({text_of(item, "mission"), text_of(item, "commit"), text_of(item, "tree")});
    if (number_of(item, "position") != out.landings.size()) return corrupt("the list of its batch is not in order");
  }
  TRY(check_list(out, *document, subject, text_of(predicate, "mission")));
  return out;
}

Result<void> BatchSequence::next(const Batch& batch) {
  if (m_open.empty() || batch.landings != m_open) {
    TRY(finish());
    if (m_closed.contains(digest_of(batch.landings))) {
      return corrupt(cat(place(batch.position, batch.landings), " is there twice"));
    }
    if (batch.position != 1) return corrupt(cat(place(1, batch.landings), " is missing or not in its place"));
    m_open = batch.landings;
    m_seen = 0;
  }
  if (batch.position <= m_seen) return corrupt(cat(place(batch.position, m_open), " is there twice"));
  if (batch.position != m_seen + 1) return corrupt(cat(place(m_seen + 1, m_open), " is missing or not in its place"));
  if (++m_seen < m_open.size()) return {};
  m_closed.insert(digest_of(m_open));
  m_open.clear();
  return {};
}

Result<void> BatchSequence::finish() const {
  if (m_open.empty()) return {};
  return corrupt(cat(place(m_seen + 1, m_open), " is missing"));
}

}  // namespace assay::audit
