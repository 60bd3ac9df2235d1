# Clients that mean harm: they are refused or ended, and nobody else notices. All on loopback, bounded.
# shellcheck shell=sh disable=SC2154

clients() { python3 "$HERE/../serve/clients.py" "$@"; }
. "$HERE/serve_verbs.sh"
alive() { [ "$(curl -sS -o /dev/null -m 600 -w '%{http_code}' "$url/api/health")" = 200 ]; }
memory() { awk '/^VmRSS/ {print $2}' "/proc/$server/status"; }

t "10,000 connections that say nothing: the next client is served, each costs under 32 KiB"
repo
# shellcheck disable=SC3045
ulimit -n "$(ulimit -Hn)" 2>/dev/null || true
start
before=$(memory)
mkfifo ../hold
python3 "$HERE/../serve/clients.py" idle "$port" 10000 hold <../hold >../out &
holder=$!
exec 8>../hold
soon grep -q holding ../out
opened=$(sed -n 's/ open;.*//p' ../out)
after=$(memory)
echo "  ($opened idle connections, $(((after - before) * 1024 / opened)) bytes each)"
expect_out "HTTP/1.1 200 OK"
expect_that "enough of them" test "$opened" -ge 900
expect_that "under 32 KiB each" test $(((after - before) / opened)) -lt 32
expect_that "it lives" alive
echo >&8
exec 8>&-
wait "$holder"
stop
expect_exit 0

t "when all places are taken, the one that was idle longest makes room"
repo
start --connections 50
clients idle "$port" 200 >../out
expect_out "HTTP/1.1 200 OK"
expect_that "it lives" alive
stop
expect_exit 0

t "a body of a gigabyte is refused from its head, and in chunks at the limit"
repo
start
truncate -s 1073741824 ../huge
sent=$(curl -sS -o ../out -m 600 -w '%{http_code} %{size_upload}' -H "Authorization: Bearer $token" -H 'Content-Type: application/json' \
  -H 'Expect:' -X POST -T ../huge "$url/api/check" 2>../err)
case $sent in "413 "*) ;; *) wrong "told: $sent $(cat ../err)" ;; esac
expect_that "most of it was never sent" test "${sent#413 }" -lt 100000000
rm ../huge
before=$(memory)
code=$(head -c 300000000 /dev/zero | curl -sS -o ../out -m 600 -w '%{http_code}' -H "Authorization: Bearer $token" \
  -H 'Content-Type: application/json' -H 'Transfer-Encoding: chunked' -H 'Expect:' -X POST -T - "$url/api/check" 2>../err)
[ "$code" = 413 ] || wrong "chunks: $code $(cat ../err)"
expect_that "little of it was kept" test $(($(memory) - before)) -lt 150000
code=$(curl -sS -o ../out -m 600 -w '%{http_code}' -H 'Content-Type: application/json' -H 'Content-Length: 1073741824' -X POST -d '{}' "$url/api/tasks")
expect_that "without a token it is not even read" test "$code" = 401
expect_that "it lives" alive
stop
expect_exit 0

t "heads that come a byte at a time are ended, and nobody waits for them"
repo
start --head-seconds 2
clients drip "$port" 100 >../out
expect_out "meanwhile: HTTP/1.1 200 OK"
expect_out "left: 0"
expect_out "408"
expect_that "it lives" alive
stop
expect_exit 0

t "listeners that never read cost nobody else anything"
repo
"$ASSAY" mission new "Carts last: \`true\` passes" >/dev/null
start --write-seconds 2
mkfifo ../hold
clients deaf "$port" "$token" 50 <../hold >../out &
holder=$!
exec 8>../hold
soon grep -q "never read" ../out
node "$HERE/../serve/events.mjs" "$url" "$token" 1 >../events &
listener=$!
soon grep -q hello ../events
"$ASSAY" task add "one" --accept 'true exits 0' >/dev/null
expect_that "an event comes through" wait "$listener"
expect_that "it lives" alive
echo >&8
exec 8>&-
wait "$holder"
stop
expect_exit 0

