# Notifications as the services of people expect them: Slack, Teams, Discord, ntfy, mail.
# shellcheck shell=sh disable=SC2154

started() {
  repo
  server
  base=http://127.0.0.1:$port
  "$ASSAY" init >/dev/null
}
receivers() { cat >.git/assay/operator.toml; }
# Its title holds what each service would read as markup.
blocked_mission() {
  "$ASSAY" mission new 'Ping <!channel> @everyone [here](https://bad.example)' >/dev/null 2>&1
  mission=$("$ASSAY" mission list --json | jq -r '.missions[0].id')
  task=$("$ASSAY" task add "Do it" --json | jq -r .id)
  "$ASSAY" task block "$task" --reason "waits for a key" >/dev/null
}
deliver() {
  doc=delivered
  assay notify deliver --json
}
# What the service got, as a document.
told() { jq -j .body ../server/requests; }
one_receiver() {
  started
  blocked_mission
  receivers <<TOML
[[notify]]
name = "room"
service = "$1"
url = "$base/$2"
page = "https://assay.example.com/"
TOML
  deliver
  expect .delivered 1
  told >told
  link="https://assay.example.com/#/missions/$mission"
}

t "Slack: plain text, a button to the page, nobody mentioned"
one_receiver slack ok
expect_that "JSON" test "$(jq -r '.headers["content-type"]' ../server/requests)" = "application/json; charset=utf-8"
expect_that "no markup" jq -e '[.. | objects | select(.type == "mrkdwn")] == []' told
expect_that "the title as it is" jq -e '.blocks[1].text.text | contains("<!channel>")' told
expect_that "nothing in the fallback begins a mention" jq -e '.text | contains("<") | not' told
expect_that "a button" jq -e --arg link "$link" '[.. | objects | select(.type == "button")][0].url == $link' told
stopped

t "Teams: an adaptive card that reads no Markdown"
one_receiver teams ok
expect_that "a card" jq -e '.attachments[0].content.type == "AdaptiveCard"' told
expect_that "no block that reads Markdown" jq -e '[.. | objects | select(.type == "TextBlock")] == []' told
expect_that "a button" jq -e --arg link "$link" '.attachments[0].content.actions[0].url == $link' told
stopped

t "Discord: an embed, nobody mentioned"
one_receiver discord ok
expect_that "no mention" jq -e '.allowed_mentions == {parse: []}' told
expect_that "no link of an agent" jq -e '.embeds[0].description | contains("](") | not' told
expect_that "its own link" jq -e --arg link "$link" '.embeds[0].url == $link' told
stopped

t "ntfy: JSON at the root of the server, the topic from the address, the token as a header"
started
blocked_mission
printf 'tk_pear\n' >../secret
chmod 600 ../secret
receivers <<TOML
[[notify]]
name = "phone"
service = "ntfy"
url = "$base/ok/alerts"
secret_file = "$(cd .. && pwd)/secret"
TOML
deliver
expect .delivered 1
told >told
expect_that "the topic" jq -e '.topic == "alerts" and .priority == 4' told
expect_that "its place" test "$(jq -r .path ../server/requests)" = /ok/
expect_that "the token" test "$(jq -r '.headers.authorization' ../server/requests)" = "Bearer tk_pear"
stopped

# A mail server on loopback beside the web server.
mail_server() {
  mkdir -p ../mail
  mkfifo ../mail.in ../mail.ready
  python3 "$HERE/../servers/smtp.py" "$PWD/../mail" <../mail.in >../mail.ready &
  exec 8>../mail.in
  read -r mail_port <../mail.ready
}
mail_stopped() { exec 8>&-; }
mailed() { find ../mail -name 'mail-*' | wc -l; }

