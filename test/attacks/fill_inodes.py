import os, time
print("tried", flush=True)
os.mkdir("many")
for i in range(20000):
    os.close(os.open("many/%d" % i, os.O_CREAT))
time.sleep(20)
print("SUCCEEDED")
