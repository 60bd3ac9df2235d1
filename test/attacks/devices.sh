mknod disk b 254 0 && head -c 512 disk | grep -q . && echo SUCCEEDED
mknod mem c 1 1 && head -c 512 mem >/dev/null && echo SUCCEEDED
head -c 512 /dev/vda >/dev/null 2>&1 && echo SUCCEEDED
head -c 512 /dev/sda >/dev/null 2>&1 && echo SUCCEEDED
head -c 16 /dev/mem >/dev/null 2>&1 && echo SUCCEEDED
head -c 16 /dev/kmsg >/dev/null 2>&1 && echo SUCCEEDED
echo tried
