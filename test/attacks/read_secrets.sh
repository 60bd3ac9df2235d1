# Secrets where they usually lie.
for f in "$VICTIM/.ssh/id_rsa" "$VICTIM/.netrc" "$VICTIM/.local/share/assay/store.db" "$VICTIM/.aws/credentials" \
  "$OTHER/uncommitted.txt" "$MAIN/only-here.txt" /root/.ssh/id_rsa "$MAIN/.git/assay/store.db"; do
  cat "$f" 2>&1
done
echo tried
