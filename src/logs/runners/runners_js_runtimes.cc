// The test runners inside JavaScript runtimes: bun test and deno test.
#include "base/cursor.h"
#include "logs/runners/js_names.h"
#include "logs/runners/runners.h"
#include "logs/runners/tally.h"

namespace assay::logs {

namespace {

// ---- bun ------------------------------------------------------------------------------------

// " 2 pass", " 0 fail", " 1 error", then "Ran 2 tests across 1 file. [9.00ms]".
class Bun : public Reader {
 public:
  NeedleMask wants() const override {
    return bit(Needle::banner) | bit(Needle::pass) | bit(Needle::fail) | bit(Needle::skip) | bit(Needle::count) |
           bit(Needle::error) | bit(Needle::ran) | bit(Needle::notests);
  }

  Claim read(const Line& line, Sink& sink) override {
    const std::string_view text = trim_left(line.text);
    if (text.starts_with("bun test v")) {
      m_counts = {};
      sink.announce(Runner::bun, line);
      return Claim::yes;
    }
    if (text.starts_with("(")) return result(line, text, sink);
    if (text.starts_with("Ran ")) return closing(line, text, sink);
    if (!sink.is_open(Runner::bun)) return Claim::no;
    if (text.find("did not match any test files") != text.npos || text.starts_with("No tests found!")) {
      sink.signal(SignalKind::not_run, Runner::bun, "no-tests", line);
      sink.close(Runner::bun);
      return Claim::yes;
    }
    if (text.starts_with("# Unhandled error between tests")) {
      sink.signal(SignalKind::failure, Runner::bun, "failed", line);
      return Claim::yes;
    }
    return count(text);
  }

 private:
  Claim result(const Line& line, std::string_view text, Sink& sink) {
    const std::string_view status = text.substr(0, std::min<size_t>(7, text.size()));
    if (status != "(pass) " && status != "(fail) " && status != "(skip) " && status != "(todo) ") return Claim::no;
    const std::string_view name = bare_name(text.substr(7));
    sink.run(Runner::bun, line);
    if (status == "(fail) ")
      sink.failed(Runner::bun, line, name);
    else
      sink.named(Runner::bun, line, status == "(pass) " ? Outcome::passed : Outcome::skipped, name);
    return Claim::yes;
  }

  Claim count(std::string_view text) {
    const auto tally = Tally::of(text);
    if (!tally || tally->size() != 1 || !tally->about_tests()) return Claim::no;
    const Counts one = tally->counts();
    m_counts.passed += one.passed;
    m_counts.failed += one.failed;
    m_counts.skipped += one.skipped;
    m_counts.todo += one.todo;
    m_counts.errors += one.errors;
    return Claim::yes;
  }

  Claim closing(const Line& line, std::string_view text, Sink& sink) {
    if (text.find(" across ") == text.npos) return Claim::no;
    sink.summary(Runner::bun, line, m_counts);
    m_counts = {};
    return Claim::yes;
  }

  Counts m_counts;
};

// ---- deno -----------------------------------------------------------------------------------

class Deno : public Reader {
 public:
  NeedleMask wants() const override {
    return bit(Needle::banner) | bit(Needle::dots) | bit(Needle::pass) | bit(Needle::fail) | bit(Needle::notests);
  }

  Claim read(const Line& line, Sink& sink) override {
    const std::string_view text = trim(line.text);
    if (line.has(Needle::banner) && istarts_with(text, "running ") && text.find(" from ") != text.npos) {
      sink.run(Runner::deno, line);
      return Claim::yes;
    }
    for (std::string_view label : {"ok | ", "FAILED | "}) {
      if (text.starts_with(label)) return closing(line, text.substr(label.size()), sink);
    }
    if (text == "error: Test failed" || text == "error: Type checking failed.") {
      sink.signal(SignalKind::failure, Runner::deno, "failed", line);
      return Claim::yes;
    }
    if (text == "error: No test modules found") {
      sink.signal(SignalKind::not_run, Runner::deno, "no-tests", line);
      return Claim::yes;
    }
    return result(line, text, sink);
  }

 private:
  // "ok | 3 passed (1 step) | 0 failed | 1 ignored (22ms)"
  Claim closing(const Line& line, std::string_view text, Sink& sink) {
    const auto tally = Tally::of(text);
    if (!tally || !tally->has("passed") || !tally->has("failed")) return Claim::no;
    Counts counts = tally->counts();
    counts.skipped += tally->get("ignored");
    sink.summary(Runner::deno, line, counts);
    return Claim::yes;
  }

  // "denies guest ... ok (13ms)"
  Claim result(const Line& line, std::string_view text, Sink& sink) {
    const size_t dots = text.rfind(" ... ");
    if (dots == text.npos || !ends_in_duration(text)) return Claim::no;
    const std::string_view status = text.substr(dots + 5);
    const bool passed = status.starts_with("ok ("), failed = status.starts_with("FAILED ("),
               ignored = status.starts_with("ignored (");
    if (!passed && !failed && !ignored) return Claim::no;
    const std::string_view name = text.substr(0, dots);
    sink.run(Runner::deno, line);
    if (failed)
      sink.failed(Runner::deno, line, name);
    else
      sink.named(Runner::deno, line, passed ? Outcome::passed : Outcome::skipped, name);
    return Claim::yes;
  }
};

}  // namespace

ReaderPtr make_bun() { return std::make_unique<Bun>(); }
ReaderPtr make_deno() { return std::make_unique<Deno>(); }

}  // namespace assay::logs
