# The operator's configuration: who works, with which program, under which limits.
for f in "$COMMON_ASSAY/operator.toml" "$STATE/operator.toml" "$VICTIM/.config/assay/operator.toml"; do
  [ -e "$f" ] && cat "$f" 2>/dev/null | grep -q hunter2 && echo SUCCEEDED read
  [ -e "$f" ] && printf '[sandbox]\nlevel = "off"\n' 2>/dev/null >>"$f" && echo SUCCEEDED written
done
echo tried
