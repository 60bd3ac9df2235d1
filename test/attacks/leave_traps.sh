# Things laid down for whoever comes next.
for f in .bashrc .profile .bash_profile .gitconfig .npmrc .config/git/config; do
  mkdir -p "$(dirname "$HOME/$f")"
  echo "echo trapped" >"$HOME/$f" || exit 1
done
mkdir -p "$HOME/bin" && cp /bin/true "$HOME/bin/git"
echo trap >"$TMPDIR/trap"
echo tried
