# Tokens and webhooks over HTTP: operators alone, secrets once, everything noted.
# shellcheck shell=sh disable=SC2154

. "$HERE/serve_verbs.sh"

t "an operator lists, makes and revokes tokens over HTTP; a viewer does not even see them"
mission_with_task
start --workers 0
operator=$token
post /api/tokens '{"name": "vera", "role": "viewer", "expires": "30d"}'
expect_code 201
fits token-new
expect .role viewer
expect .name vera
vera=$(jq -r .token ../out)
vera_id=$(jq -r .id ../out)
get /api/tokens
expect_code 200
fits token-list
expect '[.tokens[] | select(.name == "vera")] | length' 1
expect_not "no list holds a token" grep -q "$vera" ../out
token=$vera
get /api/session
expect .role viewer
get /api/tokens
expect_problem 403 forbidden
post /api/tokens '{"name": "mallory"}'
expect_problem 403 forbidden
ask DELETE "/api/tokens/$vera_id"
expect_problem 403 forbidden
get /api/webhooks
expect_problem 403 forbidden
post /api/webhooks '{"name": "x", "url": "http://127.0.0.1:9/"}'
expect_problem 403 forbidden
token=$operator
ask DELETE "/api/tokens/$vera_id"
expect_code 200
fits token-revoked
expect .revoked 1
token=$vera
get /api/session
expect_problem 401 unauthorized
token=$operator
ask DELETE "/api/tokens/nobody"
expect_problem 404 not_found
post /api/tokens '{"name": "vera", "role": "king"}'
expect_problem 400 invalid_input
post /api/tokens '{"name": "vera", "expires": "soon"}'
expect_problem 400 invalid_input
expect_out "such as 12h or 30d"
cp "$(state)/access.jsonl" ../out
expect_that "what was done and by whom is noted" jq -se '[.[] | .what + " " + .who] | .[-2:] | join(", ") == "token_made person:test, token_revoked person:test"' ../out
expect_not "no note holds a token" grep -q "$vera" ../out
expect_that "the file is private" test "$(stat -c %a "$(state)/access.jsonl")" = 600
stop

t "a token that was made under an idempotency key is made once, and kept nowhere"
mission_with_task
start --workers 0
post /api/tokens '{"name": "carl"}' -H 'Idempotency-Key: one'
expect_code 201
carl=$(jq -r .token ../out)
post /api/tokens '{"name": "carl"}' -H 'Idempotency-Key: one'
expect_code 409
expect_not "it is not shown again" grep -q "$carl" ../out
get /api/tokens
expect '[.tokens[] | select(.name == "carl")] | length' 1
stop
expect_not "the store has no token" grep -rqF "$carl" .assay

t "an operator adds, changes, tests and removes a webhook over HTTP; its secret is shown once"
mission_with_task
start --workers 0
post /api/webhooks '{"name": "ops-room", "url": "http://127.0.0.1:9/hook?key=hidden", "events": ["blocked"]}'
expect_code 201
fits webhook
expect '.secret | startswith("whsec_")' true
secret=$(jq -r .secret ../out)
hook=$(jq -r .id ../out)
get /api/webhooks
fits webhook-list
expect '.webhooks[0].name' ops-room
expect '.webhooks[0].secret' ''
expect '.webhooks[0].signed' true
expect '.webhooks[0].url' http://127.0.0.1:9/hook
expect_not "no answer has the secret again" grep -qF "$secret" ../out
expect_not "no answer has what may be secret in the address" grep -q hidden ../out
post "/api/webhooks/$hook/test" '{}'
expect_code 200
expect '.tried[0].receiver' ops-room
expect '.tried[0].delivered' false
ask PATCH "/api/webhooks/ops-room" -H 'Content-Type: application/json' -d '{"events": ["question", "landed"], "newSecret": true}'
expect_code 200
expect '.events | join(" ")' 'question landed'
expect '.secret | startswith("whsec_")' true
expect_not "it is another one" test "$(jq -r .secret ../out)" = "$secret"
post /api/webhooks '{"name": "ops-room", "url": "http://127.0.0.1:9/"}'
expect_problem 409 conflict
for wrong in '{"name": "a", "url": "ftp://x"}' '{"name": "a", "url": "http://x/", "events": ["nothing"]}' '{"name": "a"}' '{"name": "a", "url": "smtp://x", "service": "mail"}'; do
  post /api/webhooks "$wrong"
  expect_problem 400 invalid_input
done
get /api/webhooks
expect '.webhooks | length' 1
ask DELETE "/api/webhooks/$hook"
expect_code 200
get /api/webhooks
expect '.webhooks | length' 0
ask DELETE "/api/webhooks/$hook"
expect_problem 404 not_found
cp "$(state)/access.jsonl" ../out
expect_that "what was done is noted" jq -se '[.[].what] | .[-3:] | join(" ") == "webhook_added webhook_changed webhook_removed"' ../out
expect_not "no note holds a secret" grep -qE "whsec_|hidden" ../out
expect_not "no secret is left" sh -c 'ls "$1"/webhooks/*.secret 2>/dev/null | grep -q .' sh "$(state)"
stop

t "webhooks on the command line; receivers of operator.toml are shown and changed there alone"
mission_with_task
mkdir -p .git/assay
printf '[[notify]]\nname = "desk"\ncommand = "true"\n' >.git/assay/operator.toml
doc=webhook
assay webhook add team --url https://hooks.slack.com/services/T0/B0/hidden --service slack --json
expect_exit 0
expect .secret ''
expect .url 'https://hooks.slack.com/…'
doc=webhook-list
assay webhook list --json
expect '[.webhooks[].name] | join(" ")' 'desk team'
expect '.webhooks[0].id' ''
doc=
for change in "add desk --url http://127.0.0.1:9/" "edit desk --event blocked" "remove desk"; do
  # shellcheck disable=SC2086 # words
  assay webhook $change
  expect_exit 2
  expect_err "is named in"
done
assay webhook remove team
expect_exit 0
doc=notice-list
assay notify list --json
expect '.receivers | join(" ")' desk
