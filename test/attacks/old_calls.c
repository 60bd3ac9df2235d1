/* The same calls by the numbers of another architecture: filters look at those of one. */
#include <stdio.h>
int main(void) {
  long answer = 0;
#ifdef __x86_64__
  /* 32-bit socket(AF_INET, SOCK_STREAM, 0): number 359 */
  __asm__ volatile("int $0x80" : "=a"(answer) : "a"(359), "b"(40), "c"(1), "d"(0) : "memory");
  if (answer >= 0) puts("SUCCEEDED 32-bit");
  /* x32 unshare(CLONE_NEWUSER) */
  __asm__ volatile("syscall" : "=a"(answer) : "a"(0x40000000 + 272), "D"(0x10000000) : "rcx", "r11", "memory");
  if (answer >= 0) puts("SUCCEEDED x32");
  /* 32-bit shmget(IPC_PRIVATE, 4096, IPC_CREAT): number 395, and by way of ipc(SHMGET), number 117 */
  __asm__ volatile("int $0x80" : "=a"(answer) : "a"(395), "b"(0), "c"(4096), "d"(01600) : "memory");
  if (answer >= 0) puts("SUCCEEDED 32-bit shmget");
  __asm__ volatile("int $0x80" : "=a"(answer) : "a"(117), "b"(23), "c"(0), "d"(4096), "S"(01600) : "memory");
  if (answer >= 0) puts("SUCCEEDED 32-bit ipc");
  /* x32 shmget */
  __asm__ volatile("syscall" : "=a"(answer) : "a"(0x40000000 + 29), "D"(0), "S"(4096), "d"(01600) : "rcx", "r11", "memory");
  if (answer >= 0) puts("SUCCEEDED x32 shmget");
#endif
  puts("tried");
  return 0;
}
