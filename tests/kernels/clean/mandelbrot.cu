// Loops of very different lengths beside each other, and nothing shared: divergence alone.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void mandelbrot(int width, int height, int most, unsigned char* out) {
  const int px = blockIdx.x * blockDim.x + threadIdx.x, py = blockIdx.y * blockDim.y + threadIdx.y;
  if (px >= width || py >= height) return;
  const float x = -2 + 3.0f * px / width, y = -1 + 2.0f * py / height;
  float re = 0, im = 0;
  int k = 0;
  while (k < most && re * re + im * im < 4) {
    const float t = re * re - im * im + x;
    im = 2 * re * im + y;
    re = t;
    ++k;
  }
  out[py * width + px] = k;
}

int main() {
  const int width = 50, height = 34, most = 60;
  static unsigned char h[width * height];
  unsigned char* out;
  cudaMalloc(&out, sizeof(h));
  mandelbrot<<<dim3(7, 5), dim3(8, 8)>>>(width, height, most, out);
  cudaMemcpy(h, out, sizeof(h), cudaMemcpyDeviceToHost);
  cudaFree(out);
  int inside = 0;
  for (unsigned char k : h) inside += k == most;
  return inside < 200 || inside > 600 || h[0] > 2;
}
