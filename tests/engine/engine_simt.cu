// What the CPU engine promises beyond CUDA: faults explained, errors with their place, deadlocks
// reported, work run as late as CUDA allows, poisoned memory.
#include <sys/mman.h>

#include <csignal>

#include "expect.h"
#include "simt/host.h"

using expect::Device;

__global__ void store(int* p, int i) { p[i] = 1; }
__global__ void set(int* p, int v) { *p = v; }

static simt::Fault seen;
static void remember(const simt::Fault& f) { seen = f; }

static bool starts_with(const char* text, const char* start) {
  if (std::strncmp(text, start, std::strlen(start)) == 0) return true;
  std::printf("it says: %s\n", text);
  return false;
}

ISOLATED_TEST(AKernelsFaultIsExplained) {
  simt::install_fault_handler(remember);
  int* p = nullptr;
  cudaMalloc(&p, 4096);
  store<<<dim3(1, 2), 1>>>(p, 1024);
  EXPECT_EQ(cudaDeviceSynchronize(), cudaErrorIllegalAddress);
  EXPECT(seen.in_kernel);
  EXPECT_EQ(seen.signal, SIGSEGV);
  EXPECT_EQ(std::string(seen.kernel), "store");
  EXPECT(seen.address == p + 1024);
  EXPECT(starts_with(seen.kind, "just past the end of a device 0 allocation of 4096 bytes"));
}

ISOLATED_TEST(FreedMemoryIsCalledThat) {
  simt::install_fault_handler(remember);
  int* p = nullptr;
  cudaMalloc(&p, 4096);
  cudaFree(p);
  store<<<1, 1>>>(p, 3);
  EXPECT_EQ(cudaDeviceSynchronize(), cudaErrorIllegalAddress);
  EXPECT(starts_with(seen.kind, "freed memory"));
}

ISOLATED_TEST(ANullPointerInAKernel) {
  simt::install_fault_handler(remember);
  store<<<1, 1>>>(nullptr, 0);
  EXPECT_EQ(cudaDeviceSynchronize(), cudaErrorIllegalAddress);
  EXPECT(starts_with(seen.kind, "null pointer"));
}

// Each call needs the frame of the one before it.
__device__ int endless(const volatile int* before, int n) {
  volatile int frame[100];
  frame[n % 100] = before[0] + n;
  return n < 0 ? 0 : endless(frame, n + 1) + frame[n % 100];
}
__global__ void recurse(int* p) { *p = endless(p, 0); }

ISOLATED_TEST(AFullStackIsCalledThat) {
  simt::install_fault_handler(remember);
  Device<int> d(std::vector<int>(1, 0));
  recurse<<<1, 1>>>(d.data);
  EXPECT_EQ(cudaDeviceSynchronize(), cudaErrorLaunchFailure);
  EXPECT(starts_with(seen.kind, "the stack of the thread"));
}

ISOLATED_TEST(HostCodeMayNotUseDevicePointers) {
  const int key = pkey_alloc(0, 0);
  if (key < 0) {
    std::printf("skipped: host code and device pointers (no memory protection keys here)\n");
    return;
  }
  pkey_free(key);
  const int status = expect::in_child([] {
    simt::install_fault_handler([](const simt::Fault& f) {
      _exit(!f.in_kernel && std::strstr(f.kind, "a device pointer used by host code") ? 42 : 43);
    });
    int* p = nullptr;
    cudaMalloc(&p, 4096);
    *static_cast<volatile int*>(p) = 1;
  });
  EXPECT(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 42);
}

ISOLATED_TEST(ErrorsKnowTheirPlace) {
  char* p = nullptr;
  const int line = __LINE__ + 1;
  cudaMemset(p, 0, 10);
  simt::ErrorSite site = simt::last_error_site();
  EXPECT_EQ(std::string(site.call), "cudaMemset");
  EXPECT_EQ(site.line, line);
  EXPECT(site.file && std::strstr(site.file, "engine_simt.cu"));
  EXPECT_EQ(cudaGetLastError(), cudaErrorInvalidValue);
  EXPECT(simt::last_error_site().call == nullptr);
  set<<<1, 2000>>>(nullptr, 0);
  site = simt::last_error_site();
  EXPECT_EQ(std::string(site.call), "set");
  EXPECT_EQ(site.line, line + 7);
  cudaGetLastError();
}

ISOLATED_TEST(LaunchesAreCounted) {
  Device<int> d(1);
  simt::reset_launched_kernels();
  for (int i = 0; i < 3; ++i) set<<<1, 1>>>(d.data, i);
  store<<<1, 1>>>(d.data, 0);
  const simt::LaunchedKernel* kernels = nullptr;
  EXPECT_EQ(simt::launched_kernels(&kernels), 2u);
  EXPECT_EQ(std::string(kernels[0].name), "set");
  EXPECT_EQ(kernels[0].launches, 3u);
  EXPECT_EQ(kernels[1].launches, 1u);
}

