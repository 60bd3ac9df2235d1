#include "base/json.h"

#include <cmath>

#include <boost/json.hpp>

#include "base/text.h"

namespace assay {

Result<json::value> parse_json(std::string_view text, std::string_view what) {
  json::parse_options options;
  options.max_depth = 64;
  json::stream_parser parser({}, options);
  boost::system::error_code error;
  const size_t used = parser.write_some(json::string_view(text.data(), text.size()), error);
  if (!error && used < text.size() && !trim(text.substr(used)).empty()) error = json::error::extra_data;
  if (!error) parser.finish(error);
  if (error) {
    const std::string_view before = text.substr(0, used);
    const auto line = 1 + static_cast<size_t>(std::count(before.begin(), before.end(), '\n'));
    return invalid_input(cat(what, ": line ", line, ": not valid JSON: ", error.message()));
  }
  return parser.release();
}

namespace {

void write_string(std::string& out, std::string_view s) {
  const std::string repaired = is_utf8(s) ? std::string() : to_utf8(s);
  if (!repaired.empty()) s = repaired;
  out.push_back('"');
  for (const char c : s) {
    switch (c) {
      case '"': out.append("\\\""); break;
      case '\\': out.append("\\\\"); break;
      case '\n': out.append("\\n"); break;
      case '\r': out.append("\\r"); break;
      case '\t': out.append("\\t"); break;
      default:
        if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) {
          const char* hex = "0123456789abcdef";
          out.append("\\u00");
          out.push_back(hex[(c >> 4) & 15]);
          out.push_back(hex[c & 15]);
        } else {
          out.push_back(c);
        }
    }
  }
  out.push_back('"');
}

class Writer {
 public:
  Writer(std::string& out, Indent indent) : m_out(out), m_indent(indent) {}

  void value(const json::value& v) {
    switch (v.kind()) {
      case json::kind::null: m_out.append("null"); break;
      case json::kind::bool_: m_out.append(v.get_bool() ? "true" : "false"); break;
      case json::kind::int64: text_detail::append(m_out, v.get_int64()); break;
      case json::kind::uint64: text_detail::append(m_out, v.get_uint64()); break;
      case json::kind::double_:
        if (std::isfinite(v.get_double()))
          text_detail::append(m_out, v.get_double());
        else
          m_out.append("null");
        break;
      case json::kind::string: write_string(m_out, {v.get_string().data(), v.get_string().size()}); break;
      case json::kind::array: array(v.get_array()); break;
      case json::kind::object: object(v.get_object()); break;
    }
  }

 private:
  void array(const json::array& items) {
    if (items.empty()) return void(m_out.append("[]"));
    open('[');
    for (size_t i = 0; i < items.size(); ++i) {
      separate(i);
      value(items[i]);
    }
    close(']');
  }

  void object(const json::object& members) {
    if (members.empty()) return void(m_out.append("{}"));
    open('{');
    size_t i = 0;
    for (const auto& member : members) {
      separate(i++);
      write_string(m_out, {member.key().data(), member.key().size()});
      m_out.append(m_indent == Indent::none ? ":" : ": ");
      value(member.value());
    }
    close('}');
  }

  void open(char c) {
    m_out.push_back(c);
    ++m_depth;
  }
  void separate(size_t i) {
    if (i > 0) m_out.push_back(',');
    new_line();
  }
  void close(char c) {
    --m_depth;
    new_line();
    m_out.push_back(c);
  }
  void new_line() {
    if (m_indent == Indent::none) return;
    m_out.push_back('\n');
    m_out.append(m_depth * 2, ' ');
  }

  std::string& m_out;
  Indent m_indent;
  size_t m_depth = 0;
};

}  // namespace

std::string write_json(const json::value& value, Indent indent) {
  std::string out;
  Writer(out, indent).value(value);
  return out;
}

std::string text_at(const json::object& from, std::string_view key) {
  const auto* value = from.if_contains(key);
  return value != nullptr && value->is_string() ? std::string(value->get_string()) : std::string();
}

}  // namespace assay
