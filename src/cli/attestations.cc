#include "cli/attestations.h"

#include <boost/json.hpp>

#include "audit/bundle.h"
#include "base/json.h"
#include "base/printable.h"
#include "base/text.h"
#include "cli/command.h"
#include "cli/output.h"
#include "engine/land/attest.h"
#include "engine/land/signing_key.h"
#include "git/commit.h"
#include "ops/codec.h"
#include "ops/context.h"
#include "ops/work/attestations.h"
#include "os/files.h"
#include "os/new_file.h"
#include "store/landings.h"

namespace assay::cli {

namespace {

constexpr std::uint64_t k_largest_key = 64 << 10;

struct KeyPlace {
  SystemClock clock;
  ops::Context context;
  explicit KeyPlace(const Parsed& options)
      : context({options.value("--workspace").value_or("."), "", ops::Missing::refuse}, clock) {}
};

// The key that was given, else the repository's own.
Result<audit::PublicKey> key_for(const Parsed& options, KeyPlace& place) {
  if (const auto file = options.value("--key")) {
    TRY_ASSIGN(const auto text, os::read_file(*file, k_largest_key));
    return audit::read_public_key(text, *file);
  }
  const auto home = place.context.home();
  if (!home) return invalid_input("there is no repository here whose key could be used; give --key FILE");
  return engine::known_key((*home)->git_folder);
}

struct Noted {
  audit::Subject subject;
  std::string bundle;
};

// Missions that land together have a commit each and one attested commit, the last; empty: it is not of those.
Result<std::string> carrier_of(const std::string& commit, KeyPlace& place) {
  TRY_ASSIGN(const auto* repository, place.context.repository());
  TRY_ASSIGN(const auto trailer,
             repository->run({"log", "-1", "--format=%(trailers:key=Assay-Mission,valueonly,separator=%x20)", commit}));
  auto store = place.context.store_if_made();
  if (!store || *store == nullptr || trim(trailer).empty()) return std::string();
  const auto landing = (*store)->landings().latest(model::MissionId(std::string(trim(trailer))));
  if (!landing || !*landing || (*landing)->commit != commit) return std::string();
  return (*landing)->state == model::LandingState::landed && (*landing)->tip != commit ? (*landing)->tip
                                                                                       : std::string();
}

// The mission that landed as this commit; empty: none did here.
Result<std::string> unsigned_at(const std::string& commit, KeyPlace& place) {
  auto store = place.context.store_if_made();
  if (!store || *store == nullptr) return std::string();
  TRY_ASSIGN(const auto landings, (*store)->landings().at(commit));
  return landings.empty() ? std::string() : landings.front().mission.text;
}

Result<Noted> noted_on(const std::string& revision, KeyPlace& place) {
  TRY_ASSIGN(const auto* repository, place.context.repository());
  Noted out;
  TRY_ASSIGN(out.subject.commit, repository->commit_of(revision));
  TRY_ASSIGN(out.subject.tree, git::tree_of(*repository, out.subject.commit));
  TRY_ASSIGN(auto bundle, engine::attestations_of(*repository, out.subject.commit));
  if (!bundle) {
    TRY_ASSIGN(const auto carrier, carrier_of(out.subject.commit, place));
    if (!carrier.empty()) {
      return not_found(
          cat("commit ", out.subject.commit,
              " landed together with others, and the last of them carries what is attested of all: commit ", carrier,
              ". Next: assay audit show ", carrier.substr(0, 12)));
    }
    TRY_ASSIGN(const auto mission, unsigned_at(out.subject.commit, place));
    if (!mission.empty()) {
      return not_found(cat("commit ", out.subject.commit, " landed here for mission ", mission,
                           ", and nothing is attested of it. Next: assay audit attest ", mission));
    }
    return not_found(cat("nothing is attested of commit ", out.subject.commit,
                         "; notes are not fetched by themselves: ", "git fetch origin ", engine::k_attestations, ":",
                         engine::k_attestations, ". For a mission that landed here: assay audit attest"));
  }
  out.bundle = std::move(*bundle);
  return out;
}

std::string text_at_pointer(const json::value& value, std::string_view pointer) {
  boost::system::error_code error;
  const auto* found = value.find_pointer(pointer, error);
  if (found == nullptr) return "";
  return printable(found->is_string() ? std::string(found->get_string()) : write_json(*found));
}

std::string approval_line(const json::value& predicate) {
  return cat("  approved by ", text_at_pointer(predicate, "/approver/id"), " (",
             text_at_pointer(predicate, "/approver/kind"), ") at ", text_at_pointer(predicate, "/approvedAt"),
             " for mission ", text_at_pointer(predicate, "/mission"), ": ", text_at_pointer(predicate, "/title"),
             "\n    ", replace_all(text_at_pointer(predicate, "/reason"), "\n", "\n    "), "\n");
}

// Empty for a landing by itself.
std::string batch_line(const json::value& predicate) {
  const auto count = text_at_pointer(predicate, "/batch/count");
  if (count.empty() || count == "1") return "";
  return cat("    landing ", text_at_pointer(predicate, "/batch/position"), " of ", count, " that landed together\n");
}

std::string checks_text(const json::value& predicate) {
  std::string out = cat("  checks: ", text_at_pointer(predicate, "/result"), "\n");
  boost::system::error_code error;
  const auto* checks = predicate.find_pointer("/urn:assay:checks", error);
  if (checks == nullptr || !checks->is_array()) return out;
  for (const auto& check : checks->get_array()) {
    out += cat("    ", text_at_pointer(check, "/status"), "  ", text_at_pointer(check, "/name"));
    const auto evidence = text_at_pointer(check, "/evidence/0/digest/sha256");
    out += cat(evidence.empty() ? "" : cat("  evidence ", evidence), "\n");
  }
  return out;
}

std::string lines_of(const ops::AttestationsDocument::Entry& entry) {
  if (audit::is_approval(entry.type)) return approval_line(entry.predicate) + batch_line(entry.predicate);
  if (entry.type == audit::k_test_result) return checks_text(entry.predicate);
  if (entry.type == audit::k_summary) {
    return cat("  verified: ", text_at_pointer(entry.predicate, "/verificationResult"), " at ",
               text_at_pointer(entry.predicate, "/timeVerified"), "\n");
  }
  return cat("  ", printable(entry.type), "\n");
}

std::string text_for_people(const ops::AttestationsDocument& document, std::string_view where) {
  if (document.fault) {
    const auto& fault = *document.fault;
    return cat("NOT INTACT: ", printable(where), ": ", fault.line ? cat("line ", *fault.line, ": ") : std::string(),
               printable(fault.message), "\n");
  }
  std::string out = cat("intact: commit ", document.commit, ", tree ", document.tree, "\n");
  for (const auto& entry : document.attestations) out += lines_of(entry);
  for (const auto& note : document.notes) out += cat("  note: ", printable(note), "\n");
  return out + cat("  key ", document.key.value_or(""), "\n");
}

Result<int> answer(ops::AttestationsDocument document, std::string_view where, const Parsed& options) {
  if (options.has("--json")) {
    TRY(print(write_json(ops::encode(document), Indent::two_spaces) + "\n"));
  } else {
    TRY(print(text_for_people(document, where)));
  }
  return document.fault ? k_exit_gate : k_exit_ok;
}

Result<std::string> one_word(const Parsed& options, std::string_view verb, std::string_view otherwise) {
  const auto& words = options.words();
  if (words.size() > 2) return invalid_input(cat("audit ", verb, " takes one commit"));
  return words.size() == 2 ? words[1] : std::string(otherwise);
}

}  // namespace

Result<int> verify_commit(const std::string& revision, const Parsed& options) {
  KeyPlace place(options);
  TRY_ASSIGN(const auto noted, noted_on(revision, place));
  TRY_ASSIGN(const auto key, key_for(options, place));
  TRY_ASSIGN(const auto* repository, place.context.repository());
  auto checked = audit::check_bundle(noted.bundle, key, noted.subject);
  if (!checked.fault) {
    const auto chained = engine::check_previous(*repository, checked.attestations);
    if (!chained && chained.error().code != Code::corrupt) return chained.error();
    if (!chained) checked.fault = audit::Fault{0, chained.error().message};
  }
  return answer(ops::document_of(checked, key), revision, options);
}

Result<int> verify_bundle(const std::string& path, const std::string& text, const Parsed& options) {
  KeyPlace place(options);
  TRY_ASSIGN(const auto key, key_for(options, place));
  return answer(ops::document_of(audit::check_bundle(text, key, std::nullopt), key), path, options);
}

Result<int> show_attestations(const Parsed& options) {
  TRY_ASSIGN(const auto revision, one_word(options, "show", "HEAD"));
  return verify_commit(revision, options);
}

Result<int> export_bundle(const Parsed& options) {
  TRY_ASSIGN(const auto revision, one_word(options, "bundle", "HEAD"));
  KeyPlace place(options);
  TRY_ASSIGN(const auto noted, noted_on(revision, place));
  const auto path = options.value("--output");
  if (!path || *path == "-") {
    TRY(print(noted.bundle));
    return k_exit_ok;
  }
  TRY_ASSIGN(auto file, os::NewFile::open(*path));
  TRY(file.write(noted.bundle));
  TRY(file.commit());
  TRY(print(cat("wrote ", *path, ": the attestations of ", noted.subject.commit, "\n")));
  return k_exit_ok;
}

Result<int> print_key(const Parsed& options) {
  if (options.words().size() > 1) return invalid_input("audit key takes no words");
  KeyPlace place(options);
  TRY_ASSIGN(const auto key, key_for(options, place));
  TRY(print(audit::pem_of(key)));
  return k_exit_ok;
}

Result<int> attest_again(const Parsed& options) {
  TRY_ASSIGN(const auto word, one_word(options, "attest", ""));
  KeyPlace place(options);
  TRY_ASSIGN(const auto done, ops::SignLanding::run(place.context, {word}));
  TRY(print(present(done, terminal_of_stdout(place.context.clock()))));
  return k_exit_ok;
}

}  // namespace assay::cli
