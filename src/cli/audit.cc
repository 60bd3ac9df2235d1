// The chain, checked and carried out. A file is checked with nothing but the file: no repository, no
// database.
#include <boost/json.hpp>

#include "audit/continuation.h"
#include "audit/export.h"
#include "base/json.h"
#include "base/printable.h"
#include "base/text.h"
#include "base/version.h"
#include "cli/command.h"
#include "engine/histories.h"
#include "ops/context.h"
#include "os/files.h"
#include "os/new_file.h"

namespace assay::cli {

namespace {

constexpr Flag k_flags[] = {
    {"--json", "", Takes::nothing, "", "verify: print the answer as JSON"},
    {"--seal", "", Takes::value, "HEX", "verify: the seal that the export must have, as you noted it"},
    {"--since", "", Takes::value, "FILE", "verify: also that every history continues that of an earlier export"},
    {"--mission", "", Takes::value, "MISSION", "export: only this one"},
    {"--output", "", Takes::value, "FILE", "export: write this file instead of standard output"},
    {"--workspace", "", Takes::value, "DIR", "the git work tree whose store is meant (default: here)"},
};

enum class Source { store, file };

std::string counted(const audit::Examination& found) {
  return cat(plural(found.missions, "mission"), ", ", plural(found.checkpoints, "checkpoint"));
}

json::value document(const audit::Examination& found, Source source, const std::string& path) {
  json::value fault = nullptr;
  if (found.fault) {
    fault = json::object{{"line", nullptr}, {"message", found.fault->what}};
    if (found.fault->line > 0) fault.as_object()["line"] = found.fault->line;
  }
  json::object out{
      {"schemaVersion", 1}, {"intact", !found.fault},     {"source", source == Source::store ? "store" : "export"},
      {"path", path},       {"missions", found.missions}, {"checkpoints", found.checkpoints},
      {"seal", nullptr},    {"exportedAt", nullptr},      {"fault", std::move(fault)}};
  if (!found.seal.empty()) out["seal"] = found.seal;
  if (found.header) out["exportedAt"] = to_iso(found.header->exported_at);
  return out;
}

std::string text_for_people(const audit::Examination& found, const std::string& path) {
  if (found.fault) {
    return cat("NOT INTACT: ", path, ": ", printable(audit::sentence(*found.fault)), "\nBefore it: ", counted(found),
               " intact.\n");
  }
  std::string out = cat("intact: ", counted(found));
  if (found.header) out += cat(", exported ", to_iso(found.header->exported_at));
  out += '\n';
  if (!found.seal.empty()) out += cat("seal: ", found.seal, "\n");
  return out;
}

Result<int> answer(const audit::Examination& found, Source source, const std::string& path, const Parsed& options) {
  if (options.has("--json")) {
    TRY(print(write_json(document(found, source, path), Indent::two_spaces) + "\n"));
  } else {
    TRY(print(text_for_people(found, path)));
  }
  return found.fault ? k_exit_gate : k_exit_ok;
}

// The heads of an earlier export, which must be intact itself.
Result<audit::Continuation> earlier(const std::string& path) {
  audit::Continuation out;
  TRY_ASSIGN(const auto source, os::FileSource::open(path));
  TRY_ASSIGN(const auto found, audit::verify_export(*source, {nullptr, [&](const audit::Head& head) {
                                                                out.expect(head);
                                                                return Result<void>();
                                                              }}));
  if (!found.fault) return out;
  return invalid_input(cat("the earlier export ", path, " is not intact itself: ", audit::sentence(*found.fault)));
}

audit::Observer watching(audit::Continuation& continuation) {
  return {[&](const model::Checkpoint& checkpoint) { return continuation.checkpoint(checkpoint); },
          [&](const audit::Head& head) { return continuation.head(head); }};
}

ops::Context::Setup setup(const Parsed& options) {
  ops::Context::Setup out;
  out.folder = options.value("--workspace").value_or(".");
  return out;
}

void close(const audit::Continuation& continuation, audit::Examination& found) {
  const auto end = continuation.finish();
  if (!found.fault && !end) found.fault = audit::Fault{0, end.error().message};
}

Result<int> verify_store(const Parsed& options, audit::Continuation& continuation) {
  if (options.has("--seal")) return invalid_input("--seal is of an export: name the file");
  SystemClock clock;
  ops::Context context(setup(options), clock);
  TRY_ASSIGN(auto* store, context.store());
  TRY_ASSIGN(const auto* home, context.home());
  TRY_ASSIGN(auto found, engine::verify_histories(*store, watching(continuation)));
  close(continuation, found);
  return answer(found, Source::store, home->store, options);
}

Result<int> verify_file(const std::string& path, const Parsed& options, audit::Continuation& continuation) {
  TRY_ASSIGN(const auto source, os::FileSource::open(path));
  TRY_ASSIGN(auto found, audit::verify_export(*source, watching(continuation)));
  close(continuation, found);
  const auto noted = options.value("--seal");
  if (noted && !found.fault && *noted != found.seal) {
    found.fault = audit::Fault{0, "this export is whole, but its seal is not the one you noted: it is another export"};
  }
  return answer(found, Source::file, path == "-" ? "standard input" : path, options);
}

Result<int> verify(const Parsed& options) {
  const auto& words = options.words();
  if (words.size() > 2) return invalid_input("audit verify takes one file");
  for (const auto flag : {"--mission", "--output"}) {
    if (options.has(flag)) return invalid_input(cat(flag, " belongs to audit export"));
  }
  audit::Continuation continuation;
  if (const auto since = options.value("--since")) {
    TRY_ASSIGN(continuation, earlier(*since));
  }
  return words.size() < 2 ? verify_store(options, continuation) : verify_file(words[1], options, continuation);
}

// Standard output in pieces worth a system call.
class BufferedOutput {
 public:
  Result<void> write(std::string_view bytes) {
    m_waiting += bytes;
    return m_waiting.size() < (size_t{64} << 10) ? Result<void>() : flush();
  }
  Result<void> flush() {
    TRY(print(m_waiting));
    m_waiting.clear();
    return {};
  }

