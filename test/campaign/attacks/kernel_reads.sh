# Memory of the kernel and of devices.
for f in /proc/kcore /dev/mem /dev/kmem /dev/port /sys/kernel/debug/sleep_time /proc/kallsyms /sys/kernel/tracing/trace /dev/vda /dev/sda; do
  case $f in
    /proc/kallsyms) grep -m1 -v '^0*0 ' "$f" 2>/dev/null && echo SUCCEEDED "$f" ;;
    *) head -c 16 "$f" 2>/dev/null | grep -q . && echo SUCCEEDED "$f" ;;
  esac
done
dmesg 2>/dev/null | grep -q . && echo SUCCEEDED dmesg
echo tried
