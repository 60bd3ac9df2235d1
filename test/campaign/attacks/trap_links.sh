# The folders that are emptied afterwards lead elsewhere: whoever empties them must not follow.
ln -s "$VICTIM" "$TMPDIR/away"
ln -s "$VICTIM" "$HOME/away"
mkdir -p "$TMPDIR/a/b" && ln -s "$VICTIM" "$TMPDIR/a/b/c"
rm -rf "$HOME" 2>/dev/null; ln -s "$VICTIM" "$HOME" 2>/dev/null
mv "$TMPDIR" "$TMPDIR.gone" 2>/dev/null; ln -s "$VICTIM" "$TMPDIR" 2>/dev/null
echo tried
