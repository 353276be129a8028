// Graphs of kernels that are added by hand, memory pools, and what programs ask of streams, devices
// and functions.
#include <string>

#include "expect.h"

using expect::Device;

__global__ void scale(int n, float* v, float by) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) v[i] *= by;
}

__global__ void add(int n, float* v, const float* w) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) v[i] += w[i];
}

cudaKernelNodeParams node_of(void* kernel, int n, void** args) {
  cudaKernelNodeParams p = {};
  p.func = kernel;
  p.gridDim = dim3((n + 63) / 64);
  p.blockDim = dim3(64);
  p.kernelParams = args;
  return p;
}

TEST(AGraphOfKernelsByHand) {
  int n = 100;
  float by = 3;
  Device<float> v(std::vector<float>(n, 2)), w(std::vector<float>(n, 1)), result(n);
  cudaGraph_t graph;
  EXPECT_EQ(cudaGraphCreate(&graph, 0), cudaSuccess);
  void* scale_args[] = {&n, &v.data, &by};
  void* add_args[] = {&n, &v.data, &w.data};
  cudaKernelNodeParams first = node_of((void*)scale, n, scale_args);
  const cudaKernelNodeParams second = node_of((void*)add, n, add_args);
  cudaGraphNode_t a, b, c;
  EXPECT_EQ(cudaGraphAddKernelNode(&a, graph, nullptr, 0, &first), cudaSuccess);
  EXPECT_EQ(cudaGraphAddKernelNode(&b, graph, &a, 1, &second), cudaSuccess);
  cudaMemcpy3DParms copy = {};
  copy.srcPtr = make_cudaPitchedPtr(v.data, n * 4, n, 1);
  copy.dstPtr = make_cudaPitchedPtr(result.data, n * 4, n, 1);
  copy.extent = make_cudaExtent(n * 4, 1, 1);
  copy.kind = cudaMemcpyDeviceToDevice;
  EXPECT_EQ(cudaGraphAddMemcpyNode(&c, graph, &b, 1, &copy), cudaSuccess);
  cudaGraphNodeType type;
  EXPECT_EQ(cudaGraphNodeGetType(a, &type), cudaSuccess);
  EXPECT_EQ(type, cudaGraphNodeTypeKernel);
  cudaKernelNodeParams told = {};
  EXPECT_EQ(cudaGraphKernelNodeGetParams(b, &told), cudaSuccess);
  EXPECT_EQ(told.gridDim.x, 2u);
  by = 100;  // the arguments were taken when the node was made
  cudaGraphExec_t exec;
  EXPECT_EQ(cudaGraphInstantiate(&exec, graph, 0), cudaSuccess);
  EXPECT_EQ(cudaGraphLaunch(exec, nullptr), cudaSuccess);
  for (const float x : result.get()) EXPECT_EQ(x, 7.0f);
  EXPECT_EQ(cudaGraphLaunch(exec, nullptr), cudaSuccess);
  for (const float x : result.get()) EXPECT_EQ(x, 22.0f);
  by = 0.5f;
  first.kernelParams = scale_args;
  EXPECT_EQ(cudaGraphExecKernelNodeSetParams(exec, a, &first), cudaSuccess);
  EXPECT_EQ(cudaGraphLaunch(exec, nullptr), cudaSuccess);
  for (const float x : result.get()) EXPECT_EQ(x, 12.0f);
  EXPECT_EQ(cudaGraphExecDestroy(exec), cudaSuccess);
  EXPECT_EQ(cudaGraphDestroy(graph), cudaSuccess);
}

