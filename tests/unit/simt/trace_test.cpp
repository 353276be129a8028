// Traces with numbers that can be counted by hand.
#include "check/metrics/trace.h"

#include <cstring>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <tuple>
#include <vector>

#include "tests/unit/catch.h"

namespace simt::check {
namespace {

constexpr std::uint64_t global = 0x100000000000, shared = 0x200000000000;
// Basic blocks, in the order of the code. The accesses of block b are at b + 1 and so on.
constexpr std::uint64_t A = 0x1000, B = 0x1100, C = 0x1200, D = 0x1300, E = 0x1400;
constexpr std::uint32_t all = ~0u;

std::unique_ptr<Report> written(const Metrics& metrics) {
  auto report = std::make_unique<Report>();
  metrics.write(*report);
  return report;
}

// A kernel of one block, whose threads are recorded one after the other.
class Traced {
 public:
  explicit Traced(std::uint32_t threads = 32) : threads_(threads) {
    kernel_ = metrics_.launched({"k", 1, threads, 0});
    trace.begin(metrics_, kernel_, threads);
  }

  template <class F>
  void each(F&& thread) {
    for (std::uint32_t t = 0; t < threads_; ++t) thread(t);
  }
  void step(std::uint32_t t, std::uint64_t pc, std::uint32_t depth = 0) {
    trace.step(t, pc, depth);
  }
  void load(std::uint32_t t, std::uint64_t pc, std::uint64_t at, std::uint32_t size = 4) {
    trace.access(t, pc, at < shared ? Access::global_load : Access::shared_load, at, size);
  }

  // The block ends when its numbers are first asked for.
  const Report& report() {
    if (!report_) {
      trace.end(0);
      report_ = written(metrics_);
      REQUIRE(report_->kernel_count == 1);
    }
    return *report_;
  }
  const KernelMetrics& end() { return report().kernels[0]; }
  const SiteMetrics& site(std::uint64_t pc) {
    for (std::uint32_t i = 0; i < report().site_count; ++i)
      if (report().sites[i].pc == pc) return report().sites[i];
    FAIL("no access at " << pc);
    return report().sites[0];
  }

  BlockTrace trace;

