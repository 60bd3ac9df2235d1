# The same by detours: a link, dots, the roots and folders of processes.
ln -s "$VICTIM" here
cat here/.netrc ../../../../../../../../../../"$VICTIM"/.netrc "/proc/self/root$VICTIM/.netrc" 2>&1
for p in /proc/[0-9]*; do
  cat "$p/root$VICTIM/.netrc" "$p/cwd/.netrc" "$p/cwd/home/.netrc" 2>/dev/null
done
ls "$VICTIM/.ssh" 2>/dev/null | grep -q id_rsa && echo SUCCEEDED
grep -rsl hunter2 "$VICTIM" / --include=.netrc --include=id_rsa --exclude-dir=proc --exclude-dir=usr 2>/dev/null | head -3 | grep -q . && echo SUCCEEDED
echo tried
