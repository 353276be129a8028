// Copies of boxes that cannot be: how the kernel ends. Documents call most of it undefined; what is
// expected here is what an H200 does. Each test has a process of its own, which the
// error spoils, and more than one try is a process for each.
#include <algorithm>

#include "tensor_boxes.cuh"

using expect::Device;
using tensors::At;
using tensors::Tensor;

const Tensor words{{64, 64}, {32, 8}};

// In children, for i from 0 on: `launch(i, data)`, and how it ends. `data` are the tensor's words.
template <class Launch>
void expect_ends(int count, cudaError_t expected, const Launch& launch) {
  const auto one = [&](int i) {
    if (!tensors::device_has_tensor_copies()) return;
    Device<unsigned> data(tensors::numbers(64 * 64));
    launch(i, data.data);
    EXPECT_EQ(cudaGetLastError(), cudaSuccess);
    const std::string what = "try " + std::to_string(i);
    expect::equal(__FILE__, __LINE__, what.c_str(), cudaDeviceSynchronize(), expected);
  };
  const std::vector<int> statuses = expect::in_children(count, one);
  EXPECT_EQ(std::count(statuses.begin(), statuses.end(), 0), count);
}

struct Load {
  int rank = 2;
  unsigned bytes = 1024;
  At at{};
  unsigned offset = 0;  // of the tile
};

// A trap tells of a box that does not come.
__device__ void bring(const CUtensorMap* map, const Load& load, unsigned* out) {
#if __CUDA_ARCH__ >= 900
  __shared__ __align__(128) unsigned char tile[2048];
  __shared__ unsigned long long bar;
  if (threadIdx.x == 0) {
    tensors::init(&bar, 1);
    tensors::expect(&bar, load.bytes);
    tensors::load(load.rank, tile + load.offset, map, load.at, &bar);
  }
  __syncthreads();
  tensors::wait(&bar, 0);
  for (unsigned i = threadIdx.x; i < 256; i += blockDim.x)
    out[i] = reinterpret_cast<unsigned*>(tile)[i];
#endif
}
__global__ void bring_by_parameter(const __grid_constant__ CUtensorMap map, Load load,
                                   unsigned* out) {
  bring(&map, load, out);
}
__global__ void bring_by_copy(CUtensorMap map, unsigned* out) { bring(&map, Load{}, out); }
__global__ void bring_by_address(const CUtensorMap* map, unsigned* out) { bring(map, Load{}, out); }
__global__ void bring_by_shared_memory(const __grid_constant__ CUtensorMap map, unsigned* out) {
#if __CUDA_ARCH__ >= 900
  __shared__ CUtensorMap moved;
  if (threadIdx.x == 0) {
    moved = map;
    tensors::fence();
  }
  __syncthreads();
  bring(&moved, Load{}, out);
#endif
}

// --- tiles

constexpr unsigned misaligned[] = {16, 32, 64};

ISOLATED_TEST(LoadsIntoATileAtNoMultipleOf128AreAMisalignedAddress) {
  expect_ends(3, cudaErrorMisalignedAddress, [](int i, unsigned* data) {
    bring_by_parameter<<<1, 32>>>(words.map(data), Load{2, 1024, At{}, misaligned[i]}, data);
  });
}

ISOLATED_TEST(StoresFromATileAtNoMultipleOf128AreAMisalignedAddress) {
  expect_ends(3, cudaErrorMisalignedAddress, [](int i, unsigned* data) {
    tensors::put_words<<<1, 32, 2048>>>(words.map(data), 2, At{}, data, 256, misaligned[i]);
  });
}

__global__ void add_from(const __grid_constant__ CUtensorMap map, unsigned offset, int at) {
#if __CUDA_ARCH__ >= 900
  extern __shared__ __align__(128) unsigned char tile[];
  for (unsigned i = threadIdx.x; i < 512; i += blockDim.x) reinterpret_cast<unsigned*>(tile)[i] = i;
  tensors::fence();
  __syncthreads();
  if (threadIdx.x == 0) {
    asm volatile(
        "cp.reduce.async.bulk.tensor.2d.global.shared::cta.add.tile.bulk_group [%0, {%1, %1}], "
        "[%2];" ::"l"(&map),
        "r"(at), "r"(tensors::shared_address(tile + offset))
        : "memory");
    tensors::commit_and_wait();
  }
#endif
}

ISOLATED_TEST(ReductionsFromATileAtNoMultipleOf128AreAMisalignedAddress) {
  expect_ends(3, cudaErrorMisalignedAddress, [](int i, unsigned* data) {
    add_from<<<1, 32, 2048>>>(words.map(data), misaligned[i], 0);
  });
}

// --- coordinates

ISOLATED_TEST(LoadsFromColumnsBetweenMultiplesOf16BytesAreAnIllegalInstruction) {
  expect_ends(5, cudaErrorIllegalInstruction, [](int i, unsigned* data) {
    constexpr int columns[] = {1, 2, -1, -2, 101};
    bring_by_parameter<<<1, 32>>>(words.map(data), Load{2, 1024, At{{columns[i]}}}, data);
  });
}

ISOLATED_TEST(StoresToColumnsBetweenMultiplesOf16BytesAreAnIllegalInstruction) {
  expect_ends(3, cudaErrorIllegalInstruction, [](int i, unsigned* data) {
    constexpr int columns[] = {1, 2, 101};
    tensors::put_words<<<1, 32, 1024>>>(words.map(data), 2, At{{columns[i]}}, data, 256, 0);
  });
}

