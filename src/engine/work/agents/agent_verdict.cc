#include "engine/work/agents/agent_verdict.h"

#include "agents/kind.h"
#include "base/hash.h"
#include "base/text.h"
#include "engine/work/agents/instructions.h"

namespace assay::engine {

namespace {

using agents::End;

constexpr size_t k_most_words = 8'000;

enum class VerdictWord { nothing, pass, fail };

// What the lines with the word say; one "fail" outweighs every "pass".
VerdictWord verdict_in(std::string_view text, std::string_view word) {
  VerdictWord out = VerdictWord::nothing;
  for (const auto line : split_lines(text)) {
    const size_t at = line.find(word);
    if (at == std::string_view::npos) continue;
    auto rest = line.substr(at + word.size());
    const size_t letter = rest.find_first_not_of(":*_` \t");
    rest = letter == std::string_view::npos ? std::string_view() : rest.substr(letter);
    if (istarts_with(rest, "fail")) return VerdictWord::fail;
    if (istarts_with(rest, "pass")) out = VerdictWord::pass;
  }
  return out;
}

}  // namespace

std::string verdict_word() { return cat("CHECK-", random_name(10)); }

std::string ask_for_verdict(std::string_view word) {
  return cat("\n## Your answer\n\nEnd your last message with exactly one of these two lines:\n\n", word, ": pass\n",
             word, ": fail\n\nWithout it nothing passes.\n");
}

bool lacks_verdict(const AgentAnswer& answer, std::string_view word) {
  return answer.report.end == End::succeeded && verdict_in(answer.report.summary, word) == VerdictWord::nothing;
}

bool says_fail(const AgentAnswer& answer, std::string_view word) {
  return answer.report.end == End::succeeded && verdict_in(answer.report.summary, word) == VerdictWord::fail;
}

std::string ask_again_for_verdict(const AgentAnswer& answer, std::string_view word) {
  return cat("\n## Once more\n\nYou were asked this before, and your answer had no verdict line. It was:\n\n",
             fenced(excerpt(trim(answer.report.summary), k_most_words)), "\n", ask_for_verdict(word));
}

NoVerdict no_verdict_after_deploy(const agents::Kind& kind) {
  return kind.has_events() ? NoVerdict::proves_nothing : NoVerdict::passes;
}

std::string objection_to(const AgentAnswer& answer, std::string_view word, const git::WorkingCopy::Tampering& touched,
                         NoVerdict meaning) {
  if (answer.report.end != End::succeeded) {
    return cat("The check did not end well (", agents::name(answer.report.end), "): ", answer.report.reason);
  }
  if (!touched.changed.empty() || !touched.untracked.empty()) {
    const auto& first = touched.changed.empty() ? touched.untracked.front() : touched.changed.front();
    return cat("The check changed what it was to look at (", to_utf8(first), "), so it proves nothing.");
  }
  const auto said = verdict_in(answer.report.summary, word);
  if (said == VerdictWord::fail) return "The checker found that it is not as it should be.";
  if (said == VerdictWord::nothing && meaning == NoVerdict::proves_nothing)
    return "The checker ended without its verdict line, so nothing was proven.";
  return {};
}

std::string with_its_words(const std::string& objection, const AgentAnswer& answer) {
  const auto words = trim(answer.report.summary);
  return excerpt(words.empty() ? objection : cat(objection, "\n\n", words), k_most_words);
}

}  // namespace assay::engine
