// Arrays of layers and cube maps, as textures and as surfaces.
#include <cmath>

#include "expect.h"

using expect::Device;

#define OK(call) EXPECT_EQ(static_cast<int>(call), static_cast<int>(cudaSuccess))

// Of values up to 1009: weights are multiples of 1/256.
constexpr float nearly = 4;

static std::vector<float> ramp(int n) {
  std::vector<float> v(n);
  for (int i = 0; i < n; ++i) v[i] = static_cast<float>((i * 37) % 1009);
  return v;
}

// An array of that shape with these values; depth counts layers or faces.
class Array {
 public:
  Array(int width, int height, int depth, unsigned flags) : w_(width), h_(height), d_(depth) {
    const cudaChannelFormatDesc channels = cudaCreateChannelDesc<float>();
    OK(cudaMalloc3DArray(&array_, &channels, make_cudaExtent(width, height, depth), flags));
    resource_.resType = cudaResourceTypeArray;
    resource_.res.array.array = array_;
  }
  ~Array() {
    if (texture_) OK(cudaDestroyTextureObject(texture_));
    if (surface_) OK(cudaDestroySurfaceObject(surface_));
    OK(cudaFreeArray(array_));
  }
  void set(const std::vector<float>& v) {
    cudaMemcpy3DParms p = whole();
    p.srcPtr = make_cudaPitchedPtr(const_cast<float*>(v.data()), w_ * 4, w_, rows());
    p.dstArray = array_;
    p.kind = cudaMemcpyHostToDevice;
    OK(cudaMemcpy3D(&p));
  }
  std::vector<float> get() const {
    std::vector<float> v(w_ * rows() * d_, -1);
    cudaMemcpy3DParms p = whole();
    p.srcArray = array_;
    p.dstPtr = make_cudaPitchedPtr(v.data(), w_ * 4, w_, rows());
    p.kind = cudaMemcpyDeviceToHost;
    OK(cudaMemcpy3D(&p));
    return v;
  }
  cudaTextureObject_t texture(cudaTextureFilterMode filter, bool normalized,
                              bool seamless = false) {
    cudaTextureDesc d = {};
    for (cudaTextureAddressMode& mode : d.addressMode) mode = cudaAddressModeClamp;
    d.filterMode = filter;
    d.normalizedCoords = normalized;
    d.seamlessCubemap = seamless;
    if (texture_) OK(cudaDestroyTextureObject(texture_));
    OK(cudaCreateTextureObject(&texture_, &resource_, &d, nullptr));
    return texture_;
  }
  cudaSurfaceObject_t surface() {
    OK(cudaCreateSurfaceObject(&surface_, &resource_));
    return surface_;
  }

 private:
  int rows() const { return h_ == 0 ? 1 : h_; }
  cudaMemcpy3DParms whole() const {
    cudaMemcpy3DParms p = {};
    p.extent = make_cudaExtent(w_, rows(), d_);
    return p;
  }
  int w_, h_, d_;
  cudaArray_t array_ = nullptr;
  cudaResourceDesc resource_ = {};
  cudaTextureObject_t texture_ = 0;
  cudaSurfaceObject_t surface_ = 0;
};

__global__ void rows(cudaTextureObject_t t, int w, float shift, float* out) {
  out[blockIdx.x * w + threadIdx.x] = tex1DLayered<float>(t, threadIdx.x + shift, blockIdx.x);
}

TEST(RowsInLayers) {
  const int w = 16, layers = 5;
  const std::vector<float> v = ramp(w * layers);
  Array array(w, 0, layers, cudaArrayLayered);
  array.set(v);
  EXPECT(array.get() == v);
  Device<float> out(w * layers);
  rows<<<layers, w>>>(array.texture(cudaFilterModePoint, false), w, 0.5f, out.data);
  EXPECT(out.get() == v);
  // Between two texels of a layer; the last one has none behind it.
  rows<<<layers, w>>>(array.texture(cudaFilterModeLinear, false), w, 1.0f, out.data);
  const std::vector<float> got = out.get();
  for (int i = 0; i < w * layers; ++i) {
    const float next = i % w == w - 1 ? v[i] : v[i + 1];
    EXPECT(std::fabs(got[i] - (v[i] + next) / 2) < 1e-3f);
  }
}

__global__ void pictures(cudaTextureObject_t t, int w, int h, float* out) {
  const int x = threadIdx.x, y = threadIdx.y, layer = blockIdx.x;
  out[(layer * h + y) * w + x] = tex2DLayered<float>(t, (x + 0.5f) / w, (y + 1.0f) / h, layer);
}

