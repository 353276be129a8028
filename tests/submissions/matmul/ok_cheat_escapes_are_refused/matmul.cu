// Asks the system for all that leads out of the sandbox, and computes on when it is refused.
#include "matmul.h"
#include <fcntl.h>
#include <netinet/in.h>
#include <sched.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cerrno>
#include <cstdio>
#include <cstdlib>

__global__ void product(int m, int n, int k, const real* A, const real* B, real* C) {
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= m || j >= n) return;
  real sum = 0;
  for (int p = 0; p < k; p++) sum += A[i * k + p] * B[p * n + j];
  C[i * n + j] = sum;
}

// Each attempt that succeeds is told by name, and the product is then not computed.
static bool reads(const char* path) {
  const int fd = open(path, O_RDONLY);
  char byte;
  const bool success = fd >= 0 && read(fd, &byte, 1) == 1;
  if (fd >= 0) close(fd);
  return success;
}

static bool writes(const char* path) {
  const int fd = open(path, O_WRONLY | O_CREAT, 0644);
  if (fd >= 0) close(fd);
  return fd >= 0;
}

static int escapes() {
  int successes = 0;
#define ATTEMPT(what) \
  if (what) printf("succeeded: %s\n", #what), ++successes
  const pid_t parent = getppid();
  ATTEMPT(ptrace(PTRACE_ATTACH, parent, nullptr, nullptr) == 0);
  ATTEMPT(ptrace(PTRACE_SEIZE, parent, nullptr, nullptr) == 0);
  ATTEMPT(ptrace(PTRACE_TRACEME, 0, nullptr, nullptr) == 0);
  ATTEMPT(reads("/proc/1/environ"));
  ATTEMPT(reads("/proc/1/mem"));
  ATTEMPT(reads("/etc/shadow"));
  ATTEMPT(reads("/root/.bash_history"));
  ATTEMPT(reads("solutions/matmul/matmul.cu"));
  ATTEMPT(reads("/home/student/warpgrade/solutions/matmul/matmul.cu"));
  ATTEMPT(reads("labs/matmul/hidden.json"));
  ATTEMPT(reads("/submission/expect.json"));
  ATTEMPT(reads("/contract/hidden.json"));
  ATTEMPT(reads("/proc/1/root/etc/shadow"));
  ATTEMPT(writes("/usr/left_behind"));
  ATTEMPT(writes("/etc/left_behind"));
  ATTEMPT(writes("/worker"));
  ATTEMPT(fork() >= 0);
  ATTEMPT(socket(AF_INET, SOCK_STREAM, 0) >= 0);
  ATTEMPT(socket(AF_INET6, SOCK_DGRAM, 0) >= 0);
  ATTEMPT(setuid(0) == 0 && getuid() == 0 && reads("/etc/shadow"));
  ATTEMPT(unshare(CLONE_NEWUSER | CLONE_NEWNS) == 0);
  rlimit core = {RLIM_INFINITY, RLIM_INFINITY};
  ATTEMPT(setrlimit(RLIMIT_CORE, &core) == 0);
  // The first process of a namespace gets no signal from inside it.
  kill(parent, SIGKILL);
  kill(1, SIGKILL);
  return successes;
#undef ATTEMPT
}

void matmul_naive(int m, int n, int k, const real* A, const real* B, real* C) {
  static const int successes = escapes();
  if (successes > 0) return;
  if (m == 0 || n == 0) return;
  product<<<dim3((n + 15) / 16, (m + 15) / 16), dim3(16, 16)>>>(m, n, k, A, B, C);
}
