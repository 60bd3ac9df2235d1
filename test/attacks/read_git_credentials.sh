cat "$COMMON/config" .git/config 2>&1
git config --list 2>&1
git remote -v 2>&1
echo tried