t "bytes that are no request are refused, and the next request is served"
repo
start
i=0
send() {
  clients raw "$port" ../bytes >../out
  case $(cat ../out) in "HTTP/1.1 4"* | "HTTP/1.1 5"* | closed) ;; *) wrong "told: $(cat ../out) for $(head -c 60 ../bytes)" ;; esac
}
printf '\026\003\001\002\000\001\000\001\374\003\003' >../bytes && send
printf 'GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n' >../bytes && send
printf 'POST /api/tasks HTTP/1.1\r\nHost: 127.0.0.1:%s\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n' "$port" >../bytes && send
printf 'POST /api/tasks HTTP/1.1\r\nHost: 127.0.0.1:%s\r\nContent-Length: -1\r\n\r\n' "$port" >../bytes && send
printf 'GET http://evil.example/api/health HTTP/1.1\r\nHost: 127.0.0.1:%s\r\n\r\n' "$port" >../bytes && send
printf 'GET http://evil.example/api/health HTTP/1.1\r\nHost: evil.example\r\n\r\n' >../bytes && send
printf 'GET /%%zz HTTP/1.1\r\nHost: 127.0.0.1:%s\r\n\r\n' "$port" >../bytes && send
printf 'GET / HTTP/1.1\r\nHost: 127.0.0.1:%s\r\nX: %s\r\n\r\n' "$port" "$(head -c 20000 /dev/zero | tr '\0' a)" >../bytes && send
printf 'GET /%s HTTP/1.1\r\nHost: 127.0.0.1:%s\r\n\r\n' "$(head -c 9000 /dev/zero | tr '\0' a)" "$port" >../bytes && send
printf 'GET / HTTP/3.0\r\n\r\n' >../bytes && send
printf 'BREW /pot HTTP/1.1\r\nHost: 127.0.0.1:%s\r\n\r\n' "$port" >../bytes && send
printf '\r\n\r\n\r\n\r\n' >../bytes && send
while [ $i -lt 40 ]; do
  i=$((i + 1))
  head -c 2000 /dev/urandom >../bytes && send
done
expect_that "it lives" alive
stop
expect_exit 0

t "requests that two programs could read differently are refused at once"
repo
start --head-seconds 600
refused() { # bytes, as printf takes them; %s is our name
  # shellcheck disable=SC2059
  printf "$1" "127.0.0.1:$port" >../bytes
  timeout 600 python3 "$HERE/../serve/clients.py" raw "$port" ../bytes >../out
  case $(cat ../out) in "HTTP/1.1 400"* | "HTTP/1.1 501"*) ;; *) wrong "told: $(cat ../out) for $1" ;; esac
}
refused 'GET /api/health HTTP/1.1\nHost: %s\n\n'
refused 'GET /api/health HTTP/1.1\r\nHost: %s\n\r\n'
refused 'GET /api/health HTTP/1.1\r\nHost: %s\r\nX: a\nY: b\r\n\r\n'
refused 'GET /api/health HTTP/1.1\r\nHost: %s\r\nX: a\rY: b\r\n\r\n'
refused 'GET /api/health HTTP/1.1\r\nHost: %s\r\nX: a\r\n b\r\n\r\n'
refused 'GET /api/health HTTP/1.1\r\nHost: %s\r\nX: a\r\n\tb\r\n\r\n'
refused 'GET /api/health HTTP/1.1\r\n Host: %s\r\n\r\n'
refused 'GET /api/health HTTP/1.1\r\nHost : %s\r\n\r\n'
refused 'GET /api/health HTTP/1.1\r\nHost: %s\r\nHost: b\r\n\r\n'
refused 'GET /api/health HTTP/1.1\r\n\r\n'
refused 'POST /api/login HTTP/1.1\r\nHost: %s\r\nContent-Length: 2\r\nContent-Length: 2\r\n\r\n{}'
refused 'POST /api/login HTTP/1.1\r\nHost: %s\r\nContent-Length: 2, 2\r\n\r\n{}'
refused 'POST /api/login HTTP/1.1\r\nHost: %s\r\nContent-Length: +2\r\n\r\n{}'
refused 'POST /api/login HTTP/1.1\r\nHost: %s\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n0\r\n\r\n'
refused 'POST /api/login HTTP/1.1\r\nHost: %s\r\nTransfer-Encoding:\r\n chunked\r\n\r\n0\r\n\r\n'
refused 'POST /api/login HTTP/1.1\r\nHost: %s\r\nTransfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n0\r\n\r\n'
refused 'POST /api/login HTTP/1.0\r\nHost: %s\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'
expect_that "it lives" alive
stop
expect_exit 0

t "an address in its absolute form is taken, and its name is held to be ours"
repo
start
told() { # target, host
  printf 'GET %s HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n\r\n' "$1" "$2" >../bytes
  clients raw "$port" ../bytes >../out
}
told "http://127.0.0.1:$port/api/health" "127.0.0.1:$port"
expect_out "HTTP/1.1 200 OK"
told "HTTP://LOCALHOST:$port/api/health" "localhost:$port"
expect_out "HTTP/1.1 200 OK"
told "http://127.0.0.1:$port" "127.0.0.1:$port"
expect_out "HTTP/1.1 200 OK"
told "http://evil.example/api/health" "evil.example"
expect_out "HTTP/1.1 421"
told "http://127.0.0.1:$port/api/health" "localhost:$port"
expect_out "HTTP/1.1 400"
told "http://anna@127.0.0.1:$port/api/health" "127.0.0.1:$port"
expect_out "HTTP/1.1 400"
told "http://127.0.0.1:$port/api/missions" "127.0.0.1:$port"
expect_out "HTTP/1.1 401"
stop
expect_exit 0
