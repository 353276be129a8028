// What stands where once a box has come or gone, where documents are silent: as on an H200. Each
// test has a process of its own, so that one that fails hides no other.
#include "tensor_boxes.cuh"

using expect::Device;
using tensors::fetched;
using tensors::put;
using tensors::Tensor;
using tensors::untouched;
using Words = std::vector<unsigned>;

std::string hex(unsigned word) {
  char text[16];
  std::snprintf(text, sizeof text, "%08x", word);
  return text;
}

// --- swizzles

// Of a tile that was filled with words of a tensor, which are their numbers: what was changed, as
// "row:chunk@offset", by chunks of 16 bytes.
std::string places(const Words& tile, unsigned columns) {
  std::string text;
  for (unsigned i = 0; i + 3 < tile.size(); i += 4)
    if (tile[i] != untouched)
      text += std::to_string(tile[i] / columns) + ":" + std::to_string(tile[i] % columns / 4) +
              "@" + std::to_string(4 * i) + " ";
  return text;
}

// Where a word of a box lies, from its start: each row takes the swizzle's span.
unsigned place_of(unsigned word, unsigned row, CUtensorMapSwizzle swizzle) {
  return word / row * (16u << swizzle) + word % row * 4;
}

// Rows of `row` words each, a span apart from `offset` on, swizzled by the bits of their addresses.
void expect_spans(CUtensorMapSwizzle swizzle, unsigned row, unsigned rows, unsigned offset) {
  Device<unsigned> data(tensors::numbers(64 * 64, 0));
  Tensor t{{64, 64}, {row, rows}};
  t.swizzle = swizzle;
  const unsigned room = offset + rows * 128;
  Words expected(room / 4, untouched);
  for (unsigned i = 0; i < row * rows; ++i)
    expected[tensors::swizzled(offset + place_of(i, row, swizzle), swizzle) / 4] =
        i / row * 64 + i % row;
  const Words got = fetched(t.map(data.data), {0, 0}, t.box_bytes(), room, offset);
  const std::string what =
      "swizzle " + std::to_string(swizzle) + ", rows of " + std::to_string(4 * row) + " bytes";
  expect::equal(__FILE__, __LINE__, what.c_str(), places(got, 64), places(expected, 64));
}

ISOLATED_TEST(RowsShorterThanASwizzleSpanOf32LieASpanApart) {
  if (tensors::device_has_tensor_copies()) expect_spans(CU_TENSOR_MAP_SWIZZLE_32B, 4, 16, 0);
}
ISOLATED_TEST(RowsShorterThanASwizzleSpanOf64LieASpanApart) {
  if (!tensors::device_has_tensor_copies()) return;
  for (const unsigned row : {4u, 8u, 12u}) expect_spans(CU_TENSOR_MAP_SWIZZLE_64B, row, 16, 0);
}
ISOLATED_TEST(RowsShorterThanASwizzleSpanOf128LieASpanApart) {
  if (!tensors::device_has_tensor_copies()) return;
  for (const unsigned row : {4u, 8u, 16u, 24u})
    expect_spans(CU_TENSOR_MAP_SWIZZLE_128B, row, 16, 0);
}

// A pattern of 128 bytes repeats after 1024; its phase is that of the address, not of the tile.
ISOLATED_TEST(TheSwizzleOfATileInTheMiddleOfThePatternFollowsTheAddress) {
  if (!tensors::device_has_tensor_copies()) return;
  for (const unsigned offset : {128u, 384u, 896u})
    for (const auto swizzle :
         {CU_TENSOR_MAP_SWIZZLE_32B, CU_TENSOR_MAP_SWIZZLE_64B, CU_TENSOR_MAP_SWIZZLE_128B})
      expect_spans(swizzle, 4u << swizzle, 8, offset);
}

ISOLATED_TEST(StoresOfRowsShorterThanTheSwizzleSpanTakeThemASpanApart) {
  if (!tensors::device_has_tensor_copies()) return;
  for (const unsigned row : {4u, 8u, 16u}) {
    Tensor t{{row, 16}, {row, 16}};
    t.swizzle = CU_TENSOR_MAP_SWIZZLE_128B;
    Device<unsigned> data(Words(row * 16, untouched));
    put(t.map(data.data), {0, 0}, tensors::numbers(32 * 16, 0));
    Words expected;
    for (unsigned i = 0; i < row * 16; ++i)
      expected.push_back(tensors::swizzled(place_of(i, row, t.swizzle), t.swizzle) / 4);
    EXPECT_EQ(places(data.get(), 32), places(expected, 32));
  }
}

