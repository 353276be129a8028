#include "model/call_image.h"

#include <cmath>

#include "base/fault.h"
#include "tests/unit/catch.h"

using namespace warpgrade;

namespace {

const Signature signature =
    parse_signature("void f(int n, real h, const real* A, real* x);", "f", "t.h");

Problem problem() {
  Problem p;
  p.integers["n"] = 3;
  p.reals["h"] = 0.1;
  p.arrays = {{"x", Role::output, 3, 1, {}}, {"A", Role::input, 3, 3, {1, 2, 3, 4, 5, 6, 7, 8, 9}}};
  return p;
}

}  // namespace

TEST_CASE("arguments follow the signature, whatever the problem's order") {
  const auto image = compose(problem(), signature, Real::f32, Poison::nan, 1);
  REQUIRE(image.arguments.size() == 4);
  CHECK(image.arguments[0].integer_value == 3);
  CHECK(image.arguments[1].real_value == static_cast<double>(0.1f));
  REQUIRE(image.regions.size() == 2);
  CHECK(image.regions[1].name == "A");
  CHECK(image.element(image.bytes, image.regions[1], 8) == 9);
  CHECK(image.arguments[2].region_offset == image.regions[1].begin);
}

TEST_CASE("writable arrays come first in the image") {
  const auto image = compose(problem(), signature, Real::f32, Poison::nan, 1);
  CHECK(image.regions[0].name == "x");
  CHECK(image.written_bytes == image.regions[0].bytes);
  CHECK(image.regions[1].begin == image.written_bytes);
}

TEST_CASE("the function called before has its own arguments after the others") {
  Problem p = problem();
  p.arrays.push_back({"weights", Role::input, 2, 1, {5, 6}});
  const Signature before =
      parse_signature("inline void fill(int n, const real* weights) {}", "fill", "t.h");
  const auto image = compose(p, signature, Real::f32, Poison::nan, 1, before);
  CHECK(image.before == "fill");
  CHECK(image.arguments.size() == 4);
  REQUIRE(image.before_arguments.size() == 2);
  CHECK(image.before_arguments[0].integer_value == 3);
  REQUIRE(image.regions.size() == 3);
  CHECK(image.before_arguments[1].region_offset == image.regions[2].begin);
  CHECK(image.element(image.bytes, image.regions[2], 1) == 6);
}

TEST_CASE("arrays lie between guard bands and are aligned to 256 bytes") {
  const auto image = compose(problem(), signature, Real::f64, Poison::finite, 1);
  for (const auto& region : image.regions) {
    CHECK(region.array - region.begin >= 4096);
    CHECK(region.begin + region.bytes - region.array - region.array_bytes >= 4096);
    CHECK((region.array - region.begin) % 256 == 0);
    CHECK(image.is_poison(image.bytes, region, region.array + region.array_bytes));
    CHECK(image.is_poison(image.bytes, region, region.array - 8));
  }
}

TEST_CASE("outputs arrive poisoned: NaN, or a finite value that depends on the seed") {
  for (const Real real : {Real::f32, Real::f64}) {
    const auto nan = compose(problem(), signature, real, Poison::nan, 7);
    CHECK(std::isnan(nan.element(nan.bytes, nan.regions[0], 0)));
    const auto finite = compose(problem(), signature, real, Poison::finite, 7);
    const double value = finite.element(finite.bytes, finite.regions[0], 2);
    CHECK(std::isfinite(value));
    CHECK(value == finite.poison(finite.regions[0]));
    CHECK(compose(problem(), signature, real, Poison::finite, 8).poison_bits != finite.poison_bits);
  }
}

TEST_CASE("arrays of other types keep their values, sizes and a poison of their own") {
  Problem p = problem();
  p.arrays = {{"text", Role::input, 3, 1, {0, 65, 255}},
              {"sums", Role::inout, 1, 1, {-0x1p53 + 1}},
              {"counts", Role::output, 2, 1, {}}};
  set_elements(p, {{"text", Element::u8}, {"sums", Element::i64}, {"counts", Element::u32}});
  const Signature mixed = parse_signature(
      "void f(const unsigned char* text, long long* sums, unsigned* counts);", "f", "t.h");
  for (const Poison poison : {Poison::finite, Poison::nan}) {
    const auto image = compose(p, mixed, Real::f64, poison, 1);
    REQUIRE(image.regions.size() == 3);
    const Region &sums = image.regions[0], &counts = image.regions[1], &text = image.regions[2];
    CHECK(text.array_bytes == 3);
    CHECK(image.element(image.bytes, text, 2) == 255);
    CHECK(image.element(image.bytes, sums, 0) == -0x1p53 + 1);
    CHECK(image.element(image.bytes, counts, 1) == image.poison(counts));
    CHECK(image.is_poison(image.bytes, text, text.array + 3));
    CHECK(image.arguments[0].element_size == 1);
  }
}

TEST_CASE("the check knows each array's name, shape and whether it holds values") {
  Problem p = problem();
  p.arrays[0].overflow = 5;
  const auto image = compose(p, signature, Real::f32, Poison::nan, 1);
  const protocol::Argument& a = image.arguments[2];
  CHECK(std::string(a.name) == "A");
  CHECK(a.element_size == 4);
  CHECK(a.elements == 9);
  CHECK(a.columns == 3);
  CHECK(a.initialised == 1);
  CHECK(a.overflow == 0);
  const protocol::Argument& x = image.arguments[3];
  CHECK(x.columns == 0);
  CHECK(x.initialised == 0);
  CHECK(x.overflow == 5);
}

TEST_CASE("a permitted overflow lies after the array and before the guard band, and is finite") {
  Problem p = problem();
  p.arrays[0].overflow = 3000;
  const auto image = compose(p, signature, Real::f32, Poison::nan, 1);
  const Region& x = image.regions[0];
  CHECK(x.overflow_bytes == 12000);
  for (std::size_t i = 0; i < 3000; ++i) CHECK(std::isfinite(image.element(image.bytes, x, 3 + i)));
  CHECK(x.begin + x.bytes - x.array - x.array_bytes - x.overflow_bytes >= 4096);
  CHECK(image.is_poison(image.bytes, x, x.array + x.array_bytes + x.overflow_bytes));
}

TEST_CASE("a problem that does not match its signature is a grader error") {
  Problem p = problem();
  p.arrays[1].values.pop_back();
  CHECK_THROWS_AS(compose(p, signature, Real::f32, Poison::nan, 1), GraderError);
  p = problem();
  p.arrays[1].role = Role::output;
  CHECK_THROWS_AS(compose(p, signature, Real::f32, Poison::nan, 1), GraderError);
  p = problem();
  p.integers.clear();
  CHECK_THROWS_AS(compose(p, signature, Real::f32, Poison::nan, 1), GraderError);
}
