// Money: what computes an amount, and what moves one. Showing a price, naming one or importing its
// type does neither.
#include <algorithm>

#include "base/text.h"
#include "judge/risk/quantity.h"
#include "judge/risk/rules.h"
#include "judge/tokens.h"

namespace assay::judge {
namespace {

using Words = std::vector<std::string>;

// Names of things shown or stored about money, not of money.
bool is_label(const Words& w) {
  return !w.empty() &&
         is_one_of(
             w.back(),
             {"label",      "text",       "title",     "id",     "ids",      "url",         "name",     "component",
              "page",       "form",       "button",    "icon",   "class",    "style",       "type",     "types",
              "props",      "view",       "modal",     "dialog", "field",    "input",       "column",   "header",
              "list",       "item",       "items",     "date",   "status",   "email",       "template", "link",
              "path",       "route",      "test",      "error",  "message",  "description", "note",     "format",
              "reason",     "reasons",    "card",      "cards",  "category", "categories",  "method",   "methods",
              "attributes", "controller", "formatter", "width",  "height",   "element",     "ref"});
}

bool is_money(const Words& w) {
  if (is_label(w)) return false;
  return has_any_word(w,
                      {"invoice", "invoices",  "refund",    "refunds", "payment", "payments",  "payout",   "vat",
                       "tax",     "taxes",     "subtotal",  "price",   "prices",  "pricing",   "discount", "discounts",
                       "coupon",  "proration", "surcharge", "fee",     "fees",    "commission"});
}

// Words of money that other quantities have as well: the surcharge of a cut, the discount of a reward.
bool is_ambiguous(const Words& w) { return has_any_word(w, {"surcharge", "surcharges", "discount", "discounts"}); }

// Charges, amounts and totals are money only in a place that is about money.
bool is_shared(const Words& w) {
  return !is_label(w) && has_any_word(w, {"charge", "charges", "amount", "total", "balance", "cents", "rate",
                                          "quantity", "currency", "credit"});
}

bool is_billing_place(const ChangedBlock& block) {
  const std::string path = lower(block.hunk.file.path());
  for (std::string_view part : {"billing", "payment", "invoice", "checkout", "pricing", "refund", "payout", "stripe",
                                "paypal", "subscription", "tax"})
    for (const auto& word : words_of(path))
      if (word.starts_with(part)) return true;
  return false;
}

bool is_provider(const CodeName& name) {
  return is_one_of(lower(name.text),
                   {"stripe", "paypal", "braintree", "adyen", "razorpay", "mollie", "paymentintents", "paymentintent",
                    "paymentgateway", "payment_gateway", "paymentclient", "payment_client", "paymentservice",
                    "payments", "refunds", "charges", "invoices"});
}

bool moves_money(const Words& w) {
  if (w.empty() || w.size() > 4) return false;
  if (is_label(w)) return false;
  const bool verb = is_one_of(w[0], {"charge", "refund", "capture", "payout", "void", "bill", "invoice", "create",
                                     "apply", "issue", "process", "cancel", "calculate", "compute"});
  if (!verb) return false;
  if (w.size() == 1) return is_one_of(w[0], {"refund", "payout"});
  return has_any_word(Words(w.begin() + 1, w.end()),
                      {"payment", "payments", "card", "invoice", "refund", "customer", "charge", "charges",
                       "subscription", "payout", "tax", "discount", "coupon", "fee", "price"}) &&
         is_one_of(w[0], {"charge", "refund", "capture", "bill", "payout", "void", "issue"});
}

// *, /, %, or + and - between two operands; += counts, -> and --flag do not.
bool computes(std::string_view code) {
  for (size_t i = 1; i + 1 < code.size(); ++i) {
    const char c = code[i], before = code[i - 1], after = code[i + 1];
    const bool spaced = before == ' ' && (after == ' ' || after == '=');
    if ((c == '*' || c == '%') && spaced) return true;
    if (c == '*' && (is_word(before) || before == ')') && (is_word(after) || after == '(')) return true;
    if (c == '/' && before != '/' && after != '/' && before != '<' && after != '>' && (before == ' ' && after == ' '))
      return true;
    if ((c == '+' || c == '-') && ((before == ' ' && after == ' ') || (after == '=' && before == ' '))) return true;
  }
  for (std::string_view call :
       {"Math.round(", "Math.floor(", "Math.ceil(", "round(", ".multiply(", ".divide(", ".subtract(", ".times(",
        ".minus(", ".plus(", ".add(", "ROUND_", "RoundingMode", "Decimal("})
    if (contains(code, call)) return true;
  return false;
}

bool decides(std::string_view code) {
  const bool compares = contains(code, "==") || contains(code, "!=") || contains(code, " < ") ||
                        contains(code, " > ") || contains(code, "<=") || contains(code, ">=");
  const bool condition = find_word(code, "if") != std::string_view::npos ||
                         find_word(code, "return") != std::string_view::npos || contains(code, "?");
  return compares && condition;
}

// `TAX_RATE = 0.19`, `price: 1999`: a number that money is computed with.
bool sets_number(const std::vector<CodeName>& names, std::string_view code) {
  for (const CodeName& n : names) {
    if (!is_money(n.words) || (n.after != '=' && n.after != ':')) continue;
    size_t at = code.find_first_of("=:", n.at + n.text.size());
    while (at < code.size() && !is_digit(code[at]) &&
           (is_space(code[at]) || code[at] == '=' || code[at] == ':' || code[at] == '.'))
      ++at;
    if (at < code.size() && is_digit(code[at]) &&
        has_any_word(n.words, {"rate", "tax", "vat", "fee", "fees", "discount", "commission", "price", "percent"}))
      return true;
  }
  return false;
}

bool is_markup(std::string_view code) {
  const auto line = trim(code);
  return line.starts_with("<") || line.starts_with("{") || contains(line, "</") || contains(line, "/>") ||
         contains(line, "className=");
}

bool calls_provider(std::string_view code) {
  const auto names = names_in(code);
  bool provider = false;
  for (const CodeName& n : names) {
    provider |= is_provider(n) && (n.after == '.' || n.after == '-' || n.after == ':');
    if (n.after != '(') continue;
    if (moves_money(n.words)) return true;
    const bool method = n.before == '.' || n.before == '>' || n.before == ':';
    const Words& w = n.words;
    if (provider && method && !w.empty() &&
        is_one_of(lower(n.text), {"create", "capture", "authorize", "refund", "charge", "cancel", "confirm", "update",
                                  "finalize", "new", "order", "createorder"}))
      return true;
  }
  return false;
}

// amount, unit_amount, currency, price: what a provider is told about the money to move.
bool says_how_much(const std::vector<CodeName>& names, std::string_view code) {
  for (const CodeName& n : names) {
    if (n.words.empty() || is_label(n.words)) continue;
    const bool field = n.after == ':' || n.after == '=' || n.after == ',' || n.after == '}' || n.after == '\0';
    const bool known = has_any_word(n.words, {"amount", "currency", "price", "total", "fee", "quantity", "cents"});
    if (known && (field || contains(code, "=>"))) return true;
  }
  return false;
}

// The line stands among the arguments of a call of a payment provider that opens further up.
bool is_provider_argument(const ChangedBlock& block, size_t index) {
  constexpr size_t k_reach = 15;
  const diff::Sign other = block.line(index).raw->sign == diff::Sign::added ? diff::Sign::removed : diff::Sign::added;
  int depth = 0;
  for (size_t i = index, low = index > k_reach ? index - k_reach : 0; i-- > low;) {
    if (block.line(i).raw->sign == other) continue;
    const std::string& code = block.code(i);
    for (size_t k = code.size(); k-- > 0;) {
      if (std::string_view(")]}").find(code[k]) != std::string_view::npos) ++depth;
      if (std::string_view("([{").find(code[k]) != std::string_view::npos) --depth;
    }
    if (depth < 0 && calls_provider(code)) return true;
    if (depth < 0 && !defined_name(code).empty()) return false;
  }
  return false;
}

// A provider is called near by: amounts that are computed here go to it.
bool is_near_provider(const ChangedBlock& block) {
  constexpr size_t k_reach = 10;
  const size_t first = std::min(block.added.empty() ? block.removed.front() : block.added.front(),
                                block.removed.empty() ? block.added.front() : block.removed.front());
  const size_t last =
      std::max(block.added.empty() ? 0 : block.added.back(), block.removed.empty() ? 0 : block.removed.back());
  for (size_t i = first > k_reach ? first - k_reach : 0; i < block.hunk.lines.size() && i <= last + k_reach; ++i)
    if (block.line(i).raw->sign == diff::Sign::context && calls_provider(block.code(i))) return true;
  return false;
}

constexpr std::string_view k_argument = "the amount that a payment call is given is changed";

// A line that says it is about money by an ambiguous word, and by nothing else.
bool is_ambiguous(const ChangedBlock& block, size_t index) {
  const auto names = names_in(block.code(index));
  const auto has = [&](auto&& test) { return std::any_of(names.begin(), names.end(), test); };
  return has([](const CodeName& n) { return is_ambiguous(n.words); }) &&
         !has([](const CodeName& n) { return is_money(n.words) && !is_ambiguous(n.words); });
}

std::string_view touches_money(const ChangedBlock& block, size_t index, bool place) {
  const std::string& code = block.code(index);
  if (is_markup(code)) return {};
  const auto names = names_in(code);
  const std::string_view defines = defined_name(code);
  bool money = false, shared = false;
  for (const CodeName& n : names) {
    const bool symbol = n.at > 0 && code[n.at - 1] == ':' && block.hunk.file.language == diff::Language::ruby;
    if (n.text == defines || symbol) continue;
    money |= is_money(n.words);
    shared |= is_shared(n.words);
  }
  if (calls_provider(code)) return "a payment call is changed";
  if (says_how_much(names, code) && is_provider_argument(block, index)) return k_argument;
  if ((money || (place && shared)) && computes(code)) return "the computation of an amount is changed";
  // A check more ("no negative prices") is nobody's risk; one that goes or changes is.
  const bool only_added = block.removed.empty() && block.line(index).raw->sign == diff::Sign::added;
  if ((money || (place && shared)) && decides(code) && !only_added) return "a decision about money is changed";
  if (sets_number(names, code)) return "a number that money is computed with is changed";
  return {};
}

// A variable that lives on under its old name in unchanged lines was not renamed: another one is used.
bool is_still_used(const ChangedBlock& block, std::string_view name) {
  constexpr size_t k_small = 200;
  if (block.hunk.lines.size() > k_small) return false;
  return std::any_of(block.hunk.lines.begin(), block.hunk.lines.end(), [&](const CodeLine& line) {
    if (line.raw->sign != diff::Sign::context) return false;
    const auto names = names_in(line.masked.code);
    return std::any_of(names.begin(), names.end(), [&](const CodeName& n) {
      return n.text == name && n.before != '.' && n.before != '>' && n.after != '(' && n.after != ':';
    });
  });
}

// Same tokens but for names: a rename changes no amount.
bool only_renamed(const ChangedBlock& block) {
  if (block.removed.size() != block.added.size() || block.removed.empty()) return false;
  const auto skeleton = [](std::string_view code) {
    std::string out;
    for (size_t i = 0; i < code.size();) {
      if (is_alpha(code[i]) || code[i] == '_') {
        while (i < code.size() && is_word(code[i])) ++i;
        out += 'n';
      } else {
        if (!is_space(code[i])) out += code[i];
        ++i;
      }
    }
    return out;
  };
  for (size_t i = 0; i < block.removed.size(); ++i) {
    if (skeleton(block.code(block.removed[i])) != skeleton(block.code(block.added[i]))) return false;
    // Swapping which name is used may change the amount: as many new names as old ones must appear.
    const auto before = names_in(block.code(block.removed[i])), after = names_in(block.code(block.added[i]));
    for (size_t k = 0; k < before.size() && k < after.size(); ++k) {
      const bool known =
          std::any_of(before.begin(), before.end(), [&](const CodeName& n) { return n.text == after[k].text; });
      if (before[k].text == after[k].text) continue;
      const bool rounds = is_one_of(before[k].text, {"round", "floor", "ceil", "trunc", "min", "max", "abs"});
      const bool method = before[k].after == '(' && (before[k].before == '.' || before[k].before == '>');
      if (known || rounds || method || is_still_used(block, before[k].text)) return false;
    }
  }
  return true;
}

// Operators, numbers and names of a side: what an amount is made of.
struct Parts {
  std::vector<std::string> operators;  // and numbers
  std::vector<std::string> names;
};
Parts parts_of(const std::vector<std::string_view>& lines) {
  Parts parts;
  for (std::string_view code : lines) {
    for (size_t i = 0; i < code.size(); ++i) {
      const char after = i + 1 < code.size() ? code[i + 1] : ' ';
      if (std::string_view("*/%+-<>").find(code[i]) != std::string_view::npos && !is_word(after) &&
          !(i > 0 && code[i - 1] == '='))
        parts.operators.push_back(after == '=' ? cat(code[i], '=') : std::string(1, code[i]));
      if (!is_digit(code[i]) || (i > 0 && (is_word(code[i - 1]) || code[i - 1] == '.'))) continue;
      size_t end = i;
      while (end < code.size() && (is_word(code[end]) || code[end] == '.')) ++end;
      parts.operators.emplace_back(code.substr(i, end - i));
      i = end;
    }
    for (const CodeName& name : names_in(code)) {
      parts.names.emplace_back(name.text);
      if (is_one_of(name.text, {"multiply", "divide", "add", "subtract", "plus", "minus", "times", "round", "floor",
                                "ceil", "min", "max", "abs"}))
        parts.operators.emplace_back(name.text);
    }
  }
  std::sort(parts.operators.begin(), parts.operators.end());
  return parts;
}

// The numbers of new BigDecimal("0.9") and Decimal('0.19'), which no code shows.
std::vector<std::string> quoted_numbers(const ChangedBlock& block, const std::vector<size_t>& lines) {
  std::vector<std::string> numbers;
  for (size_t i : lines)
    for (const Token& t : tokens_of(block.line(i), is_removed(block.line(i)) ? Side::before : Side::after)) {
      const std::string_view text = t.unquoted();
      const bool number = t.string() && !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
                            return is_digit(c) || c == '.' || c == '-';
                          });
      if (number) numbers.emplace_back(text);
    }
  return numbers;
}

