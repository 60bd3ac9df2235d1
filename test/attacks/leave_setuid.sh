# A program that lends its owner's rights to whoever finds it in the work tree.
cp /bin/true mine && chmod u+s mine
cp /bin/true mine2 && python3 -c "
import os, ctypes
f = os.open('mine2', os.O_RDONLY); 
try: os.fchmod(f, 0o6755)
except OSError as e: print(e)
try: os.close(os.open('mine3', os.O_CREAT | os.O_WRONLY, 0o4755))
except OSError as e: print(e)
c = ctypes.CDLL(None, use_errno=True)
c.syscall(452, -100, b'mine2', 0o4755, 0)
"
install -m 4755 /bin/true mine4
[ -n "$(find . -perm /6000 -type f)" ] && echo SUCCEEDED
echo tried
