#include "report/proof.h"

#include <boost/json.hpp>

#include "base/text.h"
#include "report/escape.h"
#include "report/read_parts.h"
#include "report/schema_words.h"

namespace assay::report {

namespace {

using model::HunkProof;
using model::Proof;
using model::TestProof;
using Tone = ProofLine::Tone;

json::object hunk_json(const model::ProvenHunk& hunk) {
  json::object out;
  out["path"] = to_utf8(hunk.path);
  out["first"] = hunk.first;
  out["last"] = hunk.last;
  out["proof"] = name(hunk.proof);
  out["detail"] = to_utf8(hunk.detail);
  if (!hunk.test.empty()) out["test"] = to_utf8(hunk.test);
  if (hunk.removes) out["removes"] = true;
  if (!hunk.unreached.empty()) {
    json::array lines;
    for (const auto& each : hunk.unreached) lines.push_back({{"first", each.first}, {"last", each.last}});
    out["unreached"] = std::move(lines);
  }
  return out;
}

std::vector<model::LineRange> lines_in(const json::object& hunk) {
  std::vector<model::LineRange> out;
  for (const auto& item : array_in(hunk, "unreached"))
    out.push_back({number_in(item.as_object(), "first"), number_in(item.as_object(), "last")});
  return out;
}

std::string lines_of(const model::ProvenHunk& hunk) {
  return cat(to_utf8(hunk.path), ":", hunk.first, hunk.last > hunk.first ? cat("-", hunk.last) : std::string());
}

ProofLine line_of(const model::ProvenHunk& hunk) {
  switch (hunk.proof) {
    case HunkProof::proven: return {Tone::good, lines_of(hunk), cat("proven: ", hunk.detail, " by ", hunk.test)};
    case HunkProof::unproven: return {Tone::bad, lines_of(hunk), cat("not proven: ", hunk.detail)};
    case HunkProof::nothing_to_prove: return {Tone::plain, lines_of(hunk), cat("nothing to prove: ", hunk.detail)};
    case HunkProof::not_tried: break;
  }
  return {Tone::plain, lines_of(hunk), cat("not tried", hunk.detail.empty() ? "" : cat(": ", hunk.detail))};
}

ProofLine line_of(const model::ProvenTest& test) {
  const bool good = test.proof == TestProof::discriminating;
  return {good ? Tone::good : test.proof == TestProof::flaky ? Tone::bad : Tone::plain, test.test, test.detail};
}

// The items that are told first, then how many there are besides.
template <class Items, class Wanted>
void add_some(const Items& items, size_t most, std::string_view noun, Wanted&& wanted, std::vector<ProofLine>& out) {
  size_t shown = 0, more = 0;
  for (const auto& item : items) {
    if (!wanted(item)) continue;
    if (shown++ < most)
      out.push_back(line_of(item));
    else
      ++more;
  }
  if (more > 0) out.push_back({Tone::plain, "", cat("and ", plural(more, noun), " more of this kind")});
}

std::string on_one_line(std::string_view text) { return replace_all(std::string(text), "\n", " "); }

// What was expected beside what is expected now; what the old form said where the edit was not found.
void add_old_expectations(const Proof& proof, size_t most, std::vector<ProofLine>& out) {
  const auto& all = proof.old_expectations;
  if (all.empty()) return;
  out.push_back({Tone::plain, "",
                 cat(plural(all.size(), "old expectation"), all.size() == 1 ? " no longer holds" : " no longer hold")});
  for (size_t i = 0; i < all.size() && i < most; ++i) {
    const auto& old = all[i];
    out.push_back({Tone::plain, old.test,
                   old.before.empty() ? cat("said in its old form: ", excerpt(old.detail, 160))
                                      : cat("was ", on_one_line(old.before), old.after.empty() ? ", is gone" : ", is ",
                                            on_one_line(old.after))});
  }
  if (all.size() > most) out.push_back({Tone::plain, "", cat("and ", all.size() - most, " more of this kind")});
}

model::OldExpectation read_old(const json::object& from) {
  return {std::string(text_at(from, "test")),   std::string(text_at(from, "detail")),
          std::string(text_at(from, "path")),   number_in(from, "line"),
          std::string(text_at(from, "before")), std::string(text_at(from, "after"))};
}

}  // namespace

json::value proof_json(const Proof& proof) {
  json::object out;
  out["level"] = name(proof.level);
  out["unknown"] = proof.unknown;
  json::array tests, mended, old, hunks;
  for (const auto& test : proof.tests)
    tests.push_back(json::object{{"test", to_utf8(test.test)},
                                 {"proof", name(test.proof)},
                                 {"detail", to_utf8(test.detail)},
                                 {"asserted", test.asserted},
                                 {"lacks_own", test.lacks_own},
                                 {"command", to_utf8(test.command)}});
  for (const auto& test : proof.mended) mended.emplace_back(to_utf8(test));
  for (const auto& test : proof.old_expectations)
    old.push_back(json::object{{"test", to_utf8(test.test)},
                               {"detail", to_utf8(test.detail)},
                               {"path", test.path},
                               {"line", test.line},
                               {"before", test.before},
                               {"after", test.after}});
  for (const auto& hunk : proof.hunks) hunks.push_back(hunk_json(hunk));
  out["tests"] = std::move(tests);
  out["mended"] = std::move(mended);
  out["held"] = proof.held;
  out["old_held"] = proof.old_held;
  out["old_expectations"] = std::move(old);
  out["hunks"] = std::move(hunks);
  out["tried"] = proof.tried;
  out["noticed"] = proof.noticed;
  out["noticed_by_new"] = proof.noticed_by_new;
  if (proof.unreached > 0) out["unreached"] = proof.unreached;
  if (!proof.reach_unknown.empty()) out["reach_unknown"] = to_utf8(proof.reach_unknown);
  if (!proof.special_cases.empty()) {
    json::array cases;
    for (const auto& each : proof.special_cases)
      cases.push_back(json::object{{"path", to_utf8(each.path)},
                                   {"line", each.line},
                                   {"value", to_utf8(each.value)},
                                   {"shown", to_utf8(each.shown)},
                                   {"test", to_utf8(each.test)},
                                   {"odd", each.odd}});
    out["special_cases"] = std::move(cases);
  }
  out["out_of_time"] = proof.out_of_time;
  out["other_changes"] = proof.other_changes;
  return out;
}

Proof read_proof(const json::value& from) {
  Proof out;
  const auto* root = from.if_object();
  if (root == nullptr) return out;
  out.level = named(text_at(*root, "level"), model::ProofLevel::full);
  out.unknown = text_at(*root, "unknown");
  for (const auto& item : array_in(*root, "tests")) {
    const auto& test = item.as_object();
    out.tests.push_back({text_at(test, "test"), named(text_at(test, "proof"), TestProof::indeterminate),
                         text_at(test, "detail"), flag_in(test, "asserted"), flag_in(test, "lacks_own"),
                         text_at(test, "command")});
  }
  for (const auto& item : array_in(*root, "mended")) out.mended.emplace_back(item.as_string());
  for (const auto& item : array_in(*root, "old_expectations"))
    out.old_expectations.push_back(read_old(item.as_object()));
  for (const auto& item : array_in(*root, "hunks")) {
    const auto& hunk = item.as_object();
    out.hunks.push_back({text_at(hunk, "path"), number_in(hunk, "first"), number_in(hunk, "last"),
                         named(text_at(hunk, "proof"), HunkProof::not_tried), text_at(hunk, "detail"),
                         text_at(hunk, "test"), flag_in(hunk, "removes"), lines_in(hunk)});
  }
  for (const auto& item : array_in(*root, "special_cases")) {
    const auto& each = item.as_object();
    out.special_cases.push_back({text_at(each, "path"), number_in(each, "line"), text_at(each, "value"),
                                 text_at(each, "shown"), text_at(each, "test"), flag_in(each, "odd")});
  }
  out.held = number_in(*root, "held");
  out.old_held = number_in(*root, "old_held");
  out.tried = number_in(*root, "tried");
  out.noticed = number_in(*root, "noticed");
  out.noticed_by_new = number_in(*root, "noticed_by_new");
  out.unreached = number_in(*root, "unreached");
  out.reach_unknown = text_at(*root, "reach_unknown");
  out.out_of_time = flag_in(*root, "out_of_time");
  out.other_changes = flag_in(*root, "other_changes");
  return out;
}

json::value proof_schema() {
  using namespace schema_words;
  const auto test = object_of({{"test", text()},
                               {"proof", names_of(TestProof::indeterminate)},
                               {"detail", text()},
                               {"asserted", flag()},
                               {"lacks_own", flag()},
                               {"command", text()}});
  // Documents of before show no lines.
  const auto old = object_of({{"test", text()}, {"detail", text()}},
                             {{"path", text()}, {"line", count()}, {"before", text()}, {"after", text()}});
  const auto hunk = object_of({{"path", text()},
                               {"first", count()},
                               {"last", count()},
                               {"proof", names_of(HunkProof::not_tried)},
                               {"detail", text()}},
                              {{"test", text()},
                               {"removes", flag()},
                               {"unreached", list_of(object_of({{"first", count()}, {"last", count()}}))}});
  const auto special = object_of(
      {{"path", text()}, {"line", count()}, {"value", text()}, {"shown", text()}, {"test", text()}, {"odd", flag()}});
  return object_of(
      {{"level", names_of(model::ProofLevel::full)},
       {"unknown", text()},
       {"tests", list_of(test)},
       {"mended", list_of(text())},
       {"held", count()},
       {"old_expectations", list_of(old)},
       {"hunks", list_of(hunk)},
       {"tried", count()},
       {"noticed", count()},
       {"noticed_by_new", count()},
       {"out_of_time", flag()},
       {"other_changes", flag()}},
      {{"old_held", count()}, {"unreached", count()}, {"reach_unknown", text()}, {"special_cases", list_of(special)}});
}

std::vector<ProofLine> proof_lines(const Proof& proof, size_t most) {
  std::vector<ProofLine> out;
  if (!proof.unknown.empty()) {
    out.push_back({Tone::plain, "", cat("Nothing was proven: ", proof.unknown)});
    return out;
  }
  if (proof.level == model::ProofLevel::off) return out;
  for (const auto kind : {TestProof::discriminating, TestProof::always_green, TestProof::flaky, TestProof::invalid,
                          TestProof::indeterminate})
    add_some(
        proof.tests, most, "test", [&](const auto& test) { return test.proof == kind; }, out);
  if (!shows_a_difference(proof)) {
    // That they pass without it is bad where no other fails.
    for (auto& line : out) line.tone = Tone::bad;
  }
  if (!proof.mended.empty())
    out.push_back({Tone::good, proof.mended.front(),
                   cat("failed before the change, passes now",
                       proof.mended.size() > 1 ? cat("; so do ", proof.mended.size() - 1, " more") : std::string())});
  for (const auto& each : proof.special_cases)
    out.push_back({Tone::bad, cat(to_utf8(each.path), ":", each.line),
                   each.test.empty() ? cat(excerpt(to_utf8(each.shown), 80),
                                           " is a value of older tests; what it does here, no test notices")
                                     : cat("with another value for ", excerpt(to_utf8(each.shown), 80), " only ",
                                           each.test, " fails, which is older than the change")});
  for (const auto kind : {HunkProof::unproven, HunkProof::proven, HunkProof::not_tried, HunkProof::nothing_to_prove})
    add_some(
        proof.hunks, most, "piece", [&](const auto& hunk) { return hunk.proof == kind; }, out);
  add_old_expectations(proof, most, out);
  if (proof.held > 0)
    out.push_back({Tone::plain, "", cat("as before: ", plural(proof.held, "test"), " that the change does not touch")});
  if (proof.tried > 0)
    out.push_back({Tone::plain, "",
                   cat(plural(proof.tried, "place"), " of the change broken, ", proof.noticed, " noticed",
                       proof.out_of_time ? "; then the time was over" : "")});
  if (proof.unreached > 0)
    out.push_back({Tone::bad, "", cat("no test runs ", plural(proof.unreached, "line"), " of the change")});
  if (!proof.reach_unknown.empty())
    out.push_back({Tone::plain, "", cat("which lines the tests run is not known of ", proof.reach_unknown)});
  return out;
}

std::string proof_markdown(const Proof& proof) {
  const auto lines = proof_lines(proof, 20);
  std::string out = lines.empty() ? "" : "\n## Proof\n\n";
  for (const auto& line : lines) {
    const auto mark = line.tone == Tone::good ? "✔ " : line.tone == Tone::bad ? "✘ " : "";
    out += cat("- ", mark, line.subject.empty() ? std::string() : cat(markdown_code(line.subject), ": "),
               markdown_text(line.words), "\n");
  }
  return out;
}

}  // namespace assay::report
