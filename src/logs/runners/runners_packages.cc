// Package managers and task runners: they say that a script failed or could not be found. What the
// script itself printed stands above and is read by its own reader.
#include "base/cursor.h"
#include "base/text.h"
#include "logs/runners/counts.h"
#include "logs/runners/runners.h"

namespace assay::logs {

namespace {

bool says_missing(std::string_view text) {
  return icontains(text, "missing script") || icontains(text, "couldn't find a script") ||
         (icontains(text, "command ") && text.ends_with(" not found")) || text.ends_with("\" not found.") ||
         contains(text, "NO_SCRIPT");
}

// npm prints a block of lines with one prefix; the block is one failure.
class NpmReader final : public Reader {
 public:
  bool in_reports() const override { return false; }
  NeedleMask wants() const override { return bit(Needle::package) | bit(Needle::error) | bit(Needle::warn); }

  Claim read(const Line& line, Sink& sink) override {
    Cursor at(line.text);
    if (!at.skip("npm ")) return Claim::no;
    if (at.skip("WARN") || at.skip("warn") || at.skip("notice") || at.skip("info") || at.skip("verb") ||
        at.skip("http") || at.skip("sill"))
      return Claim::yes;
    if (!at.skip("ERR!") && !at.skip("error")) return Claim::no;
    const bool continues = m_last != 0 && line.number <= m_last + 2;
    m_last = line.number;
    if (says_missing(at.rest()))
      sink.signal(SignalKind::not_run, Runner::npm, "not-run", line);
    else if (!continues)
      sink.signal(SignalKind::failure, Runner::npm, "failed", line);
    return Claim::yes;
  }

 private:
  std::uint64_t m_last = 0;  // line of the last error
};

// pnpm frames its codes with thin spaces: " ELIFECYCLE  Command failed with exit code 1."
class PnpmReader final : public Reader {
 public:
  bool in_reports() const override { return false; }
  NeedleMask wants() const override { return bit(Needle::package) | bit(Needle::warn); }

  Claim read(const Line& line, Sink& sink) override {
    std::string_view text = line.text;
    size_t begin = 0;
    while (begin < text.size() && !is_alnum(text[begin])) ++begin;
    if (begin > 16) return Claim::no;
    text = text.substr(begin);
    if (text.starts_with("ELIFECYCLE") || text.starts_with("ERR_PNPM_")) {
      const auto kind = says_missing(text) ? SignalKind::not_run : SignalKind::failure;
      sink.signal(kind, Runner::pnpm, kind == SignalKind::not_run ? "not-run" : "failed", line);
      return Claim::yes;
    }
    const bool about_packages =
        contains(text, "deprecated") || contains(text, "Unsupported engine") || contains(text, "peer dependencies");
    return text.starts_with("WARN") && about_packages ? Claim::yes : Claim::no;
  }
};

// yarn 1 and berry.
class YarnReader final : public Reader {
 public:
  bool in_reports() const override { return false; }
  NeedleMask wants() const override { return bit(Needle::package) | bit(Needle::error) | bit(Needle::warn); }

  Claim read(const Line& line, Sink& sink) override {
    const std::string_view text = line.text;
    if (text.starts_with("yarn run v") || text.starts_with("yarn install v")) {
      m_classic = true;
      return Claim::yes;
    }
    if (text.starts_with("error Command ") || (m_classic && text.starts_with("error "))) return failed(line, sink);
    if (m_classic && text.starts_with("warning ")) return Claim::yes;
    if (text.starts_with("Usage Error: ")) return failed(line, sink);
    const size_t code = text.find("YN0");
    if (code > 8) return Claim::no;  // also when there is none
    if (contains(text, "Failed with errors")) return failed(line, sink);
    return Claim::yes;
  }

 private:
  static Claim failed(const Line& line, Sink& sink) {
    if (says_missing(line.text))
      sink.signal(SignalKind::not_run, Runner::yarn, "not-run", line);
    else
      sink.signal(SignalKind::failure, Runner::yarn, "failed", line);
    return Claim::yes;
  }

  bool m_classic = false;
};

// Turborepo, Nx and Lerna.
class TurboReader final : public Reader {
 public:
  bool in_reports() const override { return false; }
  NeedleMask wants() const override {
    return bit(Needle::package) | bit(Needle::error) | bit(Needle::fail) | bit(Needle::pass);
  }

  Claim read(const Line& line, Sink& sink) override {
    const std::string_view text = trim_left(line.text);
    if (text.starts_with("Tasks:")) return tasks(text, line, sink);
    if (contains(text, "ERROR  run failed") || contains(text, "command finished with error")) return failed(line, sink);
    if (text.starts_with("lerna success run Ran npm script")) {
      sink.signal(SignalKind::pass, Runner::turbo, "passed", line);
      return Claim::yes;
    }
    if (!text.starts_with("NX ")) return Claim::no;
    if (contains(text, "Successfully ran target")) {
      sink.signal(SignalKind::pass, Runner::turbo, "passed", line);
      return Claim::yes;
    }
    if (text.ends_with("failed") || contains(text, "Ran target")) return failed(line, sink);
    return Claim::no;
  }

 private:
  static Claim failed(const Line& line, Sink& sink) {
    sink.signal(SignalKind::failure, Runner::turbo, "failed", line);
    return Claim::yes;
  }

  // "Tasks:    2 successful, 3 total"
  static Claim tasks(std::string_view text, const Line& line, Sink& sink) {
    std::uint64_t successful = 0, total = 0;
    each_count(text, [&](std::uint64_t n, std::string_view what) {
      if (what == "successful") successful = n;
      if (what == "total") total = n;
    });
    if (!contains(text, " successful") || !contains(text, " total")) return Claim::no;
    if (successful < total) return failed(line, sink);
    if (total > 0) sink.signal(SignalKind::pass, Runner::turbo, "passed", line);
    return Claim::yes;
  }
};

}  // namespace

ReaderPtr make_npm() { return std::make_unique<NpmReader>(); }
ReaderPtr make_pnpm() { return std::make_unique<PnpmReader>(); }
ReaderPtr make_yarn() { return std::make_unique<YarnReader>(); }
ReaderPtr make_turbo() { return std::make_unique<TurboReader>(); }

}  // namespace assay::logs
