#include "judge/claim_proof.h"

#include <algorithm>
#include <tuple>

#include "base/text.h"
#include "judge/rule.h"

namespace assay::judge {

namespace {

constexpr size_t k_most_claims = 20;
constexpr size_t k_shortest_claim = 8;  // bytes: "Thanks." is none
constexpr size_t k_enough_words = 2;    // in common, unless these are all words of the test's name
constexpr size_t k_most_lines = 10;

std::string_view without_bullet(std::string_view line) {
  line = trim(line);
  if (line.starts_with("- ") || line.starts_with("* ") || line.starts_with("+ ")) return trim(line.substr(2));
  size_t digits = 0;
  while (digits < line.size() && is_digit(line[digits])) ++digits;
  const bool numbered =
      digits > 0 && digits + 1 < line.size() && (line[digits] == '.' || line[digits] == ')') && line[digits + 1] == ' ';
  return numbered ? trim(line.substr(digits + 2)) : std::string_view();
}

void add_sentences(std::string_view line, std::vector<std::string>& out) {
  for (size_t from = 0; from < line.size();) {
    size_t end = line.find_first_of(".!?", from);
    while (end != std::string_view::npos && end + 1 < line.size() && line[end + 1] != ' ')
      end = line.find_first_of(".!?", end + 1);
    const auto sentence = trim(line.substr(from, end == std::string_view::npos ? end : end - from));
    if (sentence.size() >= k_shortest_claim) out.emplace_back(sentence);
    from = end == std::string_view::npos ? line.size() : end + 1;
  }
}

bool speaks_of(const TaskView::Common& common) {
  return common.shared > 0 && (common.shared >= k_enough_words || common.shared == common.of);
}

int rank_of(const model::ProvenTest& test) {
  if (test.proof == model::TestProof::discriminating) return test.asserted ? 2 : 1;
  return 0;
}

}  // namespace

std::vector<std::string> claims_of(std::string_view task) {
  std::vector<std::string> items, sentences;
  bool fenced = false;
  for (const auto whole : split_lines(task)) {
    const auto line = trim(whole);
    if (line.starts_with("```")) fenced = !fenced;
    if (fenced || line.starts_with("```")) continue;
    const auto item = without_bullet(line);
    if (item.size() >= k_shortest_claim) items.emplace_back(item);
    add_sentences(line, sentences);
  }
  auto out = items.empty() ? std::move(sentences) : std::move(items);
  if (out.size() > k_most_claims) out.resize(k_most_claims);
  return out;
}

std::vector<std::string> lines_proven_by(const model::Proof& proof, std::string_view test) {
  std::vector<std::string> out;
  for (const auto& hunk : proof.hunks) {
    if (hunk.proof != model::HunkProof::proven || hunk.test != test || out.size() == k_most_lines) continue;
    out.push_back(cat(hunk.path, ":", hunk.first, hunk.last > hunk.first ? cat("-", hunk.last) : std::string()));
  }
  return out;
}

void find_proof(const model::Proof& proof, model::CriterionProof& claim) {
  const auto view = view_task(claim.claim);
  const model::ProvenTest* best = nullptr;
  std::pair<size_t, int> most{};
  for (const auto& test : proof.tests) {
    const auto common = view.in_common(test.test);
    const std::pair now{common.shared, rank_of(test)};
    if (!speaks_of(common) || (best != nullptr && now <= most)) continue;
    best = &test;
    most = now;
  }
  if (best == nullptr) return;
  claim.test = best->test;
  claim.proof = best->proof;
  claim.detail = cat(best->detail, "; found by its name");
  claim.lines = lines_proven_by(proof, best->test);
}

std::vector<model::CriterionProof> prove_claims(std::string_view task, const model::Proof& proof) {
  std::vector<model::CriterionProof> out;
  if (proof.level == model::ProofLevel::off || !proof.unknown.empty()) return out;
  for (auto& text : claims_of(task)) {
    model::CriterionProof claim;
    claim.id = cat("C-", out.size() + 1);
    claim.claim = std::move(text);
    claim.detail = k_no_proof;
    find_proof(proof, claim);
    out.push_back(std::move(claim));
  }
  return out;
}

}  // namespace assay::judge
