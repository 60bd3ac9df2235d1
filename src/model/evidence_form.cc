#include "model/evidence_form.h"

#include "base/names.h"

namespace assay::model {

namespace {

using Kind = EvidenceKind;

constexpr std::string_view k_name[] = {"name"};
constexpr std::string_view k_pattern[] = {"pattern"};
constexpr std::string_view k_path[] = {"path"};
constexpr std::string_view k_where[] = {"path", "fixed"};
constexpr std::string_view k_command[] = {"command"};
constexpr std::string_view k_report[] = {"runner", "command", "report"};
constexpr std::string_view k_file[] = {"min_bytes", "sha256", "command"};
constexpr std::string_view k_outcome[] = {"exit_code", "output"};
constexpr std::string_view k_request[] = {"start", "method", "port", "status", "body"};
constexpr std::string_view k_touched[] = {"touched", "untouched"};
constexpr std::string_view k_question[] = {"question"};

// In the order of EvidenceKind.
constexpr EvidenceForm k_forms[] = {
    {Kind::none, {}, {}},
    {Kind::test, k_name, k_report},
    {Kind::grep, k_pattern, k_where},
    {Kind::absent, k_pattern, k_where},
    {Kind::artefact, k_path, k_file},
    {Kind::command, k_command, k_outcome},
    {Kind::http, k_path, k_request},
    {Kind::diff, {}, k_touched},
    {Kind::judge, {}, k_question},
};

constexpr std::string_view k_on_base[] = {"not_tried", "does_not_hold", "holds"};

}  // namespace

std::string_view name(OnBase on_base) { return name_in(k_on_base, on_base); }
std::optional<OnBase> on_base_named(std::string_view n) { return value_in<OnBase>(k_on_base, n); }

const EvidenceForm& form_of(Kind kind) { return k_forms[static_cast<size_t>(kind)]; }

bool is_machine_checked(Kind kind) { return kind != Kind::none && kind != Kind::judge; }

}  // namespace assay::model
