#include "hooks/task.h"

#include <algorithm>

#include <boost/json.hpp>

#include "base/json.h"
#include "base/text.h"

namespace assay::hooks {

namespace {

constexpr size_t k_prompts_most = 50;
constexpr size_t k_task_bytes = 32 << 10;

// Texts in the place of a prompt that no person wrote: what clients say of commands, of the surroundings and of hooks.
constexpr std::string_view k_not_of_a_person[] = {
    "<command-",          "<local-command",
    "<system-reminder",   "<environment_context",
    "<user_instructions", "<permissions",
    "<hook_prompt",       "<session_context",
    "<turn_aborted",      "# AGENTS.md instructions",
    "Caveat: ",           "[Request interrupted",
    "Stop hook feedback", "This session is being continued",
};

bool is_of_a_person(std::string_view text) {
  const auto begins = [&](std::string_view head) { return text.starts_with(head); };
  if (std::any_of(std::begin(k_not_of_a_person), std::end(k_not_of_a_person), begins)) return false;
  return !contains(text.substr(0, 400), k_own_words);
}

std::string text_of(const json::value* content) {
  if (content == nullptr) return {};
  if (content->is_string()) return std::string(std::string_view(content->get_string()));
  if (content->is_object()) return text_at(content->get_object(), "text");
  if (!content->is_array()) return {};
  std::string out;
  for (const auto& part : content->get_array()) {
    const auto text = part.is_object() ? text_at(part.get_object(), "text") : std::string();
    if (!text.empty() && is_of_a_person(trim(text))) out += cat(out.empty() ? "" : "\n", text);
  }
  return out;
}

const json::object* object_at(const json::object& from, std::string_view key) {
  const auto* value = from.if_contains(key);
  return value != nullptr && value->is_object() ? &value->get_object() : nullptr;
}

bool is_true(const json::object& from, std::string_view key) {
  const auto* value = from.if_contains(key);
  return value != nullptr && value->is_bool() && value->get_bool();
}

// codex writes each prompt twice: as the person gave it (said), and as the model got it, beside other texts (sent).
struct Found {
  std::vector<std::string> said;
  std::vector<std::string> sent;

