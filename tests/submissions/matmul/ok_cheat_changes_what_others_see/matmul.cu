// Changes attributes of what other processes see (devices, its own program, libraries), to the values that
// they have; asks for what a user has so many of; and changes the limits and the turn of the sandbox's own
// process. Each attempt that succeeds is told, and the product is then not computed.
#include "matmul.h"
#include <cstdio>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <sys/inotify.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

__global__ void product(int m, int n, int k, const real* A, const real* B, real* C) {
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= m || j >= n) return;
  real sum = 0;
  for (int p = 0; p < k; p++) sum += A[i * k + p] * B[p * n + j];
  C[i * n + j] = sum;
}

static int succeeded() {
  int successes = 0;
#define ATTEMPT(what) \
  if ((what) >= 0) printf("succeeded: %s\n", #what), ++successes
  for (const char* path : {"/dev/null", "/dev/full", "/dev/zero", "/worker", "/etc/ld.so.cache", "/proc", "/dev"}) {
    struct stat now;
    if (stat(path, &now) != 0) continue;
    ATTEMPT(chmod(path, now.st_mode & 07777));
    ATTEMPT(chown(path, now.st_uid, now.st_gid));
    ATTEMPT(utimensat(AT_FDCWD, path, nullptr, 0));
    ATTEMPT(setxattr(path, "user.told", "1", 1, 0));
    const int fd = open(path, O_RDONLY);
    ATTEMPT(fchmod(fd, now.st_mode & 07777));
    ATTEMPT(futimens(fd, nullptr));
    ATTEMPT(fcntl(fd, F_SETLEASE, F_RDLCK));
    close(fd);
  }
  ATTEMPT(inotify_init());
  ATTEMPT(mkfifo("/tmp/pipe", 0600));
  ATTEMPT(sigqueue(getpid(), 0, sigval{}));
  rlimit none = {0, 0};
  ATTEMPT(prlimit(1, RLIMIT_CPU, &none, nullptr));
  cpu_set_t first;
  CPU_ZERO(&first);
  CPU_SET(0, &first);
  ATTEMPT(sched_setaffinity(1, sizeof first, &first));
  ATTEMPT(setpriority(PRIO_PROCESS, 1, 19));
  return successes;
#undef ATTEMPT
}

void matmul_naive(int m, int n, int k, const real* A, const real* B, real* C) {
  static const int successes = succeeded();
  if (successes > 0 || m == 0 || n == 0) return;
  product<<<dim3((n + 15) / 16, (m + 15) / 16), dim3(16, 16)>>>(m, n, k, A, B, C);
}
