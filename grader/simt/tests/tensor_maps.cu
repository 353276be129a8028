// Copies of a tensor's boxes by inline PTX: all ranks, swizzles, what lies outside, and the maps
// that the driver refuses.
#include <cmath>

#include "tensor_maps.cuh"

using expect::Device;
using tensors::At;
using tensors::Tensor;

// Brings a box into shared memory and hands on what stands there then.
__global__ void fetch(const __grid_constant__ CUtensorMap map, int rank, At at, unsigned bytes,
                      unsigned offset, unsigned* out, unsigned words) {
#if __CUDA_ARCH__ >= 900
  extern __shared__ __align__(1024) unsigned char tile[];
  __shared__ unsigned long long bar;
  for (unsigned i = threadIdx.x; i < words; i += blockDim.x)
    reinterpret_cast<unsigned*>(tile)[i] = 0xdddddddd;
  if (threadIdx.x == 0) tensors::init(&bar, 1);
  tensors::fence();
  __syncthreads();
  if (threadIdx.x == 0) {
    asm volatile("prefetch.tensormap [%0];" ::"l"(&map));
    tensors::expect(&bar, bytes);
    tensors::load(rank, tile + offset, &map, at, &bar);
  }
  tensors::wait(&bar, 0);
  for (unsigned i = threadIdx.x; i < words; i += blockDim.x)
    out[i] = reinterpret_cast<unsigned*>(tile)[i];
#endif
}

std::vector<unsigned> fetched(const Tensor& t, void* data, const std::vector<int>& at,
                              unsigned offset = 0) {
  const unsigned bytes = t.box_bytes(), words = (offset + bytes + 3) / 4;
  Device<unsigned> out(words);
  At place{};
  for (std::size_t d = 0; d < at.size(); ++d) place.c[d] = at[d];
  fetch<<<1, 32, words * 4>>>(t.map(data), static_cast<int>(at.size()), place, bytes, offset,
                              out.data, words);
  return out.get();
}

void expect_box(const Tensor& t, const std::vector<unsigned>& values, void* data,
                const std::vector<int>& at) {
  const std::vector<unsigned> got = fetched(t, data, at);
  t.for_box(at,
            [&](unsigned i, long long word) { EXPECT_EQ(got[i], word < 0 ? 0 : values[word]); });
}

TEST(BoxesOfAllRanks) {
  if (!tensors::device_has_tensor_copies()) return;
  const std::vector<unsigned> values = tensors::numbers(12 * 6 * 5 * 4 * 3);
  Device<unsigned> data(values);
  const std::vector<cuuint64_t> size{12, 6, 5, 4, 3};
  const std::vector<cuuint32_t> box{8, 3, 2, 3, 2};
  for (int rank = 1; rank <= 5; ++rank) {
    const Tensor t{{size.begin(), size.begin() + rank}, {box.begin(), box.begin() + rank}};
    expect_box(t, values, data.data, std::vector<int>(rank, 0));
    expect_box(t, values, data.data, std::vector<int>(rank, 1));
    expect_box(t, values, data.data, std::vector<int>(rank, -1));
    expect_box(t, values, data.data, std::vector<int>(rank, 2));
    expect_box(t, values, data.data, std::vector<int>(rank, 100));
    expect_box(t, values, data.data, std::vector<int>(rank, -100));
  }
}

TEST(RowsFarApartAndOddSizes) {
  if (!tensors::device_has_tensor_copies()) return;
  const std::vector<unsigned> values = tensors::numbers(20 * 9);
  Device<unsigned> data(values);
  Tensor t{{17, 9}, {12, 4}};
  t.pitch = 80;
  for (int x : {-7, 0, 3, 9, 16}) expect_box(t, values, data.data, {x, 7});
}

TEST(EverySecondAndThirdRow) {
  if (!tensors::device_has_tensor_copies()) return;
  const std::vector<unsigned> values = tensors::numbers(8 * 20 * 3);
  Device<unsigned> data(values);
  for (cuuint32_t step : {2u, 3u}) {
    const Tensor t{{8, 20, 3}, {4, 8, 2}, {1, step, 1}};
    expect_box(t, values, data.data, {0, 0, 0});
    expect_box(t, values, data.data, {4, 5, 1});
  }
}

