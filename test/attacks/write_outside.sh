# Every way to change what lies outside.
echo changed >"$VICTIM/.bashrc"
echo changed >>"$OTHER/uncommitted.txt"
echo changed >"../other/uncommitted.txt"
echo changed >"../../$(basename "$(dirname "$PWD")")/home/.bashrc"
ln -sf "$VICTIM/.bashrc" link && echo changed >link
ln "$VICTIM/.bashrc" hard && echo changed >hard
echo changed >"/proc/self/root$VICTIM/.bashrc"
echo changed >"/proc/1/root$VICTIM/.bashrc"
cp -l "$VICTIM/.netrc" stolen && cat stolen
mv "$VICTIM/.netrc" moved && cat moved
rm -rf "$VICTIM/.ssh" "$OTHER" "$VICTIM"
mkdir -p "$VICTIM/.config/autostart" && echo changed >"$VICTIM/.config/autostart/x"
truncate -s 0 "$VICTIM/.bashrc"
python3 -c "import os; os.truncate('$VICTIM/.bashrc', 0)"
mkfifo "$VICTIM/fifo"
ln -s /etc/passwd "$VICTIM/newlink"
touch "$VICTIM/new"
echo tried
