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
#endif
  puts("tried");
  return 0;
}
