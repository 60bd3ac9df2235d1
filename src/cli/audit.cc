// The chain and the attestations, checked and carried out. A file is checked with nothing but the file
// (and a public key): no repository, no database.
#include <algorithm>

#include <boost/json.hpp>

#include "audit/bundle.h"
#include "audit/continuation.h"
#include "audit/export.h"
#include "base/json.h"
#include "base/printable.h"
#include "base/text.h"
#include "base/version.h"
#include "cli/attestations.h"
#include "cli/command.h"
#include "engine/histories.h"
#include "engine/known_histories.h"
#include "engine/land/attestations_audit.h"
#include "engine/land/lost_histories.h"
#include "ops/context.h"
#include "os/files.h"
#include "os/new_file.h"
#include "store/history.h"
#include "store/missions.h"
#include "store/place.h"

namespace assay::cli {

namespace {

constexpr Flag k_audit_table[] = {
    {"--json", "", Takes::nothing, "", "verify, show: print the answer as JSON"},
    {"--seal", "", Takes::value, "HEX", "verify: the seal that the export must have, as you noted it"},
    {"--since", "", Takes::value, "FILE", "verify: also that every history continues that of an earlier export"},
    {"--key", "", Takes::value, "FILE", "verify, show: the public key of attestations (default: this repository's)"},
    {"--mission", "", Takes::value, "MISSION", "export: only this one"},
    {"--output", "", Takes::value, "FILE", "export, bundle: write this file instead of standard output"},
    {"--reason", "", Takes::value, "TEXT", "accept-loss: why"},
    {"--workspace", "", Takes::value, "DIR", "the git work tree whose store is meant (default: here)"},
};

enum class Source { store, file };

std::string counted(const audit::Examination& found) {
  return cat(plural(found.missions, "mission"), ", ", plural(found.checkpoints, "checkpoint"));
}

json::value document(const audit::Examination& found, Source source, const std::string& path,
                     const std::vector<std::string>& notes) {
  json::value fault = nullptr;
  if (found.fault) {
    fault = json::object{{"line", nullptr}, {"message", found.fault->what}};
    if (found.fault->line > 0) fault.as_object()["line"] = found.fault->line;
  }
  json::object out{
      {"schemaVersion", 1},    {"intact", !found.fault},     {"source", source == Source::store ? "store" : "export"},
      {"path", path},          {"missions", found.missions}, {"checkpoints", found.checkpoints},
      {"seal", nullptr},       {"exportedAt", nullptr},      {"fault", std::move(fault)},
      {"notes", json::array()}};
  for (const auto& note : notes) out["notes"].as_array().emplace_back(note);
  if (!found.seal.empty()) out["seal"] = found.seal;
  if (found.header) out["exportedAt"] = to_iso(found.header->exported_at);
  return out;
}

std::string text_for_people(const audit::Examination& found, const std::string& path,
                            const std::vector<std::string>& notes) {
  if (found.fault) {
    return cat("NOT INTACT: ", path, ": ", printable(audit::sentence(*found.fault)), "\nBefore it: ", counted(found),
               " intact.\n");
  }
  std::string out = cat("intact: ", counted(found));
  if (found.header) out += cat(", exported ", to_iso(found.header->exported_at));
  out += '\n';
  if (!found.seal.empty()) out += cat("seal: ", found.seal, "\n");
  for (const auto& note : notes) out += cat("note: ", printable(note), "\n");
  return out;
}

json::array unsigned_json(const engine::AttestationsAudit& landings) {
  json::array out;
  for (const auto& landing : landings.not_signed) {
    out.push_back(json::object{{"mission", landing.mission.text},
                               {"commit", landing.tip},
                               {"command", cat("assay audit attest ", landing.mission.text)}});
  }
  return out;
}

std::string lines_of(const engine::AttestationsAudit& landings) {
  std::string out = landings.attested > 0 ? cat("attested: ", plural(landings.attested, "landing"), "\n") : "";
  for (const auto& landing : landings.not_signed) {
    out += cat("not signed yet: ", landing.mission.text, ", landed as ", landing.tip.substr(0, 12),
               "; next: assay audit attest ", landing.mission.text, "\n");
  }
  return out;
}

// What is known beside the histories themselves; of an export nothing is.
struct Beside {
  engine::AttestationsAudit landings;
  std::vector<std::string> notes;
};

Result<int> answer(const audit::Examination& found, Source source, const std::string& path, const Parsed& options,
                   const Beside& beside = {}) {
  if (options.has("--json")) {
    auto out = document(found, source, path, beside.notes);
    out.as_object()["attested"] = beside.landings.attested;
    out.as_object()["unsigned"] = unsigned_json(beside.landings);
    TRY(print(write_json(out, Indent::two_spaces) + "\n"));
  } else {
    TRY(print(text_for_people(found, path, beside.notes) + lines_of(beside.landings)));
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

// An emptied store is intact in itself: what lies outside of it decides.
Result<void> look_outside(audit::Examination& found, const engine::Home& home, const git::Repository& repository,
                          store::Store& store, std::vector<std::string>& notes) {
  TRY_ASSIGN(auto lost, engine::find_lost_histories(home, repository, store));
  notes = std::move(lost.notes);
  if (found.fault || lost.proven.empty()) return {};
  const auto more = lost.proven.size() - 1;
  found.fault = audit::Fault{
      0, cat(lost.proven.front().what, more > 0 ? cat("; and ", more, " more") : "",
             ". Put the store back from a copy, or accept the loss: assay audit accept-loss --reason TEXT")};
  return {};
}

// Rows that a history does not show: tasks, checks, verifications that are gone or changed.
Result<void> look_inside(audit::Examination& found, const store::Store& store) {
  TRY_ASSIGN(const auto health, store.examine());
  if (!health.faults.empty()) found.fault = audit::Fault{0, cat(health.faults.front(), "; see assay doctor")};
  return {};
}

Result<int> verify_store(const Parsed& options, audit::Continuation& continuation) {
  if (options.has("--seal")) return invalid_input("--seal is of an export: name the file");
  SystemClock clock;
  ops::Context context(setup(options), clock);
  TRY_ASSIGN(auto* store, context.store());
  TRY_ASSIGN(const auto* home, context.home());
  TRY_ASSIGN(auto found, engine::verify_histories(*store, watching(continuation)));
  close(continuation, found);
  Beside beside;
  TRY_ASSIGN(const auto* repository, context.repository());
  TRY(look_outside(found, *home, *repository, *store, beside.notes));
  if (!found.fault) TRY(look_inside(found, *store));
  TRY_ASSIGN(beside.landings, engine::check_attestations(*repository, *store));
  if (!found.fault && beside.landings.fault) found.fault = audit::Fault{0, *beside.landings.fault};
  TRY_ASSIGN(const auto place, store::shown_place(home->store));
  return answer(found, Source::store, place, options, beside);
}

// A person takes note that histories are lost; it is recorded who and why, and they are no longer asked for.
Result<int> accept_loss(const Parsed& options) {
  if (options.words().size() > 1) return invalid_input("audit accept-loss takes no words; --reason TEXT says why");
  const std::string reason(trim(options.value("--reason").value_or("")));
  if (reason.empty()) return invalid_input("say why the loss is accepted: assay audit accept-loss --reason TEXT");
  SystemClock clock;
  ops::Context context(setup(options), clock);
  TRY_ASSIGN(auto* store, context.store());
  TRY_ASSIGN(const auto* home, context.home());
  TRY_ASSIGN(const auto* repository, context.repository());
  TRY_ASSIGN(const auto lost, engine::find_lost_histories(*home, *repository, *store));
  if (lost.proven.empty() && !context.loss()) {
    TRY(print("nothing is lost that is known of\n"));
    return k_exit_ok;
  }
  TRY_ASSIGN(const auto actor, context.actor());
  std::vector<std::string> missions;
  std::string told;
  for (const auto& each : lost.proven) {
    missions.push_back(each.mission);
    told += cat("accepted: ", printable(each.what), "\n");
  }
  TRY(store->change(actor).history().accept_losses(missions, reason));
  TRY(engine::renew_histories(home->git_folder, *store));
  TRY(print(cat(told, "recorded as accepted by ", actor, "\n")));
  return k_exit_ok;
}

Result<int> verify_file(ByteSource& source, const std::string& name, const Parsed& options,
                        audit::Continuation& continuation) {
  TRY_ASSIGN(auto found, audit::verify_export(source, watching(continuation)));
  close(continuation, found);
  const auto noted = options.value("--seal");
  if (noted && !found.fault && *noted != found.seal) {
    found.fault = audit::Fault{0, "this export is whole, but its seal is not the one you noted: it is another export"};
  }
  return answer(found, Source::file, name, options);
}

// A source whose beginning was looked at.
class Peeked final : public ByteSource {
 public:
  explicit Peeked(std::unique_ptr<ByteSource> source) : m_source(std::move(source)) {}

  Result<std::string_view> beginning(size_t size) {
    while (m_front.size() < size) {
      char piece[64];
      TRY_ASSIGN(const auto n, m_source->read(std::span(piece, std::min(sizeof piece, size - m_front.size()))));
      if (n == 0) break;
      m_front.append(piece, n);
    }
    return std::string_view(m_front);
  }
  Result<size_t> read(std::span<char> into) override {
    if (m_front.empty()) return m_source->read(into);
    const size_t n = m_front.copy(into.data(), into.size());
    m_front.erase(0, n);
    return n;
  }

 private:
  std::unique_ptr<ByteSource> m_source;
  std::string m_front;
};

Result<std::string> read_bundle_text(ByteSource& source, std::string_view name) {
  std::string out;
  std::vector<char> piece(size_t{64} << 10);
  while (true) {
    TRY_ASSIGN(const auto n, source.read(piece));
    if (n == 0) return out;
    out.append(piece.data(), n);
    if (out.size() > audit::k_largest_bundle) return invalid_input(cat(name, " is too large to be a bundle"));
  }
}

// A file: a bundle of attestations or an export of histories, told apart by how it begins. What is no
// file is a commit.
Result<int> verify_named(const std::string& word, const Parsed& options, audit::Continuation& continuation) {
  if (word != "-" && !os::exists(word)) {
    for (const auto flag : {"--seal", "--since"}) {
      if (options.has(flag)) return not_found(cat("there is no file ", word));
    }
    auto done = verify_commit(word, options);
    if (done || done.error().code != Code::invalid_input || options.has("--key")) return done;
    return not_found(cat("there is no file ", word, ", and ", done.error().message));
  }
  const std::string name = word == "-" ? "standard input" : word;
  TRY_ASSIGN(auto file, os::FileSource::open(word));
  Peeked source(std::move(file));
  TRY_ASSIGN(const auto beginning, source.beginning(16));
  if (!audit::looks_like_bundle(beginning)) return verify_file(source, name, options, continuation);
  TRY_ASSIGN(const auto text, read_bundle_text(source, name));
  return verify_bundle(name, text, options);
}

Result<int> verify(const Parsed& options) {
  const auto& words = options.words();
  if (words.size() > 2) return invalid_input("audit verify takes one file or commit");
  for (const auto flag : {"--mission", "--output"}) {
    if (options.has(flag)) return invalid_input(cat(flag, " belongs to audit export"));
  }
  audit::Continuation continuation;
  if (const auto since = options.value("--since")) {
    TRY_ASSIGN(continuation, earlier(*since));
  }
  return words.size() < 2 ? verify_store(options, continuation) : verify_named(words[1], options, continuation);
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

Result<int> export_to_file(const store::Store& store, const audit::ExportHeader& header, const std::string& path) {
  TRY_ASSIGN(auto file, os::NewFile::open(path));
  TRY_ASSIGN(const auto done, engine::export_histories(store, header, [&](auto bytes) { return file.write(bytes); }));
  TRY(file.commit());
  TRY(print(cat("wrote ", path, ": ", plural(done.missions, "mission"), ", ", plural(done.checkpoints, "checkpoint"),
                "\nseal: ", done.seal, "\n")));
  return k_exit_ok;
}

Result<int> export_to_output(const store::Store& store, const audit::ExportHeader& header) {
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
    TRY_ASSIGN(header.only, store->missions().resolve(*mission));
  }
  const auto path = options.value("--output");
  return path && *path != "-" ? export_to_file(*store, header, *path) : export_to_output(*store, header);
}

}  // namespace

const std::span<const Flag> k_audit_flags = k_audit_table;

Result<int> run_audit(const Invocation& invocation) {
  TRY_ASSIGN(const auto options, parse(k_audit_flags, invocation.arguments));
  const std::string what = options.words().empty() ? "" : options.words().front();
  if (what == "verify") return verify(options);
  if (what == "export") return run_export(options);
  if (what == "show") return show_attestations(options);
  if (what == "bundle") return export_bundle(options);
  if (what == "key") return print_key(options);
  if (what == "attest") return attest_again(options);
  if (what == "accept-loss") return accept_loss(options);
  return invalid_input(cat("say what to do: ", invocation.program,
                           " audit verify, export, show, bundle, key, attest or accept-loss; see ", invocation.program,
                           " audit --help"));
}

}  // namespace assay::cli