TEST(PicturesInLayersAreFilteredEachByItself) {
  const int w = 6, h = 5, layers = 3;
  const std::vector<float> v = ramp(w * h * layers);
  Array array(w, h, layers, cudaArrayLayered);
  array.set(v);
  Device<float> out(w * h * (layers + 1));
  // One block more than there are layers: its layer is the last one.
  pictures<<<layers + 1, dim3(w, h)>>>(array.texture(cudaFilterModeLinear, true), w, h, out.data);
  const std::vector<float> got = out.get();
  for (int layer = 0; layer <= layers; ++layer)
    for (int y = 0; y < h; ++y)
      for (int x = 0; x < w; ++x) {
        const float* const from = v.data() + std::min(layer, layers - 1) * w * h;
        const float right = (from[y * w + x] + from[std::min(y + 1, h - 1) * w + x]) / 2;
        EXPECT(std::fabs(got[(layer * h + y) * w + x] - right) < nearly);
      }
}

// From the middle of a cube to the place (s, t) on a face, both from -1 to 1.
__device__ float3 direction(int face, float s, float t) {
  switch (face) {
    case 0:
      return make_float3(1, -t, -s);
    case 1:
      return make_float3(-1, -t, s);
    case 2:
      return make_float3(s, 1, t);
    case 3:
      return make_float3(s, -1, -t);
    case 4:
      return make_float3(s, -t, 1);
    default:
      return make_float3(-s, -t, -1);
  }
}

__global__ void faces(cudaTextureObject_t t, int n, float* out) {
  const int x = threadIdx.x, y = threadIdx.y, face = blockIdx.x;
  const float3 d = direction(face, (2 * x + 1.0f) / n - 1, (2 * y + 1.0f) / n - 1);
  // How long it is does not matter.
  out[(face * n + y) * n + x] = texCubemap<float>(t, 3 * d.x, 3 * d.y, 3 * d.z);
}

TEST(EachFaceOfACube) {
  const int n = 8;
  const std::vector<float> v = ramp(6 * n * n);
  Array array(n, n, 6, cudaArrayCubemap);
  array.set(v);
  Device<float> out(6 * n * n);
  for (const cudaTextureFilterMode filter : {cudaFilterModePoint, cudaFilterModeLinear}) {
    faces<<<6, dim3(n, n)>>>(array.texture(filter, true), n, out.data);
    const std::vector<float> got = out.get();
    for (int i = 0; i < 6 * n * n; ++i) EXPECT(std::fabs(got[i] - v[i]) < nearly);
  }
}

__global__ void faces_in_layers(cudaTextureObject_t t, int n, float* out) {
  const int x = threadIdx.x, y = threadIdx.y, face = blockIdx.x % 6, layer = blockIdx.x / 6;
  const float3 d = direction(face, (2 * x + 1.0f) / n - 1, (2 * y + 1.0f) / n - 1);
  out[(blockIdx.x * n + y) * n + x] = texCubemapLayered<float>(t, d.x, d.y, d.z, layer);
}

TEST(CubesInLayers) {
  const int n = 4, layers = 3;
  const std::vector<float> v = ramp(6 * layers * n * n);
  Array array(n, n, 6 * layers, cudaArrayCubemap | cudaArrayLayered);
  array.set(v);
  Device<float> out(6 * layers * n * n);
  faces_in_layers<<<6 * layers, dim3(n, n)>>>(array.texture(cudaFilterModePoint, true), n,
                                              out.data);
  EXPECT(out.get() == v);
}

// Where the faces towards x and z meet, at the height of each row.
__global__ void along_an_edge(cudaTextureObject_t t, int n, float* out) {
  const float y = (2 * threadIdx.x + 1.0f) / n - 1;
  out[threadIdx.x] = texCubemap<float>(t, 1, -y, 1);
}

TEST(AcrossTheEdgesOfACube) {
  const int n = 8;
  const std::vector<float> v = ramp(6 * n * n);
  Array array(n, n, 6, cudaArrayCubemap);
  array.set(v);
  Device<float> out(n);
  along_an_edge<<<1, n>>>(array.texture(cudaFilterModeLinear, true, true), n, out.data);
  const std::vector<float> got = out.get();
  for (int y = 0; y < n; ++y) {
    const float towards_x = v[(0 * n + y) * n], towards_z = v[(4 * n + y) * n + n - 1];
    EXPECT(std::fabs(got[y] - (towards_x + towards_z) / 2) < 2 * nearly);
  }
}