 private:
  std::string m_waiting;
};

Result<int> export_to_file(store::Store& store, const audit::ExportHeader& header, const std::string& path) {
  TRY_ASSIGN(auto file, os::NewFile::open(path));
  TRY_ASSIGN(const auto done, engine::export_histories(store, header, [&](auto bytes) { return file.write(bytes); }));
  TRY(file.commit());
  TRY(print(cat("wrote ", path, ": ", plural(done.missions, "mission"), ", ", plural(done.checkpoints, "checkpoint"),
                "\nseal: ", done.seal, "\n")));
  return k_exit_ok;
}

Result<int> export_to_output(store::Store& store, const audit::ExportHeader& header) {
  BufferedOutput output;
  TRY(engine::export_histories(store, header, [&](auto bytes) { return output.write(bytes); }));
  TRY(output.flush());
  return k_exit_ok;
}

Result<int> run_export(const Parsed& options) {
  if (options.words().size() > 1) return invalid_input("audit export takes no words; --output FILE names the file");
  for (const auto flag : {"--json", "--seal", "--since"}) {
    if (options.has(flag)) return invalid_input(cat(flag, " belongs to audit verify"));
  }
  SystemClock clock;
  ops::Context context(setup(options), clock);
  TRY_ASSIGN(auto* store, context.store());
  audit::ExportHeader header{clock.now(), {}, cat("assay ", version())};
  if (const auto mission = options.value("--mission")) {
    TRY_ASSIGN(header.only, store->resolve_mission(*mission));
  }
  const auto path = options.value("--output");
  return path && *path != "-" ? export_to_file(*store, header, *path) : export_to_output(*store, header);
}

}  // namespace

const std::span<const Flag> k_audit_flags = k_flags;

Result<int> run_audit(const Invocation& invocation) {
  TRY_ASSIGN(const auto options, parse(k_audit_flags, invocation.arguments));
  const std::string what = options.words().empty() ? "" : options.words().front();
  if (what == "verify") return verify(options);
  if (what == "export") return run_export(options);
  return invalid_input(
      cat("say what to do: ", invocation.program, " audit verify, or ", invocation.program, " audit export"));
}

}  // namespace assay::cli