// --- where boxes begin

ISOLATED_TEST(BoxesBeginAtMultiplesOf16Bytes) {
  if (!tensors::device_has_tensor_copies()) return;
  const Words values = tensors::numbers(64 * 4, 0x01020304);
  Device<unsigned> data(values);
  const auto* const bytes = reinterpret_cast<const unsigned char*>(values.data());
  for (const tensors::Type& type : tensors::types()) {
    if (std::strstr(type.name, "FLOAT")) continue;
    Tensor t{{256 / type.bytes, 4}, {32 / type.bytes, 2}};
    t.type = type.type;
    t.element = type.bytes;
    for (const int at : {-32, -16, 16, 48, 240}) {
      const int x = at / static_cast<int>(type.bytes);
      const Words got = fetched(t, data.data, {x, 1});
      unsigned wrong = 0;
      for (int i = 0; i < 64; ++i) {
        const int column = at + i % 32;
        const unsigned char expected =
            column < 0 || column >= 256 ? 0 : bytes[(1 + i / 32) * 256 + column];
        wrong += reinterpret_cast<const unsigned char*>(got.data())[i] != expected;
      }
      const std::string what =
          "wrong bytes of " + std::string(type.name) + " from column " + std::to_string(x);
      expect::equal(__FILE__, __LINE__, what.c_str(), wrong, 0u);
    }
  }
}

// The rows of a box, by the numbers of their first words; "-" for one of zeros.
std::string rows_of(const Words& tile, unsigned row, unsigned columns) {
  std::string text;
  for (std::size_t i = 0; i < tile.size(); i += row)
    text += (tile[i + 1] == 0 ? "-" : std::to_string(tile[i] / columns)) + " ";
  return text;
}

ISOLATED_TEST(StepsCountFromTheCoordinateAlsoWhereItLiesOutside) {
  if (!tensors::device_has_tensor_copies()) return;
  Device<unsigned> data(tensors::numbers(8 * 20, 0));
  for (const unsigned step : {2u, 3u, 5u, 8u})
    for (const int y : {-5, -3, -2, -1, 17}) {
      const Tensor t{{8, 20}, {8, 16}, {1, step}};
      Words expected;
      t.for_box({0, y}, [&](unsigned, long long word) {
        expected.push_back(word < 0 ? 0 : static_cast<unsigned>(word));
      });
      const std::string what =
          "rows in steps of " + std::to_string(step) + " from " + std::to_string(y);
      expect::equal(__FILE__, __LINE__, what.c_str(), rows_of(fetched(t, data.data, {0, y}), 8, 8),
                    rows_of(expected, 8, 8));
    }
}

ISOLATED_TEST(TheInnermostStepIsIgnored) {
  if (!tensors::device_has_tensor_copies()) return;
  const Words values = tensors::numbers(16 * 4);
  Device<unsigned> data(values);
  Tensor t{{16, 4}, {8, 2}};
  const unsigned bytes = t.box_bytes();
  t.steps[0] = 2;
  const Words got = fetched(t.map(data.data), {4, 1}, bytes, bytes);
  for (unsigned i = 0; i < 16; ++i) EXPECT_EQ(got[i], values[(1 + i / 8) * 16 + 4 + i % 8]);
}

ISOLATED_TEST(StoresInStepsLeaveRowsBetweenAsTheyAre) {
  if (!tensors::device_has_tensor_copies()) return;
  const Tensor t{{8, 20}, {8, 8}, {1, 3}};
  for (const int y : {1, 18}) {
    Words expected(8 * 20, untouched);
    t.for_box({0, y}, [&](unsigned i, long long word) {
      if (word >= 0) expected[word] = i;
    });
    Device<unsigned> data(Words(8 * 20, untouched));
    put(t.map(data.data), {0, y}, tensors::numbers(t.box_bytes() / 4, 0));
    EXPECT_EQ(places(data.get(), 8), places(expected, 8));
  }
}

ISOLATED_TEST(RowsMayOverlapOrBeOneAndTheSame) {
  if (!tensors::device_has_tensor_copies()) return;
  Device<unsigned> data(tensors::numbers(256, 0));
  for (const cuuint64_t stride : {0, 16}) {
    const Tensor t{{64, 32}, {8, 4}};
    CUtensorMap map;
    EXPECT_EQ(
        static_cast<int>(tensors::encode_function()(
            &map, t.type, 2, data.data, t.size.data(), &stride, t.box.data(), t.steps.data(),
            CU_TENSOR_MAP_INTERLEAVE_NONE, t.swizzle, CU_TENSOR_MAP_L2_PROMOTION_NONE, t.fill)),
        0);
    const Words got = fetched(map, {4, 2}, t.box_bytes(), t.box_bytes());
    for (unsigned i = 0; i < 32; ++i)
      EXPECT_EQ(got[i], 4 + i % 8 + (2 + i / 8) * static_cast<unsigned>(stride) / 4);
  }
}

