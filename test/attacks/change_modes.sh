chmod 777 "$VICTIM/.ssh" "$VICTIM/.ssh/id_rsa" "$VICTIM/.bashrc"
touch -d '2001-01-01' "$VICTIM/.bashrc"
chown 12345 "$VICTIM/.bashrc"
setfattr -n user.x -v y "$VICTIM/.bashrc" 2>/dev/null
echo tried
