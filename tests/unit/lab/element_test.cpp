#include "lab/element.h"

#include "base/fault.h"
#include "lab/problem.h"
#include "tests/unit/catch.h"

using namespace warpgrade;

TEST_CASE("a type holds whole numbers within its range, a long long those that a double has") {
  CHECK(holds(Element::u8, 255));
  CHECK_FALSE(holds(Element::u8, 256));
  CHECK_FALSE(holds(Element::u8, -1));
  CHECK_FALSE(holds(Element::i32, 0.5));
  CHECK(holds(Element::u32, 4294967295.0));
  CHECK_FALSE(holds(Element::i64, 0x1p53));
  CHECK(holds(Element::real, 0.5));
}

TEST_CASE("a long long beyond what a double has equals no expected value") {
  const std::int64_t large = (1LL << 53) + 1;
  std::byte bytes[8];
  std::memcpy(bytes, &large, 8);
  CHECK_FALSE(holds(Element::i64, load(bytes, Element::i64, Real::f32)));
}

TEST_CASE("whole numbers are shown with all their digits") {
  CHECK(shown(Element::u32, 4294967295.0, 3) == "4294967295");
  CHECK(shown(Element::f32, 1.23456, 3) == "1.23");
}

TEST_CASE("a reference's value that its array's type lacks is refused") {
  Problem problem;
  problem.arrays = {{"data", Role::input, 2, 1, {1, 300}}};
  set_elements(problem, {{"data", Element::u8}});
  CHECK_THROWS_WITH(round_values(problem, Real::f32),
                    "the reference puts 300 into data, an array of unsigned char");
}
