// The canonical form is text that a person can make with printf and hash with sha256sum: a first
// line that names the form, then every field as a netstring, `<bytes>:<text>,`. JSON would need rules
// about escapes and order to be hashed; a separator would need escapes itself, and a field that
// holds the separator could pass for two. With lengths in front, two different checkpoints never
// have the same form, whatever their texts hold.
#include "audit/chain.h"

#include "base/hash.h"
#include "base/text.h"

namespace assay::audit {

using model::Checkpoint;

const std::string_view k_first_previous = "0000000000000000000000000000000000000000000000000000000000000000";

namespace {

constexpr std::string_view k_form = "assay-checkpoint-v1\n";

void add_field(std::string& out, std::string_view text) {
  out += cat(text.size(), ":");
  out += text;
  out += ',';
}

std::string place(std::uint64_t number, const model::MissionId& mission) {
  return cat("checkpoint ", number, " of ", to_utf8(mission.text));
}

Error wrong_number(const Checkpoint& checkpoint, const Head& head) {
  const std::uint64_t expected = head.count + 1;
  if (checkpoint.number > expected) {
    const std::uint64_t last = checkpoint.number - 1;
    if (last == expected) return corrupt(place(expected, head.mission) + " is missing");
    return corrupt(cat("checkpoints ", expected, " to ", last, " of ", to_utf8(head.mission.text), " are missing"));
  }
  return corrupt(cat(place(checkpoint.number, head.mission), " stands where checkpoint ", expected,
                     " belongs: it was repeated, moved or renumbered"));
}

}  // namespace

std::string canonical_form(const Checkpoint& checkpoint) {
  std::string out;
  out.reserve(512 + checkpoint.title.size() + checkpoint.detail.size());
  out += k_form;
  add_field(out, checkpoint.mission.text);
  add_field(out, cat(checkpoint.number));
  add_field(out, checkpoint.id.text);
  add_field(out, name(checkpoint.kind));
  add_field(out, checkpoint.title);
  add_field(out, checkpoint.detail);
  add_field(out, checkpoint.task.text);
  add_field(out, to_iso(checkpoint.created_at));
  add_field(out, checkpoint.actor);
  add_field(out, checkpoint.previous_hash);
  return out;
}

std::string hash_of(const Checkpoint& checkpoint) { return sha256_hex(canonical_form(checkpoint)); }

Head append(const Head& head, Checkpoint& checkpoint) {
  for (std::string* text : {&checkpoint.title, &checkpoint.detail, &checkpoint.actor}) {
    if (!is_utf8(*text)) *text = to_utf8(*text);
  }
  checkpoint.mission = head.mission;
  checkpoint.number = head.count + 1;
  checkpoint.previous_hash = head.count == 0 ? std::string(k_first_previous) : head.hash;
  checkpoint.hash = hash_of(checkpoint);
  return {head.mission, checkpoint.number, checkpoint.hash};
}

ChainAudit::ChainAudit(model::MissionId mission) : m_head{std::move(mission), 0, std::string(k_first_previous)} {}

Result<void> ChainAudit::next(const Checkpoint& checkpoint) {
  if (checkpoint.mission != m_head.mission) {
    return corrupt(
        cat(place(checkpoint.number, checkpoint.mission), " is in the history of ", to_utf8(m_head.mission.text)));
  }
  if (checkpoint.number != m_head.count + 1) return wrong_number(checkpoint, m_head);
  if (checkpoint.hash != hash_of(checkpoint)) {
    return corrupt(place(checkpoint.number, m_head.mission) + " was changed: its hash does not match");
  }
  if (checkpoint.previous_hash != m_head.hash) {
    const std::string before = m_head.count == 0 ? "the start of the history" : place(m_head.count, m_head.mission);
    return corrupt(cat(place(checkpoint.number, m_head.mission), " does not continue ", before,
                       ": its previous hash is another one, so the history was rewritten here"));
  }
  m_head.count = checkpoint.number;
  m_head.hash = checkpoint.hash;
  return {};
}

Result<void> ChainAudit::finish(const Head& head) const {
  const std::string mission = to_utf8(m_head.mission.text);
  if (head.mission != m_head.mission) {
    return corrupt(cat("the head kept for ", mission, " names ", to_utf8(head.mission.text)));
  }
  if (head.count > m_head.count) {
    return corrupt(cat("the history of ", mission, " was cut: ", plural(m_head.count, "checkpoint"), " of ", head.count,
                       " that its head counts"));
  }
  if (head.count < m_head.count) {
    return corrupt(cat("the history of ", mission, " has ", plural(m_head.count, "checkpoint"), ", its head counts ",
                       head.count, ": something was added behind its back, or the head was set back"));
  }
  if (head.hash != m_head.hash) {
    return corrupt(
        cat("the history of ", mission, " ends with another checkpoint than its head says: ", "it was rewritten"));
  }
  return {};
}

}  // namespace assay::audit
