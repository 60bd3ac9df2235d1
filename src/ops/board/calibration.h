// What `assay calibrate` measured on this repository's own history.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "engine/calibrate/calibration.h"
#include "ops/context.h"
#include "ops/fields.h"

namespace assay::ops {

struct CalibrationDocument {
  struct Kind {
    engine::VariantKind kind = engine::VariantKind::honest;
    std::uint64_t made = 0, not_made = 0, right = 0, wrong = 0;
    std::uint64_t mergeable = 0, warned = 0, blocked = 0;
    double seconds = 0;
    void fields(Fields& f);
  };
  struct Variant {
    engine::VariantKind kind = engine::VariantKind::honest;
    std::string commit, path, edit;
    std::optional<std::string> not_made;
    std::optional<std::string> verdict;
    bool right = false;
    std::vector<std::string> rules;
    double seconds = 0;
    bool kept = false;
    void fields(Fields& f);
  };
  struct LeftOut {
    std::string why;
    std::uint64_t commits = 0;
    void fields(Fields& f);
  };

  std::string started_at, version, head;
  engine::CalibrationEnd end = engine::CalibrationEnd::complete;
  std::uint64_t looked_at = 0, taken = 0;
  std::vector<LeftOut> left_out;
  std::uint64_t caught = 0, of = 0, caught_like_honest = 0;
  std::vector<Kind> kinds;
  std::vector<Variant> variants;
  std::vector<std::string> advice;
  double seconds = 0;
  static const NamedSchema k_schema;
  void fields(Fields& f);
};
CalibrationDocument calibration_document(const engine::Calibration& calibration);
std::string present(const CalibrationDocument& answer, const Terminal& terminal);
// "96 % of 48 caught": for a shield, and for doctor.
std::string outcome_in_words(const CalibrationDocument& answer);

struct ShowCalibration {
  struct Request {
    void fields(Fields&) {}
  };
  using Response = CalibrationDocument;
  static Result<Response> run(Context& context, const Request& request);
};

extern const Operation k_calibration_operation;

}  // namespace assay::ops
