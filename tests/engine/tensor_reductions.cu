// Reductions by copies of boxes: what comes is combined with what stands in the tensor.
//
// Which type allows which operation, and what becomes of special values, is as on an H200;
// documents do not say it of maps.
#include <algorithm>

#include "tensor_maps.cuh"

using expect::Device;
using tensors::Tensor;
using tensors::Type;

// Each block combines a tile of consecutive numbers with the tensor, by the instruction's name.
#define REDUCTION(name)                                                                     \
  __global__ void name##_all(const __grid_constant__ CUtensorMap map, const unsigned* in) { \
    extern __shared__ __align__(128) unsigned tile[];                                       \
    tile[threadIdx.x] = in[threadIdx.x];                                                    \
    tensors::fence();                                                                       \
    __syncthreads();                                                                        \
    if (threadIdx.x == 0) {                                                                 \
      asm volatile("cp.reduce.async.bulk.tensor.1d.global.shared::cta." #name               \
                   ".tile.bulk_group [%0, {%1}], [%2];" ::"l"(&map),                        \
                   "r"(0), "r"(tensors::shared_address(tile))                               \
                   : "memory");                                                             \
      tensors::commit_and_wait();                                                           \
    }                                                                                       \
  }
#if !defined __CUDA_ARCH__ || __CUDA_ARCH__ >= 900
REDUCTION(add)
REDUCTION(min)
REDUCTION(max)
REDUCTION(inc)
REDUCTION(dec)
REDUCTION(and)
REDUCTION(or)
REDUCTION(xor)
#else
#define NONE(name) \
  __global__ void name##_all(const __grid_constant__ CUtensorMap, const unsigned*) {}
NONE(add)
NONE(min)
NONE(max)
NONE(inc)
NONE(dec)
NONE(and)
NONE(or)
NONE(xor)
#endif

using Kernel = void (*)(const CUtensorMap, const unsigned*);
struct Operation {
  std::string name;
  Kernel kernel;
};
const std::vector<Operation> operations{{"add", add_all}, {"min", min_all}, {"max", max_all},
                                        {"inc", inc_all}, {"dec", dec_all}, {"and", and_all},
                                        {"or", or_all},   {"xor", xor_all}};

Tensor row_of(const Type& type, unsigned words) {
  Tensor t{{words * 4 / type.bytes}, {words * 4 / type.bytes}};
  t.type = type.type;
  t.element = type.bytes;
  return t;
}

const Type& type_of(CUtensorMapDataType type) { return tensors::types()[type]; }

std::vector<unsigned> reduced(Kernel kernel, CUtensorMapDataType type,
                              const std::vector<unsigned>& there,
                              const std::vector<unsigned>& comes, int blocks = 1) {
  const auto words = static_cast<unsigned>(there.size());
  Device<unsigned> data(there), in(comes);
  kernel<<<blocks, words, words * 4>>>(row_of(type_of(type), words).map(data.data), in.data);
  return data.get();
}

unsigned bits(float x) {
  unsigned u;
  std::memcpy(&u, &x, sizeof u);
  return u;
}

TEST(ReductionsOfWholeNumbers) {
  if (!tensors::device_has_tensor_copies()) return;
  std::vector<unsigned> there(32), comes(32);
  for (unsigned i = 0; i < 32; ++i) {
    there[i] = 0x9e3779b9u * (i + 1);
    comes[i] = 0x85ebca6bu * (i + 3);
  }
  const auto test = [&](Kernel kernel, CUtensorMapDataType type, auto f) {
    const auto r = reduced(kernel, type, there, comes);
    for (unsigned i = 0; i < 32; ++i) EXPECT_EQ(r[i], f(there[i], comes[i]));
  };
  const auto u = CU_TENSOR_MAP_DATA_TYPE_UINT32, s = CU_TENSOR_MAP_DATA_TYPE_INT32;
  using U = unsigned;
  test(add_all, u, [](U a, U b) { return a + b; });
  test(min_all, u, [](U a, U b) { return a < b ? a : b; });
  test(max_all, u, [](U a, U b) { return a < b ? b : a; });
  test(min_all, s, [](U a, U b) { return static_cast<int>(a) < static_cast<int>(b) ? a : b; });
  test(max_all, s, [](U a, U b) { return static_cast<int>(a) < static_cast<int>(b) ? b : a; });
  test(inc_all, u, [](U a, U b) { return a >= b ? 0 : a + 1; });
  test(dec_all, u, [](U a, U b) { return a == 0 || a > b ? b : a - 1; });
  test(and_all, u, [](U a, U b) { return a & b; });
  test(or_all, u, [](U a, U b) { return a | b; });
  test(xor_all, u, [](U a, U b) { return a ^ b; });
}

