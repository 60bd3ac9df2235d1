// The writer checks what it writes as it goes: an export of a history that was tampered with in the
// store would carry a fresh seal and look trustworthy to whoever reads only that.
#include "audit/export.h"

#include "audit/export_lines.h"
#include "base/text.h"

namespace assay::audit {

namespace {

using model::Checkpoint;

Error not_writable(const Checkpoint& checkpoint, std::string_view why) {
  return corrupt(cat("checkpoint ", checkpoint.number, " of ", to_utf8(checkpoint.mission.text), " ", why));
}

bool is_clean(const Checkpoint& checkpoint) {
  return is_utf8(checkpoint.title) && is_utf8(checkpoint.detail) && is_utf8(checkpoint.actor);
}

bool has_ids(const Checkpoint& checkpoint) {
  return is_id(checkpoint.id.text) && is_id(checkpoint.mission.text) &&
         (checkpoint.task.empty() || is_id(checkpoint.task.text));
}

// The lines of a source, one at a time, without their line ends.
class Lines {
 public:
  explicit Lines(ByteSource& source) : m_blocks(source) {}

  enum class End { newline, nothing, too_long };
  struct Line {
    std::string_view text;  // until the next call
    End end;
  };

  Result<std::optional<Line>> next() {
    m_long.clear();
    for (;;) {
      if (m_rest.empty()) {
        TRY_ASSIGN(const auto block, m_blocks.next());
        if (!block) {
          if (m_long.empty()) return std::optional<Line>();
          return std::optional<Line>(Line{m_long, End::nothing});
        }
        m_rest = block->text;
      }
      const size_t at = m_rest.find('\n');
      const std::string_view piece = m_rest.substr(0, at);
      m_rest.remove_prefix(at == std::string_view::npos ? m_rest.size() : at + 1);
      if (m_long.size() + piece.size() >= k_longest_line) return std::optional<Line>(Line{{}, End::too_long});
      if (at != std::string_view::npos && m_long.empty()) return std::optional<Line>(Line{piece, End::newline});
      m_long += piece;
      if (at != std::string_view::npos) return std::optional<Line>(Line{m_long, End::newline});
    }
  }

 private:
  BlockReader m_blocks;
  std::string_view m_rest;
  std::string m_long;  // a line that does not lie in one block
};

// What may stand where: a header, then histories, then the seal, then nothing.
class ExportAudit {
 public:
  ExportAudit(Examination& out, const Observer& observer) : m_out(out), m_observer(observer) {}

  Result<void> line(std::string_view text) {
    if (m_sealed) return corrupt("stands behind the seal, which is the last line of an export");
    if (text.empty()) return corrupt("is empty");
    if (!is_utf8(text)) return corrupt("holds bytes that are not UTF-8");
    if (!m_out.header) return header(text);
    switch (kind_of(text)) {
      case LineKind::checkpoint: TRY(checkpoint(text)); break;
      case LineKind::head: TRY(head(text)); break;
      case LineKind::seal: return seal(text);
      case LineKind::header: return corrupt("is a second header");
      case LineKind::unknown: return corrupt("is no line of an export: its first key is not id, head or seal");
    }
    add(text);
    return {};
  }

  Result<void> finish() const {
    if (!m_out.header) return corrupt("there is nothing here: an export has a header and a seal");
    if (!m_sealed) return corrupt("the export ends here without its seal: it was cut");
    return {};
  }

 private:
  void add(std::string_view text) {
    m_hash.add(text);
    m_hash.add("\n");
  }

  Result<void> header(std::string_view text) {
    if (kind_of(text) != LineKind::header) return corrupt("is not the header of an audit export");
    TRY_ASSIGN(m_out.header, read_header(text));
    add(text);
    return {};
  }

  Result<void> in_scope(const model::MissionId& mission) const {
    const auto& only = m_out.header->only;
    if (only.empty() || only == mission) return {};
    return corrupt(cat("is of ", mission.text, ", but the header says that this export is of ", only.text, " only"));
  }

  Result<void> checkpoint(std::string_view text) {
    TRY_ASSIGN(const Checkpoint checkpoint, read_checkpoint(text));
    TRY(in_scope(checkpoint.mission));
    TRY(m_history.checkpoint(checkpoint));
    m_out.checkpoints = m_history.checkpoints();
    return m_observer.checkpoint ? m_observer.checkpoint(checkpoint) : Result<void>();
  }

  Result<void> head(std::string_view text) {
    TRY_ASSIGN(const Head head, read_head(text));
    TRY(in_scope(head.mission));
    TRY(m_history.head(head));
    m_out.missions = m_history.missions();
    return m_observer.head ? m_observer.head(head) : Result<void>();
  }

  Result<void> seal(std::string_view text) {
    TRY_ASSIGN(const std::string seal, read_seal(text));
    TRY(m_history.finish());
    if (!m_out.header->only.empty() && m_out.missions == 0) {
      return corrupt(cat("the history of ", m_out.header->only.text, ", which the header announces, is missing"));
    }
    if (seal != m_hash.hex()) {
      return corrupt(
          "the seal does not match: the header was changed, whole histories were added or taken away, or the "
          "seal itself was changed");
    }
    m_out.seal = seal;
    m_sealed = true;
    return {};
  }

  Examination& m_out;
  const Observer& m_observer;
  HistoryAudit m_history;
  Sha256 m_hash;
  bool m_sealed = false;
};

Result<void> take(ExportAudit& check, const Lines::Line& line) {
  if (line.end == Lines::End::too_long) return corrupt(cat("is longer than ", k_longest_line, " bytes"));
  if (line.end == Lines::End::nothing) return corrupt("ends without a newline: the export was cut here");
  return check.line(line.text);
}

}  // namespace

std::string sentence(const Fault& fault) {
  return fault.line == 0 ? fault.what : cat("line ", fault.line, ": ", fault.what);
}

Result<void> ExportWriter::line(const std::string& text) {
  m_hash.add(text);
  return m_sink(text);
}

Result<void> ExportWriter::begin(const ExportHeader& header) { return line(header_line(header)); }

Result<void> ExportWriter::checkpoint(const Checkpoint& checkpoint) {
  TRY(m_history.checkpoint(checkpoint));
  if (!has_ids(checkpoint)) return not_writable(checkpoint, "has an id of characters that no id has");
  if (!is_clean(checkpoint)) return not_writable(checkpoint, "holds bytes that are not UTF-8");
  const std::string text = checkpoint_line(checkpoint);
  if (text.size() > k_longest_line) {
    return not_writable(checkpoint, cat("is too long to export: a line has at most ", k_longest_line, " bytes"));
  }
  return line(text);
}

Result<void> ExportWriter::head(const Head& head) {
  TRY(m_history.head(head));
  return line(head_line(head));
}

Result<std::string> ExportWriter::finish() {
  TRY(m_history.finish());
  const std::string seal = m_hash.hex();
  TRY(m_sink(seal_line(seal)));
  return seal;
}

Result<Examination> verify_export(ByteSource& source, const Observer& observer) {
  Examination out;
  Lines lines(source);
  ExportAudit check(out, observer);
  std::uint64_t number = 0;
  for (;;) {
    TRY_ASSIGN(const auto line, lines.next());
    const Result<void> taken = line ? take(check, *line) : check.finish();
    if (line) ++number;
    if (!taken && taken.error().code != Code::corrupt) return taken.error();
    if (!taken) {
      out.fault = Fault{line ? number : number + 1, taken.error().message};
      out.seal.clear();
      return out;
    }
    if (!line) return out;
  }
}

}  // namespace assay::audit
