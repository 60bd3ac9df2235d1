# Children that leave: sessions of their own, orphans, deaf to SIGTERM, stopped, with all files closed.
# A time to sleep that no other run of this on the machine has.
nap=98765.$(printf %s "$MARK" | cksum | cut -d" " -f1)
export nap
echo tried
(setsid sh -c 'trap "" TERM HUP INT; exec sleep $nap' >/dev/null 2>&1 &)
(setsid sh -c 'sh -c "exec sleep $nap" </dev/null >/dev/null 2>&1 &' &)
sh -c 'kill -STOP $$; exec sleep $nap' &
python3 -c "
import os, time
if os.fork(): os._exit(0)
os.setsid()
if os.fork(): os._exit(0)
os.closerange(0, 64)
os.execvp('sleep', ['sleep', os.environ['nap']])
"
sleep 0.2
