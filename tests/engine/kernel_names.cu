// Kernels whose names other functions and variables have as well, and parameters that are
// references.
#include <algorithm>
#include <cstdlib>
#include <numeric>

#include "expect.h"

using namespace std;
using expect::Device;

__global__ void fill(float* a, float value, int n) {
  const int i = threadIdx.x;
  if (i < n) a[i] = value;
}
__global__ void swap(float* a, float* b) {
  const float old = *a;
  *a = *b;
  *b = old;
}
__global__ void max(const int* a, int n, int* most) {
  if (threadIdx.x < n) atomicMax(most, a[threadIdx.x]);
}
__global__ void div(const float* a, const float* b, float* c) { *c = *a / *b; }
template <class T>
__global__ void rotate(T* a, int by) {
  a[threadIdx.x] += by;
}
template <class T, int n>
__global__ void partition(T* a) {
  a[threadIdx.x] += n;
}

TEST(KernelsNamedAsFunctionsOfTheStandardLibrary) {
  Device<float> a(4), b(4);
  fill<<<1, 4>>>(a.data, 2.5f, 4);
  fill<<<1, 4>>>(b.data, 5, 4);
  swap<<<1, 1>>>(a.data, b.data);
  EXPECT_EQ(a.get()[0], 5);
  EXPECT_EQ(a.get()[3], 2.5f);
  div<<<1, 1>>>(a.data, b.data, a.data + 1);
  EXPECT_EQ(a.get()[1], 2);
  Device<int> numbers(std::vector<int>{3, 9, 4, 0});
  max<<<1, 3>>>(numbers.data, 3, numbers.data + 3);
  EXPECT_EQ(numbers.get()[3], 9);
  rotate<<<1, 4>>>(numbers.data, 1);
  rotate<int><<<1, 4>>>(numbers.data, 1);
  partition<int, 5><<<1, 4>>>(numbers.data);
  EXPECT_EQ(numbers.get()[0], 10);
  int host[] = {3, 1, 2};
  std::sort(host, host + 3);
  std::swap(host[0], host[2]);
  EXPECT_EQ(host[0], std::max(2, 3));
}

TEST(AddressesOfKernelsNamedAsFunctionsOfTheStandardLibrary) {
  Device<float> a(2);
  void (*kernel)(float*, float, int) = fill;
  kernel<<<1, 2>>>(a.data, 3, 2);
  EXPECT_EQ(a.get()[1], 3);
}

namespace lab {
using std::copy;
using std::fill;
__global__ void copy(float* from, float* to, int n, float scale) {
  if (threadIdx.x < n) to[threadIdx.x] = from[threadIdx.x] * scale;
}
void run(float* a) { copy<<<1, 2>>>(a, a + 2, 2, 3); }
}  // namespace lab

TEST(KernelBesideAUsingDeclaration) {
  Device<float> a(std::vector<float>{1, 2, 0, 0});
  lab::run(a.data);
  lab::copy<<<1, 1>>>(a.data, a.data + 2, 1, 7.f);
  EXPECT_EQ(a.get()[2], 7);
  EXPECT_EQ(a.get()[3], 6);
}

__global__ void count(int* p, int by) { atomicAdd(p, by); }
__global__ void reverse(int* p, int by) { atomicAdd(p, -by); }
void launch_parameter(void (*reverse)(int*, int), int* p) { reverse<<<1, 1>>>(p, 3); }
template <class Kernel>
void launch_deduced(Kernel count, int* p) {
  count<<<1, 1>>>(p, 2);
}
enum class Order { forward, reverse, count };

TEST(VariablesNamedAsKernels) {
  Device<int> p(std::vector<int>{0});
  launch_parameter(count, p.data);
  launch_deduced(::reverse, p.data);
  EXPECT_EQ(p.get()[0], 1);
  auto other = ::count;
  {
    auto reverse = other;
    reverse<<<1, 1>>>(p.data, 10);
  }
  EXPECT_EQ(p.get()[0], 11);
  int n = 1, count;
  count = n;
  const int sum = n + count, values[] = {n, count};
  EXPECT_EQ(sum, values[0] + values[1]);
  EXPECT_EQ(static_cast<int>(Order::count), 2);
}

struct Totals {
  float sum;
  int n;
};
__global__ void set(int& n, const int& from) { n = from + 1; }
__global__ void add_to(Totals& t, float (&values)[4]) { t.sum += values[t.n]; }
template <class T>
__global__ void set_to(T& x, T value) {
  x = value;
}
template <class T, class... U>
__global__ void read(const T& x, T* out, const U&... more) {
  *out = (x + ... + more);
}

TEST(ReferenceParameters) {
  Device<int> p(std::vector<int>{0, 4, 0, 0});
  set<<<1, 1>>>(p.data[0], p.data[1]);
  set_to<<<1, 1>>>(p.data[2], 9);
  set_to<int><<<1, 1>>>(p.data[3], 11);
  std::vector<int> r = p.get();
  EXPECT_EQ(r[0], 5);
  EXPECT_EQ(r[2], 9);
  EXPECT_EQ(r[3], 11);
  read<<<1, 1>>>(p.data[0], p.data + 1, p.data[2], p.data[3]);
  EXPECT_EQ(p.get()[1], 25);

  Device<Totals> t(std::vector<Totals>{{1, 2}});
  Device<float> values(std::vector<float>{1, 2, 3, 4});
  add_to<<<1, 1>>>(*t.data, *reinterpret_cast<float(*)[4]>(values.data));
  EXPECT_EQ(t.get()[0].sum, 4);

  int *n = p.data, *from = p.data + 1;
  void* arguments[] = {&n, &from};
  EXPECT_EQ(cudaLaunchKernel((const void*)set, dim3(1), dim3(1), arguments, 0, nullptr),
            cudaSuccess);
  EXPECT_EQ(p.get()[0], 26);
}
