// Copies of a tensor's boxes by inline PTX: all ranks, swizzles, and what lies outside.
#include <cmath>

#include "tensor_boxes.cuh"

using expect::Device;
using tensors::fetched;
using tensors::put;
using tensors::swizzled;
using tensors::Tensor;

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
    for (const int place : {0, 1, -1, 2, 100, -100}) {
      std::vector<int> at(rank, place);
      at[0] *= 4;
      expect_box(t, values, data.data, at);
    }
  }
}

TEST(RowsFarApartAndOddSizes) {
  if (!tensors::device_has_tensor_copies()) return;
  const std::vector<unsigned> values = tensors::numbers(20 * 9);
  Device<unsigned> data(values);
  Tensor t{{17, 9}, {12, 4}};
  t.pitch = 80;
  for (int x : {-8, 0, 4, 8, 16}) expect_box(t, values, data.data, {x, 7});
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

TEST(SwizzlesOfAllSpans) {
  if (!tensors::device_has_tensor_copies()) return;
  const std::vector<unsigned> values = tensors::numbers(40 * 40);
  Device<unsigned> data(values);
  for (const CUtensorMapSwizzle swizzle :
       {CU_TENSOR_MAP_SWIZZLE_32B, CU_TENSOR_MAP_SWIZZLE_64B, CU_TENSOR_MAP_SWIZZLE_128B})
    for (const unsigned offset : {0u, 1024u, 256u})
      for (const int x : {0, -4, 36}) {
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
    const std::vector<unsigned> got = fetched(t, data.data, {static_cast<int>(16 / c.element), 1});
    for (unsigned i = 0; i < 64; ++i)
      EXPECT_EQ(reinterpret_cast<const unsigned char*>(got.data())[i],
                bytes[(1 + i / 32) * 256 + 16 + i % 32]);
  }
}

TEST(StoresLeaveOutWhatLiesOutside) {
  if (!tensors::device_has_tensor_copies()) return;
  const std::vector<cuuint64_t> size{12, 6, 5, 4, 3};
  const std::vector<cuuint32_t> box{8, 3, 2, 3, 2};
  for (int rank = 1; rank <= 5; ++rank)
    for (const int place : {0, 4}) {
      const Tensor t{{size.begin(), size.begin() + rank}, {box.begin(), box.begin() + rank}};
      std::vector<unsigned> expected(12 * 6 * 5 * 4 * 3, 7);
      Device<unsigned> data(expected);
      const std::vector<int> at(rank, place);
      t.for_box(at, [&](unsigned i, long long word) {
        if (word >= 0) expected[word] = 1000 + i;
      });
      put(t.map(data.data), at, tensors::numbers(t.box_bytes() / 4, 1000));
      EXPECT(data.get() == expected);
    }
}

TEST(SwizzledStores) {
  if (!tensors::device_has_tensor_copies()) return;
  Tensor t{{32, 16}, {32, 16}};
  t.swizzle = CU_TENSOR_MAP_SWIZZLE_128B;
  Device<unsigned> data(32 * 16);
  put(t.map(data.data), {0, 0}, tensors::numbers(32 * 16, 1000));
  const std::vector<unsigned> got = data.get();
  for (unsigned i = 0; i < 32 * 16; ++i)
    EXPECT_EQ(got[i], 1000 + swizzled(4 * i, CU_TENSOR_MAP_SWIZZLE_128B) / 4);
}
