for f in "/usr/$MARK" "/usr/local/bin/$MARK" "/etc/$MARK" "/$MARK" "/bin/$MARK" "/dev/$MARK" "/boot/$MARK" "/var/$MARK"; do
  { echo changed >"$f"; } 2>/dev/null && [ -e "$f" ] && echo SUCCEEDED "$f"
done
mv /usr/bin/env /usr/bin/env2 && echo SUCCEEDED
# Settings of the kernel: the value they have, so that nothing changes should it work.
for f in kernel/printk vm/swappiness kernel/core_pattern kernel/modprobe fs/file-max; do
  v=$(cat "/proc/sys/$f" 2>/dev/null) || continue
  { echo "$v" >"/proc/sys/$f"; } 2>/dev/null && echo SUCCEEDED "$f"
done
{ true >/proc/sysrq-trigger; } 2>/dev/null && echo SUCCEEDED sysrq
echo tried
