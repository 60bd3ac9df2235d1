# Moves the folders away, so that new ones are made, or puts links in their place.
for d in "$ASSAY_FOLDER" "$VERIFIER" "$STATE"; do
  [ -d "$d" ] || continue
  [ -n "$(ls -A "$d" 2>/dev/null)" ] || continue
  mv "$d" "$d.gone" 2>&1 && [ -e "$d.gone/assay.db" ] && echo SUCCEEDED moved "$d"
  rm -rf "$d" 2>/dev/null
done
echo tried
