# What `assay config` shows of the configuration files, and what `assay doctor` finds wrong with them.

t "config shows every setting of every file, its value and where it comes from"
repo
write assay.toml <<'T'
[check]
verify_commands = ["make test"]

[verify]
timeout = "2m"

[[checks]]
title = "Types"
command = "npx tsc"

[[checks]]
path = "README.md"

[agents.house]
kind = "command"
program = ["house"]

[[agents.choose]]
agent = "house"
T
mkdir -p .git/assay
write .git/assay/operator.toml <<'T'
[attest]
key = "/keys/mine.pem"

[[notify]]
name = "room"
url = "https://hooks.example/services/T0/very-secret"

[agents.house]
kind = "command"
program = ["/opt/house"]

[[agents.choose]]
agent = "claude"
T
doc=settings
assay config --json
expect_exit 0
value() { expect ".settings[] | select(.key == \"$1\") | [.value, .source] | tojson" "$2"; }
value check.verify_commands '[["make test"],"assay.toml:2"]'
value check.markdown '[false,"default"]'
value verify.timeout '["2m","assay.toml:5"]'
value verify.retries '[0,"default"]'
value prepare.timeout '["15m","default"]'
value sandbox.disk_mb '[32768,"default"]'
value land.strategy '["merge","default"]'
value deploy.command '[null,"default"]'
value validate.probes '[[],"default"]'
value work.max_rounds '[3,"default"]'
value checks.1.command '["npx tsc","assay.toml:9"]'
value checks.2.path '["README.md","assay.toml:12"]'
value checks.2.serial '[false,"default"]'
value agents.house.program "[[\"/opt/house\"],\"$PWD/.git/assay/operator.toml:10\"]"
value agents.choose.1.agent "[\"claude\",\"$PWD/.git/assay/operator.toml:13\"]"
value agents.choose.2.agent '["house","assay.toml:19"]'
value attest.key "[\"/keys/mine.pem\",\"$PWD/.git/assay/operator.toml:2\"]"
value notify.1.url "[\"https://hooks.example/…\",\"$PWD/.git/assay/operator.toml:6\"]"
expect '.notes[0]' "assay.toml is not committed: missions do not see it"
doc=
assay config
expect_out "verify.timeout"
expect_out "assay.toml:5"
expect_not "a webhook's secret is shown" grep -q very-secret ../out
assay config verify
expect_out "verify.proof"
expect_not "another table is shown" grep -q land.strategy ../out

t "config of a verifier.config.json"
repo
echo '{"verifyTimeoutMs": 5000}' >verifier.config.json
git add . && git commit -qm config
doc=settings
assay config --json
expect '.settings[] | select(.key == "check.verify_timeout_ms") | [.value, .source] | tojson' '[5000,"verifier.config.json"]'
expect '.notes | length' 0

t "doctor names the file, the line and what is wrong with each configuration"
repo
write assay.toml <<'T'
[check]
fail_on = "conditional"

[verify]
retrys = 2

[land]
batch = "many"

[[agents.choose]]
agent = "nobody"
T
mkdir -p .git/assay && printf '[attest]\nkey = 1\n' >.git/assay/operator.toml
doc=doctor
assay doctor --json
expect_exit 1
expect .healthy false
told() { expect "[.findings[] | select(.what == \"$1\" and .serious) | .detail | select(startswith(\"$2\"))] | length" 1; }
told assay.toml 'line 5: [verify]: unknown key \"retrys\"; did you mean \"retries\"?'
told assay.toml 'line 8: [land]: \"batch\" must be a whole number'
told assay.toml 'line 10: [[agents.choose]]: the agent \"nobody\" does not exist'
told "$PWD/.git/assay/operator.toml" 'line 2: [attest]: \"key\" must be a text'
doc=
assay doctor
expect_out "line 5: [verify]: unknown key"
assay config
expect_exit 2
expect_err "assay.toml: line 5: [verify]: unknown key"
expect_err 'more; see `assay doctor`'
doc=doctor
rm .git/assay/operator.toml
printf '[verify]\n\n[[checks]]\ncommand = "true"\n\n[[checks]]\ntitle = "neither command nor path"\n' >assay.toml
assay doctor --json
told assay.toml 'line 6: [[checks]] 2: give a command or a path'
printf '[check]\nbase = "main\n' >assay.toml
assay doctor --json
expect_exit 1
told assay.toml 'line 2, column 13: not valid TOML'
rm assay.toml && mkdir assay.toml
assay doctor --json
expect_exit 1
expect '[.findings[] | select(.what == "assay.toml")][0].serious' true
rmdir assay.toml
printf '[check]\n' >assay.toml && echo '{}' >verifier.config.json
assay doctor --json
expect_exit 1
told assay.toml 'verifier.config.json is there too'

t "doctor names agents of the configuration that are not installed, and files that are not there"
repo
write assay.toml <<'T'
[agents.house]
kind = "command"
program = ["no-such-program-anywhere"]

[validate.agent]
name = "unheard-of"
instructions = "look"
T
git add . && git commit -qm config
mkdir -p .git/assay && printf '[attest]\nkey = "/no/such/key.pem"\n' >.git/assay/operator.toml
doc=doctor
assay doctor --json
expect_exit 0
expect '.findings[] | select(.what == "assay.toml") | .detail' valid
echo '# more' >>assay.toml
assay doctor --json
expect '.findings[] | select(.what == "assay.toml") | .detail' "differs from the commit: what is committed counts"
expect '.findings[] | select(.what == "agent house") | .detail' "assay.toml names it, and its program is not on this machine"
expect '.findings[] | select(.what == "agent unheard-of") | .advice' "describe it: [agents.unheard-of]"
expect '[.findings[] | select(.detail == "attest.key names /no/such/key.pem, and there is no such file")] | length' 1
