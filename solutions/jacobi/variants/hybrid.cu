// streams and swap together: vectors that swap roles in place of copies, and two streams that do
// not wait for each other's sweeps. Each stream has half of the rows and reads of the other half
// what is there: usually the last sweep, sometimes the next or the one three back (chaotic.h). A
// slow half does not hold up the other, and two small launches share the GPU. Judged by its
// distance from the solution, as streams.
#include "chaotic.h"

void hybrid(int n, int iterations, const real* A, const real* b, real* x, int block_size) {
  if (n == 0) return;
  DeviceSystem device = to_device(n, A, b);
  CHECK(cudaMemset(device.y, 0, n * sizeof(real)));  // read by a half that is ahead of the other
  const int first_row[2] = {0, parts(n, 2)};
  const int rows[2] = {parts(n, 2), n / 2};
  // Streams made like this begin after what the default stream was given before, to_device, and the
  // copy in to_host waits for both.
  cudaStream_t half[2] = {};
  cudaEvent_t swept[2][2] = {};  // by half, and by odd and even sweep
  for (int h = 0; h < 2; ++h) {
    CHECK(cudaStreamCreate(&half[h]));
    for (cudaEvent_t& event : swept[h]) {
      CHECK(cudaEventCreateWithFlags(&event, cudaEventDisableTiming));
    }
  }
  for (int sweep = 0; sweep < iterations; ++sweep) {
    // The other half's sweep before the last is complete. If its last one is not, this sweep still
    // finds the values of two sweeps before that in their place, since there are two vectors.
    for (int h = 0; h < 2; ++h) CHECK(cudaStreamWaitEvent(half[h], swept[1 - h][sweep % 2], 0));
    for (int h = 0; h < 2; ++h) {
      if (rows[h] == 0) continue;
      chaotic_kernel<<<parts(rows[h], block_size), block_size, 0, half[h]>>>(
          n, first_row[h], rows[h], device.A, device.b, device.x, device.y);
      CHECK(cudaGetLastError());
      CHECK(cudaEventRecord(swept[h][sweep % 2], half[h]));
    }
    std::swap(device.x, device.y);
  }
  to_host(n, device, x);
  for (int h = 0; h < 2; ++h) {
    for (const cudaEvent_t event : swept[h]) CHECK(cudaEventDestroy(event));
    CHECK(cudaStreamDestroy(half[h]));
  }
}
