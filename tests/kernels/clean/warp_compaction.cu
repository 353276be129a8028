// Stream compaction in order: ballots within the warp, counts of the warps in shared memory.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void compact(int n, const int* in, int* out, int* count) {
  __shared__ int of_warp[4];
  const int t = threadIdx.x, lane = t % 32, warp = t / 32;
  int done = 0;
  for (int first = 0; first < n; first += blockDim.x) {
    const int i = first + t;
    const bool keep = i < n && in[i] % 2 == 0;
    const unsigned vote = __ballot_sync(0xffffffff, keep);
    if (lane == 0) of_warp[warp] = __popc(vote);
    __syncthreads();
    int before = done, all = 0;
    for (int w = 0; w < 4; ++w) {
      if (w < warp) before += of_warp[w];
      all += of_warp[w];
    }
    if (keep) out[before + __popc(vote & ((1u << lane) - 1))] = in[i];
    done += all;
    __syncthreads();
  }
  if (t == 0) *count = done;
}

int main() {
  const int n = 300;
  static int h[n], r[n];
  for (int i = 0; i < n; ++i) h[i] = (i * 7) % 23;
  int *in, *out;
  cudaMalloc(&in, sizeof(h));
  cudaMalloc(&out, sizeof(h));
  cudaMemcpy(in, h, sizeof(h), cudaMemcpyHostToDevice);
  int *count, kept = 0, found = 0, wrong = 0;
  cudaMalloc(&count, sizeof(int));
  compact<<<1, 128>>>(n, in, out, count);
  cudaMemcpy(&found, count, sizeof(int), cudaMemcpyDeviceToHost);
  cudaMemcpy(r, out, found * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
  cudaFree(count);
  for (int i = 0; i < n; ++i)
    if (h[i] % 2 == 0 && r[kept++] != h[i]) ++wrong;
  if (kept != found) ++wrong;
  return wrong != 0;
}
