// Japanese and Chinese, which part no words: failure words are found as text, and the few
// characters around them say whether they are counted, denied or only named.
#include <algorithm>
#include <iterator>
#include <optional>

#include "base/text.h"
#include "logs/words/word_rules.h"

namespace assay::logs {

namespace {

constexpr size_t k_reach = 36;  // bytes, a dozen characters

bool has_any(std::string_view s, std::initializer_list<std::string_view> words) {
  return std::any_of(words.begin(), words.end(), [&](std::string_view w) { return contains(s, w); });
}

// The part of s after its last boundary (before a word), or up to its first (after a word).
std::string_view clause_end(std::string_view s) {
  size_t from = 0;
  for (const std::string_view stop : {"。", "、", "，", "；", "\n", ",", ";", "|", "（", "("}) {
    const size_t at = s.rfind(stop);
    if (at != std::string_view::npos) from = std::max(from, at + stop.size());
  }
  return s.substr(from);
}
std::string_view clause_start(std::string_view s) {
  size_t to = s.size();
  for (const std::string_view stop : {"。", "、", "，", "；", "\n", ",", ";", "|", "）", ")"})
    to = std::min(to, s.find(stop));
  return s.substr(0, std::min(to, s.size()));
}

// Digits of either width at `at`; full-width ones count too.
std::optional<std::uint64_t> number_in(std::string_view s) {
  std::optional<std::uint64_t> value;
  for (size_t i = 0; i < s.size(); ++i) {
    int digit = -1;
    if (is_digit(s[i])) digit = s[i] - '0';
    if (s.substr(i).starts_with("\xEF\xBC") && i + 2 < s.size()) {
      const int wide = static_cast<unsigned char>(s[i + 2]) - 0x90;
      if (wide >= 0 && wide <= 9) digit = wide, i += 2;
    }
    if (digit >= 0) {
      value = std::min<std::uint64_t>(value.value_or(0), 1000000) * 10 + static_cast<std::uint64_t>(digit);
    } else if (value) {
      break;
    }
  }
  return value;
}

void read_word(std::string_view text, size_t at, size_t size, bool is_error, SignalCollector& speech) {
  const std::string_view before = clause_end(text.substr(at > k_reach ? at - k_reach : 0, std::min(at, k_reach)));
  const std::string_view after = clause_start(text.substr(at + size, k_reach));
  if (has_any(after, {"処理", "ハンドリング", "处理", "メッセージ", "信息", "消息", "ログ", "日志", "コード", "码",
                      "時", "时", "场景", "ケース", "した場合", "するはず", "の場合"}) &&
      !has_any(after, {"しました", "了", "ました"})) {
    return;
  }
  if (has_any(before, {"修正", "修复", "修復", "解決", "解决", "処理", "处理", "避免", "防止", "もし", "如果", "以前",
                       "之前", "期待", "预期", "模拟"}) ||
      has_any(after, {"を修正", "を解決", "を防", "已修复", "已解决", "が解消"})) {
    return;
  }
  std::optional<std::uint64_t> count = number_in(after.substr(0, 15));
  if (!count) count = number_in(before);
  const bool labelled = after.starts_with(":") || after.starts_with("：");
  const std::string_view value = labelled ? trim(after.substr(after[0] == ':' ? 1 : 3)) : after;
  const bool denied_after =
      has_any(after, {"ありません", "なし", "ない", "なかった", "ませんでした", "ゼロ", "為零", "为零", "为0"});
  const bool denied_value = value.starts_with("なし") || value.starts_with("无") || value.starts_with("没有") ||
                            value.starts_with("ありません");
  const bool denied = has_any(before, {"没有", "無い", "零", "未发现", "未發現", "沒有", "未出现"}) ||
                      before.ends_with("无") || before.ends_with("未") || before.ends_with("不") ||
                      before.ends_with("無") || before.ends_with("没") || (labelled ? denied_value : denied_after);
  if (denied || (count && *count == 0)) {
    if (!speech.said_bad()) speech.add_signal(SignalKind::pass, "log.words.no-failures", at, at + size);
    return;
  }
  // A lone word for error may be part of any sentence; with a count or a colon it is a report.
  const bool opens = trim(text.substr(0, at)).empty();
  if (is_error && !count && !labelled && !opens && !has_any(after, {"が発生", "发生", "発生", "出现"}) &&
      !has_any(before, {"发生", "出现", "存在"}))
    return;
  speech.add_signal(SignalKind::failure, is_error ? "log.words.error" : "log.words.failed", at, at + size);
}

// "合格しませんでした", "没有通过": what did not pass.
bool is_denied_pass(std::string_view before, std::string_view after) {
  if (has_any(after, {"しません", "しなかった", "していない", "していません", "できません", "できなかった"}))
    return true;
  constexpr std::string_view k_not[] = {"未", "未能", "不", "没", "没有", "沒有", "无法", "無法", "并未"};
  return std::any_of(std::begin(k_not), std::end(k_not), [&](std::string_view w) { return before.ends_with(w); });
}

void read_all(std::string_view text, std::string_view word, bool is_error, SignalCollector& speech) {
  constexpr int k_most = 32;  // a piece of text that says it more often says nothing new
  int seen = 0;
  for (size_t at = text.find(word); at != std::string_view::npos && ++seen <= k_most;
       at = text.find(word, at + word.size())) {
    read_word(text, at, word.size(), is_error, speech);
    if (speech.said(SignalKind::failure)) return;
  }
}

}  // namespace

void read_cjk_words(std::string_view text, SignalCollector& speech) {
  // Every character meant here begins with one of these bytes.
  const bool any = std::any_of(text.begin(), text.end(), [](char c) {
    const auto b = static_cast<unsigned char>(c);
    return b >= 0xE3 && b <= 0xE9;
  });
  if (!any) return;
  for (const std::string_view word : {"失敗", "失败", "不合格", "未通过", "未通過", "不通过", "出错", "出錯"})
    read_all(text, word, false, speech);
  for (const std::string_view word : {"エラー", "错误", "錯誤", "异常", "例外"}) read_all(text, word, true, speech);
  for (const std::string_view word : {"スキップ", "跳过", "跳過"}) {
    const size_t at = text.find(word);
    if (at == std::string_view::npos) continue;
    const std::string_view near = text.substr(at > k_reach ? at - k_reach : 0, 2 * k_reach + word.size());
    const auto count = number_in(clause_start(text.substr(at + word.size(), 15)));
    const auto before = number_in(clause_end(text.substr(at > k_reach ? at - k_reach : 0, std::min(at, k_reach))));
    const auto n = count ? count : before;
    if (n ? *n > 0 : has_any(near, {"テスト", "测试", "測試", "チェック", "检查"})) {
      speech.add_signal(SignalKind::skipped, "log.words.skipped", at, at + word.size());
    }
  }
  for (const std::string_view word : {"未実行", "未执行", "未執行", "未运行", "実行されませんでした", "没有运行",
                                      "実行できません", "无法运行", "実行していません", "実行していない",
                                      "実行しませんでした", "没有执行", "沒有執行", "没有跑", "実行できなかった"}) {
    const size_t at = text.find(word);
    if (at != std::string_view::npos) speech.add_signal(SignalKind::not_run, "log.words.not-run", at, at + word.size());
  }
  for (const std::string_view word : {"未完成", "未实现", "未実装", "未対応", "尚未完成", "まだ完了していません"}) {
    const size_t at = text.find(word);
    if (at != std::string_view::npos) speech.add_signal(SignalKind::todo, "log.words.unfinished", at, at + word.size());
  }
  if (speech.said_bad()) return;
  for (const std::string_view word : {"成功", "合格", "通过", "通過", "パス"}) {
    const size_t at = text.find(word);
    if (at == std::string_view::npos) continue;
    if (!has_any(text, {"テスト", "测试", "測試", "ビルド", "构建", "編譯", "编译", "チェック", "检查", "检测", "検証",
                        "验证", "lint", "型"}))
      continue;
    if (is_denied_pass(text.substr(0, at), clause_start(text.substr(at + word.size(), k_reach)))) {
      speech.add_signal(SignalKind::failure, "log.words.failed", at, at + word.size());
      return;
    }
    speech.add_signal(SignalKind::pass, "log.words.passed", at, at + word.size());
  }
}

}  // namespace assay::logs
