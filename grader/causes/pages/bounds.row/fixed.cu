// The days of a month: row 1 is for leap years.
#include <cstdio>

__constant__ int days[2][12] = {
    {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31},
    {31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31}};

__global__ void look_up(int leap, const int* month, int* out) {
  int t = threadIdx.x;
  out[t] = days[leap][month[t] - 1];
}

int main() {
  int *month, *out;
  cudaMallocManaged(&month, 12 * sizeof(int));
  cudaMallocManaged(&out, 12 * sizeof(int));
  for (int i = 0; i < 12; ++i) month[i] = i + 1;  // January is 1
  look_up<<<1, 12>>>(0, month, out);
  cudaDeviceSynchronize();
  printf("%d %d\n", out[0], out[1]);  // should print 31 28
  cudaFree(month);
  cudaFree(out);
}
