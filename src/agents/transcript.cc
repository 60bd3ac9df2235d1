#include "agents/transcript.h"

#include <algorithm>

#include <boost/json.hpp>

#include "agents/kind.h"
#include "base/redact.h"
#include "base/text.h"

namespace assay::agents {

namespace {

constexpr size_t k_longest = 24'000;  // bytes of a text; who wants more looks at the output itself

// Each kind is known by an event that no other has. Asked from the end of the list: the kinds there mark every event
// with a key of their own.
std::unique_ptr<Reader> reader_of(const json::object& event) {
  const auto kind = std::find_if(std::rbegin(k_kinds), std::rend(k_kinds), [&](const Kind* each) {
    return each->recognises != nullptr && each->recognises(event);
  });
  return kind == std::rend(k_kinds) ? nullptr : (*kind)->reader({}, nullptr);
}

// Up to so many bytes, and no half of a character.
std::string_view beginning_of(std::string_view text) {
  if (text.size() <= k_longest) return text;
  size_t end = k_longest;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
  return text.substr(0, end);
}

}  // namespace

std::string transcript_line(const Event& event) {
  if (event.what == Event::What::usage) return {};
  const std::string text = redact(to_utf8(event.text));
  const auto shown = beginning_of(text);
  if (trim(shown).empty() && event.what != Event::What::tool_result && !event.goes_on) return {};
  json::object out{{"what", name(event.what)}, {"text", shown}};
  if (shown.size() < text.size()) out["left_out"] = text.size() - shown.size();
  if (!event.arguments.empty()) out["arguments"] = redact(to_utf8(event.arguments));
  if (!event.call.empty()) out["call"] = to_utf8(excerpt(event.call, 100));
  if (event.failed) out["failed"] = true;
  if (event.goes_on) out["goes_on"] = true;
  return write_json(out) + "\n";
}

void Transcript::line(std::string_view text, std::string& out) {
  const auto trimmed = trim(text);
  if (m_reader == nullptr && trimmed.starts_with('{')) {
    const auto value = parse_json(trimmed, "event");
    if (value && value->is_object()) m_reader = reader_of(value->get_object());
  }
  const auto on_event = [&](const Event& event) { out += transcript_line(event); };
  if (m_reader == nullptr) return on_event({Event::What::note, std::string(text)});
  m_reader->line(text, on_event);
}

std::string Transcript::take(std::string_view chunk) {
  std::string out;
  m_lines.take(chunk, [&](std::string_view text) { line(text, out); });
  return out;
}

std::string Transcript::finish() {
  std::string out;
  m_lines.finish([&](std::string_view text) { line(text, out); });
  return out;
}

}  // namespace assay::agents
