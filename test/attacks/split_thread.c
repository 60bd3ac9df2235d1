/* A thread with descriptors of its own (clone with CLONE_THREAD, without CLONE_FILES): what it opens is shown under
   the number of no process. */
#define _GNU_SOURCE
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
static int idle(void* unused) {
  (void)unused;
  for (;;) pause();
}
int main(void) {
  char* stack = malloc(1 << 16);
  int flags = CLONE_VM | CLONE_FS | CLONE_SIGHAND | CLONE_THREAD;
  puts("tried");
  if (clone(idle, stack + (1 << 16), flags, NULL) >= 0) puts("SUCCEEDED thread with descriptors of its own");
  fflush(stdout);
  _exit(0);
}
