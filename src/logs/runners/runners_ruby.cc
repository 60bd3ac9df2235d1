// Ruby: RSpec, minitest and test-unit.
#include <algorithm>

#include "base/cursor.h"
#include "base/text.h"
#include "logs/runners/counts.h"
#include "logs/runners/rspec_outline.h"
#include "logs/runners/runners.h"

namespace assay::logs {

namespace {

// RSpec has no banner: its run is known from its closing counts, "5 examples, 0 failures".
class RspecReader final : public Reader {
 public:
  NeedleMask wants() const override {
    return bit(Needle::ruby) | bit(Needle::fail) | bit(Needle::error) | bit(Needle::count);
  }

  Claim read(const Line& line, Sink& sink) override {
    const std::string_view text = line.text;
    if (examples(text, line, sink)) return Claim::yes;
    if (text.starts_with("rspec ./") || text.starts_with("rspec '")) return failed_example(text, line, sink);
    const std::string_view bare = trim_left(text);
    if (bare.starts_with("An error occurred while loading ")) return load_error(bare, line, sink);
    if (bare.ends_with(')') && contains(bare, " (FAILED - ")) return documented(bare, line, sink);
    if (bare.ends_with(')') && contains(bare, " (PENDING: ")) return pending(bare, line, sink);
    if (const size_t json = text.find("\"summary_line\":\""); json != std::string_view::npos)
      return examples(text.substr(json + 16), line, sink) ? Claim::yes : Claim::no;
    const bool heading = text == "Failures:" || text == "Failed examples:" || bare.starts_with("Failure/Error: ") ||
                         text.starts_with("Pending: (Failures listed here") || text == "All examples were filtered out";
    if (!heading) return Claim::no;
    began(line, sink);
    return Claim::yes;
  }

 private:
  static void began(const Line& line, Sink& sink) {
    if (!sink.is_open(Runner::rspec)) sink.reach_back(Runner::rspec, line);
  }

  // "3 examples, 1 failure, 1 pending, 1 error occurred outside of examples"
  static bool examples(std::string_view text, const Line& line, Sink& sink) {
    Cursor at(text);
    const auto all = at.number();
    if (!all || (!at.skip(" examples, ") && !at.skip(" example, "))) return false;
    Counts counts;
    bool counted = false;
    each_count(at.rest(), [&](std::uint64_t n, std::string_view what) {
      if (what.starts_with("failure")) counts.failed = n, counted = true;
      if (what == "pending") counts.skipped = n;
      if (what.starts_with("error")) counts.errors = n;
    });
    if (!counted) return false;
    const std::uint64_t rest = counts.failed + counts.skipped;
    counts.passed = *all > rest ? *all - rest : 0;
    began(line, sink);
    if (counts.failed + counts.errors == 0) outlined(line, *all, sink);
    sink.summary(Runner::rspec, line, counts);
    return true;
  }

  static void outlined(const Line& line, std::uint64_t examples, Sink& sink) {
    const Outline outline = read_outline(line.before, line.number, examples);
    for (const auto& example : outline.passed)
      sink.named(Runner::rspec, {example.name, example.line, 0}, Outcome::passed, example.name);
    Run& run = sink.run(Runner::rspec, line);
    if (outline.first_line != 0) run.first_line = std::min(run.first_line, outline.first_line);
  }

  // "rspec ./spec/ledger_spec.rb:3 # Ledger moves money"
  static Claim failed_example(std::string_view text, const Line& line, Sink& sink) {
    const size_t hash = text.find(" # ");
    if (hash == std::string_view::npos) return Claim::no;
    sink.failed(Runner::rspec, line, text.substr(hash + 3));
    return Claim::yes;
  }

  static Claim load_error(std::string_view text, const Line& line, Sink& sink) {
    began(line, sink);
    std::string_view file = text.substr(std::string_view("An error occurred while loading ").size());
    if (file.ends_with('.')) file.remove_suffix(1);
    sink.failed(Runner::rspec, line, file);
    return Claim::yes;
  }

  // "  moves money (FAILED - 1)" and "  is slow (PENDING: Temporarily skipped with xit)"
  static Claim documented(std::string_view, const Line& line, Sink& sink) {
    began(line, sink);
    return Claim::yes;  // the list at the end has the whole name
  }
  static Claim pending(std::string_view bare, const Line& line, Sink& sink) {
    began(line, sink);
    sink.named(Runner::rspec, line, Outcome::skipped, bare.substr(0, bare.find(" (PENDING: ")));
    return Claim::yes;
  }
};

// minitest and test-unit: "4 runs, 3 assertions, 1 failures, 1 errors, 0 skips".
class MinitestReader final : public Reader {
 public:
  NeedleMask wants() const override {
    return bit(Needle::ruby) | bit(Needle::numbered) | bit(Needle::fail) | bit(Needle::error) | bit(Needle::skip) |
           bit(Needle::pass);
  }

