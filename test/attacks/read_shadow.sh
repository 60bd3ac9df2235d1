cat /etc/shadow /etc/gshadow /etc/ssl/private/* 2>/dev/null | grep -q . && echo SUCCEEDED
echo tried
