# Leaves what is hard to remove: too deep to name, and locked.
import os
print("tried", flush=True)
os.chdir(os.environ["TMPDIR"])
for i in range(2000):
    os.mkdir("d"); os.chdir("d")
os.chdir(os.environ["HOME"])
os.mkdir("locked"); os.mkdir("locked/inner"); os.chmod("locked/inner", 0); os.chmod("locked", 0)
