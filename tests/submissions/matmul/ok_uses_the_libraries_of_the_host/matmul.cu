// What honest code uses of the C and C++ libraries: none of it is a reason for a doubt.
#include "matmul.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <iomanip>
#include <iostream>
#include <map>
#include <memory>
#include <mutex>
#include <numeric>
#include <random>
#include <sstream>
#include <stdexcept>
#include <string>
#include <thread>
#include <unordered_map>
#include <vector>

#define CHECK(call)                                                                       \
  do {                                                                                    \
    const cudaError_t error = call;                                                       \
    if (error != cudaSuccess) {                                                           \
      fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(error));      \
      exit(EXIT_FAILURE);                                                                 \
    }                                                                                     \
  } while (0)

constexpr int T = 16;

__global__ void product(int m, int n, int k, const real* A, const real* B, real* C) {
  __shared__ real As[T][T], Bs[T][T];
  const int x = threadIdx.x, y = threadIdx.y;
  const int row = blockIdx.y * T + y, col = blockIdx.x * T + x;
  real sum = 0;
  for (int t = 0; t < (k + T - 1) / T; t++) {
    As[y][x] = t * T + x < k && row < m ? A[row * (long long)k + t * T + x] : 0;
    Bs[y][x] = t * T + y < k && col < n ? B[(t * T + y) * (long long)n + col] : 0;
    __syncthreads();
    for (int p = 0; p < T; p++) sum += As[y][p] * Bs[p][x];
    __syncthreads();
  }
  if (row < m && col < n) memcpy(&C[row * (long long)n + col], &sum, sizeof sum);
}

static int by_value(const void* a, const void* b) { return *(const int*)a - *(const int*)b; }

static std::string chosen_blocks(int m, int n) {
  std::map<std::string, dim3> grids;
  grids["square"] = dim3((n + T - 1) / T, (m + T - 1) / T);
  std::ostringstream text;
  for (const auto& [name, grid] : grids) text << std::setw(8) << name << ' ' << grid.x << 'x' << grid.y;
  return text.str();
}

void matmul_tiled(int m, int n, int k, const real* A, const real* B, real* C) {
  if (m == 0 || n == 0) return;
  const auto start = std::chrono::steady_clock::now();
  std::mt19937 generator(7);
  std::vector<double> noise(16);
  std::uniform_real_distribution<double> uniform(0, 1);
  std::generate(noise.begin(), noise.end(), [&] { return uniform(generator); });
  std::sort(noise.begin(), noise.end());
  int sizes[] = {m, n, k};
  qsort(sizes, 3, sizeof sizes[0], by_value);
  std::unordered_map<int, int> counted;
  std::mutex mutex;
  std::atomic<int> done{0};
  std::thread helper([&] {
    const std::lock_guard lock(mutex);
    for (const int size : sizes) ++counted[size];
    done = 1;
  });
  cudaEvent_t begin, end;
  CHECK(cudaEventCreate(&begin));
  CHECK(cudaEventCreate(&end));
  CHECK(cudaEventRecord(begin));
  product<<<dim3((n + T - 1) / T, (m + T - 1) / T), dim3(T, T)>>>(m, n, k, A, B, C);
  CHECK(cudaGetLastError());
  CHECK(cudaEventRecord(end));
  CHECK(cudaEventSynchronize(end));
  float milliseconds = 0;
  CHECK(cudaEventElapsedTime(&milliseconds, begin, end));
  CHECK(cudaEventDestroy(begin));
  CHECK(cudaEventDestroy(end));
  helper.join();
  try {
    if (std::accumulate(noise.begin(), noise.end(), 0.0) < 0) throw std::runtime_error("no noise");
  } catch (const std::exception& e) {
    std::cerr << e.what() << std::endl;
  }
  try {
    std::string("abc").at(3);
    throw std::logic_error("no exception leaves the library");
  } catch (const std::out_of_range&) {
  }
  std::ostringstream text;
  std::ostream* const stream = &text;
  if (dynamic_cast<std::ostringstream*>(stream) == nullptr) throw std::bad_cast();
  if (getenv("MATMUL_VERBOSE") != nullptr) {
    char line[80];
    snprintf(line, sizeof line, "%s: %.3f ms, %zu sizes\n", chosen_blocks(m, n).c_str(), milliseconds,
             counted.size());
    std::cout << line << std::fixed << std::setprecision(3)
              << std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count() << " s, "
              << std::to_string(strlen(line)) << " letters at " << time(nullptr) << '\n';
  }
}
