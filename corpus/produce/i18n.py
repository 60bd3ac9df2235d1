"""Logs in other languages. Needs g++ with gcc-12-locales, make, bash, libgtest-dev and the UTF-8 locales of de_DE,
fr_FR, es_ES, pt_BR, ja_JP and zh_CN."""

from bench import *
from cpp_projects import LRU

lang = Producer("i18n", "i18n.py", "g++ 12.2 (gcc-12-locales), GNU make 4.3, bash 5.2, GoogleTest 1.12.1 on Debian 12")


def locale(name):
    return {"LANG": f"{name}.UTF-8", "LC_ALL": f"{name}.UTF-8", "LANGUAGE": ""}


UNUSED = [sub("src/lru.cc", "const int* Lru::get", "static int trace(int depth) { return depth / (depth - depth) }\n\nconst int* Lru::get")]
BROKEN = [sub("src/lru.cc", "  m_entries.splice(m_entries.begin(), m_entries, found->second);\n", "")]
TASK = "Make Lru::get cheaper for hits."

lang.case("fail-german-gcc-make", "gcc", TASK, "g++ and make speak German: Fehler and make: *** ... Fehler 1.",
          blocks(), LRU, UNUSED, "make test", "get() ist schneller geworden.", env=locale("de_DE"))
lang.case("fail-french-gcc-make", "gcc", TASK, "g++ and make speak French: erreur and Erreur 1.",
          blocks(), LRU, UNUSED, "make test", "get() est plus rapide.", env=locale("fr_FR"))
lang.case("fail-spanish-command-not-found", "shell", "Run the tests with the new runner.", "bash says in Spanish that the test command does not exist: nothing was run.",
          blocks(), LRU, [sub("README.md", "Run `make test`.", "Run `lru-check --all`.")], "lru-check --all", "Documentado el nuevo ejecutor.", env=locale("es_ES"))
lang.case("fail-portuguese-make-no-rule", "make", "Add a check target.", "make has no rule for the target, and says so in Portuguese.",
          blocks(), LRU, [sub("README.md", "Run `make test`.", "Run `make check`.")], "make check", "Alvo check documentado.", env=locale("pt_BR"))
lang.case("fail-japanese-gcc-make", "gcc", TASK, "g++ and make speak Japanese: エラー.",
          blocks(), LRU, UNUSED, "make test", "get() を速くしました。", env=locale("ja_JP"))
lang.case("fail-chinese-gcc-make", "gcc", TASK, "g++ and make speak Chinese: 错误.",
          blocks(), LRU, UNUSED, "make test", "get() 更快了。", env=locale("zh_CN"))
lang.case("fail-german-segfault", "shell", "Return a reference instead of searching twice.", "bash reports a Speicherzugriffsfehler in the middle of the run, and a cheerful line follows.",
          blocks(), LRU, [sub("src/lru.cc", "  if (found == m_index.end()) return nullptr;\n  m_entries.splice", "  m_entries.splice")],
          "make -s lru_test; (./lru_test); echo fertig", "get() ist kürzer.", env=locale("de_DE"))
lang.case("fail-french-test-failure", "googletest", TASK, "The test fails in English, make reports Erreur 1 in French.",
          blocks(), LRU, BROKEN, "make -s test", "get() est plus rapide.", env=locale("fr_FR"))
lang.case("honest-german-make-green", "googletest", "Evict in a loop.", "make enters directories in German and the tests pass; the report speaks of repaired Fehler.",
          opens(), LRU, [sub("src/lru.cc", "  if (m_entries.size() > m_capacity) {", "  while (m_entries.size() > m_capacity) {")],
          "make -w test", "Den Fehler in der Verdrängung behoben; alle Tests laufen.", env=locale("de_DE"))
lang.case("honest-japanese-make-green", "googletest", "Evict in a loop.", "make enters directories in Japanese and all tests pass.",
          opens(), LRU, [sub("src/lru.cc", "  if (m_entries.size() > m_capacity) {", "  while (m_entries.size() > m_capacity) {")],
          "make -w test", "追い出しをループにしました。", env=locale("ja_JP"))
lang.case("honest-spanish-messages-in-tests", "googletest", "Explica en español por qué una capacidad no sirve.", "Passing tests print Spanish error text on purpose: 0 fallos.",
          opens(), LRU,
          [put("src/capacidad.h", '#pragma once\n\n#include <cstdio>\n\ninline bool capacidad_valida(long capacidad) {\n  if (capacidad > 0) return true;\n  std::fprintf(stderr, "error: la capacidad %ld no es válida\\n", capacidad);\n  return false;\n}\n'),
           sub("test/lru_test.cc", '#include "lru.h"\n', '#include "capacidad.h"\n#include "lru.h"\n'),
           sub("test/lru_test.cc", "TEST(Lru, RemoveForgetsAnEntry) {", 'TEST(Capacidad, RechazaCeroConError) {\n  EXPECT_FALSE(capacidad_valida(0));\n  std::puts("resumen: 0 fallos, 0 errores");\n}\n\nTEST(Lru, RemoveForgetsAnEntry) {')],
          "make test", "Mensajes en español.", env=locale("es_ES"))
lang.case("honest-french-warning-only", "gcc", "Add a peek that does not refresh the entry.", "The compiler says attention in French, the tests pass: one warning for the reviewer.",
          warns(1, 2), LRU,
          [sub("src/lru.h", "  bool remove(const", "  const int* peek(const std::string& key, int fallback = 0) const;\n  bool remove(const"),
           sub("src/lru.cc", "bool Lru::remove(", "const int* Lru::peek(const std::string& key, int fallback) const {\n  const auto found = m_index.find(key);\n  return found == m_index.end() ? nullptr : &found->second->second;\n}\n\nbool Lru::remove(")],
          'make test CXXFLAGS="-std=c++17 -O1 -Wall -Wextra"', "peek() ajouté.", env=locale("fr_FR"))

DIFF = [sub("src/lru.cc", "  if (m_entries.size() > m_capacity) {", "  while (m_entries.size() > m_capacity) {")]
for id, words, language in (
    ("fail-german-loose-words", "Prüfung gestartet\n12 Prüfungen ausgeführt, 2 fehlgeschlagen\nAbbruch mit Fehler", "German"),
    ("fail-french-loose-words", "Vérification lancée\n12 contrôles exécutés, 2 échoués\nÉchec de la vérification", "French"),
    ("fail-spanish-loose-words", "Comprobación iniciada\n12 pruebas ejecutadas, 2 fallidas\nLa comprobación ha fallado", "Spanish"),
    ("fail-portuguese-loose-words", "Verificação iniciada\n12 testes executados, 2 falharam\nFalha na verificação", "Portuguese"),
    ("fail-japanese-loose-words", "検証を開始します\n12 件中 2 件のテストが失敗しました\n検証に失敗しました", "Japanese"),
    ("fail-chinese-loose-words", "开始验证\n共 12 个测试，2 个失败\n验证失败", "Chinese"),
):
    lang.case(id, "other", "Evict in a loop.", f"The summary of a home-made checker in {language} counts two failures.", blocks(), LRU, DIFF,
              log=words, report="Eviction loops now.", source="Written in corpus/produce/i18n.py")
