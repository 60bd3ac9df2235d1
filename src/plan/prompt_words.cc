#include "plan/prompt_words.h"

#include <algorithm>
#include <span>

#include "base/text.h"

namespace assay::plan {

namespace {

using Phrases = std::span<const std::string_view>;

constexpr size_t k_longest_looked_at = 2000;
constexpr size_t k_longest_heading = 80;  // bytes; longer lines are no headings

// In lower case, also the letters of Latin with accents and of Cyrillic. Sentences are short; of a longer text the
// beginning is looked at.
std::string folded(std::string_view text) {
  std::string out = lower(text.substr(0, k_longest_looked_at));
  for (size_t i = 0; i + 1 < out.size(); ++i) {
    const unsigned char lead = byte_of(out[i]), next = byte_of(out[i + 1]);
    if (lead == 0xC3 && next >= 0x80 && next <= 0x9E && next != 0x97) out[i + 1] = static_cast<char>(next + 0x20);
    if (lead == 0xD0 && next >= 0x90 && next <= 0x9F) out[i + 1] = static_cast<char>(next + 0x20);
    if (lead != 0xD0 || next < 0xA0 || next > 0xAF) continue;
    out[i] = static_cast<char>(0xD1);
    out[i + 1] = static_cast<char>(next - 0x20);
  }
  return out;
}

// Letters of scripts that part words by blanks: ASCII, Latin with accents, Greek, Cyrillic.
bool is_joining_lead(char c) { return is_alnum(c) || (byte_of(c) >= 0xC3 && byte_of(c) <= 0xD4); }

bool letter_before(std::string_view text, size_t at) {
  if (at == 0) return false;
  const char before = text[at - 1];
  if (byte_of(before) < 0x80) return is_alnum(before);
  return at >= 2 && (byte_of(before) & 0xC0) == 0x80 && byte_of(text[at - 2]) >= 0xC3 && byte_of(text[at - 2]) <= 0xD4;
}

// Whether a phrase stands there as words of its own. In scripts without blanks it may begin and end anywhere.
bool stands_at(std::string_view text, size_t at, std::string_view phrase) {
  const size_t end = at + phrase.size();
  if (is_joining_lead(phrase.front()) && letter_before(text, at)) return false;
  return end >= text.size() || !is_joining_lead(text[end]) || !letter_before(text, end);
}

bool begins_with(std::string_view text, Phrases phrases) {
  const std::string small = folded(text);
  return std::any_of(phrases.begin(), phrases.end(),
                     [&](std::string_view phrase) { return small.starts_with(phrase) && stands_at(small, 0, phrase); });
}

bool says(std::string_view text, Phrases phrases) {
  const std::string small = folded(text);
  return std::any_of(phrases.begin(), phrases.end(), [&](std::string_view phrase) {
    for (size_t at = small.find(phrase); at != std::string::npos; at = small.find(phrase, at + 1)) {
      if (stands_at(small, at, phrase)) return true;
    }
    return false;
  });
}

// ---- headings and labels

constexpr std::string_view k_goals[] = {"acceptance",
                                        "definition of done",
                                        "done when",
                                        "expected",
                                        "requirements",
                                        "success criteria",
                                        "must have",
                                        "goals",
                                        "criteria",
                                        "akzeptanzkriterien",
                                        "abnahmekriterien",
                                        "anforderungen",
                                        "erwartet",
                                        "ziele",
                                        "criterios",
                                        "requisitos",
                                        "resultado esperado",
                                        "comportamiento esperado",
                                        "critères",
                                        "exigences",
                                        "comportement attendu",
                                        "résultat attendu",
                                        "critérios",
                                        "验收",
                                        "需求",
                                        "要求",
                                        "期望",
                                        "预期",
                                        "受け入れ",
                                        "受入",
                                        "要件",
                                        "期待",
                                        "критерии",
                                        "требования",
                                        "ожидаемое",
                                        "요구",
                                        "기대"};
constexpr std::string_view k_non_goals[] = {"non-goal",
                                            "non-goals",
                                            "non goals",
                                            "nongoals",
                                            "not in scope",
                                            "out of scope",
                                            "out-of-scope",
                                            "not part of",
                                            "exclusions",
                                            "nicht teil",
                                            "nicht im umfang",
                                            "nicht-ziele",
                                            "nichtziele",
                                            "außerhalb",
                                            "fuera de alcance",
                                            "fuera del alcance",
                                            "no objetivos",
                                            "hors périmètre",
                                            "hors du périmètre",
                                            "hors scope",
                                            "non-objectifs",
                                            "fora do escopo",
                                            "不在范围",
                                            "范围之外",
                                            "非目标",
                                            "不包括",
                                            "対象外",
                                            "スコープ外",
                                            "範囲外",
                                            "вне рамок",
                                            "не входит",
                                            "범위 밖",
                                            "제외"};
constexpr std::string_view k_not_headings[] = {"do not",      "don't",    "won't do", "will not do",
                                               "leave alone", "excluded", "no tocar", "ausgeschlossen"};
// One word is the whole heading; several words begin it.
constexpr std::string_view k_contexts[] = {"steps to reproduce",
                                           "steps",
                                           "to reproduce",
                                           "reproduction",
                                           "repro steps",
                                           "how to reproduce",
                                           "actual",
                                           "actual behavior",
                                           "actual behaviour",
                                           "actual result",
                                           "actual results",
                                           "actual output",
                                           "observed",
                                           "observed behavior",
                                           "current behavior",
                                           "current behaviour",
                                           "current state",
                                           "current situation",
                                           "environment",
                                           "logs",
                                           "log output",
                                           "stack trace",
                                           "stacktrace",
                                           "traceback",
                                           "background",
                                           "context",
                                           "motivation",
                                           "why",
                                           "problem",
                                           "problem statement",
                                           "related",
                                           "related issues",
                                           "references",
                                           "see also",
                                           "screenshots",
                                           "alternatives",
                                           "additional context",
                                           "workaround",
                                           "schritte zum",
                                           "reproduktion",
                                           "tatsächlich",
                                           "tatsächliches verhalten",
                                           "umgebung",
                                           "hintergrund",
                                           "ist-zustand",
                                           "aktuelles verhalten",
                                           "pasos para reproducir",
                                           "comportamiento actual",
                                           "resultado actual",
                                           "entorno",
                                           "contexto",
                                           "étapes pour reproduire",
                                           "comportement actuel",
                                           "environnement",
                                           "contexte",
                                           "passos para reproduzir",
                                           "comportamento atual",
                                           "ambiente",
                                           "重现步骤",
                                           "复现步骤",
                                           "实际",
                                           "环境",
                                           "背景",
                                           "日志",
                                           "再現手順",
                                           "実際",
                                           "環境",
                                           "ログ",
                                           "шаги воспроизведения",
                                           "шаги",
                                           "окружение",
                                           "фактический результат",
                                           "фактическое поведение",
                                           "재현",
                                           "환경",
                                           "배경"};
constexpr std::string_view k_inline_contexts[] = {"actual",
                                                  "actual behavior",
                                                  "actual behaviour",
                                                  "actual result",
                                                  "current behavior",
                                                  "observed",
                                                  "environment",
                                                  "background",
                                                  "context",
                                                  "motivation",
                                                  "tatsächlich",
                                                  "ist",
                                                  "umgebung",
                                                  "hintergrund",
                                                  "实际",
                                                  "背景",
                                                  "実際",
                                                  "фактически"};

// ---- sentences

constexpr std::string_view k_not_to_do[] = {"do not touch",
                                            "don't touch",
                                            "do not change",
                                            "don't change",
                                            "do not modify",
                                            "don't modify",
                                            "do not edit",
                                            "don't edit",
                                            "do not rename",
                                            "don't rename",
                                            "do not refactor",
                                            "don't refactor",
                                            "do not rewrite",
                                            "don't rewrite",
                                            "do not delete",
                                            "don't delete",
                                            "do not move",
                                            "don't move",
                                            "do not upgrade",
                                            "don't upgrade",
                                            "do not bump",
                                            "don't bump",
                                            "do not reformat",
                                            "don't reformat",
                                            "do not worry",
                                            "don't worry",
                                            "do not bother",
                                            "don't bother",
                                            "no need to",
                                            "no changes to",
                                            "no change to",
                                            "not part of this",
                                            "out of scope",
                                            "not in scope",
                                            "is a non-goal",
                                            "are non-goals",
                                            "stay as they are",
                                            "stays as it is",
                                            "leave alone",
                                            "nicht anfassen",
                                            "nicht ändern",
                                            "nicht verändern",
                                            "nicht anrühren",
                                            "nicht umbenennen",
                                            "nicht teil",
                                            "keine änderung",
                                            "keine änderungen",
                                            "bleibt unverändert",
                                            "bleiben unverändert",
                                            "no tocar",
                                            "no cambiar",
                                            "no modificar",
                                            "no toques",
                                            "no cambies",
                                            "sin cambios en",
                                            "fuera de alcance",
                                            "ne pas toucher",
                                            "ne pas modifier",
                                            "ne pas changer",
                                            "ne touchez pas",
                                            "ne touche pas",
                                            "hors périmètre",
                                            "não alterar",
                                            "não mexer",
                                            "não modificar",
                                            "fora do escopo",
                                            "不要修改",
                                            "不要改",
                                            "不要动",
                                            "请勿修改",
                                            "别动",
                                            "不在范围",
                                            "不需要",
                                            "変更しない",
                                            "触らない",
                                            "変更不要",
                                            "対象外",
                                            "не трогать",
                                            "не менять",
                                            "не изменять",
                                            "вне рамок",
                                            "건드리지",
                                            "변경하지",
                                            "수정하지"};
constexpr std::string_view k_greetings[] = {
    "thanks",       "thank you",        "thx",     "cheers", "hi",           "hello", "hey",         "dear",
    "best regards", "kind regards",     "regards", "sorry",  "cc",           "danke", "vielen dank", "hallo",
    "viele grüße",  "mit freundlichen", "gracias", "hola",   "saludos",      "merci", "bonjour",     "cordialement",
    "obrigado",     "obrigada",         "olá",     "谢谢",   "多谢",         "你好",  "您好",        "ありがとう",
    "よろしく",     "こんにちは",       "спасибо", "привет", "здравствуйте", "감사",  "안녕"};
constexpr std::string_view k_tellings[] = {"i",
                                           "i'm",
                                           "i've",
                                           "we",
                                           "we're",
                                           "we've",
                                           "currently",
                                           "today",
                                           "yesterday",
                                           "right now",
                                           "at the moment",
                                           "previously",
                                           "so far",
                                           "last week",
                                           "recently",
                                           "when i",
                                           "after i",
                                           "if i",
                                           "whenever i",
                                           "as i",
                                           "my",
                                           "our",
                                           "since",
                                           "because",
                                           "it crashes",
                                           "it fails",
                                           "it crashed",
                                           "it failed",
                                           "this happens",
                                           "it happens",
                                           "for example",
                                           "e.g.",
                                           "see",
                                           "fyi",
                                           "related",
                                           "as you know",
                                           "as a",
                                           "as an",
                                           "fixes",
                                           "closes",
                                           "derzeit",
                                           "aktuell",
                                           "momentan",
                                           "heute",
                                           "gestern",
                                           "bisher",
                                           "ich",
                                           "wir",
                                           "wenn ich",
                                           "zurzeit",
                                           "actualmente",
                                           "ahora",
                                           "hoy",
                                           "ayer",
                                           "cuando intento",
                                           "actuellement",
                                           "aujourd'hui",
                                           "je",
                                           "nous",
                                           "atualmente",
                                           "hoje",
                                           "目前",
                                           "现在",
                                           "当前",
                                           "昨天",
                                           "我",
                                           "现状",
                                           "現在",
                                           "今は",
                                           "昨日",
                                           "сейчас",
                                           "сегодня",
                                           "вчера",
                                           "현재",
                                           "지금"};
constexpr std::string_view k_demands[] = {"must",     "should",         "shall",           "has to",    "have to",
                                          "needs to", "need to",        "needs",           "need",      "want",
                                          "ought to", "is required to", "are required to", "make sure", "ensure"};
// What is done to something that a rule is about, behind "is", "are" or "gets".
constexpr std::string_view k_ruled[] = {"accepted",   "allowed",  "blocked",   "deleted", "denied",    "disabled",
                                        "enforced",   "escaped",  "forbidden", "hidden",  "ignored",   "invalidated",
                                        "locked",     "logged",   "permitted", "refused", "rejected",  "required",
                                        "redirected", "reported", "revoked",   "skipped", "truncated", "unaffected"};
constexpr std::string_view k_is[] = {"is", "are", "be", "get", "gets", "stays", "stay", "remains", "remain"};
constexpr std::string_view k_persons[] = {"i", "i'm", "i've", "we", "we're", "we've", "my", "our"};
// In front of a number, and behind it.
constexpr std::string_view k_limits[] = {
    "mindestens", "höchstens",   "maximal",   "minimal",     "weniger als", "mehr als", "länger als",    "kürzer als",
    "größer als", "kleiner als", "bis zu",    "nach",        "unter",       "über",     "innerhalb von", "au moins",
    "au plus",    "au maximum",  "plus de",   "moins de",    "jusqu'à",     "maximum",  "minimum",       "après",
    "máximo",     "mínimo",      "al menos",  "como máximo", "como mínimo", "menos de", "más de",        "hasta",
    "después de", "tras",        "no máximo", "no mínimo",   "pelo menos",  "mais de",  "até",           "após",
    "almeno",     "al massimo",  "meno di",   "più di",      "dopo",        "entro",    "fino a"};
constexpr std::string_view k_counted[] = {
    "zeichen",    "zeilen",     "sekunden",   "minuten",   "stunden",  "tage",       "tagen",    "wochen",
    "monate",     "einträge",   "versuche",   "versuchen", "wörter",   "seiten",     "dateien",  "prozent",
    "caractères", "lignes",     "secondes",   "minutes",   "heures",   "jours",      "semaines", "mois",
    "essais",     "tentatives", "mots",       "octets",    "fichiers", "caracteres", "líneas",   "segundos",
    "minutos",    "horas",      "días",       "semanas",   "meses",    "intentos",   "palabras", "archivos",
    "linhas",     "dias",       "tentativas", "palavras",  "arquivos", "caratteri",  "righe",    "secondi",
    "minuti",     "ore",        "giorni",     "settimane", "mesi",     "tentativi",  "parole"};
constexpr std::string_view k_removals[] = {
    "remove",     "removes",   "delete",   "deletes",   "drop",   "drops",   "retire",  "retires",
    "get rid of", "take out",  "entferne", "entfernen", "lösche", "löschen", "elimina", "eliminar",
    "quita",      "quitar",    "supprime", "supprimer", "retire", "retirer", "remova",  "remover",
    "rimuovi",    "rimuovere", "删除",     "移除",      "削除",   "удали",   "удалить", "삭제"};
constexpr std::string_view k_made[] = {
    "existiert", "vorhanden", "erstellen",  "erstelle", "erstellt", "anlegen", "angelegt", "lege",
    "crear",     "crea",      "creado",     "existe",   "créer",    "crée",    "créé",     "criar",
    "cria",      "criado",    "新建",       "创建",     "新增",     "存在",    "作成",     "追加",
    "создан",    "создать",   "существует", "موجود",    "إنشاء",    "만들",    "생성",     "있다"};

constexpr std::string_view k_good[] = {
    "pass",         "passes",     "passing",         "succeed",  "succeeds", "green",    "cleanly",
    "successfully", "reports no", "reports nothing", "durch",    "besteht",  "bestehen", "erfolgreich",
    "grün",         "pasa",       "pasan",           "pasar",    "éxito",    "passe",    "passent",
    "réussit",      "réussir",    "passa",           "passam",   "passar",   "通过",     "成功",
    "通る",         "パス",       "проходит",        "проходят", "успешно",  "통과",     "성공",
    "ينجح"};
constexpr std::string_view k_bad[] = {
    "fail",  "fails",   "failed",  "failing", "not",       "non",      "nonzero", "never",   "rejects", "refuses",
    "don't", "doesn't", "schlägt", "nicht",   "scheitert", "falla",    "fallan",  "no pasa", "échoue",  "ne passe pas",
    "falha", "não",     "失败",    "不通过",  "失敗",      "通らない", "не",      "падает",  "실패",    "يفشل"};

constexpr std::string_view k_conditions[] = {"if",     "when",    "unless", "whether", "falls", "wenn", "si",
                                             "cuando", "lorsque", "quand",  "quando",  "se",    "如果", "当",
                                             "若",     "場合",    "もし",   "если",    "когда", "경우"};
constexpr std::string_view k_exits[] = {"exit",       "exits",      "exited", "exitcode", "rückgabewert",
                                        "salida",     "sortie",     "saída",  "退出码",   "退出代码",
                                        "終了コード", "код выхода", "кодом",  "종료 코드"};

// ---- scenarios

constexpr std::string_view k_given[] = {"given", "angenommen",  "gegeben sei", "gegeben",    "dado", "dada",
                                        "dados", "étant donné", "soit",        "假如",       "假设", "假定",
                                        "前提",  "допустим",    "дано",        "zakładając", "dato", "gegeven"};
constexpr std::string_view k_when[] = {"when", "wenn",  "cuando", "quand", "lorsque", "quando", "当",
                                       "もし", "когда", "если",   "jeśli", "als",     "만일"};
constexpr std::string_view k_then[] = {"then", "dann",  "entonces", "alors",  "então", "那么",  "ならば",
                                       "то",   "тогда", "wtedy",    "allora", "dan",   "그러면"};
constexpr std::string_view k_more[] = {"and",  "but",  "und",  "aber",   "y", "e",  "pero", "et", "mais", "mas", "而且",
                                       "并且", "但是", "かつ", "しかし", "и", "но", "oraz", "ma", "en",   "maar"};

bool is_context(std::string_view heading) {
  const std::string small = folded(heading);
  return std::any_of(std::begin(k_contexts), std::end(k_contexts), [&](std::string_view phrase) {
    const bool whole = contains(phrase, " ") || byte_of(phrase.front()) >= 0x80;
    return whole ? small.starts_with(phrase) && stands_at(small, 0, phrase) : small == phrase;
  });
}

std::string_view without_signs(std::string_view text) {
  while (!text.empty() && (text.front() == '*' || text.front() == '#' || text.front() == '_' || is_space(text.front())))
    text.remove_prefix(1);
  return text;
}

}  // namespace

std::optional<Section> section_named(std::string_view heading) {
  heading = trim(without_signs(heading));
  if (heading.empty() || heading.size() > k_longest_heading) return std::nullopt;
  if (says(heading, k_non_goals) || begins_with(heading, k_not_headings)) return Section::non_goal;
  if (is_context(heading)) return Section::context;
  if (says(heading, k_goals)) return Section::goal;
  return std::nullopt;
}

std::optional<Section> inline_section(std::string_view label) {
  const auto section = section_named(label);
  if (section != Section::context) return section;
  const std::string small = folded(trim(without_signs(label)));
  const bool meant =
      std::find(std::begin(k_inline_contexts), std::end(k_inline_contexts), small) != std::end(k_inline_contexts);
  return meant ? section : std::nullopt;
}

ScenarioStep step_of(std::string_view line) {
  line = without_signs(line);
  if (begins_with(line, k_given)) return ScenarioStep::given;
  if (begins_with(line, k_when)) return ScenarioStep::when;
  if (begins_with(line, k_then)) return ScenarioStep::then;
  return begins_with(line, k_more) ? ScenarioStep::more : ScenarioStep::none;
}

bool has_all_steps(std::string_view sentence) {
  return step_of(sentence) == ScenarioStep::given && says(sentence, k_when) && says(sentence, k_then);
}

bool is_question(std::string_view text) {
  text = trim_right(text);
  return text.ends_with('?') || text.ends_with("？") || text.ends_with("؟");
}

bool is_non_goal(std::string_view text) {
  return says(text, k_not_to_do) ||
         (istarts_with(text, "leave ") && contains_any(text, {" alone", " as is", " as it is"}));
}

std::optional<unsigned> exit_code_in(std::string_view text) {
  constexpr size_t k_farthest = 24;  // bytes between the words and the number
  const std::string small = folded(text);
  for (const auto phrase : k_exits) {
    for (size_t at = small.find(phrase); at != std::string::npos; at = small.find(phrase, at + 1)) {
      if (!stands_at(small, at, phrase)) continue;
      const auto behind = std::string_view(small).substr(at + phrase.size(), k_farthest);
      const size_t first = std::min(behind.find_first_of("0123456789"), behind.size());
      const auto between = behind.substr(0, first);
      if (contains_any(between, {".", ";", "after", "within", "non"})) continue;
      const auto digits = behind.substr(first, behind.find_first_not_of("0123456789", first) - first);
      const auto code = parse_uint(digits);
      if (code && *code <= 255) return static_cast<unsigned>(*code);
      if (contains(between, "zero")) return 0;
    }
  }
  return std::nullopt;
}

bool is_chatter(std::string_view text) { return begins_with(without_signs(text), k_greetings); }
bool is_story(std::string_view text) { return begins_with(without_signs(text), k_tellings); }
bool is_demand(std::string_view text) { return says(text, k_demands); }
bool says_created(std::string_view text) { return says(text, k_made); }
bool says_removed(std::string_view text) { return begins_with(without_signs(text), k_removals); }

bool is_rule(std::string_view text) {
  if (says(text, k_persons)) return false;
  const std::string small = folded(text);
  const auto words = split(small, ' ');
  for (size_t i = 0; i + 1 < words.size(); ++i) {
    if (std::find(std::begin(k_is), std::end(k_is), words[i]) == std::end(k_is)) continue;
    const size_t at =
        i + 2 < words.size() && is_one_of(words[i + 1], {"not", "never", "always", "also"}) ? i + 2 : i + 1;
    const auto end = words[at].find_first_of(".,;:!)");
    if (std::find(std::begin(k_ruled), std::end(k_ruled), words[at].substr(0, end)) != std::end(k_ruled)) return true;
  }
  return false;
}

bool states_limit(std::string_view text) {
  const std::string small = folded(text);
  for (size_t at = small.find_first_of("0123456789"); at != std::string::npos;) {
    const size_t end = std::min(small.find_first_not_of("0123456789.,", at), small.size());
    const auto before = trim_right(std::string_view(small).substr(0, at));
    const auto behind = trim_left(std::string_view(small).substr(end));
    const auto limits = [&](std::string_view phrase) {
      return before.ends_with(phrase) && stands_at(before, before.size() - phrase.size(), phrase);
    };
    const auto counts = [&](std::string_view phrase) {
      return behind.starts_with(phrase) && stands_at(behind, 0, phrase);
    };
    if (std::any_of(std::begin(k_limits), std::end(k_limits), limits)) return true;
    if (std::any_of(std::begin(k_counted), std::end(k_counted), counts)) return true;
    at = small.find_first_of("0123456789", end);
  }
  return false;
}
bool says_condition(std::string_view text) { return says(text, k_conditions); }
bool says_failure(std::string_view text) { return says(text, k_bad); }
bool says_success(std::string_view text) { return says(text, k_good) && !says_failure(text); }

}  // namespace assay::plan
