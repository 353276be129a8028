// What is left in programs from debugging and profiling, and does no harm.
#include <cuda_profiler_api.h>
#include <cuda_runtime.h>
#include <nvtx3/nvToolsExt.h>

#include <cstdio>
#include <cstdlib>
#include <nvtx3/nvtx3.hpp>

#define CHECK(call)                                                                  \
  do {                                                                               \
    const cudaError_t error = (call);                                                \
    if (error != cudaSuccess) {                                                      \
      fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(error)); \
      exit(EXIT_FAILURE);                                                            \
    }                                                                                \
  } while (0)

__global__ void square(int n, float* a) {
  extern __shared__ float tile[];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i == 0) printf("%d threads in %d blocks\n", blockDim.x, gridDim.x);
  if (i < n) {
    tile[threadIdx.x] = a[i];
    printf("thread %d: %g\n", i, tile[threadIdx.x]);
    a[i] = tile[threadIdx.x] * tile[threadIdx.x];
  }
}

__global__ void hello() { printf("Hello from the GPU\n"); }

static void run(int n, float* device) {
  NVTX3_FUNC_RANGE();
  nvtx3::scoped_range range{"square"};
  square<<<(n + 255) / 256, 256, 256 * sizeof(float)>>>(n, device);
  CHECK(cudaGetLastError());
  CHECK(cudaDeviceSynchronize());
}

int main() {
  setvbuf(stdout, nullptr, _IONBF, 0);
  setenv("CUDA_LAUNCH_BLOCKING", "1", 1);
  int count = 0, device = 0, driver = 0, runtime = 0;
  CHECK(cudaGetDeviceCount(&count));
  CHECK(cudaSetDevice(0));
  CHECK(cudaGetDevice(&device));
  CHECK(cudaFree(0));
  cudaDeviceProp properties;
  CHECK(cudaGetDeviceProperties(&properties, device));
  CHECK(cudaDriverGetVersion(&driver));
  CHECK(cudaRuntimeGetVersion(&runtime));
  CHECK(cudaDeviceSetCacheConfig(cudaFuncCachePreferShared));
  CHECK(cudaFuncSetCacheConfig(square, cudaFuncCachePreferL1));
  CHECK(cudaFuncSetAttribute(square, cudaFuncAttributeMaxDynamicSharedMemorySize, 64 << 10));
  CHECK(cudaFuncSetAttribute(square, cudaFuncAttributePreferredSharedMemoryCarveout, 50));
  CHECK(cudaDeviceSetLimit(cudaLimitPrintfFifoSize, 2 << 20));
  CHECK(cudaDeviceSetLimit(cudaLimitStackSize, 4096));
  size_t free_bytes, all_bytes;
  CHECK(cudaMemGetInfo(&free_bytes, &all_bytes));
  printf("%s: %zu of %zu bytes are free\n", properties.name, free_bytes, all_bytes);
  fflush(stdout);

  nvtxNameOsThread(1, "main");
  nvtxRangePush("all of it");
  nvtxEventAttributes_t event = {};
  event.version = NVTX_VERSION;
  event.size = NVTX_EVENT_ATTRIB_STRUCT_SIZE;
  event.colorType = NVTX_COLOR_ARGB;
  event.color = 0xff00ff00;
  event.messageType = NVTX_MESSAGE_TYPE_ASCII;
  event.message.ascii = "set-up";
  nvtxRangePushEx(&event);
  CHECK(cudaProfilerStart());
  const int n = 1000;
  float host[n], *a;
  for (int i = 0; i < n; ++i) host[i] = i;
  CHECK(cudaMalloc(&a, sizeof(host)));
  CHECK(cudaMemcpy(a, host, sizeof(host), cudaMemcpyHostToDevice));
  cudaEvent_t start, stop;
  CHECK(cudaEventCreate(&start));
  CHECK(cudaEventCreate(&stop));
  CHECK(cudaEventRecord(start));
  run(n, a);
  hello<<<2, 2>>>();
  CHECK(cudaEventRecord(stop));
  CHECK(cudaEventSynchronize(stop));
  float milliseconds = 0;
  CHECK(cudaEventElapsedTime(&milliseconds, start, stop));
  CHECK(cudaMemcpy(host, a, sizeof(host), cudaMemcpyDeviceToHost));
  CHECK(cudaProfilerStop());
  nvtxRangePop();
  nvtxRangePop();
  nvtxMark("end");
  printf("%g\n", host[31]);
  CHECK(cudaEventDestroy(start));
  CHECK(cudaEventDestroy(stop));
  CHECK(cudaFree(a));
  CHECK(cudaDeviceReset());
  return 0;
}
