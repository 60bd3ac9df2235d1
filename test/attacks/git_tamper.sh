# What the gate itself will use: hooks, configuration, refs, index, objects, the link to all that.
printf '#!/bin/sh\ntouch %s/pwned\n' "$VICTIM" >"$COMMON/hooks/pre-commit"
printf '#!/bin/sh\n' >"$COMMON/hooks/post-checkout"
git config core.fsmonitor "touch $VICTIM/pwned"
git config --global core.hooksPath /tmp/hooks
echo '[core] fsmonitor = touch pwned' >>"$COMMON/config"
echo '[core] fsmonitor = touch pwned' >>.git/config
git update-ref refs/heads/main HEAD~1
git branch -f main HEAD~1
git tag v9
echo 0000000000000000000000000000000000000000 >"$COMMON/refs/heads/main"
echo x >"$COMMON/packed-refs"
echo x >"$(cat "$GITDIR/commondir" >/dev/null 2>&1; echo "$GITDIR")/index"
echo x >a.txt && git add a.txt
git -c user.name=x -c user.email=x@x commit -qm forged
git stash
rm -rf "$COMMON/objects" "$COMMON"
mv "$COMMON" "$COMMON.gone"
echo '*.txt filter=evil' >"$COMMON/info/attributes"
mkdir -p "$COMMON/worktrees/evil"
echo tried
