// Arrays, copies in two and three dimensions, textures with their filters and addresses, surfaces.
#include <cmath>

#include "expect.h"

using expect::Device;

std::vector<float> ramp(int n) {
  std::vector<float> v(n);
  for (int i = 0; i < n; ++i) v[i] = static_cast<float>((i * 37) % 101);
  return v;
}

cudaTextureDesc description(cudaTextureAddressMode mode, cudaTextureFilterMode filter,
                            bool normalized) {
  cudaTextureDesc d = {};
  d.addressMode[0] = d.addressMode[1] = d.addressMode[2] = mode;
  d.filterMode = filter;
  d.readMode = cudaReadModeElementType;
  d.normalizedCoords = normalized;
  return d;
}

cudaResourceDesc of_array(cudaArray_t array) {
  cudaResourceDesc r = {};
  r.resType = cudaResourceTypeArray;
  r.res.array.array = array;
  return r;
}

__global__ void fetch_linear(cudaTextureObject_t t, int n, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = tex1Dfetch<float>(t, i - 2);
}

TEST(FetchesFromLinearMemory) {
  const std::vector<float> v = ramp(100);
  Device<float> in(v), out(104);
  cudaResourceDesc r = {};
  r.resType = cudaResourceTypeLinear;
  r.res.linear.devPtr = in.data;
  r.res.linear.desc = cudaCreateChannelDesc<float>();
  r.res.linear.sizeInBytes = 400;
  const cudaTextureDesc d = description(cudaAddressModeClamp, cudaFilterModePoint, false);
  cudaTextureObject_t t = 0;
  EXPECT_EQ(cudaCreateTextureObject(&t, &r, &d, nullptr), cudaSuccess);
  fetch_linear<<<2, 64>>>(t, 104, out.data);
  const auto got = out.get();
  for (int i = 0; i < 104; ++i) EXPECT_EQ(got[i], i < 2 || i >= 102 ? 0.0f : v[i - 2]);
  EXPECT_EQ(cudaDestroyTextureObject(t), cudaSuccess);
}

__global__ void look(cudaTextureObject_t t, int n, const float2* at, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = tex2D<float>(t, at[i].x, at[i].y);
}

int address(int i, int n, cudaTextureAddressMode mode) {
  if (mode == cudaAddressModeClamp) return std::min(std::max(i, 0), n - 1);
  if (mode == cudaAddressModeBorder) return i < 0 || i >= n ? -1 : i;
  const int period = mode == cudaAddressModeMirror ? 2 * n : n;
  i = ((i % period) + period) % period;
  return i < n ? i : period - 1 - i;
}

void check_2d(cudaTextureAddressMode mode, cudaTextureFilterMode filter, bool normalized) {
  const int w = 13, h = 7, n = 256;
  const std::vector<float> v = ramp(w * h);
  const cudaChannelFormatDesc channels = cudaCreateChannelDesc<float>();
  cudaArray_t array;
  EXPECT_EQ(cudaMallocArray(&array, &channels, w, h), cudaSuccess);
  EXPECT_EQ(cudaMemcpy2DToArray(array, 0, 0, v.data(), w * 4, w * 4, h, cudaMemcpyHostToDevice),
            cudaSuccess);
  const cudaResourceDesc r = of_array(array);
  const cudaTextureDesc d = description(mode, filter, normalized);
  cudaTextureObject_t t = 0;
  EXPECT_EQ(cudaCreateTextureObject(&t, &r, &d, nullptr), cudaSuccess);
  std::vector<float2> at(n);
  for (int i = 0; i < n; ++i) {
    // In sixteenths, so that the weights are exact; not on the border between two texels.
    const float x = static_cast<float>(i * 29 % 400 - 90) / 16 + 1.0f / 32;
    const float y = static_cast<float>(i * 53 % 240 - 60) / 16 + 1.0f / 32;
    at[i] = normalized ? make_float2(x / w, y / h) : make_float2(x, y);
  }
  Device<float2> places(at);
  Device<float> out(n);
  look<<<2, 128>>>(t, n, places.data, out.data);
  const auto got = out.get();
  const auto texel = [&](int x, int y) {
    x = address(x, w, mode);
    y = address(y, h, mode);
    return x < 0 || y < 0 ? 0.0f : v[y * w + x];
  };
  for (int i = 0; i < n; ++i) {
    const float x = at[i].x * (normalized ? w : 1), y = at[i].y * (normalized ? h : 1);
    float expected;
    if (filter == cudaFilterModePoint) {
      expected = texel(static_cast<int>(std::floor(x)), static_cast<int>(std::floor(y)));
    } else {
      const float bx = x - 0.5f, by = y - 0.5f;
      const int ix = static_cast<int>(std::floor(bx)), iy = static_cast<int>(std::floor(by));
      const float a = bx - ix, b = by - iy;
      expected = (1 - a) * (1 - b) * texel(ix, iy) + a * (1 - b) * texel(ix + 1, iy) +
                 (1 - a) * b * texel(ix, iy + 1) + a * b * texel(ix + 1, iy + 1);
    }
    // Weights have eight bits.
    EXPECT(std::fabs(got[i] - expected) <= (filter == cudaFilterModePoint ? 0.0f : 1.0f));
  }
  EXPECT_EQ(cudaDestroyTextureObject(t), cudaSuccess);
  EXPECT_EQ(cudaFreeArray(array), cudaSuccess);
}

