# With /etc in PATH the whole of it would be there.
for f in /etc/shadow /etc/gshadow /etc/sudoers /etc/machine-id /etc/ssh/sshd_config /etc/fstab /etc/crontab; do
  head -c 1 "$f" >/dev/null 2>&1 && echo SUCCEEDED "$f"
done
echo tried
