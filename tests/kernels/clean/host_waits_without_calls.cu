// The host waits for the device without a call of CUDA: for a callback, for flags in pinned and
// managed memory; a kernel waits for a flag that the host sets; and the legacy stream's wait is one
// for all blocking streams.
#include <cuda_runtime.h>

#include <atomic>
#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <thread>

static std::mutex lock;
static std::condition_variable changed;
static int done = 0;

static void on_done(void* what) {
  const std::lock_guard<std::mutex> guard(lock);
  done += *static_cast<int*>(what);
  changed.notify_one();
}

__global__ void fill(int v, int* a) { a[threadIdx.x] = v; }

__global__ void fill_and_tell(int v, int* a, volatile int* flag) {
  a[threadIdx.x] = v;
  __threadfence_system();
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence_system();
    *flag = 1;
  }
}

__global__ void tell_atomically(int v, int* a, int* flag) {
  *a = v;
  __threadfence_system();
  atomicExch_system(flag, 1);
}

__global__ void wait_and_add(volatile int* flag, const int* in, int* out) {
  if (threadIdx.x == 0) {
    while (*flag == 0) {
    }
    __threadfence_system();
  }
  __syncthreads();
  out[threadIdx.x] = in[0] + threadIdx.x;
}

int main() {
  const int n = 32;
  int *a, *pinned, *managed, *flags, one = 1, wrong = 0;
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaMalloc(&a, n * sizeof(int));
  cudaMallocHost(&pinned, n * sizeof(int));
  cudaMallocHost(&flags, n * sizeof(int));
  cudaMallocManaged(&managed, n * sizeof(int));
  for (int i = 0; i < n; ++i) flags[i] = managed[i] = pinned[i] = 0;

  for (int r = 1; r <= 3; ++r) {
    fill<<<1, n, 0, stream>>>(r, a);
    cudaLaunchHostFunc(stream, on_done, &one);
    std::unique_lock<std::mutex> guard(lock);
    changed.wait(guard, [r] { return done == r; });
  }

  volatile int* seen = flags;
  fill_and_tell<<<1, n>>>(7, pinned, flags);
  while (seen[0] == 0) {
  }
  for (int i = 0; i < n; ++i) wrong += pinned[i] != 7;

  // So often that the host looks in the very moment in which a flag changes.
  for (int r = 4; r < n; ++r) {
    tell_atomically<<<1, 1, 0, stream>>>(r, pinned + 1, flags + r);
    while (__atomic_load_n(flags + r, __ATOMIC_ACQUIRE) == 0) {
    }
    wrong += pinned[1] != r;
    cudaDeviceSynchronize();
  }

  // The kernel runs before the host sets what it waits for.
  wait_and_add<<<1, n, 0, stream>>>(flags + 2, pinned + 2, a);
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  pinned[2] = 100;
  std::atomic_thread_fence(std::memory_order_release);
  seen[2] = 1;
  cudaStreamSynchronize(stream);
  int h[n];
  cudaMemcpy(h, a, sizeof(h), cudaMemcpyDeviceToHost);
  for (int i = 0; i < n; ++i) wrong += h[i] != 100 + i;

  fill<<<1, n, 0, stream>>>(9, managed);
  while (cudaStreamQuery(0) == cudaErrorNotReady) {
  }
  wrong += managed[3] != 9 || cudaGetLastError() != cudaSuccess;
  fill<<<1, n, 0, stream>>>(10, managed);
  cudaStreamSynchronize(0);
  wrong += managed[3] != 10;

  cudaStreamDestroy(stream);
  cudaFree(a);
  cudaFree(managed);
  cudaFreeHost(pinned);
  cudaFreeHost(flags);
  return wrong != 0;
}
