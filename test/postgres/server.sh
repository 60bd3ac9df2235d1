#!/bin/sh
# server.sh FOLDER: a PostgreSQL of our own in FOLDER, which is made, reached by a socket in it alone:
#   postgresql:///postgres?host=FOLDER&user=assay
# It runs in the foreground and ends with whoever started it. It is ready when FOLDER/data/postmaster.pid says so.
# What it keeps need not survive anything: it never waits for the disk. Exit 3: there is none on this machine.
set -eu
folder=$1
bin=$(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -V | tail -1)
if [ -z "$bin" ] || [ ! -x "$bin/initdb" ]; then
  echo "no PostgreSQL server is installed (Debian: apt-get install postgresql)" >&2
  exit 3
fi
mkdir -p "$folder"
folder=$(cd "$folder" && pwd -P)
as="setpriv --pdeathsig INT"
if [ "$(id -u)" = 0 ]; then # it refuses root
  user=nobody
  chown "$user" "$folder"
  as="$as --reuid $user --regid $(id -g "$user") --clear-groups"
fi
cd "$folder"
# shellcheck disable=SC2086
$as "$bin/initdb" -D "$folder/data" -U assay -A trust -E UTF8 --locale=C --no-sync --no-instructions >"$folder.log" 2>&1 || {
  cat "$folder.log" >&2
  exit 1
}
rm -f "$folder.log"
# shellcheck disable=SC2086
exec $as "$bin/postgres" -D "$folder/data" -k "$folder" -c listen_addresses= -c fsync=off -c full_page_writes=off \
  -c max_connections=200 -c shared_buffers=32MB -c max_wal_size=256MB -c log_min_messages=fatal \
  -c max_locks_per_transaction=256
