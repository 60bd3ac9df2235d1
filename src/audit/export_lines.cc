#include "audit/export_lines.h"

#include <algorithm>

#include "audit/line.h"
#include "base/text.h"

namespace assay::audit {

namespace {

using model::Checkpoint;

constexpr std::string_view k_format = "assay-audit";
constexpr std::uint64_t k_version = 1;
constexpr std::string_view k_all = "all";

constexpr std::string_view k_header_keys[] = {"format", "version", "exportedAt", "scope", "writer"};
constexpr std::string_view k_checkpoint_keys[] = {"id",     "missionId", "number", "kind",         "title", "detail",
                                                  "taskId", "createdAt", "actor",  "previousHash", "hash"};
constexpr std::string_view k_head_keys[] = {"head", "checkpoints", "hash"};
constexpr std::string_view k_seal_keys[] = {"seal"};

constexpr size_t k_longest_id = 200;

bool is_hash(std::string_view text) {
  return text.size() == 64 &&
         std::all_of(text.begin(), text.end(), [](char c) { return is_digit(c) || (c >= 'a' && c <= 'f'); });
}

Result<std::string> read_hash(LineReader& reader, std::string_view key) {
  TRY_ASSIGN(std::string value, reader.text(key));
  if (!is_hash(value)) return corrupt(cat("\"", key, "\" is not a SHA-256 of 64 lower-case digits"));
  return value;
}

Result<Time> read_time(LineReader& reader, std::string_view key) {
  TRY_ASSIGN(const std::string value, reader.text(key));
  const auto time = time_from_iso(value);
  if (!time || to_iso(*time) != value) return corrupt(cat("\"", key, "\" is not a time like 2026-11-15T06:00:00.123Z"));
  return *time;
}

Error not_an_id(std::string_view key) {
  return corrupt(
      cat("\"", key, "\" is not an id: letters, digits, dashes, dots and underscores, at most ", k_longest_id));
}

Result<std::string> read_id(LineReader& reader, std::string_view key) {
  TRY_ASSIGN(std::string value, reader.text(key));
  if (!is_id(value)) return not_an_id(key);
  return value;
}

}  // namespace

// Ids are printed in messages, so nothing in them may drive a terminal.
bool is_id(std::string_view text) {
  return !text.empty() && text.size() <= k_longest_id &&
         std::all_of(text.begin(), text.end(), [](char c) { return is_alnum(c) || c == '-' || c == '_' || c == '.'; });
}

std::string header_line(const ExportHeader& header) {
  return LineWriter()
      .text("format", k_format)
      .number("version", k_version)
      .text("exportedAt", to_iso(header.exported_at))
      .text("scope", header.only.empty() ? k_all : std::string_view(header.only.text))
      .text("writer", header.writer)
      .finish();
}

std::string checkpoint_line(const Checkpoint& checkpoint) {
  return LineWriter()
      .text("id", checkpoint.id.text)
      .text("missionId", checkpoint.mission.text)
      .number("number", checkpoint.number)
      .text("kind", name(checkpoint.kind))
      .text("title", checkpoint.title)
      .text("detail", checkpoint.detail)
      .text_or_null("taskId", checkpoint.task.text)
      .text("createdAt", to_iso(checkpoint.created_at))
      .text("actor", checkpoint.actor)
      .text("previousHash", checkpoint.previous_hash)
      .text("hash", checkpoint.hash)
      .finish();
}

std::string head_line(const Head& head) {
  return LineWriter()
      .text("head", head.mission.text)
      .number("checkpoints", head.count)
      .text("hash", head.hash)
      .finish();
}

std::string seal_line(std::string_view seal) { return LineWriter().text("seal", seal).finish(); }

LineKind kind_of(std::string_view line) {
  const std::string_view key = first_key(line);
  if (key == k_checkpoint_keys[0]) return LineKind::checkpoint;
  if (key == k_head_keys[0]) return LineKind::head;
  if (key == k_seal_keys[0]) return LineKind::seal;
  if (key == k_header_keys[0]) return LineKind::header;
  return LineKind::unknown;
}

Result<ExportHeader> read_header(std::string_view line) {
  LineReader reader(line, k_header_keys);
  ExportHeader header;
  TRY_ASSIGN(const std::string format, reader.text("format"));
  if (format != k_format) return corrupt(cat("the format is \"", excerpt(format, 40), "\", not \"", k_format, "\""));
  TRY_ASSIGN(const std::uint64_t version, reader.number("version"));
  if (version != k_version) {
    return corrupt(
        cat("version ", version, " of the format is not known here; this program reads version ", k_version));
  }
  TRY_ASSIGN(header.exported_at, read_time(reader, "exportedAt"));
  TRY_ASSIGN(std::string scope, read_id(reader, "scope"));
  TRY_ASSIGN(header.writer, reader.text("writer"));
  TRY(reader.finish());
  if (scope != k_all) header.only = model::MissionId(std::move(scope));
  return header;
}

Result<Checkpoint> read_checkpoint(std::string_view line) {
  LineReader reader(line, k_checkpoint_keys);
  Checkpoint out;
  TRY_ASSIGN(out.id.text, read_id(reader, "id"));
  TRY_ASSIGN(out.mission.text, read_id(reader, "missionId"));
  TRY_ASSIGN(out.number, reader.number("number"));
  TRY_ASSIGN(const std::string kind, reader.text("kind"));
  const auto known = model::checkpoint_kind_named(kind);
  if (!known) return corrupt(cat("\"kind\" is \"", excerpt(kind, 40), "\", which no checkpoint has"));
  out.kind = *known;
  TRY_ASSIGN(out.title, reader.text("title"));
  TRY_ASSIGN(out.detail, reader.text("detail"));
  TRY_ASSIGN(out.task.text, reader.text_or_null("taskId"));
  if (!out.task.empty() && !is_id(out.task.text)) return not_an_id("taskId");
  TRY_ASSIGN(out.created_at, read_time(reader, "createdAt"));
  TRY_ASSIGN(out.actor, reader.text("actor"));
  TRY_ASSIGN(out.previous_hash, read_hash(reader, "previousHash"));
  TRY_ASSIGN(out.hash, read_hash(reader, "hash"));
  TRY(reader.finish());
  return out;
}

Result<Head> read_head(std::string_view line) {
  LineReader reader(line, k_head_keys);
  Head head;
  TRY_ASSIGN(head.mission.text, read_id(reader, "head"));
  TRY_ASSIGN(head.count, reader.number("checkpoints"));
  TRY_ASSIGN(head.hash, read_hash(reader, "hash"));
  TRY(reader.finish());
  return head;
}

Result<std::string> read_seal(std::string_view line) {
  LineReader reader(line, k_seal_keys);
  TRY_ASSIGN(std::string seal, read_hash(reader, "seal"));
  TRY(reader.finish());
  return seal;
}

}  // namespace assay::audit
