// Nearly all text is dull, and logs of gigabytes pass through here. The scan therefore looks at two
// bytes at a time against a bit table of the pairs with which something interesting starts or, for
// key=value, ends: "gh", "AK", "--", "d=", "\":". Only there is the text read closely. Every close
// look is bounded, and what was accepted is never looked at again, so time is linear.
#include "base/redact.h"

#include <algorithm>
#include <array>
#include <cstdint>

#include "base/secret_assignments.h"
#include "base/secret_shapes.h"
#include "base/secret_values.h"
#include "base/text.h"

namespace assay {
namespace {

using namespace secret_assignments;

constexpr size_t k_line = 64 * 1024;  // the longest line held whole
constexpr size_t k_overlap = 4096;    // of a longer line, what two pieces share
constexpr size_t k_key_reach = 256;   // a value starts at most this far behind its key

const secret_shapes::PairTable& pairs() {
  static const secret_shapes::PairTable table = [] {
    secret_shapes::PairTable p = secret_shapes::starts();
    const auto add = [&](char a, char b) {
      const unsigned index = secret_shapes::pair_index(a, b);
      p[index >> 5] |= 1u << (index & 31);
    };
    for (char end : k_key_ends)
      for (char separator : {'=', ':', '>'}) add(end, separator);
    for (char end : {'"', '\'', '`', ' ', ']', '?', '!', '\t'})
      for (char separator : {'=', ':'}) add(end, separator);
    add('-', '-');
    add(':', '/');
    return p;
  }();
  return table;
}

struct Event {
  Secret secret;
  size_t key_header = std::string_view::npos;  // behind "-----BEGIN … PRIVATE KEY-----" that ends its line
};

// A key written in one line, with "\n" for its line ends; else the block starts here.
bool match_private_key(std::string_view text, size_t header, Event& out) {
  size_t end = header;
  while (end < text.size() && text[end] != '\n' && text.compare(end, 5, "-----") != 0 && text[end] != '"') ++end;
  const std::string_view body = trim(text.substr(header, end - header));
  if (body.size() < 16) {
    // Nothing but a quote, a comma or an escaped line end may follow where a block opens.
    if (std::none_of(body.begin(), body.end(), [](char c) { return is_alnum(c) && c != 'n' && c != 'r'; })) {
      out.key_header = header;
      return true;
    }
    return false;
  }
  if (contains(body, "[redacted ") || is_placeholder(body)) return false;
  out.secret = {header, end, "private key", true};
  return true;
}

// The next thing to redact at or behind `from`; false when there is none.
bool next_event(std::string_view text, size_t from, size_t floor, Event& out) {
  const std::uint32_t* bits = pairs().data();
  const auto* bytes = reinterpret_cast<const unsigned char*>(text.data());
  const size_t size = text.size();
  for (size_t i = from + 1; i < size; ++i) {
    const unsigned index = static_cast<unsigned>(bytes[i - 1]) << 8 | bytes[i];
    if (!(bits[index >> 5] >> (index & 31) & 1)) [[likely]]
      continue;
    const char first = text[i - 1], second = text[i];
    if (first == '-' && second == '-') {
      if (i >= 2 && text[i - 2] == '-' && i - 1 > floor) continue;
      const size_t header = secret_shapes::private_key_header(text, i - 1);
      if (header != std::string_view::npos ? match_private_key(text, header, out) : match_flag(text, i - 1, out.secret))
        return true;
    } else if (first == ':' && second == '/') {
      if (secret_shapes::match_url(text, i - 1, floor, out.secret)) return true;
    } else if (second == '=' || second == ':') {
      if (may_end_key(text, i) && match_assignment(text, i, floor, out.secret)) return true;
    } else if (second == '>') {
      if (may_end_key(text, i) && match_element(text, i, floor, out.secret)) return true;
    } else if (secret_shapes::worth_a_look(text, i - 1) && secret_shapes::match(text, i - 1, floor, out.secret)) {
      return true;
    }
  }
  return false;
}

void put(std::string& out, const Secret& secret) { out.append("[redacted ").append(secret.kind).append("]"); }

bool is_base64(char c) { return is_alnum(c) || c == '+' || c == '/' || c == '='; }

enum class KeyLine { body, other, last };

// One line between BEGIN and END: writes it with the key material replaced. A line that cannot
// belong to a key is not written and ends the block: nothing may hide behind a lone BEGIN.
KeyLine private_key_line(std::string_view line, std::string& out) {
  if (contains(line, "-----END")) {
    out.append(line);
    return KeyLine::last;
  }
  const std::string_view content = trim(line);
  if (content.empty() || contains(content, "[redacted private key]")) {
    out.append(line);
    return KeyLine::body;
  }
  for (std::string_view header : {"Proc-Type:", "DEK-Info:", "Version:", "Comment:", "Hash:"})
    if (contains(content, header)) {
      out.append(line);
      return KeyLine::body;
    }
  size_t begin = 0, length = 0;
  for (size_t i = 0; i < line.size();) {
    size_t end = i;
    while (end < line.size() && is_base64(line[end])) ++end;
    if (end - i > length) begin = i, length = end - i;
    i = end + 1;
  }
  const bool alone = length >= 4 && length + 8 >= content.size() && content.find(' ') == std::string_view::npos;
  if (length < 32 && !alone) return KeyLine::other;
  out.append(line.substr(0, begin)).append("[redacted private key]").append(line.substr(begin + length));
  return KeyLine::body;
}

}  // namespace

std::vector<Secret> find_secrets(std::string_view line) {
  std::vector<Secret> found;
  Event event;
  for (size_t from = 0, floor = 0; next_event(line, from, floor, event);) {
    if (event.key_header != std::string_view::npos) {
      from = event.key_header;
      event.key_header = std::string_view::npos;
      continue;
    }
    found.push_back(event.secret);
    from = floor = event.secret.end;
  }
  return found;
}

bool opens_private_key(std::string_view line) {
  const size_t at = line.find("-----BEGIN ");
  return at != std::string_view::npos && secret_shapes::private_key_header(line, at) != std::string_view::npos;
}

std::string redact(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  RedactStream stream;
  stream.feed(text, out);
  stream.finish(out);
  return out;
}

void RedactStream::feed(std::string_view chunk, std::string& out) {
  while (!chunk.empty()) {
    if (!m_pending.empty()) {
      std::string_view part = chunk.substr(0, k_line - m_pending.size());
      const size_t line_end = part.find('\n');
      if (line_end != std::string_view::npos) part = part.substr(0, line_end + 1);
      m_pending.append(part);
      chunk.remove_prefix(part.size());
      if (line_end != std::string_view::npos) {
        lines(m_pending, out);
        m_pending.clear();
      } else if (m_pending.size() == k_line) {
        m_pending.erase(0, piece(m_pending, out));
      }
      continue;
    }
    const std::string_view window = chunk.substr(0, k_line);
    const size_t line_end = window.rfind('\n');
    if (line_end != std::string_view::npos) {
      lines(window.substr(0, line_end + 1), out);
      chunk.remove_prefix(line_end + 1);
    } else if (window.size() == k_line) {
      chunk.remove_prefix(piece(window, out));
    } else {
      m_pending.assign(chunk);
      return;
    }
  }
}

void RedactStream::finish(std::string& out) {
  lines(m_pending, out);
  m_pending.clear();
  m_in_private_key = m_inside_secret = false;
}

// Whole lines, except where a long line's rest comes first and at the very end of the input.
// A secret that ran into another one may show its shape only once that one is gone, so such
// text is read again until nothing changes.
void RedactStream::lines(std::string_view text, std::string& out) {
  const bool in_private_key = m_in_private_key;
  const size_t start = out.size();
  if (!pass(text, out)) return;
  for (int round = 0; round < 8; ++round) {
    const std::string before = out.substr(start);
    out.resize(start);
    m_in_private_key = in_private_key;
    if (!pass(before, out) || out.compare(start, std::string::npos, before) == 0) return;
  }
}

// True when something was replaced.
bool RedactStream::pass(std::string_view text, std::string& out) {
  bool changed = false;
  size_t at = 0;
  if (m_inside_secret) {
    while (at < text.size() && !ends_bare(text[at], false)) ++at;
    m_inside_secret = false;
  }
  const size_t start = at;
  size_t floor = at;
  while (at < text.size()) {
    if (m_in_private_key && (at == start || text[at - 1] == '\n')) {
      size_t end = text.find('\n', at);
      if (end == std::string_view::npos) end = text.size();
      const KeyLine kind = private_key_line(text.substr(at, end - at), out);
      m_in_private_key = kind == KeyLine::body;
      if (kind != KeyLine::other) {
        if (end < text.size()) out.push_back(text[end++]);
        at = floor = end;
        continue;
      }
    }
    Event event;
    if (!next_event(text, at, floor, event)) break;
    if (event.key_header != std::string_view::npos) {
      size_t end = text.find('\n', event.key_header);
      end = end == std::string_view::npos ? text.size() : end + 1;
      out.append(text.substr(at, end - at));
      at = floor = end;
      m_in_private_key = true;
      continue;
    }
    out.append(text.substr(at, event.secret.begin - at));
    put(out, event.secret);
    at = floor = event.secret.end;
    changed = true;
  }
  out.append(text.substr(std::min(at, text.size())));
  return changed;
}

size_t RedactStream::piece(std::string_view text, std::string& out) {
  m_in_private_key = false;
  size_t at = 0;
  if (m_inside_secret) {
    while (at < text.size() && !ends_bare(text[at], false)) ++at;
    if (at == text.size()) return at;
    m_inside_secret = false;
  }
  size_t cut = std::max(at, text.size() - k_overlap);
  Event event;
  for (size_t from = at, floor = at; next_event(text, from, floor, event);) {
    if (event.key_header != std::string_view::npos) {
      from = event.key_header;
      event.key_header = std::string_view::npos;
      continue;
    }
    if (event.secret.begin >= cut + k_key_reach) break;
    out.append(text.substr(at, event.secret.begin - at));
    put(out, event.secret);
    at = from = floor = event.secret.end;
    cut = std::max(cut, at);
    m_inside_secret = at == text.size();
  }
  out.append(text.substr(at, cut - at));
  return cut;
}

}  // namespace assay
