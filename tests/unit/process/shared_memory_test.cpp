#include "process/shared_memory.h"

#include <chrono>
#include <thread>

#include "tests/unit/catch.h"

using namespace warpgrade;

TEST_CASE("memory is sealed although a starting process has it mapped") {
  SharedMemory memory(4096);
  void* const mapped = mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, memory.fd(), 0);
  REQUIRE(mapped != MAP_FAILED);
  std::jthread starting([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    munmap(mapped, 4096);
  });
  CHECK_NOTHROW(memory.seal(F_SEAL_WRITE));
}
