// A file that the task says must stay as it is, and that the change touches all the same.
#include <algorithm>

#include "base/text.h"
#include "judge/intent/rules.h"
#include "judge/span_collector.h"

namespace assay::judge {

namespace {

// "Leave spec/calendar_spec.rb untouched", "test/a.js is owned by QA and must stay as it is"
bool protects(std::string_view sentence) {
  const auto low = lower(sentence);
  for (const std::string_view phrase : {"untouched",
                                        "must stay",
                                        "must not be changed",
                                        "must not change",
                                        "must not be touched",
                                        "must not be edited",
                                        "must not be modified",
                                        "do not touch",
                                        "don't touch",
                                        "do not change",
                                        "don't change",
                                        "do not edit",
                                        "don't edit",
                                        "do not modify",
                                        "don't modify",
                                        "never change",
                                        "never touch",
                                        "stays as it is",
                                        "stay as it is",
                                        "leave it alone",
                                        "off limits",
                                        "nicht anfassen",
                                        "nicht ändern",
                                        "nicht verändern",
                                        "unverändert",
                                        "bleibt, wie",
                                        "ne pas modifier",
                                        "ne pas toucher",
                                        "no modificar",
                                        "no tocar",
                                        "変更しない"}) {
    if (contains(low, phrase)) return true;
  }
  return false;
}

std::vector<std::string_view> sentences_of(std::string_view text) {
  std::vector<std::string_view> out;
  size_t begin = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    const bool ends =
        text[i] == '\n' || text[i] == ';' || (text[i] == '.' && (i + 1 == text.size() || is_space(text[i + 1])));
    if (!ends) continue;
    out.push_back(text.substr(begin, i - begin));
    begin = i + 1;
  }
  out.push_back(text.substr(begin));
  return out;
}

class KeptAsIs final : public Rule {
 public:
  void file_begin(const diff::File& file, GateFile) override {
    m_touched.push_back({file.path(), span_of(file, file.path())});
  }

  void finish(const RuleContext& context, std::vector<model::Finding>& out) override {
    for (const auto sentence : sentences_of(context.task.text)) {
      if (!protects(sentence)) continue;
      for (const auto& [path, span] : m_touched) {
        // By its whole path, or by a name that is more than a word.
        const auto name = path.substr(path.rfind('/') + 1);
        if (!contains(sentence, path) && !(contains(name, ".") && contains(sentence, name))) continue;
        SpanCollector places;
        places.must(span);
        out.push_back(places.finding("intent.kept-as-is",
                                     cat("The task says that ", path, " stays as it is, and the change edits it; take ",
                                         "that back, or say that the task cannot be done so."),
                                     model::Severity::must_fix));
      }
    }
  }

 private:
  struct Touched {
    std::string path;
    model::Span span;
  };
  std::vector<Touched> m_touched;
};

}  // namespace

std::unique_ptr<Rule> make_kept_as_is_rule() { return std::make_unique<KeptAsIs>(); }

}  // namespace assay::judge
