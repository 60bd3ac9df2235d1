for p in /proc/[0-9]*; do tr '\0' ' ' <"$p/cmdline" 2>/dev/null | grep 'hunter2-on-the-line'; done
ps -ef 2>/dev/null | grep 'hunter2-on-the-line' | grep -v grep
echo tried