  void add(std::vector<std::string>& to, std::string text) {
    const auto trimmed = trim(text);
    if (!trimmed.empty() && is_of_a_person(trimmed) && to.size() < k_prompts_most) to.emplace_back(trimmed);
  }
};

void read_entry(const json::object& entry, Found& found) {
  if (is_true(entry, "isMeta") || is_true(entry, "isSidechain")) return;
  const auto type = text_at(entry, "type");
  const auto* payload = object_at(entry, "payload");
  if (type == "user") {
    const auto* message = object_at(entry, "message");
    found.add(found.said, text_of((message != nullptr ? *message : entry).if_contains("content")));
  } else if (type == "user.message") {
    if (const auto* data = object_at(entry, "data")) found.add(found.said, text_of(data->if_contains("content")));
  } else if (type == "event_msg" && payload != nullptr && text_at(*payload, "type") == "user_message") {
    found.add(found.said, text_at(*payload, "message"));
  } else if (type == "response_item" && payload != nullptr && text_at(*payload, "role") == "user") {
    found.add(found.sent, text_of(payload->if_contains("content")));
  } else if (type.empty() && text_at(entry, "role") == "user") {
    const auto* message = object_at(entry, "message");
    found.add(found.said, text_of((message != nullptr ? *message : entry).if_contains("content")));
  }
}

// In a sentence with one of these it is not certain that a file is to be edited.
constexpr std::string_view k_denials[] = {
    "not",  "never", "don't", "dont",   "doesn't", "won't", "can't",     "cannot",    "mustn't", "shouldn't", "without",
    "no",   "nor",   "leave", "keep",   "except",  "avoid", "unchanged", "untouched", "nicht",   "kein",      "keine",
    "ohne", "nie",   "pas",   "jamais", "sans",    "nunca", "sin",       "non",       "mai",     "senza",     "sem"};

bool is_part_of_path(char c) {
  return is_alnum(c) || c == '_' || c == '-' || c == '/' || c == '\\' || static_cast<unsigned char>(c) >= 0x80;
}

// A point ends a sentence before a blank; within a name it does not.
bool ends_sentence(std::string_view text, size_t at) {
  if (is_one_of(text.substr(at, 1), {"\n", ";", "!", "?"})) return true;
  return text[at] == '.' && (at + 1 == text.size() || text[at + 1] == ' ' || text[at + 1] == '\n');
}

std::string_view sentence_around(std::string_view text, size_t begin, size_t end) {
  size_t from = begin;
  while (from > 0 && !ends_sentence(text, from - 1)) --from;
  while (end < text.size() && !ends_sentence(text, end)) ++end;
  return text.substr(from, end - from);
}

bool denies(std::string_view sentence) {
  const std::string low = replace_all(lower(sentence), "\u2019", "'");
  std::string word;
  for (const char c : cat(low, " ")) {
    if (is_alnum(c) || c == '\'') {
      word += c;
      continue;
    }
    if (std::find(std::begin(k_denials), std::end(k_denials), word) != std::end(k_denials)) return true;
    word.clear();
  }
  return false;
}

}  // namespace

bool asks_to_edit(std::string_view task, std::string_view path) {
  if (path.empty()) return false;
  // A file called `tests` is named by that word in quotes only.
  const bool is_plain_word = std::all_of(path.begin(), path.end(), [](char c) { return c >= 'a' && c <= 'z'; });
  for (size_t at = task.find(path); at != std::string_view::npos; at = task.find(path, at + 1)) {
    const size_t end = at + path.size();
    const bool begins = at == 0 || (!is_part_of_path(task[at - 1]) && task[at - 1] != '.') ||
                        (at >= 2 && task.substr(at - 2, 2) == "./" && (at == 2 || !is_part_of_path(task[at - 3])));
    const bool goes_on = end < task.size() && (is_part_of_path(task[end]) ||
                                               (task[end] == '.' && end + 1 < task.size() && is_alnum(task[end + 1])));
    const bool quoted = at > 0 && is_one_of(task.substr(at - 1, 1), {"`", "'", "\""});
    if (begins && !goes_on && (quoted || !is_plain_word) && !denies(sentence_around(task, at, end))) return true;
  }
  return false;
}

bool asks_about(std::string_view task, const std::vector<std::string>& words) {
  for (const auto& word : words) {
    for (size_t at = ifind_word(task, word); at != std::string_view::npos; at = ifind_word(task, word, at + 1)) {
      if (!denies(sentence_around(task, at, at + word.size()))) return true;
    }
  }
  return false;
}

std::vector<std::string> prompts_of(std::string_view transcript) {
  Found found;
  const auto whole = parse_json(transcript, "transcript");
  const auto* messages = whole && whole->is_object() ? whole->get_object().if_contains("messages") : nullptr;
  if (messages != nullptr && messages->is_array()) {
    for (const auto& each : messages->get_array()) {
      if (each.is_object()) read_entry(each.get_object(), found);
    }
  } else {
    for (const auto line : split_lines(transcript)) {
      // Most lines are what the agent did. A prompt's line says somewhere that it is a user's.
      if (!contains(line, "user")) continue;
      const auto entry = parse_json(line, "transcript");
      if (entry && entry->is_object()) read_entry(entry->get_object(), found);
    }
  }
  return found.said.empty() ? std::move(found.sent) : std::move(found.said);
}

std::string task_of(const std::vector<std::string>& prompts) {
  std::vector<std::string> once;
  size_t bytes = 0;
  for (const auto& prompt : prompts) {
    if (std::find(once.begin(), once.end(), prompt) != once.end()) continue;
    once.push_back(excerpt(prompt, k_task_bytes - bytes));
    bytes += once.back().size();
    if (bytes + 16 >= k_task_bytes) break;
  }
  return join(once, "\n\n");
}

}  // namespace assay::hooks