ISOLATED_TEST(StoresAtNegativeCoordinatesAreAnIllegalInstruction) {
  expect_ends(3, cudaErrorIllegalInstruction, [](int i, unsigned* data) {
    constexpr At places[] = {{{-4, 0}}, {{0, -1}}, {{-32, 0}}};
    tensors::put_words<<<1, 32, 1024>>>(words.map(data), 2, places[i], data, 256, 0);
  });
}

ISOLATED_TEST(ReductionsAtNegativeCoordinatesAreAnIllegalInstruction) {
  expect_ends(1, cudaErrorIllegalInstruction,
              [](int, unsigned* data) { add_from<<<1, 32, 2048>>>(words.map(data), 0, -4); });
}

// --- maps that are none

ISOLATED_TEST(AMapThatIsNoGridConstantIsAnIllegalAddress) {
  expect_ends(1, cudaErrorIllegalAddress,
              [](int, unsigned* data) { bring_by_copy<<<1, 32>>>(words.map(data), data); });
}

ISOLATED_TEST(AMapOfZerosIsAnIllegalInstruction) {
  expect_ends(1, cudaErrorIllegalInstruction, [](int, unsigned* data) {
    bring_by_parameter<<<1, 32>>>(CUtensorMap{}, Load{}, data);
  });
}

ISOLATED_TEST(AMapOfOnesIsAnIllegalInstruction) {
  expect_ends(1, cudaErrorIllegalInstruction, [](int, unsigned* data) {
    CUtensorMap map;
    std::memset(&map, 0xff, sizeof map);
    bring_by_parameter<<<1, 32>>>(map, Load{}, data);
  });
}

ISOLATED_TEST(StoresByAMapOfZerosAreAnIllegalInstruction) {
  expect_ends(1, cudaErrorIllegalInstruction, [](int, unsigned* data) {
    tensors::put_words<<<1, 32, 1024>>>(CUtensorMap{}, 2, At{}, data, 256, 0);
  });
}

// --- maps for other copies

ISOLATED_TEST(ACopyOfFewerCoordinatesThanTheMapHasIsAnIllegalInstruction) {
  expect_ends(1, cudaErrorIllegalInstruction, [](int, unsigned* data) {
    bring_by_parameter<<<1, 32>>>(words.map(data), Load{1}, data);
  });
}

ISOLATED_TEST(ACopyOfMoreCoordinatesThanTheMapHasIsAnIllegalInstruction) {
  expect_ends(1, cudaErrorIllegalInstruction, [](int, unsigned* data) {
    bring_by_parameter<<<1, 32>>>(words.map(data), Load{3}, data);
  });
}

ISOLATED_TEST(RowsFarOutsideAnAllocationAreAnIllegalAddress) {
  expect_ends(1, cudaErrorIllegalAddress, [](int, unsigned* data) {
    Tensor far{{64, 1 << 20}, {32, 8}};
    far.pitch = 1 << 24;
    bring_by_parameter<<<1, 32>>>(far.map(data), Load{2, 1024, At{{0, 1 << 19}}}, data);
  });
}

ISOLATED_TEST(StoresFarOutsideAnAllocationAreAnIllegalAddress) {
  expect_ends(1, cudaErrorIllegalAddress, [](int, unsigned* data) {
    Tensor far{{64, 1 << 20}, {32, 8}};
    far.pitch = 1 << 24;
    tensors::put_words<<<1, 32, 1024>>>(far.map(data), 2, At{{0, 1 << 19}}, data, 256, 0);
  });
}

// --- what the engine lets pass

__global__ void prefetch(const __grid_constant__ CUtensorMap map) {
#if __CUDA_ARCH__ >= 900
  asm volatile("prefetch.tensormap [%0];" ::"l"(&map));
#endif
}

ISOLATED_TEST(PrefetchingAMapOfZerosDoesNothing) {
  expect_ends(1, cudaSuccess, [](int, unsigned*) { prefetch<<<1, 32>>>(CUtensorMap{}); });
}

ISOLATED_TEST(APhaseThatExpectsMoreBytesThanComeDoesNotComplete) {
  if (!tensors::device_has_tensor_copies()) return;
  Device<unsigned> data(64 * 64), out(257);
  tensors::fetch<<<1, 32, 1024>>>(words.map(data.data), 2, At{}, 1040, 0, out.data, 256);
  EXPECT_EQ(out.get().back(), 0u);
}

ISOLATED_TEST(BoxesOfPinnedAndManagedMemoryComeLikeThoseOfTheDevice) {
  expect_ends(2, cudaSuccess, [](int i, unsigned* data) {
    unsigned* there = nullptr;
    if (i == 0)
      cudaMallocHost(&there, 64 * 64 * 4);
    else
      cudaMallocManaged(&there, 64 * 64 * 4);
    bring_by_parameter<<<1, 32>>>(words.map(there), Load{}, data);
  });
}

ISOLATED_TEST(AMapInSharedMemoryIsAnIllegalAddress) {
  expect_ends(1, cudaErrorIllegalAddress, [](int, unsigned* data) {
    bring_by_shared_memory<<<1, 32>>>(words.map(data), data);
  });
}

ISOLATED_TEST(AMapAtNoMultipleOf64IsAMisalignedAddress) {
  constexpr int offsets[] = {8, 16, 32};
  expect_ends(3, cudaErrorMisalignedAddress, [&](int i, unsigned* data) {
    const CUtensorMap map = words.map(data);
    char* there = nullptr;
    cudaMalloc(&there, 256);
    cudaMemcpy(there + offsets[i], &map, sizeof map, cudaMemcpyHostToDevice);
    bring_by_address<<<1, 32>>>(reinterpret_cast<CUtensorMap*>(there + offsets[i]), data);
  });
}
