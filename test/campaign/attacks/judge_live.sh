# Logs that are being written: what agents say, what deploys print.
for d in live deploys transcripts runs; do
  ls "$ASSAY_FOLDER/$d" 2>/dev/null | grep -q . && echo SUCCEEDED listed "$d"
done
for f in $LIVE_LOGS; do
  cat "$f" 2>/dev/null | grep -q . && echo SUCCEEDED read
  [ -e "$f" ] && printf '{"what":"message","text":"forged"}\n' 2>/dev/null >>"$f" && echo SUCCEEDED forged
done
echo tried
