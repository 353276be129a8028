// What members of a vector cost when they are accessed one after the other.
#include <functional>
#include <vector>

#include "tests/unit/simt/tracing.h"

namespace simt::check {
namespace {

using At = std::function<std::uint64_t(std::uint64_t lane)>;

// All lanes load these addresses one after the other, in one basic block or each in its own.
Saved saved(const std::vector<At>& addresses, std::uint32_t size = 4, bool apart = false) {
  Traced k;
  k.each([&](std::uint32_t t) {
    k.step(t, A);
    for (std::size_t i = 0; i < addresses.size(); ++i) {
      if (apart) k.step(t, A + 0x100 * i);
      k.load(t, A + 0x100 * i + 1, addresses[i](t), size);
    }
  });
  Saved sum{};
  for (std::size_t i = 0; i < addresses.size(); ++i) {
    const Saved& of = k.site(A + 0x100 * i + 1).joined;
    sum.requests += of.requests;
    sum.lanes += of.lanes;
    sum.sectors += of.sectors;
    sum.passes += of.passes;
  }
  return sum;
}

At member(std::uint64_t number, std::uint64_t base = global, std::uint64_t vector = 16) {
  return [=](std::uint64_t lane) { return base + vector * lane + 4 * number; };
}

TEST_CASE("Members of a vector, one after the other, are one access") {
  // Four requests of 16 sectors each, where one has 16.
  const Saved all_four = saved({member(0), member(1), member(2), member(3)});
  CHECK(all_four.requests == 3);
  CHECK(all_four.lanes == 96);
  CHECK(all_four.sectors == 48);
  CHECK(saved({member(3), member(0), member(2), member(1)}).sectors == 48);
  // Of two vectors in turn.
  const std::uint64_t other = global + 0x10000;
  CHECK(saved({member(0), member(0, other), member(1), member(1, other), member(2),
               member(2, other), member(3), member(3, other)})
            .sectors == 96);
  CHECK(saved({member(0), member(1), member(2)}).sectors == 16);
  CHECK(saved({member(0, global, 8), member(1, global, 8)}).sectors == 8);
  // Four words of a row apart fall into one bank for four lanes.
  CHECK(
      saved({member(0, shared), member(1, shared), member(2, shared), member(3, shared)}).passes ==
      12);
}

TEST_CASE("What no instruction loads at once stays apart") {
  CHECK(saved({member(0)}).requests == 0);
  CHECK(saved({member(0), member(1)}, 4, true).requests == 0);
  // Neighbors that begin at no multiple of their size, as in a stencil.
  CHECK(saved({member(0, global, 4), member(1, global, 4), member(2, global, 4)}).requests == 0);
  CHECK(saved({member(1), member(2)}).requests == 0);
  // Lanes that go different ways from one element to the next.
  CHECK(saved({member(0), [](std::uint64_t lane) { return global + 16 * lane + 4 * (lane % 2); }})
            .requests == 0);
}

}  // namespace
}  // namespace simt::check
