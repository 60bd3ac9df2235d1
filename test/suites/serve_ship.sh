# Shipping through a running server: accepted at once, and once, however many click and whoever is killed.
# shellcheck shell=sh disable=SC2154
. "$HERE/ship_verbs.sh"
. "$HERE/serve_verbs.sh"

# A story whose deploy says on ../begun that it runs, and ends when ../gate is written to.
slow_deploy() {
  mkfifo ../begun ../gate
  shippable <<TOML
[deploy]
command = "echo run >>'$PWD/../deployed'; echo x >'$PWD/../begun'; read _ <'$PWD/../gate'"
TOML
}
click() { post "/api/stories/$mission/ship" '{}'; }
is_at() { [ "$(story state)" = "$1" ]; }

t "a click is accepted while the deploy runs; the next clicks come too late"
slow_deploy
start
click
expect_code 202
expect .story.state SHIPPING
read -r _ <../begun
click
expect_problem 409 conflict
get "/api/stories/$mission"
expect .story.state SHIPPING
expect .story.deploy running
assay ship "$mission"
expect_exit 2
expect_err "it is being shipped already"
echo go >../gate
soon is_at DEPLOYED
click
expect_problem 409 conflict
expect_that "deployed once" test "$(deployed_times)" = 1
stop

t "of twelve clicks at once one is accepted"
slow_deploy
start
for n in 1 2 3 4 5 6 7 8 9 10 11 12; do
  curl -sS -o "../click-$n" -w '%{http_code}\n' -X POST -H "Authorization: Bearer $token" -H 'Content-Type: application/json' -d '{}' "$url/api/stories/$mission/ship" >"../code-$n" &
  clicks="${clicks:-} $!"
done
read -r _ <../begun
echo go >../gate
# shellcheck disable=SC2086
wait $clicks
clicks=
expect_that "one was accepted: $(cat ../code-* | tr '\n' ' ')" test "$(cat ../code-* | grep -c 202)" = 1
expect_that "the others came too late" test "$(cat ../code-* | grep -c 409)" = 11
soon is_at DEPLOYED
expect_that "deployed once" test "$(deployed_times)" = 1
expect_that "landed once" test "$("$ASSAY" log "$mission" --kind landed --json | jq '.checkpoints | length')" = 1
stop

t "a server that is killed while it deploys: the next one does not deploy again, and says so"
slow_deploy
start
click
read -r _ <../begun
kill -9 "$server"
wait "$server" 2>/dev/null
exec 7<&-
start
soon is_at NEEDS_FIX
expect_that "deployed once" test "$(deployed_times)" = 1
story_tells "Cut off: it had begun"
stop

t "a ship that was accepted before the server began is carried on by it, and deployed once"
slow_deploy
"$ASSAY" ship "$mission" --detach >/dev/null
start
read -r _ <../begun
echo go >../gate
soon is_at DEPLOYED
expect_that "deployed once" test "$(deployed_times)" = 1
stop