unsigned swizzled(unsigned at, CUtensorMapSwizzle swizzle) {
  if (swizzle == CU_TENSOR_MAP_SWIZZLE_128B) return at ^ (at >> 7 & 7) << 4;
  if (swizzle == CU_TENSOR_MAP_SWIZZLE_64B) return at ^ (at >> 7 & 3) << 4;
  return at ^ (at >> 7 & 1) << 4;
}

TEST(SwizzlesOfAllSpans) {
  if (!tensors::device_has_tensor_copies()) return;
  const std::vector<unsigned> values = tensors::numbers(40 * 40);
  Device<unsigned> data(values);
  for (const CUtensorMapSwizzle swizzle :
       {CU_TENSOR_MAP_SWIZZLE_32B, CU_TENSOR_MAP_SWIZZLE_64B, CU_TENSOR_MAP_SWIZZLE_128B})
    for (const unsigned offset : {0u, 1024u, 256u})
      for (const int x : {0, -3, 36}) {
        Tensor t{{40, 40}, {4u << swizzle, 24}};
        t.swizzle = swizzle;
        const std::vector<unsigned> got = fetched(t, data.data, {x, 1}, offset);
        t.for_box({x, 1}, [&](unsigned i, long long word) {
          EXPECT_EQ(got[swizzled(offset + 4 * i, swizzle) / 4], word < 0 ? 0 : values[word]);
        });
      }
}

TEST(NaNsOutside) {
  if (!tensors::device_has_tensor_copies()) return;
  Device<float> data(std::vector<float>(16, 1.5f));
  Tensor t{{8, 2}, {8, 2}};
  t.type = CU_TENSOR_MAP_DATA_TYPE_FLOAT32;
  t.fill = CU_TENSOR_MAP_FLOAT_OOB_FILL_NAN_REQUEST_ZERO_FMA;
  const std::vector<unsigned> got = fetched(t, data.data, {-4, 1});
  t.for_box({-4, 1}, [&](unsigned i, long long word) {
    float value;
    std::memcpy(&value, &got[i], sizeof value);
    EXPECT(word < 0 ? std::isnan(value) : value == 1.5f);
  });
}

TEST(ElementsOfOneToEightBytes) {
  if (!tensors::device_has_tensor_copies()) return;
  struct Case {
    CUtensorMapDataType type;
    unsigned element;
  };
  const std::vector<unsigned> values = tensors::numbers(64 * 4, 0x01020304);
  Device<unsigned> data(values);
  const auto* const bytes = reinterpret_cast<const unsigned char*>(values.data());
  for (const Case& c :
       {Case{CU_TENSOR_MAP_DATA_TYPE_UINT8, 1}, Case{CU_TENSOR_MAP_DATA_TYPE_UINT16, 2},
        Case{CU_TENSOR_MAP_DATA_TYPE_INT32, 4}, Case{CU_TENSOR_MAP_DATA_TYPE_INT64, 8},
        Case{CU_TENSOR_MAP_DATA_TYPE_UINT64, 8}}) {
    Tensor t{{256 / c.element, 4}, {32 / c.element, 2}};
    t.type = c.type;
    t.element = c.element;
    const std::vector<unsigned> got = fetched(t, data.data, {3, 1});
    for (unsigned i = 0; i < 64; ++i)
      EXPECT_EQ(reinterpret_cast<const unsigned char*>(got.data())[i],
                bytes[(1 + i / 32) * 256 + 3 * c.element + i % 32]);
  }
}

// Stores a tile of consecutive numbers.
__global__ void put(const __grid_constant__ CUtensorMap map, int rank, At at, unsigned words) {
#if __CUDA_ARCH__ >= 900
  extern __shared__ __align__(1024) unsigned numbers[];
  for (unsigned i = threadIdx.x; i < words; i += blockDim.x) numbers[i] = 1000 + i;
  tensors::fence();
  __syncthreads();
  if (threadIdx.x == 0) {
    tensors::store(rank, &map, at, numbers);
    tensors::commit_and_wait();
  }
#endif
}

