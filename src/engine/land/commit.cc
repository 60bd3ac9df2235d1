#include "engine/land/commit.h"

#include "base/text.h"
#include "git/commit.h"
#include "git/merge.h"

namespace assay::engine {

using model::LandStrategy;

namespace {

// One line without control characters: a title must not bring lines of its own.
std::string one_line(std::string_view text, size_t limit) {
  std::string out = excerpt(to_utf8(trim(text)), limit);
  for (char& c : out) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = ' ';
  }
  return out;
}

std::string task_lines(const LandMessage& message) {
  std::string out;
  for (const auto& task : message.tasks) out += cat("- ", one_line(task, 100), "\n");
  return out;
}

std::string trailers(const LandMessage& message) {
  return cat("Assay-Mission: ", message.mission, "\nAssay-Verdict: ", message.verdict,
             "\nAssay-Evidence: sha256:", message.evidence, "\n");
}

std::string fill(std::string_view form, const LandMessage& message) {
  std::string out(form);
  out = replace_all(std::move(out), "{mission}", message.mission);
  out = replace_all(std::move(out), "{target}", message.target);
  out = replace_all(std::move(out), "{tasks}", task_lines(message));
  return replace_all(std::move(out), "{title}", one_line(message.title, 200));
}

Error other_tree(const LandTerms& terms, std::string_view why) {
  return conflict(cat("a ", name(terms.strategy), " does not give the tree that was verified (", why,
                      "); land with --strategy merge or squash"));
}

// ---- rebase ------------------------------------------------------------------------------------

struct Original {
  std::string id;
  git::Author author;
  std::string message;
};

// The commits of the work that are no merges, oldest first.
Result<std::vector<Original>> originals(const git::Repository& repository, const LandTerms& terms) {
  TRY_ASSIGN(const auto answer,
             repository.ask_sealed(
                 {.arguments = {"rev-list", "--reverse", "--topo-order", "--no-merges", "--no-commit-header",
                                "--format=%H%x00%an%x00%ae%x00%at%x00%B%x00", terms.work, cat("^", terms.base)}}));
  if (!answer.ok()) return repository.refusal("rev-list", answer);
  const auto fields = split(answer.output, '\0');
  std::vector<Original> out;
  for (size_t i = 0; i + 4 < fields.size(); i += 5) {
    Original each;
    each.id = trim(fields[i]);
    each.author = {std::string(fields[i + 1]), std::string(fields[i + 2]),
                   static_cast<std::int64_t>(parse_uint(fields[i + 3]).value_or(0))};
    each.message = trim(fields[i + 4]);
    out.push_back(std::move(each));
  }
  return out;
}

std::string rebased_message(const Original& original, const LandTerms& terms, bool last) {
  if (!last) return cat(original.message, "\n\nAssay-Mission: ", terms.mission, "\n");
  const size_t trailer = terms.message.find("Assay-Mission: ");
  return cat(original.message, "\n\n", terms.message.substr(std::min(trailer, terms.message.size())));
}

Result<std::string> rebase(const git::Repository& repository, const LandTerms& terms) {
  TRY_ASSIGN(const auto commits, originals(repository, terms));
  if (commits.empty()) return other_tree(terms, "the work has no commits of its own");
  std::string tip = terms.onto;
  for (size_t i = 0; i < commits.size(); ++i) {
    const auto& each = commits[i];
    const git::MergeBranch change{each.id, each.id, rebased_message(each, terms, i + 1 == commits.size()), each.author,
                                  terms.signing};
    TRY_ASSIGN(const auto replayed, git::replay(repository, tip, change, terms.date));
    if (!replayed.commit) return other_tree(terms, cat("commit ", each.id.substr(0, 12), " does not apply alone"));
    tip = replayed.commit->id;
  }
  return tip;
}

}  // namespace

LandMessage message_for(const model::Mission& mission, const std::vector<model::Task>& tasks, std::string evidence) {
  LandMessage out{mission.title, mission.id.text, mission.target_branch, {}, "passed", std::move(evidence)};
  for (const auto& task : tasks) {
    if (task.state == model::TaskState::completed && counted(task) == model::Counted::work) {
      out.tasks.push_back(task.name);
    }
  }
  return out;
}

std::string compose_message(const LandMessage& message, std::string_view form, LandStrategy strategy) {
  const std::string_view ours = strategy == LandStrategy::merge ? "Merge: {title}\n\n{tasks}" : "{title}\n\n{tasks}";
  const std::string text = fill(trim(form).empty() ? ours : form, message);
  return cat(trim(text), "\n\n", trailers(message));
}

Result<std::string> make_landing_commit(const git::Repository& repository, const LandTerms& terms) {
  if (terms.strategy == LandStrategy::rebase) {
    TRY_ASSIGN(auto tip, rebase(repository, terms));
    TRY_ASSIGN(const auto tree, git::tree_of(repository, tip));
    if (tree != terms.tree) return other_tree(terms, cat("it gives ", tree.substr(0, 12)));
    return tip;
  }
  git::NewCommit commit{terms.tree, {terms.onto}, terms.message, terms.date, {}, terms.signing};
  if (terms.strategy == LandStrategy::merge) commit.parents.push_back(terms.work);
  return git::make_commit(repository, commit);
}

}  // namespace assay::engine
