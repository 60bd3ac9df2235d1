#include "report/pull_request.h"

#include <boost/json.hpp>

#include "base/text.h"
#include "report/schema_words.h"

namespace assay::report {

json::object pull_request_json(const model::PullRequest& pull) {
  json::object out;
  out["service"] = pull.service;
  out["repository"] = pull.repository;
  out["number"] = pull.number == 0 ? json::value(nullptr) : json::value(pull.number);
  out["url"] = to_utf8(pull.url);
  out["head_commit"] = pull.head_commit;
  out["base_branch"] = to_utf8(pull.base_branch);
  out["policy_commit"] = pull.policy_commit;
  out["merge_base"] = pull.merge_base;
  out["from_fork"] = pull.from_fork;
  out["moved_to"] = pull.moved_to.empty() ? json::value(nullptr) : json::value(pull.moved_to);
  out["status"] = pull.status.empty() ? json::value(nullptr) : json::value(pull.status);
  out["comment"] = pull.comment.empty() ? json::value(nullptr) : json::value(pull.comment);
  json::array notes;
  for (const auto& note : pull.notes) notes.emplace_back(to_utf8(note));
  out["notes"] = std::move(notes);
  return out;
}

json::value pull_request_schema() {
  using namespace schema_words;
  return object_of({{"service", json::object{{"enum", json::array{"github", "gitlab"}}}},
                    {"repository", text()},
                    {"number", or_null("integer")},
                    {"url", text()},
                    {"head_commit", text()},
                    {"base_branch", text()},
                    {"policy_commit", text()},
                    {"merge_base", text()},
                    {"from_fork", flag()},
                    {"moved_to", or_null("string")},
                    {"status", or_null("string")},
                    {"comment", or_null("string")},
                    {"notes", list_of(text())}});
}

}  // namespace assay::report
