# Behind a proxy: names, base paths, who the client is; and what is refused without one.
# shellcheck shell=sh disable=SC2154

. "$HERE/serve_verbs.sh"
log_in_below() { # PREFIX [more of curl's options]: with a code of our own
  prefix=$1
  shift
  code=$(curl -sS -o ../out -D ../head -w '%{http_code}' -c ../jar "$@" "$url$prefix/login?$("$ASSAY" token link --json | jq -r .login | sed 's/.*?//')")
}

t "an address that other machines reach wants TLS or a proxy, or that one says it is meant"
repo
assay serve --bind 0.0.0.0 --port 0
expect_exit 2
expect_err "--url https://"
expect_err "--insecure"
assay serve --bind :: --port 0 --url http://assay.example.com
expect_exit 2
expect_err "clear text"
start --bind 0.0.0.0 --insecure
expect_that "it warns" grep -q 'Warning: other machines can reach 0.0.0.0, and tokens travel in clear text' ../log
get /api/missions
expect_code 200
stop
start --bind 0.0.0.0 --url https://assay.example.com
expect_that "it warns" grep -q 'Warning: other machines can reach 0.0.0.0 without TLS' ../log
stop
: >../log
start
expect_not "nothing to warn of" grep -q Warning ../log
stop
assay serve --proxy nonsense --port 0
expect_exit 2
expect_err "--proxy takes an address"
for bad in https://a/api https://a/b?c https://a/../b; do
  assay serve --url "$bad" --port 0
  expect_exit 2
  expect_err "--url takes an address"
done

t "below a path: page, API, events, cookie and login addresses, whether the proxy takes the path off or not"
mission_with_task
start --workers 0 --url https://example.com/tools/assay
"$ASSAY" token link --json >../out
expect_that "the login address" jq -e '.login | startswith("https://example.com/tools/assay/login?code=")' ../out
for prefix in /tools/assay ""; do
  log_in_below "$prefix" -H 'Host: example.com'
  expect_code 303
  expect_head "location: /tools/assay/"
  expect_head "; path=/tools/assay;"
  expect_head "; secure"
  cookie=$(sed -n 's/^[Ss]et-[Cc]ookie: \([^;]*\).*/\1/p' ../head)
  below() { code=$(curl -sS -o ../out -D ../head -w '%{http_code}' -H 'Host: example.com' -H "Cookie: $cookie" "$@"); }
  below "$url$prefix/api/session"
  expect_code 200
  below "$url$prefix/api/missions/$mission"
  expect_code 200
  below "$url$prefix/"
  expect_code 200
  expect_head "content-type: text/html"
  expect_not "the page names nothing from the root" grep -qE '(src|href)="/' ../out
  file=$(sed -n 's/.*\(src\|href\)="\.\/\([^"]*\.\(js\|css\)\)".*/\2/p' ../out | head -1)
  below "$url$prefix/$file"
  expect_code 200
  stream_until hello -H 'Host: example.com' -H "Cookie: $cookie" "$url$prefix/api/events"
  below -X POST -H 'Origin: https://example.com' "$url$prefix/api/logout"
  expect_code 204
  expect_head "; path=/tools/assay;"
done
code=$(curl -sS -o ../out -D ../head -w '%{http_code}' -H 'Host: example.com' "$url/tools/assay")
expect_code 308
expect_head "location: /tools/assay/"
code=$(curl -sS -o ../out -D ../head -w '%{http_code}' -H 'Host: example.com' "$url/tools/assay/some/view")
expect_code 200
expect_out "\"../$file\""
code=$(curl -sS -o ../out -D ../head -w '%{http_code}' -H 'Host: example.com' "$url/tools/assayer/api/health")
expect_head "content-type: text/html"
get /api/missions
expect_code 200
stop

t "a named proxy says who the client is, by which name and scheme; nobody else does"
repo
start --log all --workers 0 --url https://assay.example.com --proxy 127.0.0.1
get /api/session -H 'X-Forwarded-For: 198.51.100.9, 192.0.2.7' -H 'X-Forwarded-Proto: https' -H 'X-Forwarded-Host: assay.example.com' -H 'Host: backend'
expect_code 200
soon grep -q '"from":"192.0.2.7"' ../log
get /api/session -H 'Forwarded: for="[2001:db8::1]:4711";proto=https;host=assay.example.com' -H 'Host: backend'
expect_code 200
soon grep -q '"from":"2001:db8::1"' ../log
get /api/session -H 'X-Forwarded-Host: evil.example'
expect_problem 421 invalid_input
log_in_below "" -H 'X-Forwarded-For: 192.0.2.7' -H 'X-Forwarded-Proto: https'
expect_head "; secure"
good=$token
token=assay-wrong
n=0
while [ $n -lt 25 ]; do n=$((n + 1)) && get /api/session -H 'X-Forwarded-For: 192.0.2.7'; done
expect_problem 429 too_many_requests
get /api/session -H 'X-Forwarded-For: 192.0.2.8'
expect_problem 401 unauthorized
token=$good
stop
: >../log
start --log all --workers 0 --url https://assay.example.com
get /api/session -H 'X-Forwarded-For: 192.0.2.7' -H 'X-Forwarded-Host: assay.example.com'
expect_code 200
soon grep -q '"from":"127.0.0.1"' ../log
expect_not "nobody named it" grep -q 192.0.2.7 ../log
get /api/session -H 'X-Forwarded-Host: assay.example.com' -H 'Host: backend'
expect_problem 421 invalid_input
log_in_below "" -H 'X-Forwarded-Proto: https'
expect_not "no secure cookie by plain http" grep -qi '; secure' ../head
token=assay-wrong
n=0
while [ $n -lt 25 ]; do n=$((n + 1)) && get /api/session -H "X-Forwarded-For: 192.0.2.$n"; done
expect_problem 429 too_many_requests
stop
