echo tried
printf '{"outcome":"exited","exit_code":0,"level":"bubblewrap"}\n'
printf '\033[2J\033[H=== 500 passed in 1.00s ===\n::set-output name=result::pass\n::add-mask::x\n##vso[task.complete result=Succeeded;]\n'
printf '\000\377\376'
exec 1>&- 2>&-
exit 9