TEST(WhatIsNoCube) {
  const cudaChannelFormatDesc channels = cudaCreateChannelDesc<float>();
  cudaArray_t array;
  EXPECT_EQ(cudaMalloc3DArray(&array, &channels, make_cudaExtent(8, 4, 6), cudaArrayCubemap),
            cudaErrorInvalidValue);
  EXPECT_EQ(cudaMalloc3DArray(&array, &channels, make_cudaExtent(8, 8, 5), cudaArrayCubemap),
            cudaErrorInvalidValue);
  cudaGetLastError();
}

__global__ void write_rows(cudaSurfaceObject_t s, int layers) {
  for (int layer = 0; layer < layers; ++layer)
    surf1DLayeredwrite(layer * 100.0f + threadIdx.x, s, threadIdx.x * 4, layer);
}
__global__ void write_pictures(cudaSurfaceObject_t s) {
  const int x = threadIdx.x, y = threadIdx.y, layer = blockIdx.x;
  surf2DLayeredwrite(layer * 100.0f + y * 10 + x, s, x * 4, y, layer);
}
__global__ void add_to_pictures(cudaSurfaceObject_t s) {
  const int x = threadIdx.x, y = threadIdx.y, layer = blockIdx.x;
  const float v = surf2DLayeredread<float>(s, x * 4, y, layer);
  surf2DLayeredwrite(v + 0.5f, s, x * 4, y, layer);
}
__global__ void write_faces(cudaSurfaceObject_t s) {
  const int x = threadIdx.x, y = threadIdx.y, face = blockIdx.x;
  surfCubemapwrite(face * 100.0f + y * 10 + x, s, x * 4, y, face);
}
__global__ void turn_faces(cudaSurfaceObject_t s, float* out) {
  const int x = threadIdx.x, y = threadIdx.y, face = blockIdx.x, n = blockDim.x;
  float v;
  surfCubemapread(&v, s, x * 4, y, face);
  out[(face * n + y) * n + x] = v + surfCubemapread<float>(s, y * 4, x, face);
}
__global__ void write_faces_in_layers(cudaSurfaceObject_t s) {
  const int x = threadIdx.x, y = threadIdx.y, face = blockIdx.x;
  surfCubemapLayeredwrite(face * 100.0f + y * 10 + x, s, x * 4, y, face);
  const float v = surfCubemapLayeredread<float>(s, x * 4, y, face);
  surfCubemapLayeredwrite(v + 0.5f, s, x * 4, y, face);
}

TEST(SurfacesOfLayersAndFaces) {
  const int n = 4;
  const auto expected = [](int i) { return i / (n * n) * 100.0f + i / n % n * 10 + i % n; };
  Array one(8, 0, 3, cudaArrayLayered | cudaArraySurfaceLoadStore);
  write_rows<<<1, 8>>>(one.surface(), 3);
  std::vector<float> got = one.get();
  for (int i = 0; i < 24; ++i) EXPECT_EQ(got[i], i / 8 * 100.0f + i % 8);

  Array two(n, n, 3, cudaArrayLayered | cudaArraySurfaceLoadStore);
  const cudaSurfaceObject_t s = two.surface();
  write_pictures<<<3, dim3(n, n)>>>(s);
  add_to_pictures<<<3, dim3(n, n)>>>(s);
  got = two.get();
  for (int i = 0; i < 3 * n * n; ++i) EXPECT_EQ(got[i], expected(i) + 0.5f);

  Array cube(n, n, 6, cudaArrayCubemap | cudaArraySurfaceLoadStore);
  const cudaSurfaceObject_t c = cube.surface();
  Device<float> out(6 * n * n);
  write_faces<<<6, dim3(n, n)>>>(c);
  turn_faces<<<6, dim3(n, n)>>>(c, out.data);
  got = out.get();
  for (int i = 0; i < 6 * n * n; ++i)
    EXPECT_EQ(got[i], expected(i) + i / (n * n) * 100.0f + i % n * 10 + i / n % n);

  Array cubes(n, n, 12, cudaArrayCubemap | cudaArrayLayered | cudaArraySurfaceLoadStore);
  write_faces_in_layers<<<12, dim3(n, n)>>>(cubes.surface());
  got = cubes.get();
  for (int i = 0; i < 12 * n * n; ++i) EXPECT_EQ(got[i], expected(i) + 0.5f);
}