TEST(SumsOfManyBlocks) {
  if (!tensors::device_has_tensor_copies()) return;
  const auto r = reduced(add_all, CU_TENSOR_MAP_DATA_TYPE_UINT32, std::vector<unsigned>(64, 5),
                         tensors::numbers(64), 100);
  for (unsigned i = 0; i < 64; ++i) EXPECT_EQ(r[i], 5 + 100 * (1 + i));
}

TEST(SumsOfFloatsAndHalves) {
  if (!tensors::device_has_tensor_copies()) return;
  const auto f =
      reduced(add_all, CU_TENSOR_MAP_DATA_TYPE_FLOAT32, std::vector<unsigned>(32, bits(1.5f)),
              std::vector<unsigned>(32, bits(0.25f)), 8);
  for (const unsigned word : f) EXPECT_EQ(word, bits(3.5f));
  // 1.5 and -2 in each word, eight times 0.5 and 1.
  const auto h =
      reduced(add_all, CU_TENSOR_MAP_DATA_TYPE_FLOAT16, std::vector<unsigned>(32, 0xc0003e00),
              std::vector<unsigned>(32, 0x3c003800), 8);
  for (const unsigned word : h) EXPECT_EQ(word, 0x46004580u);
}

__global__ void add_bytes_in_a_row(unsigned* sum) {
#if __CUDA_ARCH__ >= 900
  __shared__ alignas(16) unsigned tile[64];
  tile[threadIdx.x] = threadIdx.x;
  tensors::fence();
  __syncthreads();
  if (threadIdx.x == 0) {
    asm volatile(
        "cp.reduce.async.bulk.global.shared::cta.bulk_group.add.u32 [%0], [%1], %2;" ::"l"(sum),
        "r"(tensors::shared_address(tile)), "r"(256)
        : "memory");
    tensors::commit_and_wait();
  }
#endif
}

TEST(SumsWithoutAMap) {
  if (!tensors::device_has_tensor_copies()) return;
  Device<unsigned> sum(std::vector<unsigned>(64, 3));
  add_bytes_in_a_row<<<10, 64>>>(sum.data);
  const auto r = sum.get();
  for (unsigned i = 0; i < 64; ++i) EXPECT_EQ(r[i], 3 + 10 * i);
}

// --- what each type allows

// The operations that are `allowed` make zeros of zeros and zeros; each other one ends its kernel
// as an illegal instruction, and its process with it.
void expect_operations(CUtensorMapDataType type, const std::string& allowed) {
  const Type& t = type_of(type);
  const auto try_operation = [&](int i) {
    if (!tensors::device_has_tensor_copies()) return;
    const Operation& o = operations[i];
    const std::vector<unsigned> zeros(32, 0);
    Device<unsigned> data(zeros), in(zeros);
    o.kernel<<<1, 32, 128>>>(row_of(t, 32).map(data.data), in.data);
    const bool allows = (" " + allowed + " ").find(" " + o.name + " ") != std::string::npos;
    expect::equal(__FILE__, __LINE__, (o.name + " of " + t.name).c_str(), cudaDeviceSynchronize(),
                  allows ? cudaSuccess : cudaErrorIllegalInstruction);
    if (allows) EXPECT(data.get() == zeros);
  };
  const auto count = static_cast<int>(operations.size());
  const std::vector<int> statuses = expect::in_children(count, try_operation);
  EXPECT_EQ(std::count(statuses.begin(), statuses.end(), 0), count);
}