ISOLATED_TEST(KernelsOfOneNameAreToldApartByTheirCode) {
  Device<int> d(1);
  simt::reset_launched_kernels();
  void (*chosen)(int*, int) = set;
  chosen<<<1, 1>>>(d.data, 1);
  chosen = store;
  for (int i = 0; i < 3; ++i) chosen<<<1, 1>>>(d.data, 0);
  const simt::LaunchedKernel* kernels = nullptr;
  const simt::LaunchedCode* code = nullptr;
  EXPECT_EQ(simt::launched_kernels(&kernels), 1u);
  EXPECT_EQ(simt::launched_code(&code), 2u);
  EXPECT(code[0].code == reinterpret_cast<const void*>(set));
  EXPECT(code[1].code == reinterpret_cast<const void*>(store));
  EXPECT_EQ(code[1].kernel, 0u);
}

ISOLATED_TEST(LeaksAreCounted) {
  const simt::Allocations before = simt::device_allocations_alive();
  int* p = nullptr;
  cudaMalloc(&p, 100);
  EXPECT_EQ(simt::device_allocations_alive().count, before.count + 1);
  EXPECT_EQ(simt::device_allocations_alive().bytes, before.bytes + 100);
  cudaFree(p);
  EXPECT_EQ(simt::device_allocations_alive().count, before.count);
}

ISOLATED_TEST(WorkIsDoneAsLateAsAllowed) {
  int* managed = nullptr;
  cudaMallocManaged(&managed, 4);
  *managed = 1;
  set<<<1, 1>>>(managed, 2);
  EXPECT_EQ(*managed, 1);  // nobody has waited
  cudaDeviceSynchronize();
  EXPECT_EQ(*managed, 2);

  // Waiting for one stream leaves unordered work of another one undone.
  cudaStream_t a, b;
  cudaStreamCreate(&a);
  cudaStreamCreate(&b);
  set<<<1, 1, 0, a>>>(managed, 3);
  set<<<1, 1, 0, b>>>(managed + 0, 4);
  cudaStreamSynchronize(b);
  EXPECT_EQ(*managed, 4);
  cudaStreamSynchronize(a);
  EXPECT_EQ(*managed, 3);
  cudaFree(managed);
}

__global__ void half_meet() {
  if (threadIdx.x < 16)
    __syncwarp(0x0000ffff | 1u << 20);
  else
    __syncthreads();
}

ISOLATED_TEST(ADeadlockIsReported) {
  simt::install_fault_handler(remember);
  half_meet<<<1, 32>>>();
  EXPECT_EQ(cudaDeviceSynchronize(), cudaErrorLaunchFailure);
  EXPECT_EQ(std::string(seen.kind), "deadlock");
  EXPECT(std::strstr(simt::last_report(),
                     "16 threads wait, the first of them (16,0,0), for __syncthreads"));
  EXPECT(std::strstr(simt::last_report(), "__syncwarp (mask 0x0010ffff) at"));
  EXPECT(std::strstr(simt::last_report(), "engine_simt.cu"));
}

__global__ void read_shared(unsigned* out) {
  __shared__ unsigned s[32];
  extern __shared__ unsigned dynamic[];
  out[threadIdx.x] = s[threadIdx.x] & dynamic[threadIdx.x];
  s[threadIdx.x] = dynamic[threadIdx.x] = 1;
}

ISOLATED_TEST(FreshMemoryIsPoisoned) {
  Device<unsigned> d(64);
  for (unsigned x : d.get()) EXPECT_EQ(x, 0xffffffffu);
  for (int i = 0; i < 3; ++i) {
    read_shared<<<20, 32, 128>>>(d.data);
    for (int t = 0; t < 32; ++t) EXPECT_EQ(d.get()[t], 0xffffffffu);
  }
}

// A failing block ends the whole grid, although others wait for it for ever.
__global__ void waits_for_a_dead_block(int* flag) {
  if (blockIdx.x == 3) *static_cast<volatile int*>(nullptr) = 1;
  while (atomicAdd(flag, 0) == 0) {
  }
}

ISOLATED_TEST(AFaultEndsAGridThatWaits) {
  simt::install_fault_handler(remember);
  Device<int> d(std::vector<int>(1, 0));
  waits_for_a_dead_block<<<8, 64>>>(d.data);
  EXPECT_EQ(cudaDeviceSynchronize(), cudaErrorIllegalAddress);
}

