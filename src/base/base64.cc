#include "base/base64.h"

#include <array>
#include <cstdint>

namespace assay {

namespace {

constexpr std::string_view k_letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

constexpr std::array<std::int8_t, 256> make_values() {
  std::array<std::int8_t, 256> out{};
  for (auto& value : out) value = -1;
  for (size_t i = 0; i < k_letters.size(); ++i) {
    out[static_cast<unsigned char>(k_letters[i])] = static_cast<std::int8_t>(i);
  }
  return out;
}
constexpr auto k_values = make_values();

std::uint32_t byte_at(std::string_view bytes, size_t i) {
  return i < bytes.size() ? static_cast<unsigned char>(bytes[i]) : 0U;
}

}  // namespace

std::string to_base64(std::string_view bytes) {
  std::string out;
  out.reserve((bytes.size() + 2) / 3 * 4);
  for (size_t i = 0; i < bytes.size(); i += 3) {
    const std::uint32_t bits = byte_at(bytes, i) << 16 | byte_at(bytes, i + 1) << 8 | byte_at(bytes, i + 2);
    out += k_letters[bits >> 18];
    out += k_letters[bits >> 12 & 63];
    out += i + 1 < bytes.size() ? k_letters[bits >> 6 & 63] : '=';
    out += i + 2 < bytes.size() ? k_letters[bits & 63] : '=';
  }
  return out;
}

std::optional<std::string> from_base64(std::string_view text) {
  if (text.size() % 4 != 0) return std::nullopt;
  const size_t padding = text.ends_with("==") ? 2 : text.ends_with('=') ? 1 : 0;
  std::string out;
  out.reserve(text.size() / 4 * 3);
  std::uint32_t bits = 0;
  for (size_t i = 0; i < text.size() - padding; ++i) {
    const auto value = k_values[static_cast<unsigned char>(text[i])];
    if (value < 0) return std::nullopt;
    bits = bits << 6 | static_cast<std::uint32_t>(value);
    const size_t place = i % 4;
    if (place > 0) out += static_cast<char>(bits >> (6 - 2 * place) & 0xff);
  }
  const std::uint32_t unused = padding == 2 ? 0xf : padding == 1 ? 0x3 : 0;
  if ((bits & unused) != 0) return std::nullopt;
  return out;
}

}  // namespace assay
