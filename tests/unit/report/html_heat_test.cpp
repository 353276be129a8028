// Needs: solutions
#include "report/html_heat.h"

#include <limits>

#include "tests/unit/catch.h"
#include "tests/unit/samples/html_samples.h"

using namespace warpgrade;
using namespace warpgrade::html;

namespace {

GradeResult with_kernels(std::vector<KernelCosts> kernels) {
  GradeResult grade = samples::wrong();
  grade.tasks[0].metrics = std::move(kernels);
  return grade;
}

}  // namespace

TEST_CASE("heat is a line's share of its kernel's sectors, and apart from it of the banks' turns") {
  const GradeResult grade =
      with_kernels({samples::kernel_costs("k", 256,
                                          {samples::global_access(7, "global load", 10, 6, 4, 128),
                                           samples::global_access(7, "global load", 10, 1, 1, 4),
                                           samples::global_access(9, "global store", 10, 3, 3, 96),
                                           samples::shared_access(7, "shared store", 10, 1, 1),
                                           samples::shared_access(8, "shared load", 10, 3, 3)})});
  const Heat heat(grade);
  REQUIRE(heat.of("matmul.cu") != nullptr);
  CHECK(heat.of("other.cu") == nullptr);
  const auto& lines = *heat.of("matmul.cu");
  CHECK(lines.size() == 3);
  CHECK(lines.at(7).global == Approx(0.7));
  CHECK(lines.at(7).shared == Approx(0.25));
  CHECK(lines.at(8).global == 0);
  CHECK(lines.at(8).shared == Approx(0.75));
  CHECK(lines.at(9).global == Approx(0.3));
  REQUIRE(lines.at(7).costs.size() == 3);
  CHECK(lines.at(7).costs[0].share == Approx(0.6));
  CHECK(lines.at(7).costs[2].share == Approx(0.1));
}

TEST_CASE("a line of two kernels is as hot as in the one where it is hottest") {
  const auto cold = samples::kernel_costs("cold", 256,
                                          {samples::global_access(7, "global load", 10, 1, 1, 4),
                                           samples::global_access(9, "global load", 10, 9, 9, 4)});
  const auto hot =
      samples::kernel_costs("hot", 256, {samples::global_access(7, "global load", 10, 1, 1, 4)});
  const GradeResult grade = with_kernels({cold, hot});
  const Heat heat(grade);
  CHECK(heat.of("matmul.cu")->at(7).global == Approx(1));
  CHECK(heat.of("matmul.cu")->at(9).global == Approx(0.9));
}

TEST_CASE("a kernel that two tasks ran counts once, by the larger run") {
  GradeResult grade = with_kernels(
      {samples::kernel_costs("k", 256, {samples::global_access(7, "global load", 10, 1, 1, 4)})});
  grade.tasks.push_back(grade.tasks[0]);
  grade.tasks[1].metrics[0].lines = {samples::global_access(7, "global load", 100, 1, 1, 4),
                                     samples::global_access(8, "global load", 100, 1, 1, 4)};
  const Heat heat(grade);
  CHECK(heat.of("matmul.cu")->at(7).global == Approx(0.5));
  CHECK(heat.of("matmul.cu")->at(7).costs.size() == 1);
}

TEST_CASE("accesses without a place, and kernels that moved nothing, heat nothing") {
  auto kernel = samples::kernel_costs("k", 256,
                                      {samples::global_access(0, "global load", 10, 1, 1, 4),
                                       samples::global_access(3, "global load", 0, 0, 0, 0)});
  kernel.lines[0].file = "";
  const GradeResult grade = with_kernels({kernel, samples::kernel_costs("empty", 32, {})});
  const Heat heat(grade);
  REQUIRE(heat.of("") == nullptr);
  CHECK(heat.of("matmul.cu")->at(3).global == 0);
}

TEST_CASE("shares in words and in colours") {
  CHECK(heat_level(0) == 0);
  CHECK(heat_level(-1) == 0);
  CHECK(heat_level(std::numeric_limits<double>::quiet_NaN()) == 0);
  CHECK(heat_level(1e-9) == 1);
  CHECK(heat_level(0.1) == 1);
  CHECK(heat_level(0.101) == 2);
  CHECK(heat_level(1) == 10);
  CHECK(heat_level(17) == 10);
  CHECK(rounded_share(0) == "0\u00A0%");
  CHECK(rounded_share(0.004) == "<1\u00A0%");
  CHECK(rounded_share(0.434) == "43\u00A0%");
}

TEST_CASE("what an access costs is said with what would do") {
  const LineCosts load = samples::global_access(7, "global load", 12'345, 32, 4, 128);
  const Cost cost = {"k", &load, 0.5};
  CHECK(is_wasteful(load));
  CHECK(cost_summary(cost) ==
        "global load: 50\u00A0% of k's sectors, 32 a request where 4 would do");
  CHECK(cost_details(cost) ==
        "k, global load of 4 bytes a thread: 12\u00A0"
        "345 requests of warps, 32 threads each on "
        "average. 395\u00A0"
        "040 sectors of 32 bytes (50\u00A0% of the kernel's): 32 a request, 4 would "
        "do. 13\u00A0% of the bytes moved are used.");
  const LineCosts bank = samples::shared_access(7, "shared load", 1, 8, 8);
  CHECK(is_wasteful(bank));
  CHECK(
      cost_details({"k", &bank, 1}) ==
      "k, shared load of 4 bytes a thread: 1 request of warps, 32 threads each on average. 8 turns "
      "of the banks (100\u00A0% of the kernel's): 8 a request, 1 would do, 8 at worst.");
  CHECK(!is_wasteful(samples::global_access(7, "global load", 10, 4.4, 4, 128)));
}
