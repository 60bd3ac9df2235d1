# PATH names folders that hold more than programs: they must not be shown for that.
cat "$VICTIM/.netrc" "$VICTIM/.ssh/id_rsa" "$VICTIM/.aws/credentials" 2>&1
cat "$OTHER/uncommitted.txt" 2>&1
ls "$VICTIM" 2>/dev/null | grep -q . && cat "$VICTIM"/.netrc "$VICTIM"/bin/../.netrc 2>&1
echo tried
