// Streams and events: what is ordered, what is asynchronous.
#include "expect.h"

using expect::Device;

__global__ void add(int* x, int value) { *x += value; }
__global__ void multiply(int* x, int value) { *x *= value; }
__global__ void slow_set(int* x, int value, long long cycles) {
  const long long start = clock64();
  while (clock64() - start < cycles) {
  }
  *x = value;
}

constexpr long long a_while = 5000000;

TEST(AStreamKeepsItsOrder) {
  Device<int> x(std::vector<int>(1, 1));
  cudaStream_t s;
  EXPECT_EQ(cudaStreamCreate(&s), cudaSuccess);
  add<<<1, 1, 0, s>>>(x.data, 2);
  multiply<<<1, 1, 0, s>>>(x.data, 5);
  add<<<1, 1, 0, s>>>(x.data, 1);
  EXPECT_EQ(cudaStreamSynchronize(s), cudaSuccess);
  EXPECT_EQ(cudaStreamDestroy(s), cudaSuccess);
  EXPECT_EQ(x.get()[0], 16);
}

TEST(EventsOrderStreams) {
  Device<int> x(std::vector<int>(1, 0));
  cudaStream_t a, b;
  cudaEvent_t e;
  cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
  EXPECT_EQ(cudaEventCreate(&e), cudaSuccess);
  slow_set<<<1, 1, 0, a>>>(x.data, 10, a_while);
  EXPECT_EQ(cudaEventRecord(e, a), cudaSuccess);
  EXPECT_EQ(cudaStreamWaitEvent(b, e, 0), cudaSuccess);
  multiply<<<1, 1, 0, b>>>(x.data, 3);
  EXPECT_EQ(cudaStreamSynchronize(b), cudaSuccess);
  EXPECT_EQ(x.get()[0], 30);
  cudaEventDestroy(e);
  cudaStreamDestroy(a);
  cudaStreamDestroy(b);
}

TEST(TheLegacyStreamOrdersBlockingStreams) {
  Device<int> x(std::vector<int>(1, 0));
  cudaStream_t a, b;
  cudaStreamCreate(&a);
  cudaStreamCreate(&b);
  slow_set<<<1, 1, 0, a>>>(x.data, 4, a_while);
  multiply<<<1, 1>>>(x.data, 3);
  add<<<1, 1, 0, b>>>(x.data, 1);
  EXPECT_EQ(cudaStreamSynchronize(b), cudaSuccess);
  EXPECT_EQ(x.get()[0], 13);
  cudaStreamDestroy(a);
  cudaStreamDestroy(b);
}

TEST(ABlockingCopyWaitsForTheDefaultStream) {
  Device<int> x(std::vector<int>(1, 0));
  slow_set<<<1, 1>>>(x.data, 77, a_while);
  int r = 0;
  EXPECT_EQ(cudaMemcpy(&r, x.data, 4, cudaMemcpyDeviceToHost), cudaSuccess);
  EXPECT_EQ(r, 77);
}

TEST(PageableSourcesAreStaged) {
  std::vector<int> v(1000, 5);
  Device<int> d(1000);
  cudaStream_t s;
  cudaStreamCreate(&s);
  EXPECT_EQ(cudaMemcpyAsync(d.data, v.data(), 4000, cudaMemcpyHostToDevice, s), cudaSuccess);
  std::fill(v.begin(), v.end(), 6);
  EXPECT_EQ(cudaStreamSynchronize(s), cudaSuccess);
  for (int x : d.get()) EXPECT_EQ(x, 5);
  std::vector<int> back(1000, 0);
  EXPECT_EQ(cudaMemcpyAsync(back.data(), d.data, 4000, cudaMemcpyDeviceToHost, s), cudaSuccess);
  EXPECT_EQ(cudaStreamSynchronize(s), cudaSuccess);
  EXPECT(back == std::vector<int>(1000, 5));
  cudaStreamDestroy(s);
}

TEST(KernelArgumentsAreCopiedAtTheLaunch) {
  Device<int> x(std::vector<int>(1, 0));
  int value = 3;
  add<<<1, 1>>>(x.data, value);
  value = 100;
  EXPECT_EQ(x.get()[0], 3);
}

TEST(EventsMeasureTime) {
  Device<int> x(1);
  cudaEvent_t start, stop, never;
  cudaEventCreate(&start);
  cudaEventCreate(&stop);
  cudaEventCreate(&never);
  cudaEventRecord(start);
  slow_set<<<1, 1>>>(x.data, 1, a_while);
  cudaEventRecord(stop);
  EXPECT_EQ(cudaEventSynchronize(stop), cudaSuccess);
  float ms = -1;
  EXPECT_EQ(cudaEventElapsedTime(&ms, start, stop), cudaSuccess);
  EXPECT(ms > 0.5f && ms < 2000);
  EXPECT_EQ(cudaEventQuery(stop), cudaSuccess);
  EXPECT_EQ(cudaEventElapsedTime(&ms, start, never), cudaErrorInvalidResourceHandle);
  EXPECT_EQ(cudaGetLastError(), cudaErrorInvalidResourceHandle);
  cudaEventDestroy(start);
  cudaEventDestroy(stop);
  cudaEventDestroy(never);
}

TEST(QueriesEndWhenTheWorkDoes) {
  Device<int> x(std::vector<int>(1, 0));
  cudaStream_t s;
  cudaStreamCreate(&s);
  slow_set<<<1, 1, 0, s>>>(x.data, 9, a_while);
  cudaError_t e = cudaStreamQuery(s);
  EXPECT_EQ(e, cudaErrorNotReady);
  while ((e = cudaStreamQuery(s)) == cudaErrorNotReady) {
  }
  EXPECT_EQ(e, cudaSuccess);
  cudaGetLastError();
  EXPECT_EQ(x.get()[0], 9);
  cudaStreamDestroy(s);
}

TEST(HostFunctionsRunInOrder) {
  int* x = nullptr;
  cudaMallocHost(&x, 4);
  *x = 0;
  cudaStream_t s;
  cudaStreamCreate(&s);
  slow_set<<<1, 1, 0, s>>>(x, 20, a_while);
  cudaLaunchHostFunc(
      s, [](void* p) { *static_cast<int*>(p) += 1; }, x);
  multiply<<<1, 1, 0, s>>>(x, 2);
  cudaStreamAddCallback(
      s, [](cudaStream_t, cudaError_t e, void* p) { *static_cast<int*>(p) += e == cudaSuccess; }, x,
      0);
  EXPECT_EQ(cudaStreamSynchronize(s), cudaSuccess);
  EXPECT_EQ(*x, 43);
  cudaStreamDestroy(s);
  cudaFreeHost(x);
}

TEST(ManyLaunchesWithoutWaiting) {
  Device<int> x(std::vector<int>(1, 0));
  for (int i = 0; i < 5000; ++i) add<<<1, 1>>>(x.data, 1);
  EXPECT_EQ(x.get()[0], 5000);
}
