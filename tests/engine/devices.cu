// Device queries, and two devices where there are two.
#include <sys/mman.h>

#include "expect.h"

using expect::Device;

TEST(Properties) {
  int count = 0, device = -1;
  EXPECT_EQ(cudaGetDeviceCount(&count), cudaSuccess);
  EXPECT(count >= 1);
  EXPECT_EQ(cudaGetDevice(&device), cudaSuccess);
  EXPECT_EQ(device, 0);
  cudaDeviceProp p;
  EXPECT_EQ(cudaGetDeviceProperties(&p, 0), cudaSuccess);
  EXPECT(p.name[0] != 0 && p.major >= 7 && p.multiProcessorCount > 0);
  EXPECT_EQ(p.warpSize, 32);
  EXPECT_EQ(p.maxThreadsPerBlock, 1024);
  EXPECT_EQ(p.sharedMemPerBlock, 49152u);
  EXPECT_EQ(p.totalConstMem, 65536u);
  int value = 0;
  EXPECT_EQ(cudaDeviceGetAttribute(&value, cudaDevAttrMultiProcessorCount, 0), cudaSuccess);
  EXPECT_EQ(value, p.multiProcessorCount);
  EXPECT_EQ(cudaDeviceGetAttribute(&value, cudaDevAttrMaxSharedMemoryPerBlockOptin, 0),
            cudaSuccess);
  EXPECT_EQ(static_cast<std::size_t>(value), p.sharedMemPerBlockOptin);
  EXPECT_EQ(cudaDeviceGetAttribute(&value, cudaDevAttrClockRate, 0), cudaSuccess);
  EXPECT(value > 100000);
}

TEST(AttributesOfEachDevice) {
  int count = 0, value = 0;
  cudaGetDeviceCount(&count);
  for (int device = 0; device < count; ++device) {
    cudaDeviceProp p;
    EXPECT_EQ(cudaGetDeviceProperties(&p, device), cudaSuccess);
    const auto expect_attribute = [&](cudaDeviceAttr which, long long property) {
      EXPECT_EQ(cudaDeviceGetAttribute(&value, which, device), cudaSuccess);
      EXPECT_EQ(value, property);
    };
    for (int i = 0; i < 3; ++i) {
      expect_attribute(static_cast<cudaDeviceAttr>(cudaDevAttrMaxBlockDimX + i),
                       p.maxThreadsDim[i]);
      expect_attribute(static_cast<cudaDeviceAttr>(cudaDevAttrMaxGridDimX + i), p.maxGridSize[i]);
    }
    expect_attribute(cudaDevAttrPciBusId, p.pciBusID);
    expect_attribute(cudaDevAttrWarpSize, p.warpSize);
    expect_attribute(cudaDevAttrTotalConstantMemory, static_cast<long long>(p.totalConstMem));
  }
  EXPECT_EQ(cudaDeviceGetAttribute(&value, static_cast<cudaDeviceAttr>(9999), 0),
            cudaErrorInvalidValue);
  EXPECT_EQ(cudaGetLastError(), cudaErrorInvalidValue);
}

TEST(DevicesThatAreNotThere) {
  cudaDeviceProp p;
  EXPECT_EQ(cudaSetDevice(99), cudaErrorInvalidDevice);
  EXPECT_EQ(cudaSetDevice(-1), cudaErrorInvalidDevice);
  EXPECT_EQ(cudaGetDeviceProperties(&p, 99), cudaErrorInvalidDevice);
  EXPECT_EQ(cudaGetLastError(), cudaErrorInvalidDevice);
}

TEST(ErrorNames) {
  EXPECT_EQ(std::string(cudaGetErrorName(cudaErrorInvalidValue)), "cudaErrorInvalidValue");
  EXPECT_EQ(std::string(cudaGetErrorString(cudaErrorInvalidValue)), "invalid argument");
  EXPECT_EQ(std::string(cudaGetErrorString(cudaSuccess)), "no error");
  EXPECT_EQ(std::string(cudaGetErrorString(cudaErrorIllegalAddress)),
            "an illegal memory access was encountered");
}

__global__ void copy_plus_one(int n, const int* in, int* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i] + 1;
}

static bool two_devices() {
  int count = 0, can = 0;
  cudaGetDeviceCount(&count);
  if (count >= 2) cudaDeviceCanAccessPeer(&can, 0, 1);
  if (!can) std::printf("skipped: two devices with peer access\n");
  return can != 0;
}

TEST(PeerAccess) {
  if (!two_devices()) return;
  const int n = 1000;
  std::vector<int> in(n);
  for (int i = 0; i < n; ++i) in[i] = i;
  cudaSetDevice(1);
  int* far = nullptr;
  EXPECT_EQ(cudaMalloc(&far, n * sizeof(int)), cudaSuccess);
  EXPECT_EQ(cudaMemcpy(far, in.data(), n * sizeof(int), cudaMemcpyHostToDevice), cudaSuccess);
  cudaSetDevice(0);
  EXPECT_EQ(cudaDeviceEnablePeerAccess(1, 0), cudaSuccess);
  EXPECT_EQ(cudaDeviceEnablePeerAccess(1, 0), cudaErrorPeerAccessAlreadyEnabled);
  EXPECT_EQ(cudaGetLastError(), cudaErrorPeerAccessAlreadyEnabled);
  Device<int> near_(n);
  copy_plus_one<<<8, 128>>>(n, far, near_.data);
  EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  EXPECT_EQ(near_.get()[999], 1000);
  EXPECT_EQ(cudaMemcpyPeer(far, 1, near_.data, 0, n * sizeof(int)), cudaSuccess);
  EXPECT_EQ(cudaMemcpy(in.data(), far, n * sizeof(int), cudaMemcpyDefault), cudaSuccess);
  EXPECT_EQ(in[0], 1);
  EXPECT_EQ(cudaDeviceDisablePeerAccess(1), cudaSuccess);
  EXPECT_EQ(cudaDeviceDisablePeerAccess(1), cudaErrorPeerAccessNotEnabled);
  cudaGetLastError();
  cudaFree(far);
}

// The engine keeps a kernel away from another device's memory by the processor's protection keys.
static bool memory_is_kept_apart() {
#if __has_include("simt/host.h")
  const int key = pkey_alloc(0, 0);
  if (key < 0) std::printf("skipped: no peer access (no memory protection keys here)\n");
  if (key >= 0) pkey_free(key);
  return key >= 0;
#else
  return true;
#endif
}

ISOLATED_TEST(NoPeerAccessWithoutAsking) {
  if (!two_devices() || !memory_is_kept_apart()) return;
  cudaSetDevice(1);
  int* far = nullptr;
  cudaMalloc(&far, 4096);
  cudaSetDevice(0);
  int* near_ = nullptr;
  cudaMalloc(&near_, 4096);
  copy_plus_one<<<1, 128>>>(128, far, near_);
  EXPECT_EQ(cudaDeviceSynchronize(), cudaErrorIllegalAddress);
}