TEST(AddressesAndFilters) {
  for (const auto filter : {cudaFilterModePoint, cudaFilterModeLinear}) {
    check_2d(cudaAddressModeClamp, filter, false);
    check_2d(cudaAddressModeBorder, filter, false);
    check_2d(cudaAddressModeClamp, filter, true);
    check_2d(cudaAddressModeWrap, filter, true);
    check_2d(cudaAddressModeMirror, filter, true);
    check_2d(cudaAddressModeBorder, filter, true);
  }
}

__global__ void bytes_as_floats(cudaTextureObject_t t, float4* out) {
  out[threadIdx.x] = tex1D<float4>(t, threadIdx.x + 0.5f);
}

TEST(NormalisedValuesOfBytes) {
  std::vector<uchar4> v(16);
  for (int i = 0; i < 16; ++i)
    v[i] = make_uchar4(static_cast<unsigned char>(i), static_cast<unsigned char>(16 * i), 255, 51);
  const cudaChannelFormatDesc channels = cudaCreateChannelDesc<uchar4>();
  EXPECT_EQ(channels.x, 8);
  EXPECT_EQ(channels.w, 8);
  cudaArray_t array;
  cudaMallocArray(&array, &channels, 16);
  cudaMemcpy2DToArray(array, 0, 0, v.data(), 64, 64, 1, cudaMemcpyHostToDevice);
  const cudaResourceDesc r = of_array(array);
  cudaTextureDesc d = description(cudaAddressModeClamp, cudaFilterModePoint, false);
  d.readMode = cudaReadModeNormalizedFloat;
  cudaTextureObject_t t = 0;
  cudaCreateTextureObject(&t, &r, &d, nullptr);
  Device<float4> out(16);
  bytes_as_floats<<<1, 16>>>(t, out.data);
  const auto got = out.get();
  for (int i = 0; i < 16; ++i) {
    EXPECT(std::fabs(got[i].x - i / 255.0f) < 1e-6f);
    EXPECT(std::fabs(got[i].y - 16 * i / 255.0f) < 1e-6f);
    EXPECT_EQ(got[i].z, 1.0f);
    EXPECT(std::fabs(got[i].w - 0.2f) < 1e-6f);
  }
  cudaDestroyTextureObject(t);
  cudaFreeArray(array);
}

__global__ void volume(cudaTextureObject_t t, int w, int h, int depth, float* out) {
  const int i = threadIdx.x;
  if (i >= w * h * depth) return;
  out[i] = tex3D<float>(t, i % w + 0.5f, i / w % h + 0.5f, i / w / h + 0.5f) +
           1000 * tex3D<float>(t, i % w + 1.0f, i / w % h + 0.5f, i / w / h + 0.5f);
}

