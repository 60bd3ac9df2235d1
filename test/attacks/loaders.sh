# Variables by which somebody else's code is loaded into our programs.
env | grep -E '^(LD_|BASH_ENV|ENV=|PYTHONSTARTUP|PYTHONPATH|NODE_OPTIONS|PERL5|RUBYOPT|GIT_|JAVA_TOOL)' |
  grep -v 'GIT_CONFIG_NOSYSTEM\|JAVA_TOOL_OPTIONS=-Djava.io.tmpdir' && echo SUCCEEDED
bash -c 'true'
[ -e loaded ] && echo SUCCEEDED
command -v git | grep -q "$PWD" && echo SUCCEEDED
echo tried
