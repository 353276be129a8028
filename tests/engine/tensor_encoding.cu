// Which maps the driver makes, which ones it refuses, and with which error code.
//
// What documents require is in the first test. The others say what an H200's driver does where
// documents are silent; each has a process of its own, so that one that fails hides no other.
#include <functional>

#include "tensor_boxes.cuh"

using expect::Device;
using tensors::Tensor;

TEST(MapsAgainstARequirementAreAnInvalidValue) {
  if (!tensors::device_has_tensor_copies()) return;
  Device<unsigned> data(64 * 64);
  CUtensorMap map;
  const Tensor right{{64, 64}, {32, 8}};
  const auto refused = [&](auto change, std::ptrdiff_t by = 0) {
    Tensor t = right;
    change(t);
    return t.encode(&map, reinterpret_cast<char*>(data.data) + by) == CUDA_ERROR_INVALID_VALUE;
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
}

// --- where documents are silent

const Tensor right{{64, 64}, {32, 8}};

// The code for a map that is right but for `change`; "0": it is made.
int code(const std::function<void(Tensor&)>& change, void* data) {
  alignas(64) CUtensorMap map;
  Tensor t = right;
  change(t);
  return static_cast<int>(t.encode(&map, data));
}
int code_on_device(const std::function<void(Tensor&)>& change) {
  Device<unsigned> data(64 * 64);
  return code(change, data.data);
}
void as_it_is(Tensor&) {}

// An address at which nobody has allocated anything.
void* const nowhere = reinterpret_cast<void*>(std::uintptr_t{1} << 40);

ISOLATED_TEST(MapsAreMadeOfMemoryThatIsNotAllocated) {
  if (!tensors::device_has_tensor_copies()) return;
  cudaFree(nullptr);
  EXPECT_EQ(code(as_it_is, nowhere), 0);
}

ISOLATED_TEST(MapsAreMadeOfTheHostsMemory) {
  if (!tensors::device_has_tensor_copies()) return;
  cudaFree(nullptr);
  alignas(64) static char host[64 * 64 * 4];
  EXPECT_EQ(code(as_it_is, host), 0);
}

ISOLATED_TEST(MapsOfTheNullAddressAreMade) {
  if (!tensors::device_has_tensor_copies()) return;
  cudaFree(nullptr);
  EXPECT_EQ(code(as_it_is, nullptr), 0);
}

ISOLATED_TEST(MapsAreMadeAtAnyAddress) {
  if (!tensors::device_has_tensor_copies()) return;
  Device<unsigned> data(64 * 64);
  alignas(64) char room[256];
  for (const int offset : {4, 8, 16, 32}) {
    void* const map = room + offset;
    EXPECT_EQ(static_cast<int>(right.encode(static_cast<CUtensorMap*>(map), data.data)), 0);
  }
}

// Of 64 x 64 x 4 words.
int code_of_strides(const std::vector<cuuint64_t>& strides) {
  Device<unsigned> data(64 * 64 * 4);
  alignas(64) CUtensorMap map;
  const Tensor t{{64, 64, 4}, {32, 8, 1}};
  return static_cast<int>(tensors::encode_function()(
      &map, t.type, 3, data.data, t.size.data(), strides.data(), t.box.data(), t.steps.data(),
      CU_TENSOR_MAP_INTERLEAVE_NONE, t.swizzle, CU_TENSOR_MAP_L2_PROMOTION_NONE, t.fill));
}

ISOLATED_TEST(StridesOfZeroAreTaken) {
  if (!tensors::device_has_tensor_copies()) return;
  EXPECT_EQ(code_of_strides({0, 256}), 0);
  EXPECT_EQ(code_of_strides({256, 0}), 0);
}

ISOLATED_TEST(StridesShorterThanARowAreTaken) {
  if (!tensors::device_has_tensor_copies()) return;
  EXPECT_EQ(code_of_strides({16, 16 * 64}), 0);
}

ISOLATED_TEST(StridesShorterThanTheDimensionBeforeAreTaken) {
  if (!tensors::device_has_tensor_copies()) return;
  EXPECT_EQ(code_of_strides({1024, 256}), 0);
  EXPECT_EQ(code_of_strides({256, 272}), 0);
}

ISOLATED_TEST(TheLargestSizesAndStridesAreTaken) {
  if (!tensors::device_has_tensor_copies()) return;
  EXPECT_EQ(code_on_device([](Tensor& t) {
              t.size[0] = cuuint64_t{1} << 32;
              t.pitch = (cuuint64_t{1} << 40) - 16;
            }),
            0);
  EXPECT_EQ(code_on_device([](Tensor& t) { t.size[1] = cuuint64_t{1} << 32; }), 0);
}

ISOLATED_TEST(SizesAbove2To32AreAnInvalidValue) {
  if (!tensors::device_has_tensor_copies()) return;
  EXPECT_EQ(code_on_device([](Tensor& t) { t.size[1] = (cuuint64_t{1} << 32) + 1; }), 1);
}

ISOLATED_TEST(BoxesOfMoreThan228KiBAreAnInvalidValue) {
  if (!tensors::device_has_tensor_copies()) return;
  EXPECT_EQ(code_on_device([](Tensor& t) { t.box = {228, 256}; }), 0);
  EXPECT_EQ(code_on_device([](Tensor& t) { t.box = {232, 256}; }), 1);
  // What is left out by steps does not count.
  EXPECT_EQ(code_on_device([](Tensor& t) {
              t.box = {256, 256};
              t.steps[1] = 2;
            }),
            0);
}

ISOLATED_TEST(BoxesLargerThanTheTensorAreTaken) {
  if (!tensors::device_has_tensor_copies()) return;
  EXPECT_EQ(code_on_device([](Tensor& t) { t.box = {128, 128}; }), 0);
}

ISOLATED_TEST(StepsThatDoNotDivideTheBoxAreTaken) {
  if (!tensors::device_has_tensor_copies()) return;
  EXPECT_EQ(code_on_device([](Tensor& t) { t.steps[1] = 3; }), 0);
}

ISOLATED_TEST(TheInnermostStepIs1To8AsWell) {
  if (!tensors::device_has_tensor_copies()) return;
  for (const cuuint32_t step : {0u, 9u})
    EXPECT_EQ(code_on_device([&](Tensor& t) { t.steps[0] = step; }), 1);
  for (const cuuint32_t step : {2u, 8u})
    EXPECT_EQ(code_on_device([&](Tensor& t) { t.steps[0] = step; }), 0);
}

ISOLATED_TEST(RowsShorterThanTheSwizzleSpanAreTaken) {
  if (!tensors::device_has_tensor_copies()) return;
  for (const auto swizzle :
       {CU_TENSOR_MAP_SWIZZLE_32B, CU_TENSOR_MAP_SWIZZLE_64B, CU_TENSOR_MAP_SWIZZLE_128B})
    EXPECT_EQ(code_on_device([&](Tensor& t) {
                t.swizzle = swizzle;
                t.box[0] = 4;
              }),
              0);
}

ISOLATED_TEST(NaNsAreTakenForAllFloatingTypes) {
  if (!tensors::device_has_tensor_copies()) return;
  for (const tensors::Type& type : tensors::types()) {
    const int got = code_on_device([&](Tensor& t) {
      t.type = type.type;
      t.element = type.bytes;
      t.fill = CU_TENSOR_MAP_FLOAT_OOB_FILL_NAN_REQUEST_ZERO_FMA;
    });
    const bool floating = std::strstr(type.name, "FLOAT") != nullptr;
    expect::equal(__FILE__, __LINE__, type.name, got, floating ? 0 : 1);
  }
}

ISOLATED_TEST(SwizzlesOfBlackwellAreAnInvalidValue) {
  if (!tensors::device_has_tensor_copies()) return;
  for (const int swizzle : {4, 5, 6})
    EXPECT_EQ(
        code_on_device([&](Tensor& t) { t.swizzle = static_cast<CUtensorMapSwizzle>(swizzle); }),
        1);
}

ISOLATED_TEST(TypesOfBlackwellAreAnInvalidValue) {
  if (!tensors::device_has_tensor_copies()) return;
  for (const int type : {13, 14, 15})
    EXPECT_EQ(code_on_device([&](Tensor& t) {
                t = Tensor{{128, 64}, {128, 8}};
                t.type = static_cast<CUtensorMapDataType>(type);
                t.pitch = 128;
              }),
              1);
}

ISOLATED_TEST(EnumeratorsThatDoNotExistAreAnInvalidValue) {
  if (!tensors::device_has_tensor_copies()) return;
  EXPECT_EQ(code_on_device([](Tensor& t) { t.type = static_cast<CUtensorMapDataType>(16); }), 1);
  EXPECT_EQ(code_on_device([](Tensor& t) { t.swizzle = static_cast<CUtensorMapSwizzle>(9); }), 1);
  EXPECT_EQ(code_on_device([](Tensor& t) { t.fill = static_cast<CUtensorMapFloatOOBfill>(2); }), 1);
  Device<unsigned> data(64 * 64);
  alignas(64) CUtensorMap map;
  const auto encode = [&](int interleave, int promotion) {
    return static_cast<int>(tensors::encode_function()(
        &map, right.type, 2, data.data, right.size.data(), right.strides().data(), right.box.data(),
        right.steps.data(), static_cast<CUtensorMapInterleave>(interleave), right.swizzle,
        static_cast<CUtensorMapL2promotion>(promotion), right.fill));
  };
  EXPECT_EQ(encode(0, 3), 0);
  EXPECT_EQ(encode(3, 0), 1);
  EXPECT_EQ(encode(0, 4), 1);
}

// Sizes, strides, box and steps; of them `missing` is a null pointer.
int code_without(unsigned rank, int missing) {
  Device<unsigned> data(64 * 64);
  alignas(64) CUtensorMap map;
  const std::vector<cuuint64_t> strides = right.strides();
  return static_cast<int>(tensors::encode_function()(
      &map, right.type, rank, data.data, missing == 0 ? nullptr : right.size.data(),
      missing == 1 ? nullptr : strides.data(), missing == 2 ? nullptr : right.box.data(),
      missing == 3 ? nullptr : right.steps.data(), CU_TENSOR_MAP_INTERLEAVE_NONE, right.swizzle,
      CU_TENSOR_MAP_L2_PROMOTION_NONE, right.fill));
}

ISOLATED_TEST(ANullArrayOfSizesIsAnInvalidValue) {
  if (tensors::device_has_tensor_copies()) EXPECT_EQ(code_without(2, 0), 1);
}
ISOLATED_TEST(ANullArrayOfStridesIsAnInvalidValue) {
  if (tensors::device_has_tensor_copies()) EXPECT_EQ(code_without(2, 1), 1);
}
ISOLATED_TEST(ANullArrayOfBoxSizesIsAnInvalidValue) {
  if (tensors::device_has_tensor_copies()) EXPECT_EQ(code_without(2, 2), 1);
}
ISOLATED_TEST(ANullArrayOfStepsIsAnInvalidValue) {
  if (tensors::device_has_tensor_copies()) EXPECT_EQ(code_without(2, 3), 1);
}
ISOLATED_TEST(ATensorOfOneDimensionNeedsAnArrayOfStridesAllTheSame) {
  if (tensors::device_has_tensor_copies()) EXPECT_EQ(code_without(1, 1), 1);
}

// --- a map's other functions

template <class Function>
Function entry(const char* name, cudaError_t* error, cudaDriverEntryPointQueryResult* result,
               unsigned version = 12000) {
  void* found = nullptr;
#if CUDART_VERSION >= 12050
  *error = cudaGetDriverEntryPointByVersion(name, &found, version, cudaEnableDefault, result);
#else
  (void)version;
  *error = cudaGetDriverEntryPoint(name, &found, cudaEnableDefault, result);
#endif
  return reinterpret_cast<Function>(found);
}

ISOLATED_TEST(AFunctionThatDoesNotExistIsNotFoundWithoutAnError) {
  cudaError_t error;
  cudaDriverEntryPointQueryResult result;
  EXPECT(entry<void (*)()>("cuNoSuchFunction", &error, &result) == nullptr);
  EXPECT_EQ(error, cudaSuccess);
  EXPECT_EQ(static_cast<int>(result), static_cast<int>(cudaDriverEntryPointSymbolNotFound));
  EXPECT_EQ(cudaGetLastError(), cudaSuccess);
}

ISOLATED_TEST(AFunctionIsNotFoundForAVersionFromBeforeIt) {
#if CUDART_VERSION >= 12050
  cudaError_t error;
  cudaDriverEntryPointQueryResult result;
  EXPECT(entry<void (*)()>("cuTensorMapEncodeTiled", &error, &result, 11080) == nullptr);
  EXPECT_EQ(error, cudaSuccess);
  EXPECT_EQ(static_cast<int>(result), static_cast<int>(cudaDriverEntryPointVersionNotSufficent));
#endif
}

using Replace = CUresult (*)(CUtensorMap*, void*);
Replace replace_function() {
  cudaError_t error;
  cudaDriverEntryPointQueryResult result;
  return entry<Replace>("cuTensorMapReplaceAddress", &error, &result);
}

ISOLATED_TEST(AMapWithItsAddressReplacedIsOfTheOtherTensor) {
  if (!tensors::device_has_tensor_copies()) return;
  Device<unsigned> from(std::vector<unsigned>(64 * 64, 1)),
      other(std::vector<unsigned>(64 * 64, 2));
  CUtensorMap map = right.map(from.data);
  EXPECT_EQ(static_cast<int>(replace_function()(&map, other.data)), 0);
  for (const unsigned word : tensors::fetched(map, {0, 0}, right.box_bytes(), right.box_bytes()))
    EXPECT_EQ(word, 2u);
}

ISOLATED_TEST(NullAndMisalignedAddressesAreNoReplacement) {
  if (!tensors::device_has_tensor_copies()) return;
  Device<unsigned> data(64 * 64);
  CUtensorMap map = right.map(data.data);
  EXPECT_EQ(static_cast<int>(replace_function()(&map, data.data + 2)), 1);
  EXPECT_EQ(static_cast<int>(replace_function()(&map, nullptr)), 1);
}

ISOLATED_TEST(TheAddressOfAMapOfZerosIsReplaced) {
  if (!tensors::device_has_tensor_copies()) return;
  Device<unsigned> data(64 * 64);
  CUtensorMap map{};
  EXPECT_EQ(static_cast<int>(replace_function()(&map, data.data)), 0);
}
