// Copies that fill arrays of the host to the last byte, of every kind of memory that programs use
// for them.
#include <cuda_runtime.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <memory>
#include <string>
#include <vector>

constexpr int n = 64;
__device__ int symbol[n];
int global[n];
static int table[8][8];
thread_local int of_thread[n];

struct Image {
  int width, height;
  int pixels[n];
};
struct Result {
  float mean;
  int count;
};

__global__ void fill(int* a) { a[threadIdx.x] = symbol[threadIdx.x] = threadIdx.x; }

template <class Container>
int last_of(Container& c, const int* device) {
  cudaMemcpy(&c[0], device, n * sizeof(int), cudaMemcpyDeviceToHost);
  return c[n - 1];
}

class Buffer {
 public:
  explicit Buffer(size_t count) : host_(new int[count]), count_(count) {}
  ~Buffer() { delete[] host_; }
  Buffer(const Buffer&) = delete;
  void fetch(const int* device) {
    cudaMemcpy(host_, device, count_ * sizeof(int), cudaMemcpyDeviceToHost);
  }
  int last() const { return host_[count_ - 1]; }

 private:
  int* host_;
  size_t count_;
};

__attribute__((noinline)) int through_a_pointer(int* host, const int* device, int count) {
  cudaMemcpy(host, device, count * sizeof(int), cudaMemcpyDeviceToHost);
  return host[count - 1];
}

int main(int argc, char**) {
  int *device, sum = 0;
  cudaMalloc(&device, n * sizeof(int));
  fill<<<1, n>>>(device);
  int* by_malloc = (int*)malloc(n * sizeof(int));
  sum += last_of(by_malloc, device);
  by_malloc = (int*)realloc(by_malloc, 2 * n * sizeof(int));
  cudaMemcpy(by_malloc + n, device, n * sizeof(int), cudaMemcpyDeviceToHost);
  sum += by_malloc[2 * n - 1];
  free(by_malloc);
  for (int round = 1; round <= 64; ++round) {  // blocks of other sizes at the same addresses
    char* some = (char*)malloc(4 * round);
    cudaMemcpy(some, device, 4 * round, cudaMemcpyDeviceToHost);
    free(some);
  }
  int* aligned = (int*)aligned_alloc(64, n * sizeof(int));
  sum += last_of(aligned, device);
  free(aligned);
  void* page = nullptr;
  if (posix_memalign(&page, 4096, n * sizeof(int)) == 0)
    sum += through_a_pointer((int*)page, device, n);
  free(page);

  std::vector<int> v(n), grown;
  sum += last_of(v, device);
  grown.reserve(2 * n);
  grown.resize(n);
  sum += last_of(grown, device);
  grown.resize(2 * n);
  cudaMemcpy(grown.data() + n, device, n * sizeof(int), cudaMemcpyDeviceToHost);
  std::vector<std::vector<int>> rows(4, std::vector<int>(n / 4));
  for (int r = 0; r < 4; ++r)
    cudaMemcpy(rows[r].data(), device + r * n / 4, n, cudaMemcpyDeviceToHost);
  std::string text(n * sizeof(int), ' ');
  cudaMemcpy(&text[0], device, text.size(), cudaMemcpyDeviceToHost);
  std::map<int, std::unique_ptr<int[]>> all;
  for (int i = 0; i < 8; ++i) {
    all[i] = std::make_unique<int[]>(n);
    sum += through_a_pointer(all[i].get(), device, n);
  }
  Buffer buffer(n);
  buffer.fetch(device);

  int local[n], matrix[8][8], many[argc + n];
  std::array<int, n> standard;
  Image image{8, 8, {}}, *on_heap = new Image;
  Result result{};
  sum += last_of(local, device) + last_of(standard, device) + through_a_pointer(many, device, n);
  cudaMemcpy(matrix, device, sizeof(matrix), cudaMemcpyDeviceToHost);
  cudaMemcpy(&matrix[7], device, sizeof(matrix[7]), cudaMemcpyDeviceToHost);
  cudaMemcpy(image.pixels, device, sizeof(image.pixels), cudaMemcpyDeviceToHost);
  cudaMemcpy(&on_heap->pixels, device, sizeof(on_heap->pixels), cudaMemcpyDeviceToHost);
  cudaMemcpy(&image, device, sizeof(int), cudaMemcpyDeviceToHost);
  cudaMemcpy(&result, device, sizeof(result), cudaMemcpyDeviceToHost);
  cudaMemcpy(&result.count, device + 5, sizeof(int), cudaMemcpyDeviceToHost);
  sum += through_a_pointer(global, device, n) + through_a_pointer(&table[0][0], device, n) +
         through_a_pointer(of_thread, device, n);
  cudaMemcpyFromSymbol(global, symbol, sizeof(global));
  cudaMemcpyToSymbol(symbol, table, sizeof(table));
  cudaMemcpy2D(table, 32, device, 32, 32, 8, cudaMemcpyDeviceToHost);
  cudaMemcpy2D(&table[0][4], 32, device, 32, 16, 8, cudaMemcpyDeviceToHost);
  cudaMemcpyAsync(device, v.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  const int constant[4] = {1, 2, 3, 4};
  cudaMemcpy(device, constant, sizeof(constant), cudaMemcpyHostToDevice);
  cudaMemcpy(device, "text", 5, cudaMemcpyHostToDevice);
  cudaDeviceSynchronize();
  printf("%d %d %d\n", sum, buffer.last(), image.pixels[0] + on_heap->pixels[1] + matrix[7][7]);
  delete on_heap;
  cudaFree(device);
  return 0;
}