TEST(AVolume) {
  const int w = 5, h = 4, depth = 3;
  const std::vector<float> v = ramp(w * h * depth);
  const cudaChannelFormatDesc channels = cudaCreateChannelDesc<float>();
  cudaArray_t array;
  EXPECT_EQ(cudaMalloc3DArray(&array, &channels, make_cudaExtent(w, h, depth)), cudaSuccess);
  cudaMemcpy3DParms p = {};
  p.srcPtr = make_cudaPitchedPtr(const_cast<float*>(v.data()), w * 4, w, h);
  p.dstArray = array;
  p.extent = make_cudaExtent(w, h, depth);
  p.kind = cudaMemcpyHostToDevice;
  EXPECT_EQ(cudaMemcpy3D(&p), cudaSuccess);
  const cudaResourceDesc r = of_array(array);
  const cudaTextureDesc d = description(cudaAddressModeClamp, cudaFilterModeLinear, false);
  cudaTextureObject_t t = 0;
  EXPECT_EQ(cudaCreateTextureObject(&t, &r, &d, nullptr), cudaSuccess);
  Device<float> out(w * h * depth);
  volume<<<1, 64>>>(t, w, h, depth, out.data);
  const auto got = out.get();
  for (int i = 0; i < w * h * depth; ++i) {
    const float next = i % w + 1 < w ? v[i + 1] : v[i];
    EXPECT_EQ(got[i], v[i] + 1000 * (0.5f * v[i] + 0.5f * next));
  }
  cudaDestroyTextureObject(t);
  cudaFreeArray(array);
}

__global__ void layers(cudaTextureObject_t t, int w, int h, float* out) {
  const int i = threadIdx.x;
  out[blockIdx.x * w * h + i] = tex2DLayered<float>(t, i % w + 0.5f, i / w + 0.5f, blockIdx.x);
}

TEST(Layers) {
  const int w = 6, h = 5, count = 3;
  const std::vector<float> v = ramp(w * h * count);
  const cudaChannelFormatDesc channels = cudaCreateChannelDesc<float>();
  cudaArray_t array;
  EXPECT_EQ(cudaMalloc3DArray(&array, &channels, make_cudaExtent(w, h, count), cudaArrayLayered),
            cudaSuccess);
  cudaMemcpy3DParms p = {};
  p.srcPtr = make_cudaPitchedPtr(const_cast<float*>(v.data()), w * 4, w, h);
  p.dstArray = array;
  p.extent = make_cudaExtent(w, h, count);
  p.kind = cudaMemcpyHostToDevice;
  EXPECT_EQ(cudaMemcpy3D(&p), cudaSuccess);
  const cudaResourceDesc r = of_array(array);
  const cudaTextureDesc d = description(cudaAddressModeWrap, cudaFilterModePoint, false);
  cudaTextureObject_t t = 0;
  cudaCreateTextureObject(&t, &r, &d, nullptr);
  Device<float> out(w * h * count);
  layers<<<count, w * h>>>(t, w, h, out.data);
  EXPECT(out.get() == v);
  cudaDestroyTextureObject(t);
  cudaFreeArray(array);
}

__global__ void turn(cudaSurfaceObject_t from, cudaSurfaceObject_t to, int w, int h) {
  const int x = threadIdx.x, y = threadIdx.y;
  if (x >= w || y >= h) return;
  float v;
  surf2Dread(&v, from, x * 4, y);
  v += surf2Dread<float>(from, x * 4 + 4 * w, y, cudaBoundaryModeZero);
  surf2Dwrite(v, to, (w - 1 - x) * 4, h - 1 - y);
}

TEST(Surfaces) {
  const int w = 12, h = 9;
  const std::vector<float> v = ramp(w * h);
  const cudaChannelFormatDesc channels = cudaCreateChannelDesc<float>();
  cudaArray_t a, b;
  cudaMallocArray(&a, &channels, w, h, cudaArraySurfaceLoadStore);
  cudaMallocArray(&b, &channels, w, h, cudaArraySurfaceLoadStore);
  cudaMemcpy2DToArray(a, 0, 0, v.data(), w * 4, w * 4, h, cudaMemcpyHostToDevice);
  const cudaResourceDesc ra = of_array(a), rb = of_array(b);
  cudaSurfaceObject_t from, to;
  EXPECT_EQ(cudaCreateSurfaceObject(&from, &ra), cudaSuccess);
  EXPECT_EQ(cudaCreateSurfaceObject(&to, &rb), cudaSuccess);
  turn<<<1, dim3(16, 16)>>>(from, to, w, h);
  std::vector<float> got(w * h);
  EXPECT_EQ(cudaMemcpy2DFromArray(got.data(), w * 4, b, 0, 0, w * 4, h, cudaMemcpyDeviceToHost),
            cudaSuccess);
  for (int i = 0; i < w * h; ++i) EXPECT_EQ(got[i], v[w * h - 1 - i]);
  cudaDestroySurfaceObject(from);
  cudaDestroySurfaceObject(to);
  cudaFreeArray(a);
  cudaFreeArray(b);
}

