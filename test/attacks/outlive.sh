# Children that leave: sessions of their own, orphans, deaf to SIGTERM, stopped, with all files closed.
echo tried
(setsid sh -c 'trap "" TERM HUP INT; exec sleep 98765' >/dev/null 2>&1 &)
(setsid sh -c 'sh -c "exec sleep 98765" </dev/null >/dev/null 2>&1 &' &)
sh -c 'kill -STOP $$; exec sleep 98765' &
python3 -c "
import os, time
if os.fork(): os._exit(0)
os.setsid()
if os.fork(): os._exit(0)
os.closerange(0, 64)
os.execvp('sleep', ['sleep', '98765'])
"
sleep 0.2
