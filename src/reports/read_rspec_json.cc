// What `rspec --format json` writes at its end: {"examples": […], "summary": {…}}. The examples are parsed one by one.
#include <string>

#include <boost/json.hpp>

#include "base/json.h"
#include "base/text.h"
#include "reports/failure.h"
#include "reports/json_parts.h"
#include "reports/readers.h"

namespace assay::reports {

namespace {

class RspecReader {
 public:
  RspecReader(std::string_view text, Draft& draft) : m_text(text), m_draft(draft) {}

  void read() {
    blanks();
    if (!skip('{')) return m_draft.break_off("it does not begin with a JSON object");
    if (!members()) return;
    blanks();
    if (m_at < m_text.size()) m_draft.break_off(cat("byte ", m_at, ": more follows the JSON object"));
    if (!m_summary_seen) return m_draft.break_off("it has no summary");
    check_totals();
  }

 private:
  struct Totals {
    std::uint64_t examples = 0, failures = 0, pending = 0;
    bool operator==(const Totals&) const = default;
  };

  bool members() {
    blanks();
    if (skip('}')) return true;
    while (true) {
      if (!member()) return false;
      blanks();
      if (skip('}')) return true;
      if (!skip(',')) return cut();
      blanks();
    }
  }

  bool member() {
    const auto key = json_value_at(m_text, m_at);
    if (!key || !key->starts_with('"')) return cut();
    m_at += key->size();
    blanks();
    if (!skip(':')) return cut();
    blanks();
    if (*key == "\"examples\"") return m_examples_seen ? twice() : (m_examples_seen = true, examples());
    const auto value = json_value_at(m_text, m_at);
    if (!value) return cut();
    m_at += value->size();
    if (*key == "\"summary\"") return m_summary_seen ? twice() : (m_summary_seen = true, summary(*value));
    if (*key == "\"messages\"") m_messages = joined_texts(*value);
    return true;
  }

  static std::string joined_texts(std::string_view array) {
    std::string all;
    if (array.size() > k_most_text_read) return all;
    const auto parsed = parse_json(array, "messages");
    if (!parsed || !parsed->is_array()) return all;
    for (const auto& item : parsed->get_array()) {
      if (item.is_string()) all += cat(trim(std::string_view(item.get_string())), "\n");
    }
    return all;
  }

  bool examples() {
    if (!skip('[')) return cut();
    blanks();
    if (skip(']')) return true;
    while (true) {
      const auto item = json_value_at(m_text, m_at);
      if (!item) return cut();
      m_at += item->size();
      example(*item);
      if (m_draft.is_hopeless()) return false;
      blanks();
      if (skip(']')) return true;
      if (!skip(',')) return cut();
      blanks();
    }
  }

  void example(std::string_view item) {
    const std::string where = cat("example ", ++m_found.examples);
    const auto parsed = parse_object(item, where);
    if (!parsed) return m_draft.break_off(parsed.error().message);
    const json::object& example = *parsed;
    const std::string status = text_at(example, "status");
    ReportedTest test;
    test.name = text_at(example, "full_description");
    test.file = text_at(example, "file_path");
    test.suite = group_of(test.name, text_at(example, "description"));
    test.seconds = number_at(example, "run_time");
    if (status == "failed") {
      ++m_found.failures;
      test.outcome = logs::Outcome::failed;
      const auto* exception = example.if_contains("exception");
      if (exception != nullptr && exception->is_object()) {
        test.message = text_at(exception->get_object(), "message");
        test.failure = failure_of_type(text_at(exception->get_object(), "class"));
      }
    } else if (status == "pending") {
      ++m_found.pending;
      test.outcome = logs::Outcome::skipped;
      test.message = text_at(example, "pending_message");
    } else if (status != "passed") {
      return m_draft.break_off(cat(where, ": its status is \"", excerpt(status, 40), "\""));
    }
    m_draft.add(std::move(test));
  }

  // "Auth inner" of "Auth inner denies guests".
  static std::string group_of(std::string_view full, std::string_view description) {
    if (description.empty() || !full.ends_with(description)) return {};
    return std::string(trim(full.substr(0, full.size() - description.size())));
  }

  bool summary(std::string_view text) {
    const auto parsed = parse_object(text, "summary");
    if (!parsed) return m_draft.break_off(parsed.error().message), false;
    const auto count = [&](std::string_view key) {
      const auto number = integer_at(*parsed, key);
      return number && *number > 0 ? static_cast<std::uint64_t>(*number) : 0;
    };
    m_stated = {count("example_count"), count("failure_count"), count("pending_count")};
    m_errors_outside = count("errors_outside_of_examples_count");
    return true;
  }

  void check_totals() {
    if (m_errors_outside > 0) {
      m_draft.add({.name = "(outside of examples)",
                   .outcome = logs::Outcome::failed,
                   .message = cat(plural(m_errors_outside, "error"), " outside of examples: ", m_messages),
                   .failure = Failure::error});
    }
    if (m_stated == m_found) return;
    m_draft.note(cat("its summary says ", m_stated.examples, " examples, ", m_stated.failures, " failures, ",
                     m_stated.pending, " pending; it has ", m_found.examples, ", ", m_found.failures, ", ",
                     m_found.pending));
  }

  bool cut() { return m_draft.break_off(cat("byte ", m_at, ": it is cut off or malformed")), false; }
  bool twice() { return m_draft.break_off(cat("byte ", m_at, ": a key is given twice")), false; }

  void blanks() {
    while (m_at < m_text.size() && is_space(m_text[m_at])) ++m_at;
  }
  bool skip(char c) {
    if (m_at >= m_text.size() || m_text[m_at] != c) return false;
    ++m_at;
    return true;
  }

  std::string_view m_text;
  Draft& m_draft;
  std::size_t m_at = 0;
  bool m_examples_seen = false, m_summary_seen = false;
  Totals m_stated, m_found;
  std::uint64_t m_errors_outside = 0;
  std::string m_messages;
};

}  // namespace

void read_rspec_json(std::string_view text, Draft& draft) { RspecReader(text, draft).read(); }

}  // namespace assay::reports