  Claim read(const Line& line, Sink& sink) override {
    const std::string_view text = line.text;
    if (text.starts_with("Run options: ") && contains(text, "--seed")) {
      sink.start(Runner::minitest, line);
      sink.reach_back(Runner::minitest, line);  // what tests write to stderr overtakes the banner
      return Claim::yes;
    }
    if (text == "# Running:") {
      sink.run(Runner::minitest, line);
      return Claim::yes;
    }
    if (totals(text, line, sink) || heading(text) || unit(text, line, sink)) return Claim::yes;
    if (contains(text, "#test_")) return method(text, line, sink);
    if (text == "rake aborted!") {
      sink.signal(SignalKind::failure, Runner::minitest, "failed", line);
      return Claim::yes;
    }
    return text.starts_with("You have skipped tests.") || is_share(text) ? Claim::yes : Claim::no;
  }

 private:
  static bool totals(std::string_view text, const Line& line, Sink& sink) {
    Cursor at(text);
    const auto all = at.number();
    if (!all || (!at.skip(" runs, ") && !at.skip(" tests, ") && !at.skip(" run, ") && !at.skip(" test, ")))
      return false;
    if (!at.number() || !at.skip(" assertion")) return false;
    Counts counts;
    each_count(at.rest(), [&](std::uint64_t n, std::string_view what) {
      if (what.starts_with("failure")) counts.failed = n;
      if (what.starts_with("error")) counts.errors = n;
      if (what.starts_with("skip") || what.starts_with("pending") || what.starts_with("omission")) counts.skipped += n;
    });
    const std::uint64_t rest = counts.failed + counts.errors + counts.skipped;
    counts.passed = *all > rest ? *all - rest : 0;
    if (!sink.is_open(Runner::minitest)) sink.reach_back(Runner::minitest, line);
    sink.summary(Runner::minitest, line, counts);
    return true;
  }

  // test-unit's "100% passed"
  static bool is_share(std::string_view text) {
    Cursor at(text);
    at.take_while([](char c) { return is_digit(c) || c == '.'; });
    return at.rest() == "% passed" && at.rest().size() != text.size();
  }

  // "  1) Failure:"; the name follows on the next line
  bool heading(std::string_view text) {
    Cursor at(text);
    if (!at.spaces() || !at.number() || !at.skip(") ")) return false;
    const std::string_view what = at.rest();
    if (what != "Failure:" && what != "Error:" && what != "Skipped:") return false;
    m_bad = what != "Skipped:";
    return true;
  }

  // "LedgerTest#test_skips = 0.00 s = S", or under a heading "LedgerTest#test_boom [test/a.rb:4]:"
  Claim method(std::string_view text, const Line& line, Sink& sink) {
    Cursor at(text);
    const auto name = at.take_while([](char c) { return is_word(c) || c == ':' || c == '#' || c == '?' || c == '!'; });
    if (name.find('#') == std::string_view::npos) return Claim::no;
    if (at.skip(" = ")) return verbose(name, at, line, sink);
    const bool listed = at.done() ? name.ends_with(':') : at.skip(" [") && text.ends_with("]:");
    if (!listed || !m_bad) return listed ? Claim::yes : Claim::no;
    sink.run(Runner::minitest, line);
    sink.failed(Runner::minitest, line, name.ends_with(':') ? name.substr(0, name.size() - 1) : name);
    m_bad = false;
    return Claim::yes;
  }

  static Claim verbose(std::string_view name, Cursor at, const Line& line, Sink& sink) {
    sink.run(Runner::minitest, line);
    if (!at.past(" s = ")) return Claim::yes;  // the test printed in between
    switch (at.peek()) {
      case '.': sink.named(Runner::minitest, line, Outcome::passed, name); break;
      case 'S': sink.named(Runner::minitest, line, Outcome::skipped, name); break;
      case 'F':
      case 'E': sink.failed(Runner::minitest, line, name); break;
      default: break;
    }
    return Claim::yes;
  }

  // test-unit: "Failure: test_moves_money(LedgerTest)", "Omission: later [test_skips(LedgerTest)]"
  static bool unit(std::string_view text, const Line& line, Sink& sink) {
    Cursor at(text);
    const bool bad = at.skip("Failure: test") || at.skip("Error: test");
    if (!bad) return text.starts_with("Omission: ") || text.starts_with("Loaded suite ");
    std::string_view name = text.substr(text.find("test"));
    if (name.ends_with(':')) name.remove_suffix(1);
    if (!name.ends_with(')') || name.find('(') == std::string_view::npos) return false;
    if (!sink.is_open(Runner::minitest)) sink.reach_back(Runner::minitest, line);
    sink.failed(Runner::minitest, line, name);
    return true;
  }

  bool m_bad = false;  // the heading above said Failure or Error
};

}  // namespace

ReaderPtr make_rspec() { return std::make_unique<RspecReader>(); }
ReaderPtr make_minitest() { return std::make_unique<MinitestReader>(); }

}  // namespace assay::logs
