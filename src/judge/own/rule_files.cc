// A change that touches the rules of its repository. It is judged by those of the base; a person should know of it all
// the same, as the next change will be judged by these.
#include "base/text.h"
#include "judge/own/definition.h"
#include "judge/own/rules.h"
#include "judge/span_collector.h"

namespace assay::judge {

namespace {

class RuleFiles final : public Rule {
 public:
  void file_begin(const diff::File& file, GateFile) override {
    const auto is_rule = [](std::string_view path) { return path.starts_with(cat(k_own_folder, "/")); };
    if (!is_rule(file.old_path) && !is_rule(file.new_path)) return;
    const auto& path = is_rule(file.new_path) ? file.new_path : file.old_path;
    auto span = span_of(file, path);
    span.path = path;
    m_files.should(std::move(span), path);
  }
  void finish(const RuleContext&, std::vector<model::Finding>& out) override {
    if (m_files.empty()) return;
    out.push_back(m_files.finding(
        "config.policy-changed",
        cat("The change touches rules of the repository (", m_files.labels(),
            "); it is judged by those of the base alone. Look at what the next changes will be judged by.")));
  }

 private:
  SpanCollector m_files;
};

}  // namespace

void add_rule_files_rule(Rules& out) { out.push_back(std::make_unique<RuleFiles>()); }

}  // namespace assay::judge