__global__ void add_index(cudaPitchedPtr p, int w, int h, int depth) {
  for (int z = 0; z < depth; ++z)
    for (int y = threadIdx.y; y < h; y += blockDim.y)
      for (int x = threadIdx.x; x < w; x += blockDim.x) {
        char* const row = static_cast<char*>(p.ptr) + (z * h + y) * p.pitch;
        reinterpret_cast<int*>(row)[x] += (z * h + y) * w + x;
      }
}

TEST(CopiesInThreeDimensions) {
  const int w = 10, h = 6, depth = 4;
  cudaPitchedPtr p;
  const cudaExtent extent = make_cudaExtent(w * 4, h, depth);
  EXPECT_EQ(cudaMalloc3D(&p, extent), cudaSuccess);
  EXPECT_EQ(cudaMemset3D(p, 0, extent), cudaSuccess);
  add_index<<<1, dim3(8, 8)>>>(p, w, h, depth);
  std::vector<int> got(w * h * depth, -1);
  cudaMemcpy3DParms all = {};
  all.srcPtr = p;
  all.dstPtr = make_cudaPitchedPtr(got.data(), w * 4, w, h);
  all.extent = extent;
  all.kind = cudaMemcpyDeviceToHost;
  EXPECT_EQ(cudaMemcpy3D(&all), cudaSuccess);
  for (int i = 0; i < w * h * depth; ++i) EXPECT_EQ(got[i], i);
  // A box out of the middle.
  std::vector<int> part(3 * 2 * 2, -1);
  cudaMemcpy3DParms box = {};
  box.srcPtr = p;
  box.srcPos = make_cudaPos(4 * 4, 3, 1);
  box.dstPtr = make_cudaPitchedPtr(part.data(), 3 * 4, 3, 2);
  box.extent = make_cudaExtent(3 * 4, 2, 2);
  box.kind = cudaMemcpyDeviceToHost;
  EXPECT_EQ(cudaMemcpy3D(&box), cudaSuccess);
  for (int i = 0; i < 12; ++i)
    EXPECT_EQ(part[i], ((1 + i / 6) * h + 3 + i / 3 % 2) * w + 4 + i % 3);
  box.srcPos = make_cudaPos(0, h - 1, 0);
  EXPECT(cudaMemcpy3D(&box) != cudaSuccess || h > 1);
  cudaGetLastError();
  cudaFree(p.ptr);
}

TEST(WhatTheHostAsksOfArrays) {
  const cudaChannelFormatDesc channels =
      cudaCreateChannelDesc(16, 16, 0, 0, cudaChannelFormatKindSigned);
  cudaArray_t array;
  EXPECT_EQ(cudaMallocArray(&array, &channels, 20, 10, cudaArraySurfaceLoadStore), cudaSuccess);
  cudaChannelFormatDesc d;
  cudaExtent e;
  unsigned flags = 0;
  EXPECT_EQ(cudaArrayGetInfo(&d, &e, &flags, array), cudaSuccess);
  EXPECT_EQ(d.y, 16);
  EXPECT_EQ(d.z, 0);
  EXPECT_EQ(e.width, 20u);
  EXPECT_EQ(e.height, 10u);
  EXPECT_EQ(flags, static_cast<unsigned>(cudaArraySurfaceLoadStore));
  short2 value = make_short2(3, -4), back = make_short2(0, 0);
  EXPECT_EQ(cudaMemcpy2DToArray(array, 19 * 4, 9, &value, 4, 4, 1, cudaMemcpyHostToDevice),
            cudaSuccess);
  EXPECT_EQ(cudaMemcpy2DFromArray(&back, 4, array, 19 * 4, 9, 4, 1, cudaMemcpyDeviceToHost),
            cudaSuccess);
  EXPECT_EQ(back.y, -4);
  EXPECT_EQ(cudaMemcpy2DToArray(array, 20 * 4, 9, &value, 4, 4, 1, cudaMemcpyHostToDevice),
            cudaErrorInvalidValue);
  EXPECT_EQ(cudaGetLastError(), cudaErrorInvalidValue);
  EXPECT_EQ(cudaFreeArray(array), cudaSuccess);
}
