// A profile as people and programs read it.
#include "profile/profile_page.h"

#include <nlohmann/json.hpp>

#include "tests/unit/catch.h"

using namespace warpgrade;

namespace {

ProfileResult measured() {
  ProfileResult r;
  r.lab = "matmul";
  r.title = "Matrix multiplication";
  r.task = "matmul_naive";
  r.submission = "solutions/matmul";
  r.case_name = "2048x2048x2048-uniform";
  r.backend = "cuda";
  r.environment["gpu"] = "NVIDIA H200";
  r.profiler = "Nsight Compute 2025.3.1.0";
  r.work.bytes = 50e6;
  r.samples = {4.1e-3, 4.0e-3, 9.0e-3};
  r.launched = {{"naive_kernel", 1}};
  KernelProfile k;
  k.kernel = "naive_kernel";
  k.launches = 1;
  k.grid = {{64, 256, 1}};
  k.block = {{32, 8, 1}};
  k.registers = 32;
  k.static_shared = 0;
  k.waves = 15.5;
  k.seconds = 3.9e-3;
  k.memory = 92;
  k.compute = 61;
  k.dram = 5;
  k.l1 = 92;
  k.theoretical = 100;
  k.achieved = 98;
  r.measured = {k};
  return r;
}

/// Line breaks and indents do not matter.
std::string flat(const std::string& text) {
  std::string result;
  for (const char c : text)
    if ((c != ' ' && c != '\n') || result.empty() || result.back() != ' ')
      result += c == '\n' ? ' ' : c;
  return result;
}

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("A measured profile shows three sections with their meaning", "[profile]") {
  const std::string text = flat(render_profile(measured(), Style{}));
  INFO(text);
  CHECK(has(text,
            "Measured in float on NVIDIA H200, case 2048x2048x2048-uniform, by Nsight Compute "
            "2025.3.1.0."));
  CHECK(has(text,
            "A call in 2048x2048x2048-uniform takes 4.1 ms without the profiler, with 1 "
            "launch."));
  CHECK(has(text, "naive_kernel launched once Launch statistics grid 64 x 256 x 1"));
  CHECK(has(text, "shared memory, static none"));
  CHECK(has(text, "Speed of light duration 3.9 ms"));
  CHECK(has(text, "Memory-bound in the L1 cache and shared memory, at 92 %"));
  CHECK(has(text, "Occupancy theoretical 100 % achieved 98 %"));
  // Not measured: left out.
  CHECK_FALSE(has(text, "L2 "));
  CHECK_FALSE(has(text, "SM frequency"));
  CHECK_FALSE(has(text, "dynamic"));
}

TEST_CASE("A profile without a profiler shows the reason, the remedy and known values",
          "[profile]") {
  ProfileResult r = measured();
  r.measured.clear();
  r.unmeasured = "the driver lets only administrators read the GPU's counters";
  r.advice = "Ask one.";
  KernelCosts counted;
  counted.kernel = "naive_kernel";
  counted.measured_in = "33x32x31-decimal";
  counted.launches = counted.blocks = counted.sampled_blocks = 1;
  counted.threads = 256;
  r.counted = {counted};
  const std::string text = flat(render_profile(r, Style{}));
  INFO(text);
  CHECK(has(text, "CPU engine: counted, not measured. In float."));
  CHECK(has(text,
            "Not measured: the driver lets only administrators read the GPU's counters. Ask "
            "one. Below is what the CPU engine counts, in small cases."));
  CHECK(has(text, "takes 4.1 ms without the profiler"));
  CHECK(has(text, "naive_kernel in 33x32x31-decimal, launched once"));
}

TEST_CASE("The JSON of a profile has null for what was not measured", "[profile]") {
  const auto json = nlohmann::json::parse(profile_json(measured()));
  CHECK(json["schema"] == 1);
  CHECK(json["variant"].is_null());
  const auto& k = json["measured"].at(0);
  CHECK(k["launch"]["grid"] == nlohmann::json({64, 256, 1}));
  CHECK(k["launch"]["static_shared_bytes"] == 0);
  CHECK(k["launch"]["dynamic_shared_bytes"].is_null());
  CHECK(k["speed_of_light"]["l2_percent"].is_null());
  CHECK(k["speed_of_light"]["seconds"] == 3.9e-3);
  CHECK(k["speed_of_light"]["meaning"].size() == 1);
  CHECK(k["occupancy"]["limited_by"].empty());
  CHECK(json["counted"].empty());
}
