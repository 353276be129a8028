#include "diagnosis/own_shares.h"

#include "tests/unit/catch.h"

using namespace warpgrade;

namespace {

/// The cause of advice on line 4.
std::string cause_with(const std::string& head, const std::string& loop) {
  Finding advice;
  advice.file = "lab.cu";
  advice.line = 4;
  advice.cause.id = "cost.scattered";
  name_own_share(advice, {{"lab.cu", head + "\n  const int t = threadIdx.x, first = t * 9;\n" +
                                         loop + "\n}\n"}});
  return advice.cause.id;
}

const std::string head_of_kernel = "__global__ void k(int n, int share, const real* a, real* s) {";

}  // namespace

TEST_CASE("a loop over elements that follow each other is a share of the thread's own") {
  CHECK(
      cause_with(head_of_kernel, "  for (int j = first; j < first + 9; ++j)\n    s[0] += a[j];") ==
      "cost.own-share");
  CHECK(cause_with(head_of_kernel,
                   "  for (int j = threadIdx.x * 8; j < n; j++)\n    s[0] += a[j];") ==
        "cost.own-share");
  CHECK(cause_with(head_of_kernel,
                   "  for (int j = 0; j < 8; ++j)\n    s[t * 8 + j] = a[(n + t) * 8 + j];") ==
        "cost.own-share");
}

TEST_CASE("a loop whose steps are the block's threads, or over a row, is none") {
  CHECK(
      cause_with(head_of_kernel, "  for (int j = t; j < n; j += blockDim.x)\n    s[0] += a[j];") ==
      "cost.scattered");
  CHECK(cause_with(head_of_kernel, "  for (int j = t * n; j < n; ++j)\n    s[0] += a[j];") ==
        "cost.scattered");
  CHECK(cause_with(head_of_kernel, "  for (int j = 0; j < n; ++j)\n    s[0] += a[t * 8 + j];") ==
        "cost.scattered");
  CHECK(cause_with("void k(int n) {", "  for (int j = first; j < n; ++j)\n    s[0] += a[j];") ==
        "cost.scattered");
}
