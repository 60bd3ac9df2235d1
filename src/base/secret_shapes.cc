// One table of prefixes with the alphabet and length of what follows, and a few shapes that need
// code. A prefix alone is never enough: the payload must be long enough and not a placeholder.
#include "base/secret_shapes.h"

#include <algorithm>
#include <array>
#include <cstdint>

#include "base/secret_values.h"
#include "base/text.h"

namespace assay::secret_shapes {
namespace {

enum Alphabet : std::uint8_t { upper_digits, hex, alnum, word, word_dash, base64_url, word_dash_dot };
// free: the prefix is so rare that it counts even in the middle of a word ("\nghp_…").
enum class Start : std::uint8_t { boundary, free };

struct Shape {
  std::string_view prefix;
  std::string_view kind;
  Alphabet alphabet;
  std::uint16_t min, max;  // length behind the prefix
  Start start = Start::boundary;
};

constexpr std::uint16_t k_any = 4096;
using enum Start;

// Grouped by first byte; longer prefixes before their own prefixes.
constexpr Shape k_shapes[] = {
    {"AKIA", "AWS access key", upper_digits, 16, 20},
    {"ASIA", "AWS access key", upper_digits, 16, 20},
    {"AIza", "Google API key", word_dash, 30, 45, free},
    {"AGE-SECRET-KEY-1", "age key", upper_digits, 40, 70, free},
    {"ATATT3xFf", "Atlassian token", base64_url, 40, 400, free},
    {"FlyV1 fm2_", "Fly token", base64_url, 60, 2000, free},
    {"GOCSPX-", "Google client secret", word_dash, 20, 40, free},
    {"HRKU-", "Heroku key", word_dash, 30, 80, free},
    {"LTAI", "Alibaba access key", alnum, 16, 26},
    {"NRAK-", "New Relic key", alnum, 24, 32, free},
    {"PMAK-", "Postman key", word_dash, 40, 80, free},
    {"dapi", "Databricks token", hex, 32, 34},
    {"dckr_pat_", "Docker token", word_dash, 20, 60, free},
    {"dp.pt.", "Doppler token", alnum, 40, 44},
    {"dp.st.", "Doppler token", word_dash_dot, 40, 80},
    {"dop_v1_", "DigitalOcean token", hex, 40, 80, free},
    {"doo_v1_", "DigitalOcean token", hex, 40, 80, free},
    {"dor_v1_", "DigitalOcean token", hex, 40, 80, free},
    {"figd_", "Figma token", word_dash, 30, 80, free},
    {"ghp_", "GitHub token", word, 20, 255, free},
    {"gho_", "GitHub token", word, 20, 255, free},
    {"ghu_", "GitHub token", word, 20, 255, free},
    {"ghs_", "GitHub token", word, 20, 255, free},
    {"ghr_", "GitHub token", word, 20, 255, free},
    {"github_pat_", "GitHub token", word, 22, 255, free},
    {"glpat-", "GitLab token", word_dash, 16, 255, free},
    {"gldt-", "GitLab token", word_dash, 16, 255, free},
    {"glrt-", "GitLab token", word_dash, 16, 255, free},
    {"glptt-", "GitLab token", word_dash, 16, 255, free},
    {"glcbt-", "GitLab token", word_dash, 16, 255, free},
    {"glsa_", "Grafana token", word, 32, 80, free},
    {"gsk_", "Groq key", alnum, 48, 60},
    {"hf_", "Hugging Face token", alnum, 30, 50},
    {"hvs.", "Vault token", word_dash, 24, 255},
    {"hvb.", "Vault token", word_dash, 60, 400},
    {"key-", "Mailgun key", hex, 32, 32},
    {"lin_api_", "Linear key", alnum, 30, 60, free},
    {"nfp_", "Netlify token", alnum, 36, 60},
    {"ntn_", "Notion token", alnum, 40, 60},
    {"npm_", "npm token", alnum, 30, 60},
    {"pscale_tkn_", "PlanetScale token", word_dash, 32, 64, free},
    {"pscale_pw_", "PlanetScale password", word_dash, 32, 64, free},
    {"pul-", "Pulumi token", hex, 40, 40},
    {"pypi-", "PyPI token", word_dash, 50, 400},
    {"r8_", "Replicate token", alnum, 37, 40},
    {"rk_live_", "Stripe key", alnum, 10, 255, free},
    {"rk_test_", "Stripe test key", alnum, 16, 255, free},
    {"rubygems_", "RubyGems key", hex, 32, 64},
    {"sbp_", "Supabase token", hex, 40, 40},
    {"shpat_", "Shopify token", hex, 32, 40, free},
    {"shpss_", "Shopify token", hex, 32, 40, free},
    {"sk-ant-", "Anthropic key", word_dash, 20, 255, free},
    {"sk-proj-", "OpenAI key", word_dash, 20, 255, free},
    {"sk-svcacct-", "OpenAI key", word_dash, 20, 255, free},
    {"sk-live-", "secret key", word_dash, 8, 255, free},
    {"sk-or-v1-", "OpenRouter key", hex, 32, 80, free},
    {"sk-", "OpenAI key", alnum, 32, 80},
    {"sk_live_", "Stripe key", alnum, 10, 255, free},
    {"sk_test_", "Stripe test key", alnum, 16, 255, free},
    {"sntrys_", "Sentry token", word_dash_dot, 40, 500, free},
    {"sq0atp-", "Square token", word_dash, 20, 40, free},
    {"sq0csp-", "Square secret", word_dash, 30, 60, free},
    {"tskey-", "Tailscale key", word_dash, 20, 90},
    {"whsec_", "webhook secret", alnum, 24, 80, free},
    {"xai-", "xAI key", alnum, 70, 90},
    {"xkeysib-", "Brevo key", word_dash, 64, 90, free},
    {"xapp-", "Slack token", word_dash, 20, 255, free},
    {"xoxa-", "Slack token", word_dash, 10, 255, free},
    {"xoxb-", "Slack token", word_dash, 10, 255, free},
    {"xoxc-", "Slack token", word_dash, 10, 255, free},
    {"xoxd-", "Slack token", word_dash, 10, 255, free},
    {"xoxe-", "Slack token", word_dash, 10, 255, free},
    {"xoxe.", "Slack token", word_dash_dot, 20, 400, free},
    {"xoxp-", "Slack token", word_dash, 10, 255, free},
    {"xoxr-", "Slack token", word_dash, 10, 255, free},
    {"xoxs-", "Slack token", word_dash, 10, 255, free},
    {"ya29.", "Google access token", word_dash, 20, 400, free},
};

constexpr bool in(Alphabet alphabet, char c) {
  switch (alphabet) {
    case upper_digits: return is_upper(c) || is_digit(c);
    case hex: return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
    case alnum: return is_alnum(c);
    case word: return is_alnum(c) || c == '_';
    case word_dash: return is_alnum(c) || c == '_' || c == '-';
    case base64_url: return is_alnum(c) || c == '_' || c == '-' || c == '=';
    case word_dash_dot: return is_alnum(c) || c == '_' || c == '-' || c == '.';
  }
  return false;
}

size_t run(std::string_view text, size_t at, Alphabet alphabet, size_t limit = k_any) {
  const size_t stop = std::min(text.size(), at + limit);
  size_t end = at;
  while (end < stop && in(alphabet, text[end])) ++end;
  return end;
}

// The start of a word, or what is one after an escape: "\nAKIA…" and "\x1b[32mAKIA…".
bool at_boundary(std::string_view text, size_t at, size_t floor) {
  if (at <= floor || !(is_alnum(text[at - 1]) || text[at - 1] == '_')) return true;
  const char before = text[at - 1];
  if ((before == 'n' || before == 't' || before == 'r') && at >= floor + 2 && text[at - 2] == '\\') return true;
  if (before != 'm') return false;
  for (size_t back = 2; back <= 8 && at >= floor + back; ++back)
    if (text[at - back] == '\x1b') return true;
  return false;
}

bool has_digit(std::string_view s) { return std::any_of(s.begin(), s.end(), is_digit); }

bool accept(std::string_view text, size_t begin, size_t end, std::string_view kind, Secret& out) {
  if (is_placeholder(text.substr(begin, end - begin))) return false;
  out = {begin, end, kind, true};
  return true;
}

bool match_table(std::string_view text, size_t at, size_t floor, Secret& out) {
  for (const Shape& shape : k_shapes) {
    if (shape.prefix[0] != text[at] || text.compare(at, shape.prefix.size(), shape.prefix) != 0) continue;
    if (shape.start == boundary && !at_boundary(text, at, floor)) continue;
    const size_t payload = at + shape.prefix.size();
    const size_t end = run(text, payload, shape.alphabet, shape.max + 1u);
    const size_t length = end - payload;
    if (length < shape.min || length > shape.max) continue;
    if (end < text.size() && (is_alnum(text[end]) || text[end] == '_')) continue;
    const std::string_view value = text.substr(payload, length);
    // Words joined by dashes ("sk-proj-my-own-project-name") are names.
    if (!has_digit(value) && (length < 32 || contains(value, "-") || contains(value, "_"))) continue;
    if (accept(text, at, end, shape.kind, out)) return true;
  }
  return false;
}

// Three base64url parts; the first two are JSON objects, which all start with eyJ.
bool match_jwt(std::string_view text, size_t at, size_t floor, Secret& out) {
  if (text.compare(at, 3, "eyJ") != 0 || !at_boundary(text, at, floor)) return false;
  const size_t header = run(text, at, word_dash);
  if (header - at < 12 || header >= text.size() || text[header] != '.') return false;
  if (text.compare(header + 1, 3, "eyJ") != 0) return false;
  const size_t claims = run(text, header + 1, word_dash);
  if (claims - header < 10 || claims >= text.size() || text[claims] != '.') return false;
  const size_t end = run(text, claims + 1, word_dash);
  return end - claims >= 16 && accept(text, at, end, "JSON web token", out);
}

bool match_sendgrid(std::string_view text, size_t at, size_t floor, Secret& out) {
  if (text.compare(at, 3, "SG.") != 0 || !at_boundary(text, at, floor)) return false;
  const size_t id = run(text, at + 3, word_dash, 40);
  if (id - at < 19 || id >= text.size() || text[id] != '.') return false;
  const size_t end = run(text, id + 1, word_dash, 80);
  return end - id >= 17 && end - id < 80 && accept(text, at, end, "SendGrid key", out);
}

bool match_twilio(std::string_view text, size_t at, size_t floor, Secret& out) {
  if (text.compare(at, 2, "SK") != 0 || !at_boundary(text, at, floor)) return false;
  const size_t end = run(text, at + 2, hex, 34);
  return end - at == 34 && (end == text.size() || !is_word(text[end])) && accept(text, at, end, "Twilio key", out);
}

// A bot token is the base64 of a number, a timestamp and a signature.
bool match_discord(std::string_view text, size_t at, size_t floor, Secret& out) {
  if (!at_boundary(text, at, floor)) return false;
  const size_t id = run(text, at, word_dash, 30);
  if (id - at < 23 || id - at > 28 || id >= text.size() || text[id] != '.') return false;
  const size_t stamp = run(text, id + 1, word_dash, 8);
  if (stamp - id != 7 || stamp >= text.size() || text[stamp] != '.') return false;
  const size_t end = run(text, stamp + 1, word_dash, 64);
  return end - stamp >= 26 && end - stamp <= 44 && accept(text, at, end, "Discord token", out);
}

// "123456789:AAE…": `at` is the first letter behind the colon.
bool match_telegram(std::string_view text, size_t at, size_t floor, Secret& out) {
  if (at < floor + 9 || text[at - 1] != ':') return false;
  size_t begin = at - 1;
  while (begin > floor && at - begin < 14 && is_digit(text[begin - 1])) --begin;
  const size_t digits = at - 1 - begin;
  if (digits < 8 || digits > 10 || !at_boundary(text, begin, floor)) return false;
  const size_t end = run(text, at, word_dash, 40);
  return end - at >= 33 && end - at <= 36 && accept(text, begin, end, "Telegram token", out);
}

int base64_value(char c) {
  if (is_upper(c)) return c - 'A';
  if (is_lower(c)) return c - 'a' + 26;
  if (is_digit(c)) return c - '0' + 52;
  return c == '+' ? 62 : c == '/' ? 63 : -1;
}

// Decodes to printable text with a colon: what basic authentication sends.
bool is_basic_credentials(std::string_view value) {
  unsigned bits = 0;
  int held = 0;
  bool colon = false;
  for (char c : value) {
    if (c == '=') break;
    const int six = base64_value(c);
    if (six < 0) return false;
    bits = (bits << 6) | static_cast<unsigned>(six);
    held += 6;
    if (held < 8) continue;
    held -= 8;
    const unsigned char byte = static_cast<unsigned char>(bits >> held);
    if (byte < 0x20 || byte == 0x7f) return false;
    colon |= byte == ':';
  }
  return colon;
}

// "Bearer x", "Basic x" in a header or a quoted string of one.
bool match_scheme(std::string_view text, size_t at, size_t floor, Secret& out) {
  if (!at_boundary(text, at, floor)) return false;
  const std::string_view rest = text.substr(at, 7);
  size_t begin = 0;
  bool basic = false;
  if (istarts_with(rest, "bearer "))
    begin = at + 7;
  else if (istarts_with(rest, "basic "))
    begin = at + 6, basic = true;
  else
    return false;
  size_t end = begin;
  while (end < text.size() && end - begin < k_any &&
         (in(word_dash_dot, text[end]) || text[end] == '+' || text[end] == '/' || text[end] == '=' || text[end] == '~'))
    ++end;
  const std::string_view value = text.substr(begin, end - begin);
  if (basic ? value.size() < 8 || !is_basic_credentials(value) : value.size() < 12 || !looks_random(value))
    return false;
  return accept(text, begin, end, basic ? "basic credentials" : "bearer token", out);
}

constexpr std::string_view k_coded[] = {"eyJ", "SG.", "bea", "Bea", "BEA", "bas", "Bas", "BAS", ":AA"};

constexpr void add(PairTable& table, char a, char b) {
  const unsigned index = pair_index(a, b);
  table[index >> 5] |= 1u << (index & 31);
}

// Pairs at offset `skip` of every shape. Discord and Twilio tokens start with too many pairs for
// the second table; they are recognised by what stands before them instead.
constexpr PairTable make_table(size_t skip) {
  PairTable table{};
  for (const Shape& shape : k_shapes) add(table, shape.prefix[skip], shape.prefix[skip + 1]);
  for (std::string_view coded : k_coded) add(table, coded[skip], coded[skip + 1]);
  if (skip != 0) return table;
  add(table, 'S', 'K');
  for (char first : {'M', 'N', 'O'})
    for (char second = '0'; second <= 'z'; ++second)
      if (is_alnum(second)) add(table, first, second);
  return table;
}

}  // namespace

constexpr PairTable k_first = make_table(0), k_second = make_table(1);

const PairTable& starts() { return k_first; }

bool worth_a_look(std::string_view text, size_t at) {
  if (at + 14 > text.size()) return false;
  const char c = text[at];
  if (c == 'M' || c == 'O' || c == 'N' || c == 'S')
    if (at == 0 || !is_alnum(text[at - 1])) return true;
  return has_pair(k_second, text[at + 1], text[at + 2]);
}

bool match(std::string_view text, size_t at, size_t floor, Secret& out) {
  switch (text[at]) {
    case ':': return match_telegram(text, at + 1, floor, out);
    case 'b':
    case 'B': return match_scheme(text, at, floor, out);
    case 'e': return match_jwt(text, at, floor, out);
    case 'S': return match_sendgrid(text, at, floor, out) || match_twilio(text, at, floor, out);
    case 'M':
    case 'O': return match_discord(text, at, floor, out);
    case 'N': return match_table(text, at, floor, out) || match_discord(text, at, floor, out);
    default: return match_table(text, at, floor, out);
  }
}

bool match_url(std::string_view text, size_t at, size_t floor, Secret& out) {
  constexpr size_t k_limit = 256;
  if (text.compare(at, 3, "://") != 0 || at <= floor || !is_alnum(text[at - 1])) return false;
  const size_t host = at + 3;
  const std::string_view rest = text.substr(host, k_limit);
  for (std::string_view hook :
       {"hooks.slack.com/services/", "discord.com/api/webhooks/", "discordapp.com/api/webhooks/"}) {
    if (rest.substr(0, hook.size()) != hook) continue;
    size_t end = host + hook.size();
    while (end < text.size() && (in(word_dash, text[end]) || text[end] == '/')) ++end;
    return end - host - hook.size() >= 20 && accept(text, host + hook.size(), end, "webhook address", out);
  }
  size_t colon = std::string_view::npos;
  for (size_t i = 0; i < rest.size(); ++i) {
    const char c = rest[i];
    if (c == '@') {
      if (colon == std::string_view::npos || i - colon < 2) return false;
      const std::string_view value = rest.substr(colon + 1, i - colon - 1);
      // A lone "pass", "password" or "user" is how documentation writes it.
      if (value.size() < 3 || is_placeholder(value)) return false;
      out = {host + colon + 1, host + i, "URL password", true};
      return true;
    }
    if (c == ':' && colon == std::string_view::npos) colon = i;
    if (is_space(c) || c == '/' || c == '"' || c == '\'' || c == '<' || c == '>' || c == '`' || c == '\\' || c == '?' ||
        c == '#' || c == ',' || c == ')')
      return false;
  }
  return false;
}

size_t private_key_header(std::string_view text, size_t at) {
  constexpr std::string_view k_begin = "-----BEGIN ";
  if (text.compare(at, k_begin.size(), k_begin) != 0) return std::string_view::npos;
  const std::string_view title = text.substr(at + k_begin.size(), 64);
  const size_t dashes = title.find("-----");
  if (dashes == std::string_view::npos) return std::string_view::npos;
  const std::string_view name = title.substr(0, dashes);
  if (!name.ends_with("PRIVATE KEY") && !name.ends_with("PRIVATE KEY BLOCK")) return std::string_view::npos;
  return at + k_begin.size() + dashes + 5;
}

}  // namespace assay::secret_shapes
