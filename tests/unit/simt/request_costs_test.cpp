// What accesses cost.
#include <functional>

#include "check/metrics/metrics_request.h"
#include "tests/unit/simt/tracing.h"

namespace simt::check {
namespace {

// One access by all lanes of a warp; lane i's address is at(i). What is no aligned power of two up
// to 16 bytes takes several instructions, each a request.
SiteMetrics one_request(Access access, std::uint32_t size,
                        const std::function<std::uint64_t(std::uint64_t)>& at,
                        std::uint32_t lanes = all) {
  Traced k;
  std::uint64_t bits = size | 16;
  for (std::uint32_t t = 0; t < 32; ++t) {
    if (!(lanes >> t & 1u)) continue;
    bits |= at(t);
    k.step(t, A);
    k.trace.access(t, A + 1, access, at(t), size);
  }
  const SiteMetrics site = k.site(A + 1);
  const std::uint64_t instructions = size / (bits & -bits);
  CHECK(site.requests == instructions);
  CHECK(site.lanes == instructions * static_cast<unsigned>(__builtin_popcount(lanes)));
  CHECK(site.size == size);
  CHECK(site.access == access);
  return site;
}

struct Sectors {
  std::uint64_t touched, ideal, bytes;
  std::uint32_t lanes = all;
};

void costs(const char* name, std::uint32_t size, const Sectors& sectors,
           const std::function<std::uint64_t(std::uint64_t)>& at) {
  CAPTURE(name);
  const auto address = [&](std::uint64_t i) { return global + at(i); };
  const SiteMetrics site = one_request(Access::global_load, size, address, sectors.lanes);
  CHECK(site.sectors == sectors.touched);
  CHECK(site.ideal_sectors == sectors.ideal);
  CHECK(site.useful_bytes == sectors.bytes);
  CHECK(site.passes == 0);
  CHECK(site.worst_ways == 0);
  CHECK(site.same_address == 0);
}

struct Passes {
  std::uint64_t needed, ideal;
  std::uint32_t lanes = all;
};

void takes(const char* name, Access access, std::uint32_t size, const Passes& passes,
           const std::function<std::uint64_t(std::uint64_t)>& at) {
  CAPTURE(name);
  const auto address = [&](std::uint64_t i) { return shared + at(i); };
  const SiteMetrics site = one_request(access, size, address, passes.lanes);
  CHECK(site.passes == passes.needed);
  CHECK(site.ideal_passes == passes.ideal);
  CHECK(site.worst_ways == passes.needed);
  CHECK(site.sectors == 0);
}

TEST_CASE("A request to global memory costs the sectors that its lanes touch") {
  costs("neighbors", 4, {4, 4, 128}, [](auto i) { return 4 * i; });
  costs("neighbors, backwards", 4, {4, 4, 128}, [](auto i) { return 4 * (31 - i); });
  costs("every other", 4, {8, 4, 128}, [](auto i) { return 8 * i; });
  costs("a column", 4, {32, 4, 128}, [](auto i) { return 4096 * i; });
  costs("one float off", 4, {5, 4, 128}, [](auto i) { return 4 + 4 * i; });
  costs("all the same", 4, {1, 1, 4}, [](auto) { return 64; });
  costs("float4", 16, {16, 16, 512}, [](auto i) { return 16 * i; });
  costs("double", 8, {8, 8, 256}, [](auto i) { return 8 * i; });
  costs("double, one off", 8, {9, 8, 256}, [](auto i) { return 8 + 8 * i; });
  costs("char", 1, {1, 1, 32}, [](auto i) { return i; });
  costs("half", 2, {2, 2, 64}, [](auto i) { return 2 * i; });
  costs("two rows of a 16x16 block", 4, {4, 4, 128},
        [](auto i) { return i / 16 * 4096 + i % 16 * 4; });
  costs("the same row twice, out of order", 4, {2, 2, 64}, [](auto i) { return i % 16 * 4; });
  costs("two columns side by side, out of order", 4, {16, 4, 128},
        [](auto i) { return i % 16 * 4096 + i / 16 * 4; });
  costs("a part of the warp", 4, {1, 1, 12, 0x7}, [](auto i) { return 4 * i; });
  costs("every fourth lane", 4, {4, 1, 32, 0x11111111}, [](auto i) { return 4 * i; });
  costs("one lane", 8, {1, 1, 8, 1u << 31}, [](auto) { return 0; });
}

TEST_CASE("A load from constant memory costs 4 bytes for each different word") {
  const auto costs_bytes = [](std::uint64_t bytes, std::uint32_t size, auto at) {
    const SiteMetrics site = one_request(Access::global_load, size, [&](std::uint64_t i) {
      return constant_address(0x600000 + at(i));
    });
    CHECK(site.useful_bytes == bytes);
    CHECK(site.sectors == (bytes + 31) / 32);
    CHECK(site.ideal_sectors == site.sectors);
  };
  costs_bytes(4, 4, [](auto) { return 64; });
  costs_bytes(8, 8, [](auto) { return 64; });
  costs_bytes(4 * 4, 4, [](auto i) { return i / 8 * 256; });
  costs_bytes(32 * 4, 4, [](auto i) { return 1024 * i; });
  Traced k;
  for (int i = 0; i < 80; ++i)
    k.each([&](auto t) { k.step(t, A), k.load(t, A + 1, constant_address(0x600000)); });
  CHECK(k.site(A + 1).sectors == 80 * 4 / 32);
}

TEST_CASE("A copy of a struct costs what the loads of its parts do") {
  costs("three loads of every third float", 12, {3 * 12, 3 * 4, 384},
        [](auto i) { return 12 * i; });
  costs("two loads of 8 bytes, the second up to a sector's first bytes", 16, {16 + 17, 16, 512},
        [](auto i) { return 8 + 16 * i; });
  costs("three loads of 16 bytes", 48, {3 * 32, 3 * 16, 1536}, [](auto i) { return 48 * i; });
  costs("four loads of 16 bytes", 64, {4 * 32, 4 * 16, 2048}, [](auto i) { return 64 * i; });
  takes("three loads of every third float", Access::shared_load, 12, {3, 3},
        [](auto i) { return 12 * i; });
}

TEST_CASE("Ranges may be longer for some lanes than for others") {
  Traced k;
  k.each([&](auto t) {
    k.step(t, A);
    k.load(t, A + 1, global + 32 * t, t % 2 ? 32 : 16);
  });
  const SiteMetrics& site = k.site(A + 1);
  CHECK(site.requests == 2);
  CHECK(site.size == 32);
  CHECK(site.sectors == 32 + 16);
  CHECK(site.ideal_sectors == 16 + 8);
  CHECK(site.useful_bytes == 32 * 16 + 16 * 16);
}

TEST_CASE("A request to shared memory takes a pass for each word of a bank") {
  const auto load = Access::shared_load, store = Access::shared_store;
  takes("neighbors", load, 4, {1, 1}, [](auto i) { return 4 * i; });
  takes("neighbors, from any bank on", load, 4, {1, 1}, [](auto i) { return 52 + 4 * i; });
  takes("every other", load, 4, {2, 1}, [](auto i) { return 8 * i; });
  takes("every third", load, 4, {1, 1}, [](auto i) { return 12 * i; });
  takes("a column of [32][32]", load, 4, {32, 1}, [](auto i) { return 128 * i; });
  takes("a column of [32][33]", load, 4, {1, 1}, [](auto i) { return 132 * i; });
  takes("all the same", load, 4, {1, 1}, [](auto) { return 20; });
  takes("stores to the same", store, 4, {1, 1}, [](auto) { return 20; });
  takes("two words of one bank, each many times", load, 4, {2, 1},
        [](auto i) { return i % 2 * 128; });
  takes("bytes of the same words", load, 1, {1, 1}, [](auto i) { return i; });
  takes("bytes, a word apart", store, 1, {32, 1}, [](auto i) { return 128 * i + i % 4; });
  takes("double", load, 8, {2, 2}, [](auto i) { return 8 * i; });
  takes("double, every other", load, 8, {4, 2}, [](auto i) { return 16 * i; });
  takes("double, a column of [32][32]", load, 8, {32, 2}, [](auto i) { return 256 * i; });
  takes("double, a column of [32][33]", load, 8, {2, 2}, [](auto i) { return 264 * i; });
  // Loads by lanes that want the same in pairs: as an H200 counts them (kernels/counters.sh).
  takes("double, all the same", load, 8, {1, 1}, [](auto) { return 8; });
  takes("double, pairs", load, 8, {1, 1}, [](auto i) { return i / 2 * 8; });
  takes("double, stores in pairs", store, 8, {2, 2}, [](auto i) { return i / 2 * 8; });
  takes("float4, all the same", load, 16, {2, 2}, [](auto) { return 16; });
  takes("double, one half warp", load, 8, {1, 1, 0xFFFF}, [](auto i) { return 8 * i; });
  takes("the halves of a warp do not conflict", load, 8, {2, 2},
        [](auto i) { return i % 16 * 8 + i / 16 * 1024; });
  takes("float4", load, 16, {4, 4}, [](auto i) { return 16 * i; });
  takes("float4, every other", load, 16, {8, 4}, [](auto i) { return 32 * i; });
  takes("float4, a quarter warp", store, 16, {1, 1, 0xFF00}, [](auto i) { return 16 * i; });
}

TEST_CASE("Atomics on one address are serialized") {
  const auto global_atomic = [](auto&& at, std::uint64_t sectors, std::uint64_t same) {
    const SiteMetrics s = one_request(Access::global_atomic, 4, at);
    CHECK(s.sectors == sectors);
    CHECK(s.same_address == same);
  };
  // A sector is needed again for each further lane at an address, as an H200 counts it.
  global_atomic([](auto) { return global; }, 32, 32);
  global_atomic([](auto i) { return global + 4 * i; }, 4, 1);
  global_atomic([](auto i) { return global + (i < 5 ? 0 : 4 * i); }, 8, 5);
  takes("one word", Access::shared_atomic, 4, {32, 1}, [](auto) { return 0; });
  takes("neighbors", Access::shared_atomic, 4, {1, 1}, [](auto i) { return 4 * i; });
  takes("eight words", Access::shared_atomic, 4, {4, 1}, [](auto i) { return i % 8 * 4; });
  CHECK(one_request(Access::shared_atomic, 4, [](auto i) {
          return shared + i % 8 * 4;
        }).same_address == 4);
}

TEST_CASE("An access of no byte does not count") {
  Traced k;
  k.each([&](auto t) {
    k.step(t, A);
    k.load(t, A + 1, global, 0);
    k.load(t, A + 2, global, 4);
  });
  CHECK(k.site(A + 2).requests == 1);
  CHECK(k.report().site_count == 1);
}

TEST_CASE("An access of more bytes than an event holds is recorded in pieces") {
  Traced k;
  k.step(0, A);
  k.load(0, A + 1, global, 1 << 20);
  CHECK(k.end().truncated == 0);
  CHECK(k.site(A + 1).useful_bytes == 1 << 20);
}

TEST_CASE("What the copy engine moves costs the sectors that it covers") {
  Traced run;
  run.trace.bulk(A + 1, Access::global_load, global + 20, 64);
  run.trace.bulk(A + 1, Access::global_load, global + 256, 256);
  const SiteMetrics& site = run.site(A + 1);
  CHECK(site.requests == 1 + 2);
  CHECK(site.sectors == 3 + 8);
  CHECK(site.ideal_sectors == 2 + 8);
  CHECK(site.useful_bytes == 64 + 256);
  CHECK(site.passes == 0);
}

}  // namespace
}  // namespace simt::check