bool rearranges(const CodeHunk& hunk) {
  std::vector<std::string_view> before, after;
  for (const CodeLine& line : hunk.lines) {
    if (line.raw->sign == diff::Sign::context || is_import(line.masked.code)) continue;
    (line.raw->sign == diff::Sign::removed ? before : after).push_back(line.masked.code);
  }
  return is_rearranged(before, after);
}

}  // namespace

bool is_rearranged(const std::vector<std::string_view>& removed, const std::vector<std::string_view>& added) {
  const Parts before = parts_of(removed), after = parts_of(added);
  if (before.names.empty() || after.names.empty() || before.operators != after.operators) return false;
  return std::all_of(before.names.begin(), before.names.end(), [&](const std::string& name) {
    return std::find(after.names.begin(), after.names.end(), name) != after.names.end();
  });
}

void find_billing_risks(const ChangedBlock& block, RiskHits& out) {
  using diff::Language;
  const diff::File& file = block.hunk.file;
  if (file.role != diff::Role::source && file.role != diff::Role::config) return;
  switch (file.language) {
    case Language::html:
    case Language::css:
    case Language::json:
    case Language::yaml:
    case Language::xml:
    case Language::sql:
    case Language::shell: return;
    default: break;
  }
  const bool renamed = only_renamed(block);
  const bool other_numbers = renamed && quoted_numbers(block, block.removed) != quoted_numbers(block, block.added);
  if (renamed && !other_numbers) return;
  const bool place = is_billing_place(block) || is_near_provider(block);
  RiskHits hits;
  bool exact = false;
  for (const auto* side : {&block.added, &block.removed})
    for (size_t i : *side) {
      const std::string_view what = touches_money(block, i, place);
      if (what.empty()) continue;
      hits.push_back({Area::billing, i, std::string(what)});
      exact |= hits.back().exact = other_numbers || what == k_argument;
    }
  constexpr size_t k_small = 200;  // lines of a hunk that a person would still compare as a whole
  const bool ambiguous = !hits.empty() && !place && std::all_of(hits.begin(), hits.end(), [&](const RiskHit& hit) {
    return is_ambiguous(block, hit.line);
  });
  const Quantity quantity = ambiguous ? quantity_around(block) : Quantity::money;
  if (quantity == Quantity::other) return;
  for (RiskHit& hit : hits) hit.doubtful = quantity == Quantity::unknown;
  if (hits.empty() || (!exact && block.hunk.lines.size() <= k_small && rearranges(block.hunk))) return;
  out.insert(out.end(), hits.begin(), hits.end());
}

}  // namespace assay::judge