TEST(StoresLeaveOutWhatLiesOutside) {
  if (!tensors::device_has_tensor_copies()) return;
  const std::vector<cuuint64_t> size{12, 6, 5, 4, 3};
  const std::vector<cuuint32_t> box{8, 3, 2, 3, 2};
  for (int rank = 1; rank <= 5; ++rank)
    for (const int place : {0, -1, 3}) {
      const Tensor t{{size.begin(), size.begin() + rank}, {box.begin(), box.begin() + rank}};
      std::vector<unsigned> expected(12 * 6 * 5 * 4 * 3, 7);
      Device<unsigned> data(expected);
      const std::vector<int> at(rank, place);
      t.for_box(at, [&](unsigned i, long long word) {
        if (word >= 0) expected[word] = 1000 + i;
      });
      put<<<1, 32, t.box_bytes()>>>(t.map(data.data), rank, {{place, place, place, place, place}},
                                    t.box_bytes() / 4);
      EXPECT(data.get() == expected);
    }
}

TEST(SwizzledStores) {
  if (!tensors::device_has_tensor_copies()) return;
  Tensor t{{32, 16}, {32, 16}};
  t.swizzle = CU_TENSOR_MAP_SWIZZLE_128B;
  Device<unsigned> data(32 * 16);
  put<<<1, 32, t.box_bytes()>>>(t.map(data.data), 2, {}, 32 * 16);
  const std::vector<unsigned> got = data.get();
  for (unsigned i = 0; i < 32 * 16; ++i)
    EXPECT_EQ(got[i], 1000 + swizzled(4 * i, CU_TENSOR_MAP_SWIZZLE_128B) / 4);
}

TEST(MapsThatAreRefused) {
  if (!tensors::device_has_tensor_copies()) return;
  Device<unsigned> data(64 * 64);
  alignas(64) CUtensorMap map[2];
  const Tensor right{{64, 64}, {32, 8}};
  const auto refused = [&](auto change, std::ptrdiff_t by = 0) {
    Tensor t = right;
    change(t);
    return t.encode(map, reinterpret_cast<char*>(data.data) + by) == CUDA_ERROR_INVALID_VALUE;
  };
  const auto nothing = [](Tensor&) {};
  EXPECT(!refused(nothing));
  EXPECT(!refused(nothing, 16));
  EXPECT(refused(nothing, 8));
  EXPECT(refused([](Tensor& t) { t.pitch = 264; }));
  EXPECT(refused([](Tensor& t) { t.pitch = cuuint64_t{1} << 40; }));
  EXPECT(refused([](Tensor& t) { t.size[1] = 0; }));
  EXPECT(refused([](Tensor& t) { t.box[1] = 0; }));
  EXPECT(refused([](Tensor& t) { t.box[1] = 257; }));
  EXPECT(refused([](Tensor& t) { t.box[0] = 3; }));
  EXPECT(refused([](Tensor& t) { t.steps[1] = 0; }));
  EXPECT(refused([](Tensor& t) { t.steps[1] = 9; }));
  EXPECT(!refused([](Tensor& t) { t.steps[1] = 8; }));
  EXPECT(!refused([](Tensor& t) { t.swizzle = CU_TENSOR_MAP_SWIZZLE_128B; }));
  EXPECT(refused([](Tensor& t) { t.swizzle = CU_TENSOR_MAP_SWIZZLE_64B; }));
  EXPECT(refused([](Tensor& t) { t.fill = CU_TENSOR_MAP_FLOAT_OOB_FILL_NAN_REQUEST_ZERO_FMA; }));
  EXPECT_EQ(static_cast<int>(right.encode(nullptr, data.data)), 1);
  EXPECT_EQ(static_cast<int>(right.encode(
                reinterpret_cast<CUtensorMap*>(reinterpret_cast<char*>(map) + 16), data.data)),
            1);
}