__global__ void prints(int* p, int which) {
  switch (which) {
    case 0:
      printf("%d%n", 5, p);
      break;
    case 1:
      printf("%-5.3hhn|", p);
      break;
    case 2:
      printf("%*s%'ln", 3, "", p);
      break;
    case 3:
      printf("%2$*1$d", 5, 6);
      break;
    case 4:
      printf("%ls", L"wide");
      break;
    default:
      printf("%%n %s %d%\n", "all is well", 5);
  }
}

ISOLATED_TEST(ConversionsThatCudaLacksEndTheKernel) {
  simt::install_fault_handler(remember);
  for (int which = 0; which < 6; ++which) {
    Device<int> d(std::vector<int>(1, 7));
    prints<<<1, 32>>>(d.data, which);
    EXPECT_EQ(cudaDeviceSynchronize(), which < 5 ? cudaErrorLaunchFailure : cudaSuccess);
    if (which < 5) EXPECT_EQ(cudaDeviceReset(), cudaSuccess);
  }
}

__global__ void never_lets_go(int* lock) {
  while (atomicCAS(lock, 0, 1) != 0) {
  }
}

__global__ void waits_for_a_flag(int* flag) {
  while (atomicAdd(flag, 0) == 0) __nanosleep(100);
}

ISOLATED_TEST(WaitsThatNobodyEndsAreADeadlock) {
  simt::install_fault_handler(remember);
  for (const dim3 grid : {dim3(1), dim3(100)}) {
    Device<int> d(std::vector<int>(1, 0));
    never_lets_go<<<grid, 64>>>(d.data);
    EXPECT_EQ(cudaDeviceSynchronize(), cudaErrorLaunchTimeout);
    EXPECT_EQ(std::string(seen.kind), "deadlock");
    cudaDeviceReset();
  }
  Device<int> d(std::vector<int>(1, 0));
  waits_for_a_flag<<<3, 33>>>(d.data);
  EXPECT_EQ(cudaDeviceSynchronize(), cudaErrorLaunchTimeout);
}

__device__ unsigned long long globaltimer() {
  unsigned long long nanoseconds;
  asm volatile("mov.u64 %0, %globaltimer;" : "=l"(nanoseconds));
  return nanoseconds;
}

// Longer than what counts as a deadlock: without an atomic that changes something, and with few.
__global__ void takes_its_time(unsigned* state, int* flag, int seconds) {
  if (blockIdx.x > 0) {
    while (atomicAdd(flag, 0) == 0) {
    }
    return;
  }
  const unsigned long long start = globaltimer();
  do {
    for (int i = 0; i < 1 << 20; ++i) *state = *state * 1664525u + 1013904223u;
  } while (globaltimer() - start < seconds * 1000000000ull);
  atomicExch(flag, 1);
}

__global__ void hand_around(int* turn, int rounds) {
  for (int r = 0; r < rounds; ++r) {
    while (atomicAdd(turn, 0) % gridDim.x != blockIdx.x) __nanosleep(100);
    atomicAdd(turn, 1);
  }
}

ISOLATED_TEST(WhoWaitsForAComputingThreadIsNoDeadlock) {
  Device<int> flag(std::vector<int>(1, 0));
  Device<unsigned> state(std::vector<unsigned>(1, 1));
  takes_its_time<<<4, 1>>>(state.data, flag.data, 4);
  EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  Device<int> turn(std::vector<int>(1, 0));
  const int rounds = 800000;
  hand_around<<<5, 1>>>(turn.data, rounds);
  EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  EXPECT_EQ(turn.get()[0], 5 * rounds);
}

ISOLATED_TEST(AResetMakesTheProcessUsableAgain) {
  store<<<1, 1>>>(nullptr, 0);
  EXPECT_EQ(cudaDeviceSynchronize(), cudaErrorIllegalAddress);
  cudaDeviceReset();
  Device<int> d(1);
  set<<<1, 1>>>(d.data, 5);
  EXPECT_EQ(d.get()[0], 5);
}

// The programming guide calls this an error; CUDA 13 lets it pass.
ISOLATED_TEST(StreamsBelongToTheirDevice) {
  cudaStream_t s;
  EXPECT_EQ(cudaStreamCreate(&s), cudaSuccess);
  Device<int> d(1);
  cudaSetDevice(1);
  set<<<1, 1, 0, s>>>(d.data, 1);
  EXPECT_EQ(cudaGetLastError(), cudaErrorInvalidResourceHandle);
  cudaSetDevice(0);
  set<<<1, 1, 0, s>>>(d.data, 2);
  EXPECT_EQ(cudaStreamSynchronize(s), cudaSuccess);
  EXPECT_EQ(d.get()[0], 2);
  cudaStreamDestroy(s);
}
