// The words the rules know, without accents and in small letters. One row a meaning and language.
#include <algorithm>
#include <array>
#include <string_view>

#include "logs/words/tokens.h"

namespace assay::logs {

namespace {

struct VocabularyRow {
  Meaning meaning;
  std::string_view words;
};

using namespace means;

constexpr VocabularyRow k_rows[] = {
    // English
    {fail, "fail fails failed failing"},
    {failure, "failure"},
    {failure | plural, "failures"},
    {error, "error"},
    {error | plural, "errors"},
    {fail, "errored"},
    {broken, "broken interrupted cancelled canceled crashed crashes crash crashing aborted breaks red"},
    {pass, "pass passed passes passing succeeded succeeds successful successfully success green clean ok okay good"},
    {skip, "skipped skip skipping bypassed"},
    {warn, "warning"},
    {warn | plural, "warnings"},
    {flaky, "flaky flakey flake flakes flakiness intermittent intermittently nondeterministic nondeterministically"},
    {negator,
     "no not never without zero neither nor didn't doesn't don't won't wasn't weren't isn't aren't cannot can't "
     "couldn't hasn't haven't hadn't nothing none free didnt doesnt dont cant wouldn't shouldn't lacks lacking"},
    {maybe,
     "if when whenever should would could may might can unless until must will expect expects whether shall ever"},
    {weak_maybe, "that which where while once after upon to or so try tries trying"},
    {remedy,
     "fix fixed fixes fixing resolve resolved resolves resolving handle handles handled handling repair repaired "
     "correct corrected corrects address addressed addresses eliminate eliminated eliminates avoid avoids avoided "
     "prevent prevents prevented preventing recover recovers recovered recovering suppress suppressed simulate "
     "simulates simulated simulating tolerate tolerates retrying"},
    {work,
     "remove removed removes catch catches caught reproduce reproduces reproduced mock mocks cover covers covered "
     "covering retry retries retried guard guards guarded ignore ignores closes closed surface surfaces stops stopped "
     "add added adds adding implement implemented implements improve improved improves refactor refactored update "
     "updated updates document documented documents ensure ensures ensured introduce introduced wrote write writes "
     "wrap wrapped wraps support supports supported rename renamed convert converted return replace "
     "replaced extend extended allow allows allowed move moved make makes made changed let lets "
     "provide provides provided create created creates log logs logged show shows render renders rendered map maps "
     "mapped mapping validates display displays propagate propagates propagated classify classified "
     "classifies detect detects detected describe describes asserts assert tested exercise exercises "
     "checked treat treats treated mark marks marked use uses bump clarify clarified explain "
     "explains tighten tightened include includes included cleanup simplify simplified extract extracted "
     "distinguish distinguishes reword reworded rewrote drop dropped cleaned deleted delete"},
    {produce,
     "return returns returning throw throws thrown raise raises raised emit emits emitted produce "
     "produces reports reporting reject rejects rejected yield yields yielding print prints "
     "respond responds show shows display displays surface surfaces contain contains map maps log logs"},
    {past, "before previously previous prior earlier originally formerly anymore historically initially"},
    {check,
     "test tests testing suite suites spec specs build builds lint linter linting typecheck typechecks tsc ci "
     "pipeline pipelines job jobs check checks compile compiles compilation e2e integration unit coverage format "
     "formatting verification validation scenario scenarios example examples assertion assertions workflow "
     "typechecking eslint prettier ruff mypy pytest jest vitest mocha cargo npm pnpm yarn make gradle maven mvn "
     "tox clippy command commands script scripts step steps stage stages regression smoke benchmark audit types "
     "playwright cypress snapshot snapshots hook hooks gate "
     "testsuite storybook backend frontend type-check checking typechecker checker"},
    {generic,
     "all the a an every each of and test tests unit suite suites check checks spec specs build lint typecheck "
     "type tsc ci pipeline job command commands run runs pnpm npm yarn cargo make pytest jest vitest mocha go "
     "tox gradle mvn maven verification validation compile compilation formatting format full whole entire our "
     "my local existing other remaining these those both project code successfully now then everything e2e "
     "integration step stage script scripts file files total is are was were has have been also backend "
     "frontend node python rust repo repository workspace regression smoke cases case status result results "
     "completed compiled built finished dotnet bun deno npx bazel ctest ninja cmake rspec phpunit bundle exec poetry "
     "uv eslint prettier ruff mypy"},
    {but, "but however though although except yet unfortunately nevertheless because since"},
    {thing,
     "handling handler handlers message messages code codes path paths case cases boundary boundaries reporting "
     "report reports log logs logging state states type types class classes rate rates budget tracking output text "
     "page pages response responses recovery wrapper mode modes details detail threshold reason reasons injection "
     "domain scenario scenarios mapping mapper object objects string strings value values variable field fields "
     "prop callback banner toast screen dialog event events metric metrics count counter kind kinds format "
     "formatting formatter semantics behavior behaviour condition conditions policy classification loudly silently "
     "through "
     "request requests upload uploads payment payments delivery deliveries transaction transactions connection "
     "connections notification notifications retry retries branch branches correction detection prone free flag "
     "parser parsing body bodies schema enum union prefix suffix label labels name names summary tolerance cause "
     "contract around surface surfaces copy wording translation translations taxonomy helper helpers "
     "stack stacks trace traces"},
    {how, "over fast safe safely open closed soft back gracefully early login logins attempt attempts"},
    {none, "none nothing n/a na nil null nope zero empty no"},
    {run,
     "run ran running execute executed executing verify verified verifying exercise reproduce validate validated "
     "validating start launch install build compile test tested check checked invoke invoked perform performed"},
    {still, "still again remains remain remaining continues continue keeps keep currently"},
    {be, "is was were are be been being got gets get has have had do does did"},
    {finish,
     "complete completed finish finished implement implemented fix fixed resolve resolved done deliver address "
     "addressed determine find locate get make access connect reach install import solve satisfy meet"},
    {expected,
     "expected intended intentional intentionally deliberate deliberately anticipated simulated fake dummy "
     "mocked xfail desired"},
    {self,
     "this it change changes fix implementation work code patch everything result results feature behavior "
     "behaviour they them these that solution"},
    {unit,
     "times time attempts attempt seconds second sec secs s ms minutes minute min mins retries hours days "
     "line lines port percent mb kb bytes in after at on with to code status and version"},
    {numbered,
     "step test job case command task stage shard worker attempt run suite phase example part group node "
     "chunk batch round pass check"},
    // German
    {fail,
     "fehlgeschlagen fehlgeschlagene fehlgeschlagener gescheitert scheitert scheitern scheiterte schlugen schlug fehl"},
    {failure | plural, "fehlschlag fehlschlage fehlschlaege"},
    {error | plural, "fehler fehlern"},
    {broken, "abgebrochen abgesturzt abgestuerzt kaputt"},
    {pass, "bestanden erfolgreich erfolg fehlerfrei"},
    {be, "wurde wurden"},
    {skip, "ubersprungen uebersprungen ubersprungene"},
    {warn | plural, "warnung warnungen"},
    {negator, "kein keine keiner keinen keinerlei nicht ohne null"},
    {maybe, "wenn falls sollte"},
    {remedy, "behoben korrigiert behebt gefixt beseitigt behandelt abgefangen"},
    {check, "prufung prufungen pruefung pruefungen kompilierung ubersetzung uebersetzung testlauf testfalle"},
    {generic, "alle der die das wurden sind wurde test"},
    {past, "vorher zuvor fruher bisher"},
    // French
    {fail, "echoue echouee echouees echoues echouent"},
    {failure | plural, "echec echecs"},
    {error | plural, "erreur erreurs"},
    {pass, "reussi reussie reussis reussies succes passent"},
    {skip, "ignoree ignorees"},
    {warn | plural, "avertissement avertissements"},
    {negator, "aucun aucune sans pas ni"},
    {maybe, "si quand lorsque devrait"},
    {remedy, "corrige corrigee corrigees corriges resolu resolue gere gerer"},
    {check, "essai essais verification verifications"},
    {generic, "tous toutes les le la des ont"},
    {past, "avant auparavant"},
    {work, "ajoute ajoutee ajoutes ajoutees"},
    // Spanish
    {fail, "fallo fallaron fallan falla fallando fallido fallidos fallida fallidas fallado fallados fallada falladas"},
    {failure | plural, "fallos fallas"},
    {error | plural, "errores"},
    {pass,
     "exito exitoso exitosa exitosos exitosas exitosamente pasaron pasado pasan aprobado aprobadas aprobados "
     "aprobada correctamente superadas superada"},
    {skip, "omitido omitida omitidos omitidas"},
    {warn | plural, "advertencia advertencias aviso avisos"},
    {negator, "sin ningun ninguno ninguna cero nunca"},
    {maybe, "cuando deberia"},
    {remedy, "corregido corregidos corregi corregida solucionado arreglado resuelto resueltos maneja"},
    {check, "prueba pruebas compilacion verificacion verificaciones"},
    {generic, "todas todos las los el han con"},
    {past, "antes anteriormente previamente"},
    {work, "anadi anadido anadidas agregue agregado agregadas"},
    // Italian shares its needles with Spanish.
    {fail, "fallito falliti fallita fallite falliscono"},
    // Portuguese
    {fail, "falhou falharam falhando falham falhado falhados"},
    {failure | plural, "falha falhas"},
    {error | plural, "erro erros"},
    {pass, "sucesso passou passaram aprovado aprovados aprovada bem-sucedido"},
    {skip, "ignorado ignorados ignoradas pulado pulados"},
    {negator, "nao sem nenhum nenhuma"},
    {maybe, "quando deve deveria"},
    {remedy, "corrigido corrigidos corrigi corrigida resolvido resolvidos trata"},
    {work, "adicionei adicionado adicionados"},
    {check, "teste testes compilacao verificacao verificacoes"},
    {generic, "os as foram com"},
};

struct Entry {
  std::string_view word;
  Meaning meaning = 0;
};

// Looked up for every word of every line read closely, so: a table of slots, at most half full.
constexpr size_t k_slots = 4096;

constexpr size_t slot_of(std::string_view word) {
  std::uint32_t hash = 2166136261u;
  for (const char c : word) hash = (hash ^ static_cast<unsigned char>(c)) * 16777619u;
  return (hash ^ hash >> 15) % k_slots;
}

class Vocabulary {
 public:
  Vocabulary() {
    for (const VocabularyRow& row : k_rows) {
      std::string_view rest = row.words;
      while (!rest.empty()) {
        const size_t end = std::min(rest.find(' '), rest.size());
        add(rest.substr(0, end), row.meaning);
        rest.remove_prefix(std::min(end + 1, rest.size()));
      }
    }
  }

  Meaning find(std::string_view word) const {
    for (size_t at = slot_of(word);; at = (at + 1) % k_slots) {
      if (m_slots[at].word == word) return m_slots[at].meaning;
      if (m_slots[at].word.empty()) return 0;
    }
  }

 private:
  void add(std::string_view word, Meaning meaning) {
    size_t at = slot_of(word);
    while (!m_slots[at].word.empty() && m_slots[at].word != word) at = (at + 1) % k_slots;
    m_slots[at].word = word;
    m_slots[at].meaning |= meaning;
  }

  std::array<Entry, k_slots> m_slots{};
};

constexpr size_t count_words() {
  size_t n = 0;
  for (const VocabularyRow& row : k_rows) {
    ++n;
    for (const char c : row.words) n += c == ' ';
  }
  return n;
}
static_assert(count_words() <= k_slots / 2);

}  // namespace

Meaning meaning_of(std::string_view folded) {
  static const Vocabulary vocabulary;
  return folded.size() > 20 ? 0 : vocabulary.find(folded);
}

}  // namespace assay::logs
