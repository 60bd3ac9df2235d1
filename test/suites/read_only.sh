# Where nothing can be written.

t "in a read-only repository every command says what could not be written, and what to do"
doc=
repo
# The store and git's folder are as they were, and nobody can write there, whoever runs this. Scratch files go
# below $OUT: hiding /tmp would hide the program too when it was built there.
mkdir -p "$OUT/tmp"
read_only() { run_program bwrap --ro-bind / / --dev /dev --proc /proc --setenv TMPDIR "$OUT/tmp" --bind "$OUT" "$OUT" --ro-bind "$PWD" "$PWD" --chdir "$PWD" "$ASSAY" "$@"; }
read_only mission new "Keep carts"
expect_exit 2
expect_err "cannot make the folder $PWD/.assay: Read-only file system; make its file system writable, or work in a copy elsewhere"
echo two >>a.txt && echo new >b.txt
read_only check --intent "Append" --verify-command true
expect_exit 2
expect_err "$PWD cannot be written"
expect_err "check a copy (git clone $PWD)"
assay mission new "Keep carts"
read_only task add "one"
expect_exit 2
expect_err "$PWD/.assay/assay.db could not be written: it is read-only"
read_only status
expect_exit 0
read_only doctor
expect_exit 1
expect_out "$PWD cannot be written"
