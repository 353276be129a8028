// A kernel may begin before the one ahead of it is over, whose results it reads.
#include <cuda_runtime.h>

__global__ void scale(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  cudaTriggerProgrammaticLaunchCompletion();
  if (i < n) out[i] = 2 * in[i];  // OTHER
}

__global__ void add_up(const float* in, const float* weights, float* sum, int n) {
  __shared__ float part[128];
  const int t = threadIdx.x;
  float mine = 0;
  for (int i = t; i < n; i += 128) {
    const float weight = weights[i];  // nobody writes to these
    mine += weight * in[i];           // FINDING race.dependent-launch
  }
  part[t] = mine;
  __syncthreads();
  if (t > 0) return;
  float total = 0;
  for (int k = 0; k < 128; ++k) total += part[k];
  *sum = total;
}

int main() {
  const int n = 256;
  float *in, *out, *weights, *sum;
  cudaMalloc(&in, n * sizeof(float));
  cudaMalloc(&out, n * sizeof(float));
  cudaMalloc(&weights, n * sizeof(float));
  cudaMalloc(&sum, sizeof(float));
  cudaMemset(in, 0, n * sizeof(float));
  cudaMemset(weights, 0, n * sizeof(float));
  scale<<<2, 128>>>(in, out, n);
  cudaLaunchAttribute overlap[1];
  overlap[0].id = cudaLaunchAttributeProgrammaticStreamSerialization;
  overlap[0].val.programmaticStreamSerializationAllowed = 1;
  cudaLaunchConfig_t launch = {};
  launch.gridDim = dim3(1);
  launch.blockDim = dim3(128);
  launch.attrs = overlap;
  launch.numAttrs = 1;
  cudaLaunchKernelEx(&launch, add_up, (const float*)out, (const float*)weights, sum, n);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
  cudaFree(weights);
  cudaFree(sum);
  return 0;
}
