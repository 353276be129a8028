// As device-copy, but the copy from y to x runs in a stream of its own, beside the next sweep,
// which does not wait for it: in place of Jacobi's iteration this is a chaotic one (chaotic.h),
// somewhere between Gauss–Seidel and Jacobi, and other numbers in every run. What it teaches:
// overlapping a copy that takes microseconds gains little, the events cost as much, and the price
// is a result that nobody can reproduce. It is judged by its distance from the solution.
#include "chaotic.h"

void streams(int n, int iterations, const real* A, const real* b, real* x, int block_size) {
  if (n == 0) return;
  DeviceSystem device = to_device(n, A, b);
  // Streams made like this begin after what the default stream was given before, to_device, and the
  // copy in to_host waits for both.
  cudaStream_t sweeps = nullptr;
  cudaStream_t copies = nullptr;
  cudaEvent_t swept = nullptr;
  cudaEvent_t copied[2] = {};
  CHECK(cudaStreamCreate(&sweeps));
  CHECK(cudaStreamCreate(&copies));
  for (cudaEvent_t* event : {&swept, &copied[0], &copied[1]}) {
    CHECK(cudaEventCreateWithFlags(event, cudaEventDisableTiming));
  }
  for (int sweep = 0; sweep < iterations; ++sweep) {
    // The copy of the sweep before the last is complete, that of the last one is on its way: so
    // what this sweep reads is at most two sweeps old.
    CHECK(cudaStreamWaitEvent(sweeps, copied[sweep % 2], 0));
    chaotic_kernel<<<parts(n, block_size), block_size, 0, sweeps>>>(n, 0, n, device.A, device.b,
                                                                    device.x, device.y);
    CHECK(cudaGetLastError());
    CHECK(cudaEventRecord(swept, sweeps));
    CHECK(cudaStreamWaitEvent(copies, swept, 0));
    CHECK(cudaMemcpyAsync(device.x, device.y, n * sizeof(real), cudaMemcpyDeviceToDevice, copies));
    CHECK(cudaEventRecord(copied[sweep % 2], copies));
  }
  to_host(n, device, x);
  for (cudaEvent_t event : {swept, copied[0], copied[1]}) CHECK(cudaEventDestroy(event));
  CHECK(cudaStreamDestroy(sweeps));
  CHECK(cudaStreamDestroy(copies));
}