ISOLATED_TEST(BytesAllowNoReduction) { expect_operations(CU_TENSOR_MAP_DATA_TYPE_UINT8, ""); }
ISOLATED_TEST(Uint16AllowsNoReduction) { expect_operations(CU_TENSOR_MAP_DATA_TYPE_UINT16, ""); }
ISOLATED_TEST(Uint32AllowsAllReductions) {
  expect_operations(CU_TENSOR_MAP_DATA_TYPE_UINT32, "add min max inc dec and or xor");
}
ISOLATED_TEST(Int32AllowsAllButIncAndDec) {
  expect_operations(CU_TENSOR_MAP_DATA_TYPE_INT32, "add min max and or xor");
}
ISOLATED_TEST(Uint64AllowsAllButIncAndDec) {
  expect_operations(CU_TENSOR_MAP_DATA_TYPE_UINT64, "add min max and or xor");
}
ISOLATED_TEST(Int64AllowsMinAndMaxOnly) {
  expect_operations(CU_TENSOR_MAP_DATA_TYPE_INT64, "min max");
}
ISOLATED_TEST(Float16AllowsAddMinAndMax) {
  expect_operations(CU_TENSOR_MAP_DATA_TYPE_FLOAT16, "add min max");
}
ISOLATED_TEST(Bfloat16AllowsAddMinAndMax) {
  expect_operations(CU_TENSOR_MAP_DATA_TYPE_BFLOAT16, "add min max");
}
ISOLATED_TEST(Float32AllowsAddOnly) { expect_operations(CU_TENSOR_MAP_DATA_TYPE_FLOAT32, "add"); }
ISOLATED_TEST(Float64AllowsAddOnly) { expect_operations(CU_TENSOR_MAP_DATA_TYPE_FLOAT64, "add"); }
ISOLATED_TEST(Float32FtzAllowsAddOnly) {
  expect_operations(CU_TENSOR_MAP_DATA_TYPE_FLOAT32_FTZ, "add");
}
ISOLATED_TEST(Tfloat32AllowsAddOnly) { expect_operations(CU_TENSOR_MAP_DATA_TYPE_TFLOAT32, "add"); }
ISOLATED_TEST(Tfloat32FtzAllowsAddOnly) {
  expect_operations(CU_TENSOR_MAP_DATA_TYPE_TFLOAT32_FTZ, "add");
}

// --- special values

// One word, combined with one word.
std::string combined(Kernel kernel, CUtensorMapDataType type, unsigned there, unsigned comes) {
  const auto r =
      reduced(kernel, type, std::vector<unsigned>(4, there), std::vector<unsigned>(4, comes));
  char text[16];
  std::snprintf(text, sizeof text, "%08x", r[0]);
  return text;
}

ISOLATED_TEST(SumsOfFloat32KeepSubnormals) {
  if (!tensors::device_has_tensor_copies()) return;
  const auto t = CU_TENSOR_MAP_DATA_TYPE_FLOAT32;
  EXPECT_EQ(combined(add_all, t, 0x00000001, 0x00000002), "00000003");
  EXPECT_EQ(combined(add_all, t, 0x00000001, 0), "00000001");
  EXPECT_EQ(combined(add_all, t, 0x00800001, 0x80800000), "00000001");
}

ISOLATED_TEST(SumsOfFloat16AndBfloat16KeepSubnormals) {
  if (!tensors::device_has_tensor_copies()) return;
  for (const auto t : {CU_TENSOR_MAP_DATA_TYPE_FLOAT16, CU_TENSOR_MAP_DATA_TYPE_BFLOAT16})
    EXPECT_EQ(combined(add_all, t, 0x00018001, 0x00028003), "00038004");
}

// 1 + 2^-11 + 2^-23 and 1 + 2^-12: each bit of the sum is kept that 24 bits hold.
ISOLATED_TEST(SumsOfFtzAndTfloat32HaveTheBitsOfFloat32) {
  if (!tensors::device_has_tensor_copies()) return;
  for (const auto t : {CU_TENSOR_MAP_DATA_TYPE_FLOAT32_FTZ, CU_TENSOR_MAP_DATA_TYPE_TFLOAT32,
                       CU_TENSOR_MAP_DATA_TYPE_TFLOAT32_FTZ})
    EXPECT_EQ(combined(add_all, t, bits(1.0f + 0x1p-11f), bits(1.0f + 0x1p-12f)), "40000c00");
}

