#include "judge/risk/quantity.h"

#include "base/text.h"

namespace assay::judge {
namespace {

using Words = std::vector<std::string>;

// Words that nothing but money has.
bool speaks_of_money(const Words& words) {
  return has_any_word(
      words, {"currency", "price",        "prices",     "priced",  "pricing", "invoice", "invoices", "invoiced",
              "payment",  "payments",     "pay",        "paid",    "cent",    "cents",   "eur",      "euro",
              "euros",    "usd",          "gbp",        "dollar",  "dollars", "tax",     "taxes",    "vat",
              "customer", "customers",    "money",      "billing", "bill",    "billed",  "checkout", "cart",
              "subtotal", "refund",       "coupon",     "voucher", "payout",  "fee",     "fees",     "tariff",
              "orders",   "subscription", "bigdecimal", "sale",    "sales",   "shop",    "revenue",  "commission"});
}

// Units, and things measured, that are none of money.
bool speaks_of_units(const Words& words) {
  return has_any_word(
      words, {"mm",        "cm",         "km",      "kg",      "gram",       "grams",       "kilogram",   "kilograms",
              "milligram", "milligrams", "kcal",    "calorie", "calories",   "joule",       "joules",     "kj",
              "kwh",       "watt",       "watts",   "litre",   "litres",     "liter",       "liters",     "ml",
              "metre",     "metres",     "meter",   "meters",  "millimetre", "millimetres", "millimeter", "millimeters",
              "inch",      "inches",     "degrees", "points",  "tokens",     "reward",      "rewards",    "gamma",
              "seconds",   "minutes",    "bytes",   "pixels",  "px",         "hops",        "steel",      "stamina"});
}

Quantity quantity_in(const Words& words) {
  if (speaks_of_money(words)) return Quantity::money;
  return speaks_of_units(words) ? Quantity::other : Quantity::unknown;
}

void append_words(std::string_view text, Words& out) {
  constexpr size_t k_most = 400;  // bytes of a line
  for (auto& word : words_of(text.substr(0, k_most))) out.push_back(std::move(word));
}

}  // namespace

Quantity quantity_around(const ChangedBlock& block) {
  constexpr size_t k_sight = 40;  // lines
  const auto& lines = block.hunk.lines;
  const size_t first = block.removed.empty() ? block.added.front() : block.removed.front();
  Words words = words_of(block.hunk.file.path());
  append_words(block.hunk.hunk.section, words);
  for (size_t i = first > k_sight ? first - k_sight : 0; i < lines.size() && i < first + k_sight; ++i)
    append_words(lines[i].raw->text, words);
  return quantity_in(words);
}

Quantity quantity_of(std::string_view text) { return quantity_in(words_of(text.substr(0, 4096))); }

}  // namespace assay::judge
