// Adds up numbers that a kernel reads in the host's own array.
#include <cstdio>
#include <vector>

__global__ void add_up(const int* numbers, int n, int* sum) {
  int total = 0;
  for (int i = 0; i < n; ++i) total += numbers[i];
  *sum = total;
}

int sum_of(std::vector<int>& numbers, int* sum) {
  const int n = static_cast<int>(numbers.size());
  const auto bytes = numbers.size() * sizeof(int);
  cudaHostRegister(numbers.data(), bytes, 0);  // <- memory.registered
  int* mapped;
  cudaHostGetDevicePointer(&mapped, numbers.data(), 0);
  add_up<<<1, 1>>>(mapped, n, sum);
  cudaDeviceSynchronize();
  return *sum;
}

int main() {
  std::vector<int> numbers(32, 2);
  int* sum;
  cudaMallocManaged(&sum, sizeof(int));
  printf("%d\n", sum_of(numbers, sum));  // should print 64
  cudaFree(sum);
}