// --- values

ISOLATED_TEST(NaNsThatFillAreMadeOfTheHalfOne7ff7) {
  if (!tensors::device_has_tensor_copies()) return;
  for (const tensors::Type& type : tensors::types()) {
    if (!std::strstr(type.name, "FLOAT")) continue;
    Device<unsigned> data(256);
    Tensor t{{64 / type.bytes, 2}, {16 / type.bytes, 1}};
    t.type = type.type;
    t.element = type.bytes;
    t.fill = CU_TENSOR_MAP_FLOAT_OOB_FILL_NAN_REQUEST_ZERO_FMA;
    const Words got = fetched(t, data.data, {0, -1});
    expect::equal(__FILE__, __LINE__, type.name, hex(got[0]) + " " + hex(got[1]),
                  std::string("7ff77ff7 7ff77ff7"));
  }
}

// Subnormals, NaNs, an infinity, and numbers whose lower bits do not fit into TF32: below, at and
// above the half of its last place.
const Words special{0x00000001, 0x80000001, 0x00400000, 0x807fffff, 0x7f800001, 0x7fc00000,
                    0xffffffff, 0xff800000, 0x7f7fffff, 0x3f800001, 0x3f800fff, 0x3f801000,
                    0x3f801001, 0x3f802fff, 0x3f803000, 0x33333333};

std::string changes(const Words& from, const Words& to) {
  std::string text;
  for (std::size_t i = 0; i < from.size(); ++i)
    if (from[i] != to[i]) text += hex(from[i]) + ">" + hex(to[i]) + " ";
  return text;
}

// Of words that come as elements of that type, and of those that go, which do not change.
void expect_changes(CUtensorMapDataType type, const std::string& of_those_that_come) {
  if (!tensors::device_has_tensor_copies()) return;
  Tensor t{{16}, {16}};
  t.type = type;
  Device<unsigned> from(special), to(16);
  EXPECT_EQ(changes(special, fetched(t, from.data, {0})), of_those_that_come);
  put(t.map(to.data), {0}, special);
  EXPECT_EQ(changes(special, to.get()), "");
}

ISOLATED_TEST(Float32IsCopiedBitByBit) { expect_changes(CU_TENSOR_MAP_DATA_TYPE_FLOAT32, ""); }
ISOLATED_TEST(Float32FtzIsCopiedBitByBit) {
  expect_changes(CU_TENSOR_MAP_DATA_TYPE_FLOAT32_FTZ, "");
}

// To eleven significant bits, of two nearest numbers to the even one; subnormals stay.
const char* const rounded =
    "00000001>00000000 80000001>80000000 807fffff>80800000 7f800001>7fffe000 7fc00000>7fffe000 "
    "ffffffff>7fffe000 7f7fffff>7f800000 3f800001>3f800000 3f800fff>3f800000 3f801000>3f800000 "
    "3f801001>3f802000 3f802fff>3f802000 3f803000>3f804000 33333333>33334000 ";
ISOLATED_TEST(LoadsOfTfloat32RoundAndStoresDoNot) {
  expect_changes(CU_TENSOR_MAP_DATA_TYPE_TFLOAT32, rounded);
}
ISOLATED_TEST(LoadsOfTfloat32FtzRoundAndFlushNothing) {
  expect_changes(CU_TENSOR_MAP_DATA_TYPE_TFLOAT32_FTZ, rounded);
}

ISOLATED_TEST(Float16Bfloat16AndFloat64AreCopiedBitByBit) {
  if (!tensors::device_has_tensor_copies()) return;
  for (const auto type : {CU_TENSOR_MAP_DATA_TYPE_FLOAT16, CU_TENSOR_MAP_DATA_TYPE_BFLOAT16,
                          CU_TENSOR_MAP_DATA_TYPE_FLOAT64}) {
    const unsigned bytes = tensors::types()[type].bytes;
    Tensor t{{64 / bytes}, {64 / bytes}};
    t.type = type;
    t.element = bytes;
    Device<unsigned> from(special);
    EXPECT_EQ(changes(special, fetched(t, from.data, {0})), "");
  }
}