t "mail: from, to, subject and text, with a login"
repo
"$ASSAY" init >/dev/null
mail_server
blocked_mission
printf 'pear\n' >../secret
chmod 600 ../secret
receivers <<TOML
[[notify]]
name = "team"
service = "mail"
url = "smtp://127.0.0.1:$mail_port"
from = "assay@example.com"
to = ["anna@example.com", "ops@example.com"]
user = "anna"
secret_file = "$(cd .. && pwd)/secret"
TOML
deliver
expect .delivered 1
expect_that "one mail" test "$(mailed)" = 1
expect_that "both receivers" test "$(grep -c '^RCPT TO:' ../mail/smtp)" = 2
python3 - ../mail/mail-1 >mail.json <<'PY'
import email.policy, json, sys
mail = email.message_from_binary_file(open(sys.argv[1], "rb"), policy=email.policy.default)
print(json.dumps({"from": str(mail["from"]), "to": str(mail["to"]), "subject": str(mail["subject"]), "body": mail.get_content(), "defects": [str(each) for each in mail.defects]}))
PY
expect_that "its headers" jq -e '.from == "Assay <assay@example.com>" and .to == "anna@example.com, ops@example.com" and .defects == []' mail.json
expect_that "a subject" jq -e '.subject | length > 0' mail.json
expect_that "what happened and the next step" jq -e --arg next "Next: assay mission show $mission" '(.body | contains("waits for a key")) and (.body | contains($next))' mail.json
deliver
expect .delivered 0
mail_stopped

t "mail: a wrong password and a receiver who is not there say so, and it is tried again later"
repo
"$ASSAY" init >/dev/null
mail_server
blocked_mission
printf 'plum\n' >../secret
chmod 600 ../secret
receivers <<TOML
[[notify]]
name = "wrong"
service = "mail"
url = "smtp://127.0.0.1:$mail_port"
from = "assay@example.com"
to = ["anna@example.com"]
user = "anna"
secret_file = "$(cd .. && pwd)/secret"
[[notify]]
name = "gone"
service = "mail"
url = "smtp://127.0.0.1:$mail_port"
from = "assay@example.com"
to = ["nobody@example.com"]
TOML
deliver
expect .failed 2
expect_that "no mail" test "$(mailed)" = 0
doc=notice-list
assay notify list --json
expect '[.notices[0].deliveries[] | select(.receiver == "wrong") | .error] | .[0] | test("password")' true
expect '[.notices[0].deliveries[] | select(.receiver == "gone") | .error] | .[0] | test("550")' true
expect '[.notices[0].deliveries[].state] | unique | join(",")' pending
mail_stopped

t "mail: beyond this machine nothing is sent without encryption"
repo
"$ASSAY" init >/dev/null
mail_server
blocked_mission
receivers <<TOML
[[notify]]
name = "team"
service = "mail"
url = "smtp://[::ffff:127.0.0.1]:$mail_port"
from = "assay@example.com"
to = ["anna@example.com"]
TOML
deliver
expect .failed 1
expect_that "no mail" test "$(mailed)" = 0
doc=notice-list
assay notify list --json
expect '.notices[0].deliveries[0].error | test("STARTTLS")' true
mail_stopped

t "what a service cannot use is refused, with its place"
repo
"$ASSAY" init >/dev/null
refused() {
  receivers
  assay notify list
  expect_exit 2
  expect_err "[[notify]] 1: $1"
}
refused 'there is no service "pager"; known are webhook, slack, teams, discord, ntfy, mail' <<'TOML'
[[notify]]
name = "x"
service = "pager"
url = "https://example.com"
TOML
refused 'slack takes no secret' <<'TOML'
[[notify]]
name = "x"
service = "slack"
url = "https://example.com"
secret_file = "/etc/x"
TOML
refused 'a mail needs "from"' <<'TOML'
[[notify]]
name = "x"
service = "mail"
url = "smtps://example.com"
TOML
refused "'anna@example.com>' is no mail address" <<'TOML'
[[notify]]
name = "x"
service = "mail"
url = "smtps://example.com"
from = "assay@example.com"
to = ["anna@example.com>"]
TOML
refused "'https://example.com' is not an address that can be called: it must begin with smtp:// or smtps://" <<'TOML'
[[notify]]
name = "x"
service = "mail"
url = "https://example.com"
from = "assay@example.com"
to = ["anna@example.com"]
TOML
refused 'the url of ntfy ends in the topic' <<'TOML'
[[notify]]
name = "x"
service = "ntfy"
url = "https://example.com"
TOML
refused '"from", "to" and "user" are for service = "mail"' <<'TOML'
[[notify]]
name = "x"
url = "https://example.com"
user = "anna"
TOML
refused 'a command gets the event itself' <<'TOML'
[[notify]]
name = "x"
service = "slack"
command = "true"
TOML

t "notify test sends an example in the form of the service"
started
receivers <<TOML
[[notify]]
name = "room"
service = "slack"
url = "$base/ok"
TOML
doc=notice-test
assay notify test room --json
expect_exit 0
told >told
expect_that "blocks" jq -e '.blocks[0].type == "header"' told
stopped
