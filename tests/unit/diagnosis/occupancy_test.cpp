#include "diagnosis/occupancy.h"

#include "tests/unit/catch.h"

using namespace warpgrade;

namespace {

int blocks(int capability, int threads, int registers, long long shared_bytes) {
  const auto result = occupancy(capability, {threads, registers, shared_bytes});
  return result ? result->blocks : 0;
}

}  // namespace

// The expected numbers are those of cudaOccMaxActiveBlocksPerMultiprocessor in NVIDIA's
// cuda_occupancy.h (CUDA 13.0), for the largest share of shared memory.
TEST_CASE("occupancy is what NVIDIA's calculator says") {
  struct Row {
    int capability, threads, registers;
    long long shared;
    int blocks;
  };
  for (const Row& row : {
           Row{75, 32, 0, 0, 16},        Row{75, 256, 32, 0, 4},      Row{75, 256, 40, 0, 4},
           Row{75, 96, 57, 0, 10},       Row{75, 1024, 32, 8192, 1},  Row{75, 1024, 65, 0, 0},
           Row{75, 128, 128, 20000, 3},  Row{75, 640, 33, 1, 1},      Row{75, 192, 24, 33000, 1},
           Row{80, 32, 0, 0, 32},        Row{80, 256, 32, 0, 8},      Row{80, 256, 40, 0, 6},
           Row{80, 96, 57, 0, 10},       Row{80, 1024, 32, 8192, 2},  Row{80, 1024, 65, 0, 0},
           Row{80, 128, 128, 20000, 4},  Row{80, 640, 33, 1, 2},      Row{80, 192, 24, 33000, 4},
           Row{86, 32, 0, 0, 16},        Row{86, 256, 32, 0, 6},      Row{86, 256, 40, 0, 6},
           Row{86, 96, 57, 0, 10},       Row{86, 1024, 32, 8192, 1},  Row{86, 1024, 65, 0, 0},
           Row{86, 128, 128, 20000, 4},  Row{86, 640, 33, 1, 2},      Row{86, 192, 24, 33000, 3},
           Row{89, 32, 0, 0, 24},        Row{89, 256, 32, 0, 6},      Row{89, 256, 40, 0, 6},
           Row{89, 96, 57, 0, 10},       Row{89, 1024, 32, 8192, 1},  Row{89, 1024, 65, 0, 0},
           Row{89, 128, 128, 20000, 4},  Row{89, 640, 33, 1, 2},      Row{89, 192, 24, 33000, 3},
           Row{90, 32, 0, 0, 32},        Row{90, 256, 32, 0, 8},      Row{90, 256, 40, 0, 6},
           Row{90, 96, 57, 0, 10},       Row{90, 1024, 32, 8192, 2},  Row{90, 1024, 65, 0, 0},
           Row{90, 128, 128, 20000, 4},  Row{90, 640, 33, 1, 2},      Row{90, 192, 24, 33000, 6},
           Row{100, 32, 0, 0, 32},       Row{100, 256, 32, 0, 8},     Row{100, 256, 40, 0, 6},
           Row{100, 96, 57, 0, 10},      Row{100, 1024, 32, 8192, 2}, Row{100, 1024, 65, 0, 0},
           Row{100, 128, 128, 20000, 4}, Row{100, 640, 33, 1, 2},     Row{100, 192, 24, 33000, 6},
       }) {
    INFO(row.capability << ": " << row.threads << " threads, " << row.registers << " registers, "
                        << row.shared << " bytes");
    CHECK(blocks(row.capability, row.threads, row.registers, row.shared) == row.blocks);
  }
}

TEST_CASE("Volta has the limits of the programming guide's table") {
  CHECK(blocks(70, 32, 0, 0) == 32);
  CHECK(blocks(70, 1024, 32, 0) == 2);
  CHECK(blocks(70, 128, 0, 48 << 10) == 2);
}

TEST_CASE("what limits is named, and nothing where the multiprocessor is full") {
  CHECK(occupancy(80, {256, 32, 0})->limited_by == "");
  CHECK(occupancy(80, {256, 32, 0})->share() == 1);
  CHECK(occupancy(80, {256, 64, 0})->limited_by == "registers");
  CHECK(occupancy(80, {256, 64, 0})->share() == 0.5);
  CHECK(occupancy(80, {256, 32, 48 << 10})->limited_by == "shared memory");
  CHECK(occupancy(80, {32, 16, 0})->limited_by == "blocks");
  CHECK(occupancy(80, {1000, 16, 0})->limited_by == "");
  CHECK(occupancy(86, {1024, 16, 0})->limited_by == "threads");
  CHECK(occupancy(90, {33, 16, 0})->warps == 64);
  CHECK(occupancy(90, {33, 16, 0})->architecture == "9.0");
}

TEST_CASE("a block that cannot run has no occupancy") {
  CHECK_FALSE(occupancy(80, {0, 32, 0}));
  CHECK_FALSE(occupancy(80, {1025, 32, 0}));
  CHECK_FALSE(occupancy(80, {1024, 128, 0}));
  CHECK_FALSE(occupancy(75, {256, 32, 65 << 10}));
  CHECK_FALSE(occupancy(61, {256, 32, 0}));
}

TEST_CASE("a capability that is not in the table counts as the one before it") {
  CHECK(occupancy(103, {256, 32, 0})->max_warps == 64);
  CHECK(occupancy(121, {256, 32, 0})->max_warps == 48);
}

TEST_CASE("registers come from nvcc by the kernel's name, template arguments or not") {
  KernelCosts kernel;
  kernel.kernel = "tile<T, 32>";
  kernel.threads = 256;
  kernel.static_shared = 1024;
  kernel.dynamic_shared = 1024;
  CHECK(compute_occupancy(kernel, {}, 80)->registers == 0);
  const std::vector<KernelResources> resources = {{"tile<float, 32>", 64, 0, 0, 0, 0, 1024},
                                                  {"tile<float, 16>", 40, 0, 0, 0, 0, 1024},
                                                  {"other", 255, 0, 0, 0, 0, 256}};
  const auto known = compute_occupancy(kernel, resources, 80);
  CHECK(known->registers == 64);
  CHECK(known->warps == 32);
}
