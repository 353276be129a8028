// How the lanes of a warp go through the code together.
#include <vector>

#include "tests/unit/simt/tracing.h"

namespace simt::check {
namespace {

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

TEST_CASE("Both sides of an if run separately and join after it") {
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

TEST_CASE("Lanes leave a loop one after the other and wait after it") {
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

TEST_CASE("A lane that skips an iteration is not mistaken for a slow one") {
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

TEST_CASE("A call by some lanes ends before the others continue") {
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

TEST_CASE("Lanes that return from different places continue together in the caller's block") {
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

TEST_CASE("Lanes may recurse to different depths") {
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

TEST_CASE("Each warp is merged separately, and the last may be partial") {
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

TEST_CASE("Lanes that come from different basic blocks have not diverged after a barrier") {
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

TEST_CASE("Parts of a warp that synchronize separately have still executed the rest together") {
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
      k.trace.note_collective(0, tile ? 0xFFFF0000 : 0xFFFF);
      lanes([&](auto t) {
        k.load(t, A + 2, shared + t * 4);
        k.step(t, B);
      });
    }
  }
  k.trace.note_collective(0, all);
  const KernelMetrics& m = k.end();
  CHECK(m.steps == 4);
  CHECK(m.lane_steps == 4 * 32);
  CHECK(m.branches == 3);
  CHECK(m.divergent == 0);
  CHECK(k.site(A + 1).requests == 1);
  CHECK(k.site(A + 2).requests == 3);
}

TEST_CASE("Lanes of a collective wait for each other") {
  // Lanes 8 to 15 come to the meeting by way of C. Behind it all go to B, which is at a smaller
  // address than C: lanes 0 to 7 would be there first, if they did not wait.
  Traced k;
  k.each([&](auto t) {
    k.step(t, A);
    if (8 <= t && t < 16) k.step(t, C);
  });
  k.trace.note_collective(0, 0xFFFF);
  for (std::uint32_t t = 0; t < 16; ++t) {
    k.step(t, B);
    k.load(t, B + 1, global + t * 4);
  }
  CHECK(k.end().steps == 3);
  CHECK(k.site(B + 1).requests == 1);
}

TEST_CASE("Ends reported lane by lane do not split the warp") {
  Traced k;
  k.each([&](auto t) {
    k.step(t, A);
    k.load(t, A + 1, global + t * 4);
    k.trace.note_collective(0, 1u << t);
  });
  CHECK(k.end().steps == 1);
  CHECK(k.site(A + 1).requests == 1);
}

TEST_CASE("Part of a warp with endless collectives is merged in time") {
  // 16 lanes have ended, and the others meet more often than is kept.
  Traced k(1024);
  k.each([&](auto t) { k.step(t, A); });
  for (std::uint64_t i = 0; i < 10000; ++i) {
    for (std::uint32_t t = 0; t < 16; ++t) {
      k.step(t, B);
      k.load(t, B + 1, global + i * 64 + t * 4);
    }
    k.trace.note_collective(0, 0xFFFF);
  }
  const KernelMetrics& m = k.end();
  CHECK(m.truncated == 0);
  // A was executed by all 32 warps, and by the first in two parts, for one had to go on.
  CHECK(m.steps == 10000 + 33);
  CHECK(m.lane_steps == 160000 + 1024);
  CHECK(k.site(B + 1).requests == 10000);
  CHECK(k.site(B + 1).sectors == 20000);
}

TEST_CASE("A trace that is too long is cut at the same point for all lanes") {
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

TEST_CASE("No lane waits for one that was merged early") {
  Traced k(1024);
  for (std::uint32_t t = 0; t < 16; ++t) k.step(t, A);
  k.trace.note_collective(0, 0xFFFF);
  for (int i = 0; i < 3000; ++i) k.step(0, B);
  k.trace.note_collective(0, 0xFF);
  for (std::uint32_t t = 0; t < 16; ++t) k.load(t, C + 1, global + t * 4);
  CHECK(k.end().truncated == 0);
  CHECK(k.site(C + 1).lanes == 16);
}

TEST_CASE("Merging during recording gives the same numbers as merging at the end") {
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

TEST_CASE("A trace starts over after a block that never ended") {
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

TEST_CASE("A place that loads and stores is listed twice, in the order of the code") {
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

}  // namespace
}  // namespace simt::check
