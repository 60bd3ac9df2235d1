#include "serve/http/target.h"

#include "base/text.h"

namespace assay::serve {

namespace {

constexpr size_t k_most_fields = 100;

int digit_of(char c) {
  if (is_digit(c)) return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

Result<std::string> decoded(std::string_view part, Plus plus) {
  auto text = unescape(part, plus);
  if (!text) return invalid_input("the address holds a broken % escape");
  for (const char c : *text) {
    if (static_cast<unsigned char>(c) < 0x20 && c != '\n' && c != '\t' && c != '\r') {
      return invalid_input("the address holds control characters");
    }
  }
  if (!is_utf8(*text)) return invalid_input("the address is not UTF-8");
  return std::move(*text);
}

Result<std::string> path_part(std::string_view part) {
  TRY_ASSIGN(auto text, decoded(part, Plus::itself));
  if (text == ".." || text == ".") return invalid_input("the address climbs out of its folder");
  return text;
}

}  // namespace

std::optional<std::string> unescape(std::string_view text, Plus plus) {
  std::string out;
  out.reserve(text.size());
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '+' && plus == Plus::blank) {
      out += ' ';
    } else if (text[i] != '%') {
      out += text[i];
    } else {
      if (i + 2 >= text.size()) return std::nullopt;
      const int high = digit_of(text[i + 1]), low = digit_of(text[i + 2]);
      if (high < 0 || low < 0) return std::nullopt;
      out += static_cast<char>(high * 16 + low);
      i += 2;
    }
  }
  return out;
}

std::optional<std::string_view> Target::field(std::string_view name) const {
  for (const auto& [key, value] : query) {
    if (key == name) return value;
  }
  return std::nullopt;
}

bool Target::flag(std::string_view name) const {
  const auto value = field(name);
  return value && (value->empty() || *value == "true" || *value == "1");
}

Result<Target> read_target(std::string_view target) {
  if (!target.starts_with('/')) return invalid_input("the address must begin with a slash");
  target = target.substr(0, target.find('#'));
  const size_t mark = target.find('?');
  Target out;
  for (const auto part : split(target.substr(1, mark == std::string_view::npos ? mark : mark - 1), '/')) {
    TRY_ASSIGN(auto text, path_part(part));
    out.path.push_back(std::move(text));
  }
  if (out.path.empty()) out.path.emplace_back();
  if (mark == std::string_view::npos) return out;
  for (const auto pair : split(target.substr(mark + 1), '&')) {
    if (pair.empty()) continue;
    if (out.query.size() == k_most_fields)
      return invalid_input(cat("at most ", k_most_fields, " fields in an address"));
    const size_t equals = pair.find('=');
    TRY_ASSIGN(auto key, decoded(pair.substr(0, equals), Plus::blank));
    std::string value;
    if (equals != std::string_view::npos) {
      TRY_ASSIGN(value, decoded(pair.substr(equals + 1), Plus::blank));
    }
    out.query.emplace_back(std::move(key), std::move(value));
  }
  return out;
}

}  // namespace assay::serve
