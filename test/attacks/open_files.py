import os
print("tried", flush=True)
try:
    for i in range(5000):
        os.open("/dev/null", os.O_RDONLY)
    print("SUCCEEDED")
except OSError as e:
    print(e)
