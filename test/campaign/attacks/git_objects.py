"""Objects: adds one, and damages one that is there."""
import os
import subprocess

common = os.environ["COMMON"]
done = subprocess.run(["git", "hash-object", "-w", "--stdin"], input=b"planted", capture_output=True)
if done.returncode == 0:
    print("SUCCEEDED planted", done.stdout)
for folder, _, files in os.walk(common + "/objects"):
    for name in files[:1]:
        path = os.path.join(folder, name)
        try:
            os.chmod(path, 0o600)
            with open(path, "r+b") as file:
                file.write(b"x")
            print("SUCCEEDED damaged", path)
        except OSError as error:
            print(error)
print("tried")
