#include <boost/json.hpp>

#include "engine/work/agents/instructions.h"

namespace assay::engine {

json::value desk_document(const model::Task& task, const InstructionsMaterial& material) {
  json::array criteria;
  for (const auto& criterion : task.success_criteria) {
    json::object arguments;
    for (const auto& [name, value] : criterion.arguments) arguments[name] = value;
    criteria.push_back(json::object{{"id", criterion.id},
                                    {"claim", criterion.claim},
                                    {"evidence", name(criterion.evidence)},
                                    {"arguments", std::move(arguments)}});
  }
  json::array findings;
  for (const auto& finding : material.findings) {
    findings.push_back(json::object{{"source", finding.source}, {"text", finding.text}});
  }
  json::array answers;
  for (const auto& answered : material.answers) {
    answers.push_back(json::object{{"question", answered.question}, {"answer", answered.answer}});
  }
  json::array files;
  for (const auto& pattern : task.files_modified) files.emplace_back(pattern);
  return json::object{{"id", task.id.text},
                      {"name", task.name},
                      {"instructions", task.instructions},
                      {"acceptance_criteria", task.acceptance_criteria},
                      {"success_criteria", std::move(criteria)},
                      {"files_modified", std::move(files)},
                      {"round", task.round},
                      {"findings", std::move(findings)},
                      {"answers", std::move(answers)},
                      {"context", material.context}};
}

}  // namespace assay::engine
