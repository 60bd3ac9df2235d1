echo tried
head -c 50000000 /dev/zero >big
[ "$(stat -c %s big)" -gt 10000000 ] && echo SUCCEEDED
true