 private:
  Metrics metrics_;
  std::uint32_t threads_, kernel_;
  std::unique_ptr<Report> report_;
};

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

TEST_CASE("Atomics on one address are done one after the other") {
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

TEST_CASE("Lanes that go the same way are one group") {
  Traced k;
  k.each([&](auto t) {
    k.step(t, A);
    for (std::uint64_t i = 0; i < 10; ++i) {
      k.step(t, B);
      k.load(t, B + 1, global + i * 4096 + t * 4);
    }
    k.step(t, C);
  });
  const KernelMetrics& m = k.end();
  CHECK(m.steps == 12);
  CHECK(m.lane_steps == 12 * 32);
  CHECK(m.branches == 11);
  CHECK(m.divergent == 0);
  CHECK(m.warps == 1);
  CHECK(m.sampled_blocks == 1);
  CHECK(m.truncated == 0);
  CHECK(k.site(B + 1).requests == 10);
  CHECK(k.site(B + 1).lanes == 320);
  CHECK(k.site(B + 1).sectors == 40);
}

TEST_CASE("Both sides of an if, and together behind it") {
  Traced k;
  k.each([&](auto t) {
    k.step(t, A);
    k.step(t, t % 2 ? B : C);
    k.load(t, (t % 2 ? B : C) + 1, global + t * 4);
    k.step(t, D);
    k.load(t, D + 1, global + t * 4);
  });
  const KernelMetrics& m = k.end();
  CHECK(m.steps == 4);
  CHECK(m.lane_steps == 32 + 16 + 16 + 32);
  CHECK(m.branches == 3);
  CHECK(m.divergent == 1);
  CHECK(k.site(B + 1).requests == 1);
  CHECK(k.site(B + 1).lanes == 16);
  CHECK(k.site(B + 1).useful_bytes == 64);
  CHECK(k.site(D + 1).requests == 1);
  CHECK(k.site(D + 1).lanes == 32);
}

TEST_CASE("Lanes leave a loop one after the other and wait behind it") {
  Traced k;
  k.each([&](auto t) {
    k.step(t, A);
    for (std::uint32_t i = 0; i <= t; ++i) {
      k.step(t, B);
      k.load(t, B + 1, global + i * 4);
    }
    k.step(t, C);
    k.load(t, C + 1, global + t * 4);
  });
  const KernelMetrics& m = k.end();
  CHECK(m.steps == 1 + 32 + 1);
  CHECK(m.lane_steps == 32 + 32 * 33 / 2 + 32);
  // From A, and from B while two are left. The last one leaves alone.
  CHECK(m.branches == 1 + 31);
  CHECK(m.divergent == 31);
  CHECK(k.site(B + 1).requests == 32);
  CHECK(k.site(B + 1).sectors == 32);
  CHECK(k.site(C + 1).requests == 1);
}

TEST_CASE("A lane that skips an iteration is not taken for one that is behind") {
  // for (i) { B; if ((i + t) % 4 == 0) continue; C: x[i][t]; } Matching the n-th access of each
  // lane would mix rows.
  Traced k;
  k.each([&](auto t) {
    k.step(t, A);
    for (std::uint64_t i = 0; i < 8; ++i) {
      k.step(t, B);
      if ((i + t) % 4 != 0) {
        k.step(t, C);
        k.load(t, C + 1, global + i * 65536 + t * 4);
      }
      k.step(t, D);
    }
  });
  const KernelMetrics& m = k.end();
  CHECK(m.steps == 1 + 8 * 3);
  CHECK(m.lane_steps == 32 + 8 * (32 + 24 + 32));
  CHECK(m.divergent == 8);
  CHECK(k.site(C + 1).requests == 8);
  CHECK(k.site(C + 1).lanes == 8 * 24);
  CHECK(k.site(C + 1).sectors == 8 * 4);
}

TEST_CASE("A call that some make is over before the others go on") {
  // A: if (t < 8) { B: f(); C } D. The function lies behind its caller: by address alone, D would
  // come before it.
  Traced k;
  k.each([&](auto t) {
    k.step(t, A, 32);
    if (t < 8) {
      k.step(t, B, 32);
      k.step(t, E, 64);
      k.load(t, E + 1, global + t * 4);
      k.step(t, C, 32);
    }
    k.step(t, D, 32);
    k.load(t, D + 1, global + t * 4);
  });
  CHECK(k.end().steps == 5);
  CHECK(k.end().divergent == 1);
  CHECK(k.site(E + 1).requests == 1);
  CHECK(k.site(D + 1).requests == 1);
}

TEST_CASE("Lanes that return from different places go on together in the caller's block") {
  // A: f(), then an access in the same block. f: B: if (t % 2) { C: return } D: return. Where f
  // lies must not matter.
  for (const std::uint64_t kernel : {A, E}) {
    Traced k;
    k.each([&](auto t) {
      k.step(t, kernel, 32);
      for (int call = 0; call < 2; ++call) {
        k.step(t, B, 64);
        k.step(t, t % 2 ? C : D, 64);
        k.load(t, kernel + 1 + call, global + t * 4);
      }
    });
    const KernelMetrics& m = k.end();
    CAPTURE(kernel);
    CHECK(m.steps == 1 + 2 * 3);
    CHECK(m.divergent == 2);
    CHECK(k.site(kernel + 1).requests == 1);
    CHECK(k.site(kernel + 1).lanes == 32);
    CHECK(k.site(kernel + 2).requests == 1);
  }
}

TEST_CASE("Recursion of different depth") {
  // f(n): B; if (n) f(n - 1); C.
  Traced k;
  k.each([&](auto t) {
    k.step(t, A, 16);
    const std::uint32_t deepest = t % 4;
    for (std::uint32_t n = 0; n <= deepest; ++n) k.step(t, B, 32 + 16 * n);
    for (std::uint32_t n = deepest + 1; n-- > 0;) k.step(t, C, 32 + 16 * n);
    k.step(t, D, 16);
  });
  // B and C once for each depth.
  CHECK(k.end().steps == 1 + 4 + 4 + 1);
  CHECK(k.end().lane_steps == 32 * 2 + 2 * (32 + 24 + 16 + 8));
}

TEST_CASE("The same code in different depths of calls is not executed together") {
  Traced k;
  k.each([&](auto t) {
    k.step(t, A, 16);
    k.step(t, B, t % 2 ? 32 : 48);
    k.load(t, B + 1, global + t * 4);
    k.step(t, C, 16);
  });
  CHECK(k.end().steps == 4);
  CHECK(k.end().divergent == 1);
  CHECK(k.site(B + 1).requests == 2);
}

TEST_CASE("Lanes that return early are not waited for") {
  Traced k;
  k.each([&](auto t) {
    k.step(t, A);
    if (t >= 20) return;
    k.step(t, B);
    k.load(t, B + 1, global + t * 4);
  });
  CHECK(k.end().branches == 1);
  CHECK(k.end().divergent == 1);
  CHECK(k.site(B + 1).requests == 1);
  CHECK(k.site(B + 1).lanes == 20);
}

TEST_CASE("Warps are merged each for itself, and the last may be small") {
  Traced k(80);
  k.each([&](auto t) {
    k.step(t, A);
    k.load(t, A + 1, global + t * 4);
  });
  const KernelMetrics& m = k.end();
  CHECK(m.warps == 3);
  CHECK(m.steps == 3);
  CHECK(m.lane_steps == 80);
  CHECK(m.divergent == 0);
  CHECK(k.site(A + 1).requests == 3);
  CHECK(k.site(A + 1).lanes == 80);
  CHECK(k.site(A + 1).sectors == 10);
}

TEST_CASE("A barrier in the middle of a block does not begin a new one") {
  Traced k(64);
  k.each([&](auto t) {
    k.step(t, A);
    k.load(t, A + 1, shared + t * 4);
  });
  k.trace.barrier();
  k.each([&](auto t) {
    k.load(t, A + 2, shared + t * 8);
    k.step(t, t < 16 ? B : C);
  });
  const KernelMetrics& m = k.end();
  CHECK(m.barriers == 1);
  CHECK(m.steps == 2 + 3);
  CHECK(m.lane_steps == 64 + 64);
  CHECK(m.branches == 2);
  CHECK(m.divergent == 1);
  CHECK(k.site(A + 2).requests == 2);
  CHECK(k.site(A + 2).worst_ways == 2);
}

TEST_CASE("Lanes that come from different blocks have not split behind a barrier") {
  Traced k;
  k.each([&](auto t) {
    k.step(t, A);
    k.step(t, t < 16 ? B : C);
  });
  k.trace.barrier();
  k.each([&](auto t) { k.step(t, t < 16 ? D : E); });
  CHECK(k.end().steps == 5);
  CHECK(k.end().branches == 3);
  CHECK(k.end().divergent == 1);
}

TEST_CASE("Lanes are not mixed across a barrier") {
  // The same loop; each lane's n-th iteration is in another phase than its neighbor's.
  Traced k;
  k.each([&](auto t) { k.step(t, A); });
  for (int phase = 0; phase < 2; ++phase) {
    k.each([&](auto t) {
      if (static_cast<int>(t % 2) == phase) {
        k.step(t, B);
        k.load(t, B + 1, global + t * 4);
      }
      k.step(t, C);
    });
    k.trace.barrier();
  }
  CHECK(k.site(B + 1).requests == 2);
  CHECK(k.site(B + 1).lanes == 32);
  CHECK(k.end().barriers == 2);
}

TEST_CASE("Parts of a warp that meet by themselves have still executed the rest together") {
  // Tiles of 16: each lane's code is the same, but the first tile meets before the second begins.
  Traced k;
  for (std::uint32_t tile = 0; tile < 2; ++tile) {
    const auto lanes = [&](auto&& f) {
      for (std::uint32_t t = tile * 16; t < tile * 16 + 16; ++t) f(t);
    };
    lanes([&](auto t) {
      k.step(t, A);
      k.load(t, A + 1, global + t * 4);
    });
    for (std::uint64_t i = 0; i < 3; ++i) {
      k.trace.note_meeting(0, tile ? 0xFFFF0000 : 0xFFFF);
      lanes([&](auto t) {
        k.load(t, A + 2, shared + t * 4);
        k.step(t, B);
      });
    }
  }
  k.trace.note_meeting(0, all);
  const KernelMetrics& m = k.end();
  CHECK(m.steps == 4);
  CHECK(m.lane_steps == 4 * 32);
  CHECK(m.branches == 3);
  CHECK(m.divergent == 0);
  CHECK(k.site(A + 1).requests == 1);
  CHECK(k.site(A + 2).requests == 3);
}

TEST_CASE("Lanes that meet wait for each other") {
  // Lanes 8 to 15 come to the meeting by way of C. Behind it all go to B, which is at a smaller
  // address than C: lanes 0 to 7 would be there first, if they did not wait.
  Traced k;
  k.each([&](auto t) {
    k.step(t, A);
    if (8 <= t && t < 16) k.step(t, C);
  });
  k.trace.note_meeting(0, 0xFFFF);
  for (std::uint32_t t = 0; t < 16; ++t) {
    k.step(t, B);
    k.load(t, B + 1, global + t * 4);
  }
  CHECK(k.end().steps == 3);
  CHECK(k.site(B + 1).requests == 1);
}

TEST_CASE("Ends that are told lane by lane do not split the warp") {
  Traced k;
  k.each([&](auto t) {
    k.step(t, A);
    k.load(t, A + 1, global + t * 4);
    k.trace.note_meeting(0, 1u << t);
  });
  CHECK(k.end().steps == 1);
  CHECK(k.site(A + 1).requests == 1);
}

TEST_CASE("A part of a warp that meets without end is merged in time") {
  // 16 lanes have ended, and the others meet more often than is kept.
  Traced k(1024);
  k.each([&](auto t) { k.step(t, A); });
  for (std::uint64_t i = 0; i < 10000; ++i) {
    for (std::uint32_t t = 0; t < 16; ++t) {
      k.step(t, B);
      k.load(t, B + 1, global + i * 64 + t * 4);
    }
    k.trace.note_meeting(0, 0xFFFF);
  }
  const KernelMetrics& m = k.end();
  CHECK(m.truncated == 0);
  // A was executed by all 32 warps, and by the first in two parts, for one had to go on.
  CHECK(m.steps == 10000 + 33);
  CHECK(m.lane_steps == 160000 + 1024);
  CHECK(k.site(B + 1).requests == 10000);
  CHECK(k.site(B + 1).sectors == 20000);
}

TEST_CASE("What is too long is cut for all lanes alike") {
  Traced k(1024);
  const std::uint64_t rounds = 20000;
  k.each([&](auto t) {
    for (std::uint64_t i = 0; i < rounds; ++i) {
      k.step(t, A);
      k.load(t, A + 1, global + t * 4);
    }
  });
  const KernelMetrics& m = k.end();
  CHECK(m.truncated == 1);
  CHECK(m.steps > 32 * 1000);
  CHECK(m.steps < 32 * rounds);
  CHECK(m.lane_steps == 32 * m.steps);
  CHECK(m.divergent == 0);
  CHECK(k.site(A + 1).sectors == 4 * k.site(A + 1).requests);
}

TEST_CASE("Nobody waits for a lane that had to be merged before") {
  Traced k(1024);
  for (std::uint32_t t = 0; t < 16; ++t) k.step(t, A);
  k.trace.note_meeting(0, 0xFFFF);
  for (int i = 0; i < 3000; ++i) k.step(0, B);
  k.trace.note_meeting(0, 0xFF);
  for (std::uint32_t t = 0; t < 16; ++t) k.load(t, C + 1, global + t * 4);
  CHECK(k.end().truncated == 0);
  CHECK(k.site(C + 1).lanes == 16);
}

TEST_CASE("Traces that are merged on the way give the numbers of those that are not") {
  struct Did {
    std::uint64_t pc;
    std::uint32_t depth;
    std::uint64_t address;  // 0: a step
  };
  // By lane: a loop of another length, a branch in it, a call, and a loop of one length.
  const auto program = [](std::uint32_t t) {
    std::vector<Did> did{{A, 0, 0}};
    for (std::uint64_t i = 0; i < 40 + t % 7; ++i) {
      did.push_back({B, 0, 0});
      did.push_back({B + 1, 0, global + i * 4096 + t * 4});
      if ((i + t) % 3 == 0) did.push_back({C, 0, 0}), did.push_back({E, 16, 0});
    }
    for (std::uint64_t i = 0; i < 50; ++i) {
      did.push_back({D, 0, 0});
      did.push_back({D + 1, 0, global + (i * 64 + t) * 4});
    }
    return did;
  };
  const auto record = [](Traced& k, std::uint32_t t, const Did& d) {
    d.address == 0 ? k.step(t, d.pc, d.depth) : k.load(t, d.pc, d.address);
  };
  const auto numbers = [](Traced& k) {
    const KernelMetrics& m = k.end();
    const SiteMetrics &loop = k.site(B + 1), &last = k.site(D + 1);
    return std::vector<std::uint64_t>{m.steps,       m.lane_steps,  m.branches,
                                      m.divergent,   loop.requests, loop.sectors,
                                      last.requests, last.sectors,  m.truncated};
  };
  Traced whole;
  whole.each([&](auto t) {
    for (const Did& d : program(t)) record(whole, t, d);
  });
  for (std::uint32_t seed : {1u, 2u, 3u, 4u}) {
    Traced parts;
    std::uint32_t random = seed, unfinished = all;
    std::size_t done[32] = {};
    while (unfinished != 0) {
      random = random * 1664525 + 1013904223;
      const std::uint32_t t = random >> 27;
      const std::vector<Did> did = program(t);
      for (std::uint32_t n = random >> 16 & 31; n > 0 && done[t] < did.size(); --n)
        record(parts, t, did[done[t]++]);
      if (done[t] == did.size()) unfinished &= ~(1u << t);
      parts.trace.merge_some(0, unfinished);
    }
    CHECK(numbers(parts) == numbers(whole));
  }
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

TEST_CASE("A trace begins anew after a block that never ended") {
  Metrics metrics;
  const std::uint32_t kernel = metrics.launched({"k", 2, 32, 0});
  BlockTrace trace;
  trace.begin(metrics, kernel, 32);
  for (std::uint32_t t = 0; t < 32; ++t) trace.step(t, A, 8 * t);
  trace.barrier();
  trace.step(0, B, 0);
  trace.access(0, B, Access::global_load, global, 1 << 20);
  trace.begin(metrics, kernel, 32);
  for (std::uint32_t t = 0; t < 32; ++t) {
    trace.access(t, A, Access::global_load, global, 4);
    trace.step(t, C, 8);
  }
  trace.end(0);
  const auto report = written(metrics);
  CHECK(report->kernels[0].sampled_blocks == 1);
  CHECK(report->kernels[0].steps == 1);
  CHECK(report->kernels[0].branches == 0);
  CHECK(report->kernels[0].barriers == 0);
  CHECK(report->kernels[0].truncated == 0);
  REQUIRE(report->site_count == 1);
  CHECK(report->sites[0].requests == 1);
}

TEST_CASE("Launches of one name are summed up, and the last one's shape is kept") {
  Metrics metrics;
  BlockTrace trace;
  CHECK(metrics.launched({"first", 10, 64, 128}) == 0);
  CHECK(metrics.launched({"second", 1, 32, 0}) == 1);
  trace.begin(metrics, 0, 64);
  trace.end(4096);
  CHECK(metrics.launched({"first", 20, 96, 256}) == 0);
  trace.begin(metrics, 0, 96);
  trace.end(1024);
  const auto report = written(metrics);
  REQUIRE(report->kernel_count == 2);
  const KernelMetrics& first = report->kernels[0];
  CHECK(std::string(first.name) == "first");
  CHECK(first.launches == 2);
  CHECK(first.blocks == 30);
  CHECK(first.sampled_blocks == 2);
  CHECK(first.warps == 5);
  CHECK(first.threads == 96);
  CHECK(first.dynamic_shared == 256);
  CHECK(first.static_shared == 1024);
  CHECK(std::string(report->kernels[1].name) == "second");
  CHECK(report->kernels[1].sampled_blocks == 0);

  trace.begin(metrics, 1, 32);
  metrics.clear();
  trace.end(0);
  CHECK(written(metrics)->kernel_count == 0);
}

TEST_CASE("A long name is cut between characters") {
  Metrics metrics;
  const std::size_t room = sizeof KernelMetrics::name - 1 - std::strlen("...#0123456789abcdef");
  const std::string begin(room - 1, 'x');
  metrics.launched({(begin + "\u00e9" + begin).c_str(), 1, 32, 0});
  CHECK(std::string(written(metrics)->kernels[0].name).find(begin + "...#") == 0);
}

TEST_CASE("One place that loads and stores is two, in the order of the code") {
  Traced k;
  k.each([&](auto t) {
    k.step(t, A);
    k.trace.access(t, A + 9, Access::shared_store, shared + t * 4, 4);
    k.trace.access(t, A + 5, Access::global_store, global + t * 4, 4);
    k.trace.access(t, A + 5, Access::global_load, global + t * 4, 4);
  });
  const Report& report = k.report();
  REQUIRE(report.site_count == 3);
  CHECK(report.sites[0].access == Access::global_load);
  CHECK(report.sites[1].access == Access::global_store);
  CHECK(report.sites[1].pc == A + 5);
  CHECK(report.sites[2].access == Access::shared_store);
}

void add_block(BlockTrace& trace, Metrics& metrics, std::uint32_t kernel, std::uint64_t seed) {
  trace.begin(metrics, kernel, 64);
  std::uint64_t x = seed;
  for (std::uint32_t t = 0; t < 64; ++t) {
    for (int i = 0; i < 50; ++i) {
      x = x * 6364136223846793005u + 1442695040888963407u;
      trace.step(t, A + (x >> 60) * 16, 0);
      trace.access(t, A + (x >> 60) * 16 + 1, static_cast<Access>((x >> 40) % 6),
                   global + (x >> 50) * 4, 4);
    }
  }
  trace.end(static_cast<std::uint32_t>(seed));
}

TEST_CASE("The order in which workers add blocks is not to be seen") {
  const auto run = [](bool backwards) {
    Metrics metrics;
    metrics.launched({"a", 8, 64, 0});
    metrics.launched({"b", 8, 64, 0});
    const auto worker = [&](std::uint64_t from) {
      BlockTrace trace;
      for (std::uint64_t i = 0; i < 8; ++i) {
        const std::uint64_t block = from + (backwards ? 7 - i : i);
        add_block(trace, metrics, block % 2, block);
      }
    };
    std::thread one(worker, backwards ? 8 : 0), two(worker, backwards ? 0 : 8);
    one.join();
    two.join();
    return written(metrics);
  };
  const auto there = run(false), back = run(true);
  CHECK(there->site_count > 100);
  CHECK(there->kernels[0].divergent > 0);
  CHECK(there->kernels[0].static_shared == 14);
  CHECK(std::memcmp(there.get(), back.get(), sizeof(Report)) == 0);
  for (std::uint32_t i = 1; i < there->site_count; ++i) {
    const SiteMetrics &a = there->sites[i - 1], &b = there->sites[i];
    CHECK(std::tie(a.kernel, a.pc, a.access) < std::tie(b.kernel, b.pc, b.access));
  }
}

TEST_CASE("Beyond the room of a report, what costs least is one") {
  Metrics metrics;
  BlockTrace trace;
  // Kernel n has 20 places. In the block of its two that is counted each touches n + 1 sectors, by
  // two instructions of 16 bytes.
  const std::uint32_t many = Report::most_kernels + 3;
  std::uint64_t sectors = 0;
  for (std::uint32_t n = 0; n < many; ++n) {
    const std::string name = "k" + std::to_string(n);
    const std::uint32_t kernel = metrics.launched({name.c_str(), 2, 1, 0});
    trace.begin(metrics, kernel, 1);
    trace.step(0, A, 0);
    for (std::uint64_t place = 1; place <= 20; ++place)
      trace.access(0, A + place, Access::global_load, global, 32 * (n + 1));
    trace.end(0);
    sectors += 2 * 20 * 2 * (n + 1);
  }
  const auto report = written(metrics);
  REQUIRE(report->kernel_count == Report::most_kernels);
  CHECK(std::string(report->kernels[0].name) == "k4");
  CHECK(std::string(report->kernels[30].name) == "k34");
  CHECK(std::string(report->kernels[31].name) == "other kernels");
  CHECK(report->kernels[31].launches == 4);
  CHECK(report->kernels[31].blocks == report->kernels[31].sampled_blocks);
  CHECK(report->kernels[31].steps == 2 * 4);
  // Nothing is lost.
  std::uint64_t reported = 0;
  for (std::uint32_t i = 0; i < report->site_count; ++i) {
    const KernelMetrics& k = report->kernels[report->sites[i].kernel];
    reported += report->sites[i].sectors * k.blocks / k.sampled_blocks;
  }
  CHECK(reported == sectors);
  // 512 of 640 places are listed. Of k4 to k9, and in part of k10, the others are one each.
  CHECK(report->sites[0].kernel == 6);
  CHECK(report->sites[0].pc == A + 1);
  CHECK(report->site_count == Report::most_listed_sites + 7);
  CHECK(report->sites[Report::most_listed_sites].pc == 0);
}

TEST_CASE("Kernels whose long names begin alike stay two") {
  Metrics metrics;
  const std::string begin(100, 'k');
  metrics.launched({(begin + "1").c_str(), 1, 1, 0});
  metrics.launched({(begin + "2").c_str(), 1, 1, 0});
  const auto report = written(metrics);
  const std::string one = report->kernels[0].name, two = report->kernels[1].name;
  CHECK(one.substr(0, 60) == two.substr(0, 60));
  CHECK(one != two);
}

}  // namespace
}  // namespace simt::check
