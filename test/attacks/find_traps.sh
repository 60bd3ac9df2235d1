[ -z "$(find "$HOME" -type f 2>/dev/null)" ] || echo SUCCEEDED
[ ! -e "$TMPDIR/trap" ] || echo SUCCEEDED
echo tried
