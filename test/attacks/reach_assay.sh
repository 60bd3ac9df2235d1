# What Assay keeps: the store, keys, evidence, live logs, other work trees; at their own paths and at those of the person's
# state. Reading, changing, removing, replacing, and making them where there are none.
for top in . "$MAIN" "$MAIN/nested" "$MAIN/nested/deeper" "$MAIN/../bare.git" "$MAIN/.git/../" "/proc/self/root$MAIN"; do
  cat "$top/.assay/serve/keys.json" "$top/.assay/assay.db" "$top/.assay/evidence/e" "$top/.assay/worktrees/t/secret" 2>/dev/null
  cat "$top/.verifier/runs/1/verdict.json" "$top/.git/assay/store.db" 2>/dev/null
  find "$top/.assay" "$top/.verifier" -mindepth 1 2>/dev/null | grep -q . && echo "SUCCEEDED in listing $top"
  for place in .assay/serve .verifier/runs/planted .assay/evidence .git/assay; do
    mkdir -p "$top/$place" 2>/dev/null
    echo planted >"$top/$place/keys.json" 2>/dev/null
  done
  rm -rf "$top/.assay" "$top/.verifier" 2>/dev/null
  mv "$top/.assay" "$top/moved-assay" 2>/dev/null
  ln -s /tmp "$top/.assay" 2>/dev/null
  ln "$top/.assay/serve/keys.json" hard 2>/dev/null && cat hard
done
# A folder above it moved away, and another put there.
for parent in nested nested/deeper; do
  mv "$MAIN/$parent" "$MAIN/away" 2>/dev/null && mkdir -p "$MAIN/$parent/.assay/serve" && echo planted >"$MAIN/$parent/.assay/serve/keys.json"
done
python3 - "$MAIN" <<'PY'
import ctypes, os, sys
libc = ctypes.CDLL(None, use_errno=True)
for name in (b"nested", b".assay", b".verifier"):
    at = os.fsencode(sys.argv[1]) + b"/" + name
    os.makedirs(sys.argv[1] + "/swap", exist_ok=True) if os.access(sys.argv[1], os.W_OK) else None
    libc.renameat2(-100, at, -100, os.fsencode(sys.argv[1]) + b"/swap", 2)  # exchange
    libc.umount2(at, 2)
PY
for state in "$VICTIM/.local/state/assay" "$VICTIM/.config/assay" "$STATE"; do
  cat "$state"/*/keys.json "$state"/*/signing-key.pem "$state"/*/worktrees/t/secret "$state/operator.toml" 2>/dev/null
  ls "$state" 2>/dev/null | grep -q . && echo "SUCCEEDED in listing $state"
  mkdir -p "$state/new" 2>/dev/null && echo planted >"$state/new/keys.json" 2>/dev/null
  mv "$state" "$state.moved" 2>/dev/null
done
cat "$OTHER/uncommitted.txt" "$OTHER/../other/uncommitted.txt" 2>/dev/null
echo tried