ISOLATED_TEST(SumsOfTfloat32KeepSubnormalsAndThoseOfFtzFlushThem) {
  if (!tensors::device_has_tensor_copies()) return;
  const auto keeps = CU_TENSOR_MAP_DATA_TYPE_TFLOAT32;
  EXPECT_EQ(combined(add_all, keeps, 0x00000001, 0x00000002), "00000003");
  for (const auto t : {CU_TENSOR_MAP_DATA_TYPE_FLOAT32_FTZ, CU_TENSOR_MAP_DATA_TYPE_TFLOAT32_FTZ}) {
    EXPECT_EQ(combined(add_all, t, 0x00400000, 0), "00000000");
    EXPECT_EQ(combined(add_all, t, 0x80000001, 0x80000002), "80000000");
    EXPECT_EQ(combined(add_all, t, 0x00800001, 0x80800000), "00000000");
    EXPECT_EQ(combined(add_all, t, 0x3f801001, 0x00400000), "3f801001");
  }
}

ISOLATED_TEST(SumsOfFloat32ThatAreNoNumbersHaveAllBitsButTheSign) {
  if (!tensors::device_has_tensor_copies()) return;
  for (const auto t : {CU_TENSOR_MAP_DATA_TYPE_FLOAT32, CU_TENSOR_MAP_DATA_TYPE_FLOAT32_FTZ,
                       CU_TENSOR_MAP_DATA_TYPE_TFLOAT32}) {
    EXPECT_EQ(combined(add_all, t, 0x7fc00001, 0), "7fffffff");
    EXPECT_EQ(combined(add_all, t, 0xffc00001, 0x3f800000), "7fffffff");
    EXPECT_EQ(combined(add_all, t, 0x7f800000, 0xff800000), "7fffffff");
  }
}

ISOLATED_TEST(SumsOfFloat16AndBfloat16AreRoundedToEven) {
  if (!tensors::device_has_tensor_copies()) return;
  // 1 and half a unit of the last place; 1, one such unit, and half a one.
  EXPECT_EQ(combined(add_all, CU_TENSOR_MAP_DATA_TYPE_FLOAT16, 0x3c003c01, 0x10001000), "3c003c02");
  EXPECT_EQ(combined(add_all, CU_TENSOR_MAP_DATA_TYPE_BFLOAT16, 0x3f803f81, 0x3b803b80),
            "3f803f82");
}

ISOLATED_TEST(TheLeastOfANumberAndANaNIsTheNumber) {
  if (!tensors::device_has_tensor_copies()) return;
  const auto half = CU_TENSOR_MAP_DATA_TYPE_FLOAT16, bfloat = CU_TENSOR_MAP_DATA_TYPE_BFLOAT16;
  for (const Kernel kernel : {min_all, max_all}) {
    EXPECT_EQ(combined(kernel, half, 0x7e003c00, 0x3c007e00), "3c003c00");
    EXPECT_EQ(combined(kernel, bfloat, 0x7fc03f80, 0x3f807fc0), "3f803f80");
  }
}

ISOLATED_TEST(NaNsOfFloat16AndBfloat16ReductionsHaveAllBitsButTheSign) {
  if (!tensors::device_has_tensor_copies()) return;
  const auto half = CU_TENSOR_MAP_DATA_TYPE_FLOAT16, bfloat = CU_TENSOR_MAP_DATA_TYPE_BFLOAT16;
  for (const Kernel kernel : {add_all, min_all, max_all}) {
    EXPECT_EQ(combined(kernel, half, 0x7e007e01, 0xfe00fe01), "7fff7fff");
    EXPECT_EQ(combined(kernel, bfloat, 0x7fc07fc1, 0xffc0ffc1), "7fff7fff");
  }
}
