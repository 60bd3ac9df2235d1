# Behind a real proxy: nginx, configured with the lines that docs/server.md gives, with TLS and without.
# shellcheck shell=sh disable=SC2154
. "$HERE/serve_verbs.sh"
PATH=$PATH:/usr/sbin

# Below those that the system hands out, so that nobody gets it by chance before nginx has it.
free_port() {
  python3 -c '
import random, socket
while True:
    port = random.randrange(10000, 30000)
    try:
        socket.socket().bind(("127.0.0.1", port))
        break
    except OSError:
        pass
print(port)'
}
documented() { # the location of docs/server.md, for the server's port
  awk '$0 == "For nginx:" { on = 1 } on && /^location/ { inside = 1 } inside { print } inside && /^}/ { exit }' "$HERE/../../docs/server.md" |
    sed "s/127.0.0.1:7411/127.0.0.1:$port/"
}
front() { # SCHEME: nginx on $front_port; $outside is the address that people use
  mkdir -p ../nginx
  tls=
  trust=
  if [ "$1" = https ]; then
    [ -f ../nginx/key ] || openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=assay.example.com \
      -addext subjectAltName=DNS:assay.example.com -keyout ../nginx/key -out ../nginx/certificate 2>/dev/null
    trust="--cacert ../nginx/certificate"
    tls="ssl_certificate '$PWD/../nginx/certificate'; ssl_certificate_key '$PWD/../nginx/key';"
  fi
  cat >../nginx/conf <<N
daemon off;
worker_processes 1;
pid "$PWD/../nginx/pid";
error_log "$PWD/../nginx/errors";
events { worker_connections 64; }
http {
  access_log off;
  client_body_temp_path "$PWD/../nginx/body";
  proxy_temp_path "$PWD/../nginx/proxy";
  fastcgi_temp_path "$PWD/../nginx/fastcgi";
  uwsgi_temp_path "$PWD/../nginx/uwsgi";
  scgi_temp_path "$PWD/../nginx/scgi";
  server {
    listen 127.0.0.1:$front_port$([ -z "$tls" ] || echo " ssl");
    server_name assay.example.com;
    $tls
    $(cat ../location)
  }
}
N
  nginx -p "$PWD/../nginx" -e "$PWD/../nginx/errors" -c "$PWD/../nginx/conf" 2>>../nginx/started &
  nginx=$!
  soon test -s ../nginx/pid
}
front_ends() {
  kill -TERM "$nginx" && wait "$nginx"
  rm -f ../nginx/pid
}
# A browser at another address of this machine, so that the client is not the proxy.
outside_curl() {
  # shellcheck disable=SC2086
  curl -sS --interface 127.0.0.2 --resolve "assay.example.com:$front_port:127.0.0.1" $trust -b ../jar "$@"
}
browse() { code=$(outside_curl -c ../jar -o ../out -D ../head -w '%{http_code}' "$@" 2>../err); }

for scheme in http https; do
  t "the page, the API, events and the login work behind nginx ($scheme)"
  mission_with_task
  front_port=$(free_port)
  outside=$scheme://assay.example.com:$front_port/assay
  start --log all --workers 0 --url "$outside" --proxy 127.0.0.1
  for path_is in kept "taken off"; do
    documented >../location
    expect_that "the document has a location" grep -q proxy_pass ../location
    [ "$path_is" = kept ] || sed -i "s|\(proxy_pass .*\);|\1/;|" ../location
    front $scheme
    rm -f ../jar
    login=$("$ASSAY" token link --json | jq -r .login)
    expect_that "the login address is outside" test "${login%%/login*}" = "$outside"
    browse "$login"
    expect_code 303
    case $scheme in
      https) expect_head "; secure" ;;
      *) expect_not "no secure cookie by plain http" grep -qi '; secure' ../head ;;
    esac
    browse "$outside/api/session" -H 'X-Forwarded-For: 203.0.113.9'
    expect_code 200
    soon grep -q '"from":"127.0.0.2"' ../log
    expect_not "what a client says of itself is not believed" grep -q '"from":"203.0.113.9"' ../log
    browse "$outside/"
    expect_code 200
    expect_head "content-type: text/html"
    file=$(sed -n 's/.*\(src\|href\)="\.\/\([^"]*\.\(js\|css\)\)".*/\2/p' ../out | head -1)
    browse "$outside/$file"
    expect_code 200
    browse -X PATCH "$outside/api/missions/$mission" -H 'Content-Type: application/json' -H "Origin: ${outside%/assay}" -d '{"parallelTasks": 2}'
    expect_code 200
    browse -X PATCH "$outside/api/missions/$mission" -H 'Content-Type: application/json' -H 'Origin: https://evil.example' -d '{"parallelTasks": 3}'
    expect_problem 403 forbidden
    # What happens is heard while the answer is still open: nothing on the way keeps it back.
    outside_curl -N -m 600 "$outside/api/events" >../events &
    listener=$!
    soon grep -q hello ../events
    "$ASSAY" task add "heard $path_is" >/dev/null
    soon grep -q 'event: checkpoint' ../events
    kill $listener
    wait $listener 2>/dev/null
    browse -X POST "$outside/api/logout" -H "Origin: ${outside%/assay}"
    expect_code 204
    browse "$outside/api/missions"
    expect_problem 401 unauthorized
    front_ends
  done
  stop
done
