// Right, and with host code that needs the system: threads, a lock, a condition, random numbers,
// clocks, an alarm, an exception, much memory. All of that a sandbox has to leave to it.
#include "matmul.h"
#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <future>
#include <iostream>
#include <mutex>
#include <random>
#include <sstream>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

__global__ void product(int m, int n, int k, const real* A, const real* B, real* C) {
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= m || j >= n) return;
  real sum = 0;
  for (int p = 0; p < k; p++) sum += A[i * k + p] * B[p * n + j];
  C[i * n + j] = sum;
}

static bool threads_work() {
  std::mutex mutex;
  std::condition_variable changed;
  int ready = 0;
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; t++)
    threads.emplace_back([&] {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
      std::lock_guard lock(mutex);
      ready++;
      changed.notify_all();
    });
  {
    std::unique_lock lock(mutex);
    changed.wait_for(lock, std::chrono::seconds(10), [&] { return ready == 4; });
  }
  for (auto& thread : threads) thread.join();
  auto later = std::async(std::launch::async, [] { return 42; });
  return ready == 4 && later.get() == 42 && std::thread::hardware_concurrency() > 0;
}

static bool rest_works() {
  std::vector<double> numbers(3 << 20);
  std::mt19937 random(std::random_device{}());
  for (double& number : numbers) number = std::uniform_real_distribution<>()(random);
  std::sort(numbers.begin(), numbers.begin() + 1000);
  int few[] = {3, 1, 2};
  std::qsort(few, 3, sizeof *few, [](const void* a, const void* b) { return *(const int*)a - *(const int*)b; });
  const auto start = std::chrono::steady_clock::now();
  const std::time_t today = std::time(nullptr);
  try {
    throw std::runtime_error("on purpose");
  } catch (const std::exception&) {
  }
  std::ostringstream words;
  words << few[0] << today;
  return few[0] == 1 && std::chrono::steady_clock::now() >= start && std::localtime(&today) != nullptr;
}

void matmul_naive(int m, int n, int k, const real* A, const real* B, real* C) {
  static const bool all = threads_work() && rest_works();
  if (!all || m == 0 || n == 0) return;
  product<<<dim3((n + 15) / 16, (m + 15) / 16), dim3(16, 16)>>>(m, n, k, A, B, C);
}
