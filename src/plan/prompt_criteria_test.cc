// What prompts of many kinds ask for. The expectations were written by hand, before the reader.
#include "plan/prompt_criteria.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/text.h"
#include "plan/criterion_evidence.h"

namespace assay::plan {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

// A criterion, and its evidence as kind and arguments: "http path=/health method=GET status=200".
struct Wanted {
  std::string text;
  std::string evidence;
};

struct PromptCase {
  const char* name;
  std::string prompt;
  std::vector<Wanted> criteria;
};

std::string shown_evidence(std::string_view criterion) {
  std::vector<std::string> out;
  for (const auto& evidence : evidence_of(criterion)) {
    std::string one(name(evidence.evidence));
    for (const auto& [key, value] : evidence.arguments) one += cat(" ", key, "=", value);
    out.push_back(std::move(one));
  }
  return join(out, "; ");
}

std::string listed(const std::vector<Wanted>& criteria) {
  std::string out;
  for (const auto& each : criteria) out += cat("  - ", each.text, "  <", each.evidence, ">\n");
  return out;
}

const std::vector<PromptCase>& cases() {
  static const std::vector<PromptCase> all = {
      // ---- lists in every style
      {"dashes",
       "Add a health endpoint.\n\n- GET /health returns 200\n- GET /health/db returns 503 when the database is down\n",
       {{"GET /health returns 200", "http path=/health method=GET status=200"},
        {"GET /health/db returns 503 when the database is down", "http path=/health/db method=GET status=503"}}},
      {"stars",
       "Documentation:\n* docs/install.md exists\n* README.md has a section \"Install\"\n",
       {{"docs/install.md exists", "artefact path=docs/install.md"},
        {"README.md has a section \"Install\"", "grep pattern=Install path=README.md fixed=true"}}},
      {"plus signs",
       "+ `npm test` passes\n+ `npm run lint` exits with 0\n",
       {{"`npm test` passes", "command command=npm test"},
        {"`npm run lint` exits with 0", "command command=npm run lint"}}},
      {"round bullets",
       "Bitte:\n• test_empty_cart passes\n• test_full_cart passes\n",
       {{"test_empty_cart passes", "test name=test_empty_cart"},
        {"test_full_cart passes", "test name=test_full_cart"}}},
      {"numbers with a dot",
       "1. Create src/parser.py\n2. Add tests/test_parser.py\n3. `pytest` passes\n",
       {{"Create src/parser.py", "artefact path=src/parser.py"},
        {"Add tests/test_parser.py", "artefact path=tests/test_parser.py"},
        {"`pytest` passes", "command command=pytest"}}},
      {"numbers with a bracket",
       "We need:\n1) POST /login answers 401 for a wrong password\n2) POST /login answers 200 with a token otherwise\n",
       {{"POST /login answers 401 for a wrong password", "http path=/login method=POST status=401"},
        {"POST /login answers 200 with a token otherwise", "http path=/login method=POST status=200"}}},
      {"letters in brackets",
       "(a) the list is sorted by date\n(b) the newest entry comes first\n",
       {{"the list is sorted by date", ""}, {"the newest entry comes first", ""}}},
      {"circled numbers",
       "① `make test` passes\n② docs/usage.md exists\n",
       {{"`make test` passes", "command command=make test"}, {"docs/usage.md exists", "artefact path=docs/usage.md"}}},
      {"items go on in the next line",
       "- the export holds one line per order\n  and ends with a line of totals\n- the file is UTF-8\n",
       {{"the export holds one line per order and ends with a line of totals", ""}, {"the file is UTF-8", ""}}},
      {"a parent with a colon gives its children their context",
       "- GET /orders:\n  - returns 200 and a list\n  - returns 401 without a token\n- `go test ./...` passes\n",
       {{"GET /orders: returns 200 and a list", "http path=/orders method=GET status=200"},
        {"GET /orders: returns 401 without a token", "http path=/orders method=GET status=401"},
        {"`go test ./...` passes", "command command=go test ./..."}}},
      {"a nested list below a whole item",
       "* The settings page has a switch for dark mode\n    * its state survives a reload\n",
       {{"The settings page has a switch for dark mode", ""}, {"its state survives a reload", ""}}},
      {"numbers with many digits and blanks before the bullet",
       "   10. The queue holds at most 1000 jobs\n   11. The queue drops the oldest job when it is full\n",
       {{"The queue holds at most 1000 jobs", ""}, {"The queue drops the oldest job when it is full", ""}}},
      {"rows of a table",
       "| Method | Path | Status |\n|---|---|---|\n| GET | /users | 200 |\n| DELETE | /users/{id} | 204 |\n",
       {{"GET | /users | 200", "http path=/users method=GET status=200"},
        {"DELETE | /users/{id} | 204", "http path=/users/{id} method=DELETE status=204"}}},

      // ---- what must not be misread, and what must not be lost
      {"an endpoint that is taken away answers nothing",
       "- Remove the deprecated /v1 endpoints\n- Drop GET /legacy and its tests\n- GET /v2 returns 200\n",
       {{"Remove the deprecated /v1 endpoints", ""},
        {"Drop GET /legacy and its tests", ""},
        {"GET /v2 returns 200", "http path=/v2 method=GET status=200"}}},
      {"an endpoint that is gone answers what the prompt says",
       "- After the removal GET /v1/users answers 410\n",
       {{"After the removal GET /v1/users answers 410", "http path=/v1/users method=GET status=410"}}},
      {"what a function is given and returns stands in no file",
       "- slugify(\"Hello World!\") in src/slug.py returns \"hello-world\"\n- `add(\"1\", \"2\")` gives \"3\"\n- \"a "
       "b\" becomes \"a-b\" in src/slug.py\n",
       {{"slugify(\"Hello World!\") in src/slug.py returns \"hello-world\"", "diff touched=src/slug.py"},
        {"`add(\"1\", \"2\")` gives \"3\"", ""},
        {"\"a b\" becomes \"a-b\" in src/slug.py", "diff touched=src/slug.py"}}},
      {"of a text that is replaced the new one is looked for",
       "- Rename the button \"Save\" to \"Store\"\n",
       {{"Rename the button \"Save\" to \"Store\"", "grep pattern=Store fixed=true"}}},
      {"text in single quotes",
       "- An unknown option ends with exit code 3 and prints 'unknown option'\n- the user's name isn't shown\n",
       {{"An unknown option ends with exit code 3 and prints 'unknown option'",
         "grep pattern=unknown option fixed=true"},
        {"the user's name isn't shown", ""}}},
      {"several commands in one sentence",
       "- npm test and npm run lint pass.\n- make test, make lint and pytest succeed.\n",
       {{"npm test and npm run lint pass.", "command command=npm test; command command=npm run lint"},
        {"make test, make lint and pytest succeed.",
         "command command=make test; command command=make lint; command command=pytest"}}},
      {"a status in front of its path, with a limit",
       "- Uploads larger than 5 MB are refused with 413\n- 413 is answered when a file posted to /upload is larger "
       "than "
       "5 MB\n- POST /upload with a file larger than 5 MB returns 413\n",
       {{"Uploads larger than 5 MB are refused with 413", ""},
        {"413 is answered when a file posted to /upload is larger than 5 MB", "http path=/upload status=413"},
        {"POST /upload with a file larger than 5 MB returns 413", "http path=/upload method=POST status=413"}}},
      {"limits in German",
       "Passwörter müssen mindestens 12 Zeichen haben. Nach 5 Fehlversuchen wird das Konto gesperrt. Der Export hat "
       "höchstens 10000 Zeilen.",
       {{"Passwörter müssen mindestens 12 Zeichen haben.", ""},
        {"Nach 5 Fehlversuchen wird das Konto gesperrt.", ""},
        {"Der Export hat höchstens 10000 Zeilen.", ""}}},
      {"limits in French, Spanish, Portuguese and Italian",
       "Le mot de passe doit contenir au moins 12 caractères. El nombre tiene como máximo 40 caracteres. O nome tem no "
       "máximo 40 caracteres. La sessione scade dopo 30 minuti.",
       {{"Le mot de passe doit contenir au moins 12 caractères.", ""},
        {"El nombre tiene como máximo 40 caracteres.", ""},
        {"O nome tem no máximo 40 caracteres.", ""},
        {"La sessione scade dopo 30 minuti.", ""}}},
      {"rules without a modal",
       "Uploads for avatars. Only png and jpg are allowed. A used token is rejected. Expired links get deleted after a "
       "day.",
       {{"Only png and jpg are allowed.", ""},
        {"A used token is rejected.", ""},
        {"Expired links get deleted after a day.", ""}}},
      {"what went wrong is no rule",
       "Yesterday a used token was accepted. When I log in my token is rejected. I think that only admins are allowed.",
       {}},

      // ---- checkboxes
      {"checkboxes",
       "## Acceptance criteria\n- [ ] `cargo test` passes\n- [x] CHANGELOG.md names the change\n* [ ] The flag "
       "--dry-run "
       "writes nothing\n",
       {{"`cargo test` passes", "command command=cargo test"},
        {"CHANGELOG.md names the change", "diff touched=CHANGELOG.md"},
        {"The flag --dry-run writes nothing", "grep pattern=--dry-run fixed=true"}}},
      {"checkboxes without bullets",
       "[ ] the form rejects names longer than 64 characters\n[ ] the form rejects an empty name\n",
       {{"the form rejects names longer than 64 characters", ""}, {"the form rejects an empty name", ""}}},
      {"signs of boxes",
       "☐ GET /metrics returns 200\n☑ the metrics are text\n",
       {{"GET /metrics returns 200", "http path=/metrics method=GET status=200"}, {"the metrics are text", ""}}},

      // ---- Given, when, then
      {"a scenario of several lines",
       "Scenario: removing an item\n  Given a cart with 2 items\n  When I remove one item\n  Then the cart shows 1 "
       "item\n  "
       "And the total is 10 EUR\n",
       {{"Given a cart with 2 items, When I remove one item, Then the cart shows 1 item, And the total is 10 EUR",
         ""}}},
      {"two scenarios",
       "Given a visitor\nWhen they open /admin\nThen the answer is 403\n\nGiven an admin\nWhen they open /admin\nThen "
       "the "
       "answer is 200\nBut no cookie is set\n",
       {{"Given a visitor, When they open /admin, Then the answer is 403", "http path=/admin status=403"},
        {"Given an admin, When they open /admin, Then the answer is 200, But no cookie is set",
         "http path=/admin status=200"}}},
      {"a scenario in a fence",
       "Please do this:\n```gherkin\nFeature: login\n  Scenario: wrong password\n    Given a user\n    When the "
       "password is "
       "wrong\n    Then the page shows \"Wrong password\"\n```\n",
       {{"Given a user, When the password is wrong, Then the page shows \"Wrong password\"",
         "grep pattern=Wrong password fixed=true"}}},
      {"a scenario in bullets with bold words",
       "- **Given** an empty list\n- **When** I press Add\n- **Then** one row is shown\n",
       {{"Given an empty list, When I press Add, Then one row is shown", ""}}},
      {"a scenario in one sentence",
       "Given a logged-in user, when they click Log out, then the session cookie is deleted.",
       {{"Given a logged-in user, when they click Log out, then the session cookie is deleted.", ""}}},
      {"a scenario in German",
       "Angenommen ein Warenkorb mit 2 Artikeln\nWenn ich einen entferne\nDann zeigt der Warenkorb 1 Artikel\nUnd die "
       "Summe "
       "ist 10 EUR\n",
       {{"Angenommen ein Warenkorb mit 2 Artikeln, Wenn ich einen entferne, Dann zeigt der Warenkorb 1 Artikel, Und "
         "die "
         "Summe ist 10 EUR",
         ""}}},
      {"a scenario in Spanish",
       "Dado un carrito vacío\nCuando añado un producto\nEntonces el carrito muestra 1 producto\n",
       {{"Dado un carrito vacío, Cuando añado un producto, Entonces el carrito muestra 1 producto", ""}}},
      {"a scenario in Chinese",
       "假如购物车里有2件商品\n当我删除一件\n那么购物车显示1件商品\n",
       {{"假如购物车里有2件商品, 当我删除一件, 那么购物车显示1件商品", ""}}},
      {"a scenario in Japanese",
       "前提 カートに商品が2つある\nもし 1つ削除する\nならば カートに商品が1つ表示される\n",
       {{"前提 カートに商品が2つある, もし 1つ削除する, ならば カートに商品が1つ表示される", ""}}},

      // ---- sentences
      {"an endpoint in a sentence",
       "Add GET /api/tasks/{id}. It must return 404 for an unknown id.",
       {{"Add GET /api/tasks/{id}.", "http path=/api/tasks/{id} method=GET"},
        {"It must return 404 for an unknown id.", ""}}},
      {"two answers of one endpoint",
       "POST /orders returns 201 for a valid order and 422 for an empty one.",
       {{"POST /orders returns 201 for a valid order and 422 for an empty one.",
         "http path=/orders method=POST status=201; http path=/orders method=POST status=422"}}},
      {"two endpoints in one sentence",
       "GET /ready returns 200 and GET /broken returns 503.",
       {{"GET /ready returns 200 and GET /broken returns 503.",
         "http path=/ready method=GET status=200; http path=/broken method=GET status=503"}}},
      {"an endpoint without a method",
       "The endpoint /health should answer with 200.",
       {{"The endpoint /health should answer with 200.", "http path=/health status=200"}}},
      {"a limit",
       "Make search faster. The 95th percentile must stay below 200 ms.",
       {{"The 95th percentile must stay below 200 ms.", ""}}},
      {"a bound on sizes",
       "Uploads larger than 10 MB are rejected with status 413.",
       {{"Uploads larger than 10 MB are rejected with status 413.", ""}}},
      {"a limit is no status",
       "GET /search must answer in under 300 ms.",
       {{"GET /search must answer in under 300 ms.", "http path=/search method=GET"}}},
      {"an exit code",
       "`report --strict` exits with 2 when a row is invalid.",
       {{"`report --strict` exits with 2 when a row is invalid.", "command command=report --strict exit_code=2"}}},
      {"an exit code and what is printed",
       "`tool version` must exit with code 0 and print \"tool 2.0\".",
       {{"`tool version` must exit with code 0 and print \"tool 2.0\".",
         "command command=tool version output=tool 2.0"}}},
      {"an exit code of no command",
       "The program exits with code 3 when the config is missing.",
       {{"The program exits with code 3 when the config is missing.", ""}}},
      {"a flag",
       "Add a --json flag to the export command.",
       {{"Add a --json flag to the export command.", "grep pattern=--json fixed=true"}}},
      {"a text of an error",
       "An empty name is refused with \"name must not be empty\".",
       {{"An empty name is refused with \"name must not be empty\".",
         "grep pattern=name must not be empty fixed=true"}}},
      {"a new file and its test",
       "Create lib/slug.rb with a method slugify, and write spec/slug_spec.rb for it.",
       {{"Create lib/slug.rb with a method slugify, and write spec/slug_spec.rb for it.",
         "artefact path=lib/slug.rb; artefact path=spec/slug_spec.rb"}}},
      {"a changed file",
       "Fix the rounding in src/price.go.",
       {{"Fix the rounding in src/price.go.", "diff touched=src/price.go"}}},
      {"a file that is only an example",
       "Write docs/caching.md in the style of docs/queue.md.",
       {{"Write docs/caching.md in the style of docs/queue.md.", "artefact path=docs/caching.md"}}},
      {"a test by its place",
       "tests/test_login.py::test_expired_token has to pass.",
       {{"tests/test_login.py::test_expired_token has to pass.", "test name=tests/test_login.py::test_expired_token"}}},
      {"a test and its command",
       "TestCartTotal must pass with `go test ./...`.",
       {{"TestCartTotal must pass with `go test ./...`.", "command command=go test ./...; test name=TestCartTotal"}}},
      {"commands without backquotes",
       "make lint reports no warnings and cargo clippy passes.",
       {{"make lint reports no warnings and cargo clippy passes.",
         "command command=make lint; command command=cargo clippy"}}},
      {"a text that must not be there",
       "The log must not contain \"password=\".",
       {{"The log must not contain \"password=\".", "absent pattern=password= fixed=true"}}},
      {"a requirement without anything that a machine sees",
       "Deleted users must not be able to log in any more.",
       {{"Deleted users must not be able to log in any more.", ""}}},
      {"a value of a setting",
       "MAX_RETRIES defaults to 3.",
       {{"MAX_RETRIES defaults to 3.", "grep pattern=MAX_RETRIES fixed=true"}}},

      // ---- texts as people write them
      {"a bug report",
       "CSV export has no header\n\n## Steps to reproduce\n1. Run `app export --csv`\n2. Open the file\n\n## Expected "
       "behavior\nThe first line is `id;name;total`.\n\n## Actual behavior\nThe first line is the first order.\n\n## "
       "Environment\n- OS: Ubuntu 22.04\n- app 1.4.2\n",
       {{"The first line is `id;name;total`.", "grep pattern=id;name;total fixed=true"}}},
      {"a feature request with a log",
       "We had an outage yesterday:\n\n```\n2026-11-02 10:00:01 ERROR db: connection refused "
       "(10.0.0.4:5432)\n```\n\nThe "
       "worker must retry 3 times with a pause of 500 ms, then exit with code 75.\n\nThanks!\n",
       {{"The worker must retry 3 times with a pause of 500 ms, then exit with code 75.", ""}}},
      {"a log without a fence",
       "Traceback (most recent call last):\n  File \"src/app.py\", line 10, in main\nValueError: bad value "
       "\"x\"\n\nParsing "
       "\"x\" should return None.\n",
       {{"Parsing \"x\" should return None.", "grep pattern=x fixed=true"}}},
      {"a user story with criteria",
       "As a shop owner I want to see refunds, so that I can plan.\n\nAcceptance criteria:\n- The table /admin/refunds "
       "lists "
       "the refunds of the last 30 days\n- Each row shows date, order and amount\n- `npm test` passes\n\nOut of "
       "scope:\n- "
       "Editing refunds\n- Mails\n",
       {{"The table /admin/refunds lists the refunds of the last 30 days", "http path=/admin/refunds"},
        {"Each row shows date, order and amount", ""},
        {"`npm test` passes", "command command=npm test"}}},
      {"a mail",
       "Hi team,\n\nplease add a `--quiet` option to `sync`. With it, nothing is printed on success and the exit code "
       "is 0.\n"
       "Could we also look at the colors?\n\nThanks,\nAnna\n",
       {{"please add a `--quiet` option to `sync`.", "grep pattern=--quiet fixed=true"},
        {"With it, nothing is printed on success and the exit code is 0.", ""}}},
      {"a pull request template",
       "### What\nRename `parse_date` to `read_date`.\n\n### Why\nThe name collides with the one in utils.py.\n\n### "
       "Checklist\n- [ ] `pytest -q` passes\n- [ ] docs/api.md is updated\n\n<!-- do not remove this line: see "
       "docs/template.md -->\n",
       {{"Rename `parse_date` to `read_date`.", "grep pattern=read_date fixed=true"},
        {"`pytest -q` passes", "command command=pytest -q"},
        {"docs/api.md is updated", "diff touched=docs/api.md"}}},
      {"an order of a manager",
       "I want the nightly job to finish within 15 minutes. Today it takes 2 hours. The report has to be in "
       "reports/daily.csv.",
       {{"I want the nightly job to finish within 15 minutes.", ""},
        {"The report has to be in reports/daily.csv.", "artefact path=reports/daily.csv"}}},
      {"a quoted mail",
       "> GET /old returned 500 for me\n> can you look?\n\nGET /old must return 301.\n",
       {{"GET /old must return 301.", "http path=/old method=GET status=301"}}},
      {"a shell session",
       "$ ./run.sh\nerror: no such file: config.yml\n\nWhen config.yml is missing, `./run.sh` must exit with 1 and "
       "print "
       "\"config.yml is missing\".\n",
       {{"When config.yml is missing, `./run.sh` must exit with 1 and print \"config.yml is missing\".",
         "command command=./run.sh exit_code=1 output=config.yml is missing"}}},
      {"narration is no requirement",
       "Currently GET /items returns 500. I ran `npm test` yesterday and it failed. GET /items should return 200.",
       {{"GET /items should return 200.", "http path=/items method=GET status=200"}}},

      // ---- what is no criterion
      {"non-goals",
       "Speed up src/index.py. Do not touch src/legacy.py. No changes to the public API in docs/api.md.\n",
       {{"Speed up src/index.py.", "diff touched=src/index.py"}}},
      {"a section of non-goals",
       "- `make test` passes\n\n## Non-goals\n- Rewriting lib/old.c\n- GET /v1 returns 410\n",
       {{"`make test` passes", "command command=make test"}}},
      {"headings, questions and chatter",
       "# Improve GET /search\n\nThanks for your work on src/search.py!\nShould it return 404? What do you think?\n\n- "
       "results are sorted by score\n",
       {{"results are sorted by score", ""}}},
      {"indented code",
       "The function must return 4:\n\n    def f():\n        return open(\"x.txt\")\n\nsrc/f.py must define it.\n",
       {{"The function must return 4:", ""}, {"src/f.py must define it.", "diff touched=src/f.py"}}},
      {"items that are questions",
       "- Should /login be limited?\n- /login is limited to 5 tries per minute\n",
       {{"/login is limited to 5 tries per minute", "http path=/login"}}},
      {"one thing said twice",
       "GET /ping returns 200.\n\n- GET /ping returns 200\n- get /ping returns 200!\n- **GET /ping returns 200**\n",
       {{"GET /ping returns 200.", "http path=/ping method=GET status=200"}}},

      // ---- other languages
      {"German bullets",
       "Bitte den Export verbessern.\n\nAkzeptanzkriterien:\n- `npm test` läuft ohne Fehler durch\n- GET /export "
       "liefert 200\n- "
       "Die Datei docs/export.md existiert\n\nNicht Teil der Aufgabe:\n- PDF-Export\n",
       {{"`npm test` läuft ohne Fehler durch", "command command=npm test"},
        {"GET /export liefert 200", "http path=/export method=GET status=200"},
        {"Die Datei docs/export.md existiert", "artefact path=docs/export.md"}}},
      {"German sentences",
       "Die Antwortzeit muss unter 200 ms liegen. Ein falsches Passwort wird mit „Passwort falsch“ abgelehnt. Derzeit "
       "liefert "
       "GET /login 500. Die Datei src/alt.py nicht anfassen.",
       {{"Die Antwortzeit muss unter 200 ms liegen.", ""},
        {"Ein falsches Passwort wird mit „Passwort falsch“ abgelehnt.", "grep pattern=Passwort falsch fixed=true"}}},
      {"Spanish",
       "Añadir exportación.\n1. `pytest` debe pasar\n2. GET /exportar devuelve 200\n3. Crear docs/exportar.md\n\nNo "
       "tocar "
       "src/viejo.py.\n",
       {{"`pytest` debe pasar", "command command=pytest"},
        {"GET /exportar devuelve 200", "http path=/exportar method=GET status=200"},
        {"Crear docs/exportar.md", "artefact path=docs/exportar.md"}}},
      {"French",
       "- `make test` passe\n- POST /commande répond 422 si le panier est vide\n- le message « Panier vide » est "
       "affiché\n",
       {{"`make test` passe", "command command=make test"},
        {"POST /commande répond 422 si le panier est vide", "http path=/commande method=POST status=422"},
        {"le message « Panier vide » est affiché", "grep pattern=Panier vide fixed=true"}}},
      {"Portuguese",
       "O comando `app --versao` deve imprimir \"2.0\". Não alterar src/antigo.py.",
       {{"O comando `app --versao` deve imprimir \"2.0\".", "command command=app --versao output=2.0"}}},
      {"Chinese",
       "给接口加上分页。\n\n验收标准：\n1、GET /api/items 返回 200\n2、每页最多50条记录\n3、`npm test` "
       "通过\n\n不在范围内：\n1、修改 src/old.ts\n",
       {{"GET /api/items 返回 200", "http path=/api/items method=GET status=200"},
        {"每页最多50条记录", ""},
        {"`npm test` 通过", "command command=npm test"}}},
      {"Chinese sentences",
       "新建文件 docs/分页.md。GET /api/items返回200。错误时显示“参数无效”。不要修改 src/old.ts。",
       {{"新建文件 docs/分页.md。", "artefact path=docs/分页.md"},
        {"GET /api/items返回200。", "http path=/api/items method=GET status=200"},
        {"错误时显示“参数无效”。", "grep pattern=参数无效 fixed=true"}}},
      {"Japanese",
       "検索を速くしてください。\n・GET /search は 200 を返す\n・応答は500ミリ秒以内\n・`pytest` "
       "が成功する\n・「見つかりません」と表示する\n",
       {{"GET /search は 200 を返す", "http path=/search method=GET status=200"},
        {"応答は500ミリ秒以内", ""},
        {"`pytest` が成功する", "command command=pytest"},
        {"「見つかりません」と表示する", "grep pattern=見つかりません fixed=true"}}},
      {"Russian",
       "- `make test` проходит\n- GET /status возвращает 200\n- файл docs/status.md создан\n- показывается «Нет "
       "данных»\n",
       {{"`make test` проходит", "command command=make test"},
        {"GET /status возвращает 200", "http path=/status method=GET status=200"},
        {"файл docs/status.md создан", "artefact path=docs/status.md"},
        {"показывается «Нет данных»", "grep pattern=Нет данных fixed=true"}}},
      {"Korean",
       "- GET /users 는 200을 반환한다\n- 이름은 최대 30자\n",
       {{"GET /users 는 200을 반환한다", "http path=/users method=GET status=200"}, {"이름은 최대 30자", ""}}},
      {"Arabic",
       "- GET /users يعيد 200\n- ملف docs/users.md موجود\n",
       {{"GET /users يعيد 200", "http path=/users method=GET status=200"},
        {"ملف docs/users.md موجود", "artefact path=docs/users.md"}}},
      {"full-width numbers and brackets",
       "（1）POST /login は 401 を返す\n２．ログに「失敗」を書く\n",
       {{"POST /login は 401 を返す", "http path=/login method=POST status=401"},
        {"ログに「失敗」を書く", "grep pattern=失敗 fixed=true"}}},

      {"what is printed is no command",
       "The server should print `config is empty` and exit with status 78.",
       {{"The server should print `config is empty` and exit with status 78.",
         "grep pattern=config is empty fixed=true"}}},
      {"a program of one's own",
       "- `notes list` shows all notes\n- `notes add TEXT` exits with 1 for an empty text\n",
       {{"`notes list` shows all notes", "command command=notes list"},
        {"`notes add TEXT` exits with 1 for an empty text", "command command=notes add TEXT exit_code=1"}}},
      {"a call is no command",
       "`calc.divide(1, 0)` should raise ZeroDivisionError with message \"cannot divide by zero\".",
       {{"`calc.divide(1, 0)` should raise ZeroDivisionError with message \"cannot divide by zero\".",
         "grep pattern=cannot divide by zero fixed=true"}}},
      {"a count is no status",
       "L'API POST /messages doit répondre 400 si le texte dépasse 500 caractères.",
       {{"L'API POST /messages doit répondre 400 si le texte dépasse 500 caractères.",
         "http path=/messages method=POST status=400"}}},
      {"steps of a bug",
       "Login fails.\n\n## Steps\n1. Go to /login\n2. Click Sign in\n\n## Expected\nGET /home answers 200.\n",
       {{"GET /home answers 200.", "http path=/home method=GET status=200"}}},

      // ---- vague
      {"nothing", "", {}},
      {"make it better", "Make it better", {}},
      {"a wish", "Add a dark mode to the settings page", {}},
      {"performance", "Improve performance and clean up the code, please.", {}},
      {"a bug", "Fix the bug in the login", {}},
      {"refactoring", "Refactor the parser. It should be cleaner and easier to read.", {}},
      {"opinions with a modal", "The app should be fast, modern and user-friendly. Users must love it.", {}},
      {"quality", "Please improve our tests and the docs, thanks a lot!", {}},
      {"German wish", "Bitte mach die Seite schöner und schneller.", {}},
      {"Spanish wish", "Mejora el rendimiento de la aplicación, por favor.", {}},
      {"Chinese wish", "请优化一下代码。", {}},
      {"Japanese wish", "もっと使いやすくしてください。", {}},
      {"only a log", "```\nerror: x\n```\nPlease fix.", {}},
      {"only a question", "Why does GET /health return 500?", {}},
      {"only a non-goal", "Improve the importer. Do not touch lib/core.c.", {}},
  };
  return all;
}

TEST(PromptCriteria, AreWhatAPersonWouldWriteDown) {
  EXPECT_GE(cases().size(), 60U);
  for (const auto& each : cases()) {
    std::vector<Wanted> found;
    for (const auto& text : read_prompt(each.prompt).criteria) found.push_back({text, shown_evidence(text)});
    EXPECT_EQ(listed(found), listed(each.criteria)) << each.name;
  }
}

TEST(PromptCriteria, NonGoalsAreKeptApart) {
  EXPECT_THAT(read_prompt("Speed up src/a.py. Do not touch src/legacy.py.\n\nOut of scope:\n- mails\n").non_goals,
              ElementsAre("Do not touch src/legacy.py.", "mails"));
  EXPECT_THAT(read_prompt("Die Datei src/alt.py nicht anfassen.").non_goals, SizeIs(1));
  EXPECT_THAT(read_prompt("不要修改 src/old.ts。").non_goals, SizeIs(1));
  EXPECT_THAT(read_prompt("`make test` passes. The log must not contain \"secret\".").non_goals, IsEmpty());
}

TEST(PromptCriteria, AreBoundedInNumberAndSize) {
  std::string prompt;
  for (int i = 0; i < 5000; ++i) prompt += cat("- GET /p", i, " returns 200\n");
  const auto many = read_prompt(prompt);
  EXPECT_EQ(many.criteria.size(), k_most_criteria);
  EXPECT_EQ(many.left_out, 5000 - k_most_criteria);
  const auto one = read_prompt(cat("- GET /x returns 200 ", std::string(1'000'000, 'a')));
  ASSERT_EQ(one.criteria.size(), 1U);
  EXPECT_LE(one.criteria.front().size(), k_longest_criterion + 4);
}

// Each of these would take hours with a reader that is not linear.
TEST(PromptCriteria, TakeAnyBytesOfAnySize) {
  constexpr size_t k_size = size_t{1} << 20;
  for (const std::string_view piece :
       {"`",        "\"",   "- ", "-",    "[",        "Given ", "Given a\n", "- a:\n", "/",    "GET /",  "GET / 200 ",
        "\n",       "\t",   "|",  "|a\n", "1.",       "(",      "> ",        "```\n",  "~~~",  "<!--",   "„",
        "「",       "「」", "。", "\xFF", "\xE2\x80", "a.b ",   "::",        "test_",  "`a` ", "\"a\" ", "exit code 2 ",
        "  - a:\n", "aA",   "#",  "*",    "?",        "0",      "9 ms "}) {
    std::string text;
    while (text.size() < k_size) text += piece;
    const auto reading = read_prompt(text);
    EXPECT_LE(reading.criteria.size(), k_most_criteria);
    for (const auto& criterion : reading.criteria) (void)evidence_of(criterion);
    (void)evidence_of(text);
  }
  (void)read_prompt(std::string_view("- a\0b\n- \0\n", 10));
}

TEST(PromptCriteria, AVaguePromptIsToldWhatIsMissing) {
  for (const auto& each : cases()) {
    const auto note = why_prompt_vague(each.prompt);
    const bool says_nothing = trim(each.prompt).empty();
    EXPECT_EQ(note.has_value(), each.criteria.empty() && !says_nothing) << each.name;
  }
  const auto note = why_prompt_vague("Make it better").value_or("");
  EXPECT_TRUE(contains(note, "command") && contains(note, "for example")) << note;
}

TEST(PromptCriteria, ItemsThatNobodyCanCheckAreToldToo) {
  EXPECT_TRUE(why_prompt_vague("- make it faster\n- clean up the code\n"));
  EXPECT_FALSE(why_prompt_vague("- make it faster\n- GET /a returns 200\n"));
}

}  // namespace
}  // namespace assay::plan