TEST(MemoryPools) {
  int device = 0;
  cudaGetDevice(&device);
  cudaMemPool_t pool, own;
  EXPECT_EQ(cudaDeviceGetDefaultMemPool(&pool, device), cudaSuccess);
  unsigned long long threshold = 1 << 20, read = 0;
  EXPECT_EQ(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &threshold),
            cudaSuccess);
  EXPECT_EQ(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &read), cudaSuccess);
  EXPECT_EQ(read, threshold);
  cudaMemPoolProps props = {};
  props.allocType = cudaMemAllocationTypePinned;
  props.location.type = cudaMemLocationTypeDevice;
  props.location.id = device;
  EXPECT_EQ(cudaMemPoolCreate(&own, &props), cudaSuccess);
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  float *a, *b;
  EXPECT_EQ(cudaMallocFromPoolAsync(&a, 4096, own, stream), cudaSuccess);
  EXPECT_EQ(cudaMallocAsync(&b, 400, stream), cudaSuccess);
  EXPECT_EQ(cudaMemPoolGetAttribute(own, cudaMemPoolAttrUsedMemCurrent, &read), cudaSuccess);
  EXPECT(read >= 4096);
  cudaMemsetAsync(b, 0, 400, stream);
  add<<<2, 64, 0, stream>>>(100, b, b);
  EXPECT_EQ(cudaFreeAsync(a, stream), cudaSuccess);
  EXPECT_EQ(cudaFreeAsync(b, stream), cudaSuccess);
  EXPECT_EQ(cudaStreamSynchronize(stream), cudaSuccess);
  EXPECT_EQ(cudaMemPoolGetAttribute(own, cudaMemPoolAttrUsedMemCurrent, &read), cudaSuccess);
  EXPECT_EQ(read, 0u);
  EXPECT_EQ(cudaMemPoolTrimTo(own, 0), cudaSuccess);
  EXPECT_EQ(cudaMemPoolDestroy(own), cudaSuccess);
  cudaStreamDestroy(stream);
}

TEST(WhatStreamsTell) {
  int least = 0, greatest = 0, priority = 7;
  EXPECT_EQ(cudaDeviceGetStreamPriorityRange(&least, &greatest), cudaSuccess);
  cudaStream_t a, b;
  EXPECT_EQ(cudaStreamCreateWithPriority(&a, cudaStreamNonBlocking, greatest), cudaSuccess);
  EXPECT_EQ(cudaStreamCreate(&b), cudaSuccess);
  EXPECT_EQ(cudaStreamGetPriority(a, &priority), cudaSuccess);
  EXPECT_EQ(priority, greatest);
  EXPECT_EQ(cudaStreamGetPriority(b, &priority), cudaSuccess);
  EXPECT_EQ(priority, 0);
  unsigned flags = 9;
  EXPECT_EQ(cudaStreamGetFlags(a, &flags), cudaSuccess);
  EXPECT_EQ(flags, static_cast<unsigned>(cudaStreamNonBlocking));
  EXPECT_EQ(cudaStreamGetFlags(b, &flags), cudaSuccess);
  EXPECT_EQ(flags, static_cast<unsigned>(cudaStreamDefault));
  unsigned long long id_a = 0, id_b = 0;
  cudaStreamGetId(a, &id_a);
  cudaStreamGetId(b, &id_b);
  EXPECT(id_a != id_b);
  cudaStreamDestroy(a);
  cudaStreamDestroy(b);
}

TEST(WhatDevicesTell) {
  char text[32] = {};
  int device = -1;
  EXPECT_EQ(cudaDeviceGetPCIBusId(text, sizeof text, 0), cudaSuccess);
  EXPECT_EQ(cudaDeviceGetByPCIBusId(&device, text), cudaSuccess);
  EXPECT_EQ(device, 0);
  int count = 0, value = -1;
  cudaGetDeviceCount(&count);
  if (count > 1) {
    EXPECT_EQ(cudaDeviceGetP2PAttribute(&value, cudaDevP2PAttrAccessSupported, 0, 1), cudaSuccess);
    EXPECT(value == 0 || value == 1);
  }
  EXPECT_EQ(cudaDeviceGetP2PAttribute(&value, cudaDevP2PAttrAccessSupported, 0, 0),
            cudaErrorInvalidDevice);
  EXPECT_EQ(cudaGetLastError(), cudaErrorInvalidDevice);
}

TEST(SharedMemoryThatIsLeft) {
  size_t one = 0, four = 0;
  EXPECT_EQ(cudaOccupancyAvailableDynamicSMemPerBlock(&one, scale, 1, 128), cudaSuccess);
  EXPECT_EQ(cudaOccupancyAvailableDynamicSMemPerBlock(&four, scale, 16, 128), cudaSuccess);
  EXPECT(one >= four);
  EXPECT(four > 0);
}
