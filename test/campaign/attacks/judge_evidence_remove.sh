# Takes evidence away, or adds to it.
for f in $EVIDENCE; do
  [ -e "$f" ] || continue
  rm -f "$f" 2>&1; [ -e "$f" ] || echo SUCCEEDED removed
  printf x 2>/dev/null >>"$f" && echo SUCCEEDED changed
done
echo tried
