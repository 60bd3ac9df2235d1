# Less known files by which git can be steered.
for f in config.worktree info/grafts info/exclude info/attributes objects/info/alternates shallow HEAD packed-refs ORIG_HEAD; do
  if [ -e "$COMMON/$f" ]; then printf '\n' 2>/dev/null >>"$COMMON/$f" && echo SUCCEEDED appended "$f"
  else mkdir -p "$(dirname "$COMMON/$f")" 2>/dev/null; printf 'x\n' 2>/dev/null >"$COMMON/$f" && [ -s "$COMMON/$f" ] && echo SUCCEEDED made "$f"; fi
done
for f in commondir gitdir HEAD index config.worktree; do
  printf '\n' 2>/dev/null >>"$GITDIR/$f" && echo SUCCEEDED appended "$GITDIR/$f"
done
echo tried
