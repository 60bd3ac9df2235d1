"""For programs that take memory or disk where it is hard to count: step by step to 400 MB, never more."""
import os
import sys
import time

STEPS, SIZE = 25, 16 << 20


def hold(take):
    """take(number) takes 16 MB more."""
    print("tried", flush=True)
    kept = []
    for number in range(STEPS):
        try:
            kept.append(take(number))
        except (OSError, MemoryError, ValueError) as error:
            print("refused after", number * 16, "MB:", error)
            sys.exit(3)
        time.sleep(0.04)
    time.sleep(float(os.environ.get("PATIENCE", "15")))  # until whoever watches had its turn, also on a busy machine
    print("SUCCEEDED: holds", STEPS * 16, "MB")
