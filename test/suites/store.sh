# Where missions are kept: the file, an address, one copied into another. On PostgreSQL too (ASSAY_TEST_STORE).
# shellcheck shell=sh disable=SC2154

mission() {
  repo
  doc=init assay init --json
  doc=mission-new assay mission new "Keep carts" --json
  expect_exit 0
}
operator() { write .git/assay/operator.toml; }

t "a store is copied into a file, and is the same there"
mission
doc=
assay audit export --output ../before.jsonl
assay store copy "${ASSAY_STORE_URL:-.assay/assay.db}" ../copy.db
expect_exit 0
expect_out "1 mission"
expect_out "verified: the copy is sound"
assay store check ../copy.db
expect_exit 0
expect_out "sound; every history is intact"
assay store copy ../copy.db ../copy.db
expect_exit 2
assay store copy "${ASSAY_STORE_URL:-.assay/assay.db}" ../copy.db
expect_exit 2
expect_err "is not empty"
# The copy is used in the place of the first one.
unset ASSAY_STORE_URL
rm -rf .assay/assay.db*
mkdir -p .assay
for file in ../copy.db*; do cp "$file" ".assay/assay.db${file#../copy.db}"; done # its log belongs to it
assay audit verify --since ../before.jsonl
expect_exit 0
expect_out "1 mission"

t "a copy that something else changed is not sound"
mission
doc=
assay store copy "${ASSAY_STORE_URL:-.assay/assay.db}" ../copy.db
sqlite3 ../copy.db "UPDATE missions SET title = 'x'"
assay store check ../copy.db
expect_exit 1
expect_out "fault: mission "
assay store copy ../copy.db ../second.db
expect_exit 2
expect_err "Nothing was copied"

t "a place where there is no store is named, and nothing is made"
repo
doc=
assay store check ../nowhere.db
expect_exit 2
expect_err "there is no store at ../nowhere.db"
expect_not "a store" test -e ../nowhere.db
assay store copy ../nowhere.db ../other.db
expect_exit 2
expect_not "a store" test -e ../other.db

t "a server that is not there is named without the password"
unset ASSAY_STORE_URL
mission
operator <<'E2'
[store]
url = "postgresql://anna:s3cret@127.0.0.1:1/assay?connect_timeout=2"
E2
doc=
assay status
expect_exit 2
expect_err "postgresql://anna@127.0.0.1:1/assay"
expect_err "cannot be reached"
expect_not "the password" grep -q s3cret ../err
doc=doctor assay doctor --json
expect_exit 1
expect_not "the password in the doctor's words" grep -q s3cret ../out
doc=
assay config store
expect_out "postgresql://anna@127.0.0.1:1/assay"
expect_not "the password in the settings" grep -q s3cret ../out

t "an address that is none is refused"
unset ASSAY_STORE_URL
mission
echo '[store]
url = "mysql://host/db"' | operator
doc=
assay status
expect_exit 2
expect_err "an address such as postgresql://"
echo '[store]
address = "x"' | operator
assay status
expect_exit 2
ASSAY_STORE_URL=nonsense assay status
expect_exit 2
expect_err "ASSAY_STORE_URL: an address such as"

t "the user's file, which is of all repositories, names no store"
unset ASSAY_STORE_URL
mission
mkdir -p "$HOME/.config/assay"
echo '[store]
url = "postgresql://host/db"' >"$HOME/.config/assay/operator.toml"
doc=
assay status
rm "$HOME/.config/assay/operator.toml"
expect_exit 2
expect_err "is of one repository"
expect_err ".git/assay/operator.toml"

t "assay.toml of a work tree names no store"
mission
echo '[store]
url = "postgresql://127.0.0.1:1/db"' >assay.toml
git add . && git commit -qm store
doc=
assay status
expect_exit 0

if [ -n "${ASSAY_TEST_POSTGRES:-}" ]; then
  t "the store on PostgreSQL is named by the doctor, and its file is not made"
  mission
  doc=
  assay doctor
  expect_out "postgresql 15"
  expect_not "a file" test -e .assay/assay.db
  assay audit verify
  expect_exit 0

  t "the repository's own file names it; a file is copied there and back"
  url=$ASSAY_STORE_URL
  unset ASSAY_STORE_URL
  mission
  doc=
  assay store copy .assay/assay.db "$url"
  expect_exit 0
  rm -rf .assay/assay.db*
  printf '[store]\nurl = "%s"\n' "$url" | operator
  doc=mission-show assay mission show --json
  expect .mission.title "Keep carts"
  doc=
  assay store check
  expect_out "postgresql 15"
  assay store copy "$url" ../back.db
  expect_exit 0
  expect_out "sqlite 3"
fi
