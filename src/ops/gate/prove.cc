#include "ops/gate/prove.h"

#include <boost/json.hpp>

#include "base/printable.h"
#include "base/terminal.h"
#include "base/text.h"
#include "ops/gate/check.h"
#include "ops/operation.h"
#include "report/proof.h"
#include "report/terminal.h"

namespace assay::ops {

namespace {

constexpr size_t k_lines_of_each_kind = 20;

// Nothing that was tried went unnoticed, and something was.
bool is_proven(const model::Proof& proof) {
  return proof.unknown.empty() && count_of(proof, model::HunkProof::unproven) == 0 && shows_a_difference(proof) &&
         judges_the_difference(proof);
}

std::string headline(const model::Proof& proof) {
  if (!proof.unknown.empty()) return cat("not known: ", proof.unknown);
  const auto unproven = count_of(proof, model::HunkProof::unproven);
  if (unproven > 0) return cat(plural(unproven, "piece"), " of the change not proven");
  if (is_proven(proof)) return "proven";
  return shows_a_difference(proof) ? "no test judges what the change does"
                                   : "no test can tell the change from the base";
}

json::value schema_of_proof() {
  return json::object{
      {"type", "object"},
      {"properties", json::object{{"proven", json::object{{"type", "boolean"}}},
                                  {"summary", json::object{{"type", "string"}}},
                                  {"run", json::object{{"type", "string"}, {"description", "what explain takes"}}},
                                  {"proof", report::proof_schema()}}},
      {"required", json::array{"proven", "summary", "run", "proof"}},
      {"additionalProperties", false}};
}

}  // namespace

void ProveChange::Request::fields(Fields& f) {
  task_field(f, task);
  base_field(f, base);
  verify_fields(f, verify_commands, verify_timeout_ms);
}

Result<ProofDocument> ProveChange::run(Context& context, const Request& request) {
  CheckChange::Request asked;
  asked.given.task = request.task;
  asked.base = request.base;
  asked.verify_commands = request.verify_commands;
  asked.verify_timeout_ms = request.verify_timeout_ms;
  CheckHere here;
  here.workspace.proof = model::ProofLevel::full;
  here.notice = context.progress();
  TRY_ASSIGN(auto answer, check_here(context, asked, std::move(here)));
  return ProofDocument{std::move(answer.check)};
}

json::value ProofDocument::document() const {
  return json::object{{"proven", is_proven(check.proof)},
                      {"summary", headline(check.proof)},
                      {"run", check.run ? check.run->id : std::string()},
                      {"proof", report::proof_json(check.proof)}};
}

std::string ProofDocument::brief() const {
  return cat(headline(check.proof), "\n", report::proof_terminal(check.proof, k_lines_of_each_kind, false));
}

Ending ProofDocument::ending() const {
  if (!check.proof.unknown.empty()) return Ending::refused;
  return is_proven(check.proof) ? Ending::done : Ending::gate_failed;
}

std::string present(const ProofDocument& answer, const Terminal& terminal) {
  const bool good = is_proven(answer.check.proof);
  return cat(
      terminal.paint(good ? Colour::green : Colour::yellow, cat(good ? "✔ " : "! ", headline(answer.check.proof))),
      "\n", report::proof_terminal(answer.check.proof, k_lines_of_each_kind, terminal.colours));
}

constinit const NamedSchema ProofDocument::k_schema{"proof", "Whether a change is proven", nullptr, schema_of_proof};

constinit const Operation k_prove_operation = runs<ProveChange>(
    {"prove", "find out whether the tests would notice if the change in the work tree were absent or wrong",
     "The check of the work tree with every form of proof tried, whatever the settings say: the change's tests on\n"
     "the code before it, its pieces taken back, its lines broken. Takes longer than `check`. See docs/proof.md.\n\n"
     "Exit status: 0 proven, 1 something is not, 2 it could not be found out.",
     "  {} prove --verify-command pytest\n  {} prove --task \"Add a discount\" --base main --json\n", "POST",
     "/api/prove"});

}  // namespace assay::ops
